"""Builders of small battles for clause tests, without a scenario file. Lengths are in inches, and angles in degrees."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import MM, ticks
from pilein.rulesets.wab.profile import Missile, Traits
from pilein.rulesets.wab.state import Assault, Battle
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.vocabulary import NUMBERS, RULINGS, WEAPONS
from pilein.tabletop.frontage import Frontage
from pilein.tabletop.plane import Plane, Standing
from pilein.tabletop.setup import Ground, UnitSetup
from tests.rulesets.fielding import Corners, Given, Troop, block, ground, in_force, loose, pressed, setup_of

FOOT = Base("rectangle", 20 * MM, 20 * MM)
FOOT_25 = Base("rectangle", 25 * MM, 25 * MM)
HORSE = Base("rectangle", 25 * MM, 50 * MM)
CHARIOT = Base("rectangle", 40 * MM, 80 * MM)

LEGIONARY = Traits(M=4, WS=4, S=3, T=3, W=1, I=3, A=1, Ld=8, armour="heavy", shield="large shield")
WARRIOR = Traits(M=5, WS=3, S=3, T=3, W=1, I=3, A=1, Ld=7, shield="shield")
RIDER = Traits(M=8, WS=3, S=3, T=3, W=1, I=3, A=1, Ld=8, type="cavalry", mounted=True)


class U(Struct):
    """A unit to be fielded. `kinds` lists pairs of traits and numbers of models. The unit has either `at`, the
    positions of its models, or `block`, which holds its x, y, facing and number of files.
    """

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
    """A piece of ground, with its kind and with its corners in inches."""

    kind: str
    corners: Corners
    cover: str = "none"
    height: float = 0
    blocks_sight: bool = False


def battle(
    *units: U,
    rulings: Given | None = None,
    grounds: Sequence[G] = (),
    size: tuple[float, float] = (72, 48),
    pairs: Sequence[tuple[int, int]] | None = None,
    frontage: Frontage = None,
    active: int = 0,
    assaults: Sequence[Assault] = (),
) -> Battle:
    """Return a battle on a table, or in the press if `pairs` are given."""
    setup = setup_of(
        "wab",
        list(map(_troop, units)),
        in_force(RULINGS, NUMBERS, rulings),
        size=None if pairs is not None else size,
        grounds=list(map(_ground, grounds)),
    )
    statuses = tuple(unit.status for unit in units)
    if pairs is None:
        plane = Plane(setup, tuple(map(_standing, units, setup.units)))
        return Battle(setup, active, plane, statuses, assaults=tuple(assaults))
    return Battle(setup, active, pressed(setup, pairs, frontage), statuses, assaults=tuple(assaults))


def _troop(unit: U) -> Troop:
    files = unit.block[3] if unit.block else unit.files
    return Troop(unit.name, unit.side, unit.kinds, unit.base, unit.formation, files)


def _ground(piece: G) -> Ground:
    return ground(piece.kind, piece.corners, piece.height, blocks_sight=piece.blocks_sight, cover=piece.cover)


def _standing(unit: U, setup: UnitSetup) -> Standing:
    return loose(setup, unit.at) if unit.block is None else block(setup, unit.base, unit.block)


def changed(traits: Traits, **changes: Any) -> Traits:
    return replace(traits, **changes)


def armed(traits: Traits, *weapons: str) -> Traits:
    return replace(traits, missiles=tuple(map(missile, weapons)))


def missile(name: str) -> Missile:
    given: dict[str, Any] = dict(WEAPONS[name])
    strength = given.get("S", 3)
    return Missile(**{"S": strength, "short_S": strength} | given | {"name": name, "range": ticks(given["range"])})
