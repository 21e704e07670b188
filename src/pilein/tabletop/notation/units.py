"""Units in a scenario file: members, statuses and positions."""

from typing import cast, get_args

from msgspec import Struct

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import ticks
from pilein.kernel.nearest import counted, hint, listed, shortened
from pilein.kernel.remedies import line
from pilein.tabletop.notation.coordinates import FARTHEST, facing_of, places
from pilein.tabletop.notation.members import Muster, members
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.scenario import BlockPlace, Edge, Side, Unit
from pilein.tabletop.vocabulary import SIDE_KEYS, UNIT_KEYS, Vocabulary, names

MOST_UNITS = 200
MOST_MODELS = 2000
EXAMPLE = "write [[unit]], with two brackets on each side, and the keys of the unit below it"


class Stand(Struct, frozen=True):
    """Position of a unit on a table. It is empty in the press."""

    place: BlockPlace | None = None
    positions: tuple[Place, ...] | None = None


def units(top: Section, muster: Muster, *, on_table: bool) -> tuple[Unit, ...]:
    """Read the units in file order.

    Raises:
        BadScenario: a unit has an error. The exception describes the first error.
    """
    sections = top.entries("unit", "a unit", EXAMPLE)
    if not sections:
        raise top.fault("the scenario has no units", remedy=EXAMPLE)
    if len(sections) > MOST_UNITS:
        raise top.fault(
            f"the scenario has {len(sections)} units, more than {MOST_UNITS}",
            "unit",
            remedy=f"use at most {MOST_UNITS}",
        )
    found: dict[str, Unit] = {}
    for section in sections:
        unit = _unit(section, muster, on_table=on_table)
        if unit.name in found:
            raise section.fault(f"two units are named {unit.name!r}", "name", remedy="give each unit a name of its own")
        found[unit.name] = unit
    _check_total(top, found)
    _check_references(sections, muster.vocabulary, found)
    return tuple(found.values())


def _unit(section: Section, muster: Muster, *, on_table: bool) -> Unit:
    vocabulary = muster.vocabulary
    _check_keys(section, vocabulary)
    name = section.text("name")
    side = section.text("side")
    formation = _formation(section, vocabulary)
    fielded = members(section, muster)
    statuses = section.read_all(vocabulary.statuses)
    models = sum(member.models for member in fielded)
    is_block = vocabulary.formations.get(formation) == "block"
    stand = _stand(section, models, is_block=is_block) if on_table else _empty_stand(section)
    return Unit(name, side, formation, fielded, statuses, stand.place, stand.positions)


def _check_keys(section: Section, vocabulary: Vocabulary) -> None:
    known = (*UNIT_KEYS, *names(vocabulary.statuses))
    if not vocabulary.formations:
        known = tuple(key for key in known if key != "formation")
    of_members = {
        key: f"write {key} for a model: members = [{{ {key} = ... }}]" for key in names(vocabulary.member_keys)
    }
    of_profiles = {key: _in_profile(section, key) for key in names(vocabulary.characteristics)}
    section.only(known, of_profiles | of_members, vocabulary.listing("units"))


def _in_profile(section: Section, key: str) -> str:
    """Return the remedy for a characteristic written among the keys of a unit."""
    return f"write {key} in the profile, under [profiles.{section.values.get('profile', 'NAME')}]"


def _formation(section: Section, vocabulary: Vocabulary) -> str:
    if not vocabulary.formations:
        return ""
    default = vocabulary.default_formation or ...
    return section.option("formation", tuple(vocabulary.formations), default)


def _stand(section: Section, models: int, *, is_block: bool) -> Stand:
    if is_block:
        return Stand(place=_block_place(section, models))
    if section.has("place"):
        message = "a unit in this formation needs a position for each model, not a place"
        raise section.fault(message, "place", remedy="write positions = [[x, y], ...] instead of place")
    if not section.has("positions"):
        remedy = f"write positions = [[x, y], ...], with one position for each of the {models} models"
        raise section.fault("the unit has no position on the table", remedy=remedy)
    found = places(section, "positions", facing_of(section))
    if len(found) != models:
        message = f"the unit has {counted(len(found), 'position')} for {counted(models, 'model')}"
        raise section.fault(
            message, "positions", remedy="give one position for each model, in order, with members first"
        )
    return Stand(positions=found)


