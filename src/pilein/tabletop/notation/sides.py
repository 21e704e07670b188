"""The two sides of a scenario file, and the one whose turn it is."""

from typing import cast, get_args

from pilein.kernel.nearest import hint, listed, shortened
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.scenario import Edge, Side, Unit
from pilein.tabletop.vocabulary import SIDE_KEYS, Vocabulary, names

SIDES = 2


def sides(top: Section, vocabulary: Vocabulary, units: tuple[Unit, ...]) -> tuple[Side, ...]:
    """Return the two sides in the order in which the units name them.

    Raises:
        BadScenario: one side only, more than two, or a [sides.NAME] without units.

    """
    found = {unit.side: number for number, unit in reversed(tuple(enumerate(units)))}
    in_order = sorted(found, key=found.__getitem__)
    if len(in_order) < SIDES:
        message = f"all units are of the side {in_order[0]!r}"
        raise top.fault(message, "unit", 0, "side", remedy="a fight has two sides: give some unit another one")
    if len(in_order) > SIDES:
        message = f"{in_order[SIDES]!r} is a third side, after {in_order[0]!r} and {in_order[1]!r}"
        raise top.fault(message, "unit", found[in_order[SIDES]], "side", remedy="a fight has two sides")
    sections = dict(top.named("sides", "the side"))
    for name, section in sections.items():
        if name not in found:
            raise section.fault(f"no unit is of the side {name!r}", remedy=hint(name, in_order))
    plain = Section(top.source, ("sides",), {}, "the side")
    return tuple(_side(name, sections.get(name, plain), vocabulary) for name in in_order)


def active(top: Section, both: tuple[Side, ...]) -> str:
    """Return the side whose turn it is."""
    known = [side.name for side in both]
    if not top.has("active"):
        raise top.fault("it is not said whose turn it is", remedy=f'write active = "{known[0]}" at the top')
    name = top.text("active")
    if name not in known:
        message = f"there is no side {shortened(name)!r}"
        raise top.fault(message, "active", remedy=hint(name, known, f"the sides are {listed(known)}"))
    return name


def _side(name: str, section: Section, vocabulary: Vocabulary) -> Side:
    section.only((*SIDE_KEYS, *names(vocabulary.side_keys)))
    edges = tuple(edge for edge in get_args(Edge) if edge)
    edge = cast("Edge", section.option("edge", edges) if section.has("edge") else "")
    return Side(name, edge, section.read_all(vocabulary.side_keys))
