"""Builders of small battles without a scenario file, shared by all rulesets. Lengths are in inches, and angles in
degrees.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Place
from pilein.geometry.ticks import inches, ticks
from pilein.kernel.numbers import Number, set_to
from pilein.kernel.rulings import Reading, Readings, Ruling, readings
from pilein.tabletop.bodies import Body
from pilein.tabletop.frontage import Frontage
from pilein.tabletop.plane import Loose, Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Ground, Kind, Setup, UnitSetup

Spot = tuple[float, ...]  # x, y and, if it matters, facing
Given = Mapping[str, str | tuple[str, int] | int]
Corners = Sequence[tuple[float, float]]


class OnATable(Protocol):
    """A battle of any ruleset that is fought on a table."""

    @property
    def plane(self) -> Plane: ...


class Troop(Struct):
    """A unit to be fielded. `kinds` holds pairs, each of a model's traits and the number of models that have them."""

    name: str
    side: int
    kinds: Sequence[tuple[Any, int]]
    base: Base
    formation: str = ""
    files: int = 0


def in_force(rulings: Mapping[str, Ruling], numbers: Mapping[str, Number], given: Given | None) -> Readings:
    """Return the rulings and numbers, all at their defaults except for those given. A ruling is given as an option,
    alone or with its number, and a number is given as an integer.
    """
    values = {key: one for key, one in (given or {}).items() if isinstance(one, int)}
    options = {key: one for key, one in (given or {}).items() if not isinstance(one, int)}
    chosen = {key: Reading(one) if isinstance(one, str) else Reading(*one) for key, one in options.items()}
    return readings(rulings, chosen) | set_to(numbers, values)


def setup_of(
    ruleset: str,
    troops: Sequence[Troop],
    force: Readings,
    *,
    size: tuple[float, float] | None,
    grounds: Sequence[Ground] = (),
    edges: tuple[str, str] = ("", ""),
) -> Setup:
    """Return the set-up of a battle of red (side 0) against blue (side 1). Without a `size`, the battle is fought in
    the press.
    """
    kinds: list[Kind] = []
    kind_of: list[int] = []
    units: list[UnitSetup] = []
    for number, troop in enumerate(troops):
        first = len(kind_of)
        for traits, count in troop.kinds:
            kinds.append(Kind(f"{troop.name}-{len(kinds)}", number, troop.base, traits))
            kind_of += [len(kinds) - 1] * count
        models = range(first, len(kind_of))
        units.append(UnitSetup(number, troop.name, troop.side, troop.formation, models, troop.files))
    return Setup(
        ruleset=ruleset,
        sides=("red", "blue"),
        edges=edges,
        units=tuple(units),
        kinds=tuple(kinds),
        kind_of=tuple(kind_of),
        unit_of=tuple(kinds[kind].unit for kind in kind_of),
        size=size and (ticks(size[0]), ticks(size[1])),
        grounds=tuple(grounds),
        readings=force,
    )


def pressed(setup: Setup, pairs: Sequence[tuple[int, int]], frontage: Frontage) -> Press:
    """Return a press of unwounded units in which the given pairs of units are in contact."""
    groups = [sorted({setup.kind_of[model] for model in unit.models}) for unit in setup.units]
    bodies = tuple(Body(tuple((kind, 0, setup.kind_of.count(kind)) for kind in kinds)) for kinds in groups)
    return Press(setup, tuple(pairs), frontage, bodies)


def loose(unit: UnitSetup, at: Sequence[Spot]) -> Loose:
    """Return a skirmishing unit with each model at the position given for it."""
    assert len(at) == len(unit.models)
    return Loose(tuple(unit.models), tuple(place(*spot) for spot in at))


def block(unit: UnitSetup, base: Base, stands: tuple[float, float, float, int]) -> Block:
    """Return a unit formed up in ranks. `stands` holds the x and y of its front centre, its facing and its number of
    files.
    """
    x, y, facing, files = stands
    slots = tuple(unit.models) + (-1,) * (-len(unit.models) % files)
    return Block(ticks(x), ticks(y), round(facing * 100), files, base.width, base.depth, slots)


def ground(
    kind: str, corners: Corners, height: float = 0, *, blocks_sight: bool = False, cover: str = "none"
) -> Ground:
    """Return a piece of ground of the given kind and shape."""
    outline = Polygon(tuple((ticks(x), ticks(y)) for x, y in corners))
    return Ground(kind, outline, blocks_sight, height=ticks(height), cover=cover)


def place(x: float, y: float, facing: float = 0) -> Place:
    return Place(ticks(x), ticks(y), round(facing * 100))


def row(x: float, y: float, count: int, step: float = 1.0, facing: float = 0) -> list[Spot]:
    """Return `count` positions in a row that starts at (x, y) and runs to the right."""
    return [(x + step * number, y, facing) for number in range(count)]


def where(made: OnATable, model: int) -> tuple[float, float]:
    """Return a model's position in inches, rounded to two decimals."""
    found = made.plane.place(model)
    return round(inches(found.x), 2), round(inches(found.y), 2)


def told(script: Script, kind: type[Any]) -> list[Any]:
    return [event for event in script.events if isinstance(event, kind)]