def _block_place(section: Section, models: int) -> BlockPlace:
    example = "place = { x = 24, y = 20, facing = 0, files = 5 }"
    for key in ("positions", "facing"):
        if section.has(key):
            raise section.fault(
                f"a block needs a place on the table, not `{key}`", key, remedy=f"write {example} instead of {key}"
            )
    if not section.has("place"):
        raise section.fault("the unit has no position on the table", remedy=f"write {example}")
    place = section.inner("place", "a place", f"write {example}")
    place.only(("x", "y", "facing", "files"))
    x, y = (ticks(place.number(key, -FARTHEST, FARTHEST)) for key in ("x", "y"))
    files = place.whole("files", 1, MOST_MODELS)
    if files > models:
        message = f"the block has {counted(files, 'file')} for {counted(models, 'model')}"
        raise place.fault(message, "files", remedy=f"use at most {models} files, one for each model")
    return BlockPlace(x, y, facing_of(place), files)


def _empty_stand(section: Section) -> Stand:
    for key in ("place", "positions", "facing"):
        if section.has(key):
            message = "a unit in the press cannot have a position"
            raise section.fault(message, key, remedy=f"remove {key}, or write [table] instead of [press]")
    return Stand()


def _check_total(top: Section, found: dict[str, Unit]) -> None:
    total = sum(unit.models for unit in found.values())
    if total > MOST_MODELS:
        raise top.fault(
            f"the scenario has {total} models, more than {MOST_MODELS}", "unit", remedy=f"use at most {MOST_MODELS}"
        )


def _check_references(sections: tuple[Section, ...], vocabulary: Vocabulary, found: dict[str, Unit]) -> None:
    keys = [key.name for key in vocabulary.statuses if key.kind == "unit"]
    for section in sections:
        for key in keys:
            name = section.values.get(key)
            if isinstance(name, str) and name not in found:
                message = f"there is no unit {shortened(name)!r}"
                raise section.fault(message, key, remedy=hint(name, found, f"name one of the units: {listed(found)}"))


# --- The two sides of a scenario file, and the one whose turn it is -----------------------------------------------


SIDES = 2


def sides(top: Section, vocabulary: Vocabulary, units: tuple[Unit, ...]) -> tuple[Side, ...]:
    """Return the two sides, in the order in which units first name them.

    Raises:
        BadScenario: there are not exactly two sides, or [sides.NAME] has no units.
    """
    found = {unit.side: number for number, unit in reversed(tuple(enumerate(units)))}
    in_order = sorted(found, key=found.__getitem__)
    if len(in_order) < SIDES:
        message = f"all units are on the side {in_order[0]!r}"
        raise top.fault(
            message, "unit", 0, "side", remedy="put some units on another side, since a fight has two sides"
        )
    if len(in_order) > SIDES:
        message = f"{in_order[SIDES]!r} is a third side, after {in_order[0]!r} and {in_order[1]!r}"
        raise top.fault(message, "unit", found[in_order[SIDES]], "side", remedy="put every unit on one of two sides")
    sections = dict(top.named("sides", "the side"))
    for name, section in sections.items():
        if name not in found:
            raise section.fault(f"the side {name!r} has no units", remedy=hint(name, in_order))
    plain = Section(top.source, ("sides",), {}, "the side")
    return tuple(_side(name, sections.get(name, plain), vocabulary) for name in in_order)


def active(top: Section, both: tuple[Side, ...]) -> str:
    """Read the side whose turn it is."""
    known = [side.name for side in both]
    if not top.has("active"):
        raise top.missing(
            "active", line("active", f'"{known[0]}"', known[0]) + " at the top", "it is not known whose turn it is"
        )
    name = top.text("active")
    if name not in known:
        message = f"there is no side {shortened(name)!r}"
        raise top.fault(message, "active", remedy=hint(name, known, f"name one of the sides: {listed(known)}"))
    return name


def _side(name: str, section: Section, vocabulary: Vocabulary) -> Side:
    section.only((*SIDE_KEYS, *names(vocabulary.side_keys)), listing=vocabulary.listing("sides"))
    edges = tuple(edge for edge in get_args(Edge) if edge)
    edge = cast("Edge", section.option("edge", edges) if section.has("edge") else "")
    return Side(name, edge, section.read_all(vocabulary.side_keys))
