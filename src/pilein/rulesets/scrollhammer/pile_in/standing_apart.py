"""How far apart foes of a combat are, for pile ins of both sides together (SH-R-42)."""

from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.state import Battle

APART = 6 * INCH  # SH-R-42: two pile ins of 3 inches


def models_of(battle: Battle, units: tuple[int, ...], side: int) -> tuple[int, ...]:
    """The living models of a side in some units."""
    return tuple(model for unit in units if battle.side(unit) == side for model in battle.plane.models(unit))


def are_apart(battle: Battle, units: tuple[int, ...], others: tuple[int, ...], distance: int) -> bool:
    """Whether every model of some units is further than `distance` ticks from every foe in the others."""
    shapes = battle.plane.shapes
    for side in (0, 1):
        own, foes = models_of(battle, units, side), models_of(battle, others, 1 - side)
        if any(within(shapes[model], shapes[foe], distance) for model in own for foe in foes):
            return False
    return True
