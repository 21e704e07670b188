"""Builders of small battles for clause tests, without a scenario file. Lengths are in inches, and angles in degrees."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.state import Aftermath, Battle, Began, Exchange, Fight, Pairs, Status
from pilein.rulesets.scrollhammer.vocabulary import NUMBERS, RULINGS
from pilein.tabletop.frontage import Frontage
from pilein.tabletop.plane import Plane, Standing
from pilein.tabletop.setup import UnitSetup
from tests.rulesets.fielding import Corners, Given, Troop, block, ground, in_force, loose, pressed, setup_of

SQUARE = Base("rectangle", INCH, INCH)
HAND_WEAPON = Weapon("hand weapon", "hand weapon")
GUARD = Traits(WS=4, S=3, T=3, W=1, I=4, A=1, Ld=8, Sv=4, weapons=(HAND_WEAPON,))
REAVER = Traits(WS=3, S=4, T=3, W=1, I=3, A=1, Ld=7, Sv=6, weapons=(HAND_WEAPON,))
IMP = Traits(WS=2, S=1, T=2, W=1, I=2, A=1, Ld=5, weapons=(HAND_WEAPON,))
OGRE = Traits(WS=3, S=5, T=5, W=3, I=2, A=3, Ld=7, weapons=(HAND_WEAPON,))


class U(Struct):
    """A unit to be fielded. `kinds` holds pairs of traits and numbers of models. The unit has either `at`, the
    positions of its models, or `block`, which holds its x, y, facing and number of files.
    """

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
    rulings: Given | None = None,
    grounds: Sequence[tuple[str, Corners]] = (),
    size: tuple[float, float] = (48, 48),
    edges: tuple[str, str] = ("", ""),
    pairs: Sequence[tuple[int, int]] | None = None,
    frontage: Frontage = None,
    active: int = 0,
) -> Battle:
    """Return a battle on a table, or in the press if `pairs` are given."""
    troops = [Troop(unit.name, unit.side, unit.kinds, unit.base, unit.formation, unit.files) for unit in units]
    setup = setup_of(
        "scrollhammer",
        troops,
        in_force(RULINGS, NUMBERS, rulings),
        size=None if pairs is not None else size,
        grounds=[ground(*one) for one in grounds],
        edges=edges,
    )
    statuses = tuple(unit.status for unit in units)
    if pairs is None:
        return Battle(setup, active, Plane(setup, tuple(map(_standing, units, setup.units))), statuses)
    return Battle(setup, active, pressed(setup, pairs, frontage), statuses)


def _standing(unit: U, setup: UnitSetup) -> Standing:
    return loose(setup, unit.at) if unit.block is None else block(setup, unit.base, unit.block)


def fight_of(units: tuple[int, ...], **fields: Any) -> Fight:
    """Return a combat of the given units. The keyword arguments set fields of the combat or of its parts, and all other
    fields keep their defaults.
    """
    own = {name: fields.pop(name) for name in Fight.__struct_fields__ if name in fields}
    parts = {"began": Began, "pairs": Pairs, "exchange": Exchange, "aftermath": Aftermath}
    for name, kind in parts.items():
        own[name] = kind(**{field: fields.pop(field) for field in kind.__struct_fields__ if field in fields})
    assert not fields, fields
    return Fight(units, **own)


def changed(traits: Traits, **changes: Any) -> Traits:
    return replace(traits, **changes)
