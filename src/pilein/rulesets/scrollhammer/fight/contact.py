"""How deep each model stands behind the line of contact, and the enemy units it reaches from there."""

from functools import lru_cache

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.profile import Traits
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.contacts import Contacts
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup

DEPTH = 1  # SH-R-44: one friend deep
PAIR = 2


class Reader(Struct, frozen=True):
    """How contact is read: the units of the combat (none: all), and the readings of SH-R-04, SH-R-44 and SH-R-81."""

    units: tuple[int, ...] = ()
    edges_only: bool = False
    own_unit: bool = False
    own_contact: bool = False


Reach = dict[int, tuple[int, tuple[int, ...]]]  # model -> (depth, enemy units reached)


def is_multiple(units: tuple[int, ...]) -> bool:
    """Whether a combat has more than two units."""
    return len(units) > PAIR


def reach(battle: Battle, table: Table, units: tuple[int, ...] = ()) -> Reach:
    """Every model of these units that reaches an enemy among them, on a table or in the press."""
    field = battle.field
    if isinstance(field, Press):
        each = units or range(len(battle.setup.units))
        return {model: found for unit in each for model, found in _reach_in_press(field, unit, units).items()}
    reader = Reader(
        units,
        edges_only=field.edge_contacts is not field.contacts and table.rule("SH-R-04") == "edges-only",
        own_unit=_sides_share(battle, units) and table.rule("SH-R-44") == "own-unit",
        own_contact=is_multiple(units) and table.rule("SH-R-81") == "own-contact",
    )
    remembered: dict[Reader, Reach] = field.__dict__.setdefault("reach", {})
    if reader not in remembered:
        remembered[reader] = _reach_on_plane(battle, field, reader)
    return remembered[reader]


def reach_of(battle: Battle, table: Table, unit: int, units: tuple[int, ...]) -> Reach:
    """Every model of one of these units that reaches an enemy among them, in its order."""
    if isinstance(battle.field, Press):
        return _reach_in_press(battle.field, unit, units)
    reached = reach(battle, table, units)
    return {model: reached[model] for model in battle.field.models(unit) if model in reached}


@lru_cache(maxsize=1024)
def has_spears(setup: Setup, unit: int) -> bool:
    """Whether a unit was fielded with spears."""
    return any(kind.unit == unit and _has_spear(kind.traits) for kind in setup.kinds)


def deep(press: Press, unit: int, units: tuple[int, ...]) -> int | None:
    """How many models of a unit without spears reach an enemy in the press: its first; None: all, or nobody."""
    is_met = any(foe in units for foe in press.touched_units(unit))
    return press.frontage * (DEPTH + 1) if is_met and press.frontage else None


def contacts(battle: Battle, table: Table) -> Contacts:
    """SH-R-04. Who touches whom: corners count, unless `edges-only`."""
    plane = battle.plane
    if plane.edge_contacts is not plane.contacts and table.rule("SH-R-04") == "edges-only":
        return plane.edge_contacts
    return plane.contacts


def _sides_share(battle: Battle, units: tuple[int, ...]) -> bool:
    sides = [battle.side(unit) for unit in units or range(len(battle.setup.units))]
    return any(sides.count(side) > 1 for side in (0, 1))


def _reach_on_plane(battle: Battle, plane: Plane, reader: Reader) -> Reach:
    """Depth by depth: those who touch an enemy, then those who touch one of them, then spears behind spears."""
    who = plane.edge_contacts if reader.edges_only else plane.contacts
    unit_of = battle.setup.unit_of
    here = [model for unit in _units(battle, reader) for model in plane.models(unit)]
    inside = set(here)
    own: dict[int, set[int]] = {}
    for model in here:
        met = who.enemies[model]
        touched = {unit_of[enemy] for enemy in met if enemy in inside} if met else None
        if touched:
            own[model] = touched
    found: Reach = {}
    for model in here:
        through = set(own.get(model, ()))
        if not (through and reader.own_contact):
            for friend in who.friends[model]:
                if friend in own and (not reader.own_unit or unit_of[friend] == unit_of[model]):
                    through |= own[friend]
        if through:
            found[model] = (0 if model in own else DEPTH, tuple(sorted(through)))
    return found | _behind_spears(battle, who, here, found)


def _units(battle: Battle, reader: Reader) -> tuple[int, ...]:
    return reader.units or tuple(range(len(battle.setup.units)))


def _behind_spears(battle: Battle, who: Contacts, here: list[int], found: Reach) -> Reach:
    """A third rank of spears reaches the enemy through spears of its own unit in the second."""
    unit_of = battle.setup.unit_of
    third: Reach = {}
    for model in here:
        if model in found or not _has_spear(battle.traits(battle.setup.kind_of[model])):
            continue
        for friend in who.friends[model]:
            spear = _has_spear(battle.traits(battle.setup.kind_of[friend]))
            if spear and unit_of[friend] == unit_of[model] and found.get(friend, (0,))[0] == DEPTH:
                foes = third.get(model, (0, ()))[1]
                third[model] = (DEPTH + 1, tuple(sorted({*foes, *found[friend][1]})))
    return third


def _has_spear(traits: Traits) -> bool:
    return any(weapon.ranks > DEPTH + 1 for weapon in traits.weapons)


def _reach_in_press(press: Press, unit: int, units: tuple[int, ...]) -> Reach:
    """The first of a unit touch, as many as the frontage; as many again stand behind them, and spears once more."""
    foes = tuple(foe for foe in press.touched_units(unit) if not units or foe in units)
    if not foes:
        return {}
    if not press.frontage:
        return dict.fromkeys(press.models(unit), (0, foes))
    found: Reach = {}
    for place, model in enumerate(press.front(unit, press.frontage * (DEPTH + 1 + has_spears(press.setup, unit)))):
        depth = place // press.frontage
        if depth <= DEPTH + _has_spear(press.setup.kind(model).traits):
            found[model] = (depth, foes)
    return found
