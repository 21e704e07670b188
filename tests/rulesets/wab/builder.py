"""Small battles for clause tests, built without a scenario file; lengths in inches, angles in degrees."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.blocks import Block
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Place
from pilein.geometry.ticks import ticks
from pilein.kernel.rulings import Reading
from pilein.rulesets.wab.profile import Missile, Traits
from pilein.rulesets.wab.rulings import RULINGS
from pilein.rulesets.wab.state import Assault, Battle
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.vocabulary import WEAPONS
from pilein.tabletop.bodies import Body
from pilein.tabletop.plane import Loose, Plane, Standing
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Ground, Kind, Setup, UnitSetup

MM = 5000  # ticks
FOOT = Base("rectangle", 20 * MM, 20 * MM)
FOOT_25 = Base("rectangle", 25 * MM, 25 * MM)
HORSE = Base("rectangle", 25 * MM, 50 * MM)
CHARIOT = Base("rectangle", 40 * MM, 80 * MM)

LEGIONARY = Traits(M=4, WS=4, S=3, T=3, W=1, I=3, A=1, Ld=8, armour="heavy", shield="large shield")
WARRIOR = Traits(M=5, WS=3, S=3, T=3, W=1, I=3, A=1, Ld=7, shield="shield")
RIDER = Traits(M=8, WS=3, S=3, T=3, W=1, I=3, A=1, Ld=8, type="cavalry", mounted=True)


class U(Struct):
    """A unit to be fielded: `kinds` are (traits, how many); `at` model places, or `block` (x, y, facing, files)."""

    name: str
    side: int
    kinds: Sequence[tuple[Traits, int]]
    at: Sequence[tuple[float, ...]] = ()
    block: tuple[float, float, float, int] | None = None
    formation: str = "open"
    base: Base = FOOT
    status: Status = Status()
    files: int = 0


class G(Struct):
    """A piece of ground: its kind and corners in inches."""

    kind: str
    corners: Sequence[tuple[float, float]]
    cover: str = "none"
    height: float = 0
    blocks_sight: bool = False


def battle(
    *units: U,
    rulings: Mapping[str, str] | None = None,
    grounds: Sequence[G] = (),
    size: tuple[float, float] = (72, 48),
    pairs: Sequence[tuple[int, int]] | None = None,
    frontage: int | None = None,
    active: int = 0,
    assaults: Sequence[Assault] = (),
) -> Battle:
    """A battle on a table, or in the press if `pairs` are given."""
    setup = _setup(units, rulings or {}, grounds, None if pairs is not None else size)
    statuses = tuple(unit.status for unit in units)
    if pairs is None:
        plane = Plane(setup, tuple(map(_standing, units, setup.units)))
        return Battle(setup, active, plane, statuses, assaults=tuple(assaults))
    bodies = tuple(
        Body(tuple((kind, 0, setup.kind_of.count(kind)) for kind in sorted({setup.kind_of[m] for m in s.models})))
        for s in setup.units
    )
    return Battle(setup, active, Press(setup, tuple(pairs), frontage, bodies), statuses, assaults=tuple(assaults))


def _setup(
    units: Sequence[U],
    rulings: Mapping[str, str],
    grounds: Sequence[G],
    size: tuple[float, float] | None,
) -> Setup:
    kinds: list[Kind] = []
    kind_of: list[int] = []
    setups: list[UnitSetup] = []
    for number, unit in enumerate(units):
        first = len(kind_of)
        for traits, count in unit.kinds:
            kinds.append(Kind(f"{unit.name}-{len(kinds)}", number, unit.base, traits))
            kind_of += [len(kinds) - 1] * count
        files = unit.block[3] if unit.block else unit.files
        setups.append(UnitSetup(number, unit.name, unit.side, unit.formation, range(first, len(kind_of)), files))
    readings = {key: Reading("default", ruling.number) for key, ruling in RULINGS.items()}
    readings |= {key: Reading(RULINGS[key].option(option), RULINGS[key].number) for key, option in rulings.items()}
    return Setup(
        ruleset="wab",
        sides=("red", "blue"),
        edges=("", ""),
        units=tuple(setups),
        kinds=tuple(kinds),
        kind_of=tuple(kind_of),
        unit_of=tuple(kinds[kind].unit for kind in kind_of),
        size=size and (ticks(size[0]), ticks(size[1])),
        grounds=tuple(map(_ground, grounds)),
        readings=readings,
    )


def _ground(piece: G) -> Ground:
    outline = Polygon(tuple((ticks(x), ticks(y)) for x, y in piece.corners))
    return Ground(piece.kind, outline, piece.blocks_sight, "", ticks(piece.height), piece.cover)


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


def armed(traits: Traits, *weapons: str) -> Traits:
    """Like these, with missile weapons by name."""
    return replace(traits, missiles=tuple(map(missile, weapons)))


def missile(name: str) -> Missile:
    given: dict[str, Any] = dict(WEAPONS[name])
    strength = given.get("S", 3)
    return Missile(**{"S": strength, "short_S": strength} | given | {"name": name, "range": ticks(given["range"])})
