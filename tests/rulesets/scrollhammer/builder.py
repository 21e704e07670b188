"""Small battles for clause tests, built without a scenario file; lengths in inches, angles in degrees."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.blocks import Block
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Place
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.rulings import Reading
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.rulings import RULINGS
from pilein.rulesets.scrollhammer.state import Battle, Status
from pilein.tabletop.bodies import Body
from pilein.tabletop.plane import Loose, Plane, Standing
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Ground, Kind, Setup, UnitSetup

SQUARE = Base("rectangle", INCH, INCH)
HAND_WEAPON = Weapon("hand weapon", "hand weapon")
GUARD = Traits(WS=4, S=3, T=3, W=1, I=4, A=1, Ld=8, Sv=4, weapons=(HAND_WEAPON,))
REAVER = Traits(WS=3, S=4, T=3, W=1, I=3, A=1, Ld=7, Sv=6, weapons=(HAND_WEAPON,))
IMP = Traits(WS=2, S=1, T=2, W=1, I=2, A=1, Ld=5, weapons=(HAND_WEAPON,))
OGRE = Traits(WS=3, S=5, T=5, W=3, I=2, A=3, Ld=7, weapons=(HAND_WEAPON,))


class U(Struct):
    """A unit to be fielded: `kinds` are (traits, how many); `at` model places, or `block` (x, y, facing, files)."""

    name: str
    side: int
    kinds: Sequence[tuple[Traits, int]]
    at: Sequence[tuple[float, ...]] = ()
    block: tuple[float, float, float, int] | None = None
    formation: str = "skirmish"
    base: Base = SQUARE
    status: Status = Status()
    files: int = 0


def battle(
    *units: U,
    rulings: Mapping[str, str] | None = None,
    grounds: Sequence[tuple[str, Sequence[tuple[float, float]]]] = (),
    size: tuple[float, float] = (48, 48),
    edges: tuple[str, str] = ("", ""),
    pairs: Sequence[tuple[int, int]] | None = None,
    frontage: int | None = None,
    active: int = 0,
) -> Battle:
    """A battle on a table, or in the press if `pairs` are given."""
    setup = _setup(units, rulings or {}, grounds, None if pairs is not None else size, edges)
    statuses = tuple(unit.status for unit in units)
    if pairs is None:
        return Battle(setup, active, Plane(setup, tuple(map(_standing, units, setup.units))), statuses)
    bodies = tuple(
        Body(tuple((kind, 0, setup.kind_of.count(kind)) for kind in sorted({setup.kind_of[m] for m in s.models})))
        for s in setup.units
    )
    return Battle(setup, active, Press(setup, tuple(pairs), frontage, bodies), statuses)


def _setup(
    units: Sequence[U],
    rulings: Mapping[str, str],
    grounds: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    size: tuple[float, float] | None,
    edges: tuple[str, str],
) -> Setup:
    kinds: list[Kind] = []
    kind_of: list[int] = []
    setups: list[UnitSetup] = []
    for number, unit in enumerate(units):
        first = len(kind_of)
        for traits, count in unit.kinds:
            kinds.append(Kind(f"{unit.name}-{len(kinds)}", number, unit.base, traits))
            kind_of += [len(kinds) - 1] * count
        setups.append(UnitSetup(number, unit.name, unit.side, unit.formation, range(first, len(kind_of)), unit.files))
    readings = {key: Reading("default", ruling.number) for key, ruling in RULINGS.items()}
    readings |= {key: Reading(option, RULINGS[key].number) for key, option in rulings.items()}
    return Setup(
        ruleset="scrollhammer",
        sides=("red", "blue"),
        edges=edges,
        units=tuple(setups),
        kinds=tuple(kinds),
        kind_of=tuple(kind_of),
        unit_of=tuple(kinds[kind].unit for kind in kind_of),
        size=size and (ticks(size[0]), ticks(size[1])),
        grounds=tuple(
            Ground(kind, Polygon(tuple((ticks(x), ticks(y)) for x, y in outline))) for kind, outline in grounds
        ),
        readings=readings,
    )


def _standing(unit: U, setup: UnitSetup) -> Standing:
    if unit.block is None:
        places = tuple(place(*spot) for spot in unit.at)
        assert len(places) == len(setup.models)
        return Loose(tuple(setup.models), places)
    x, y, facing, files = unit.block
    slots = tuple(setup.models) + (-1,) * (-len(setup.models) % files)
    return Block(ticks(x), ticks(y), round(facing * 100), files, unit.base.width, unit.base.depth, slots)


def place(x: float, y: float, facing: float = 0) -> Place:
    return Place(ticks(x), ticks(y), round(facing * 100))


def row(x: float, y: float, count: int, step: float = 1.0, facing: float = 0) -> list[tuple[float, float, float]]:
    """Places side by side, from (x, y) to the right."""
    return [(x + step * number, y, facing) for number in range(count)]


def changed(traits: Traits, **changes: Any) -> Traits:
    return replace(traits, **changes)
