"""Positions as seen by a unit, used by policies to break ties. The last tie-break is the model's number."""

from collections.abc import Iterable

from msgspec import Struct

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import bearing, turned
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Memo

Point = tuple[int, int]
COARSE = 1270  # ticks: a hundredth of an inch
MIDDLES = Memo[int, Point | None]("middles")


def middle(battle: Battle, models: Iterable[int]) -> Point:
    """Mean of the centres of living models, to the nearest tick."""
    places = list(map(battle.plane.place, models))
    count = max(1, len(places))
    return round(sum(place.x for place in places) / count), round(sum(place.y for place in places) / count)


def ahead(battle: Battle, unit: int) -> int:
    """Direction that a unit faces. A block has a facing, and loose models face the middle of all enemies."""
    standing = battle.plane.standings[unit]
    if isinstance(standing, Block):
        return standing.facing
    x, y = middle(battle, battle.plane.models(unit))
    far_x, far_y = _middle_of_side(battle, 1 - battle.side(unit)) or (x, y + 1)
    return bearing(far_x - x, far_y - y) if (far_x, far_y) != (x, y) else 0


def _middle_of_side(battle: Battle, side: int) -> Point | None:
    """Middle of all models of a side, or None if the side has no models. The result is cached on the field."""
    remembered = MIDDLES.on(battle.plane)
    if side not in remembered:
        models = [model for unit in battle.setup.units_of(side) for model in battle.plane.models(unit)]
        remembered[side] = middle(battle, models) if models else None
    return remembered[side]


class View(Struct, frozen=True):
    """Position and facing of a unit. In the press all units are in one place."""

    x: int = 0
    y: int = 0
    facing: int = 0
    is_blind: bool = False

    def of(self, x: int, y: int) -> tuple[int, int, int]:
        """Sort key of a point as seen by the unit: squared distance, sideways offset, and side.

        The key is measured in hundredths of an inch, so that rotating the table changes nothing.
        """
        if self.is_blind:
            return (0, 0, 0)
        right, forward = turned(x - self.x, y - self.y, -self.facing)
        across, along = round(right / COARSE), round(forward / COARSE)
        return across * across + along * along, abs(across), across


def view_of(battle: Battle, unit: int) -> View:
    """Position and facing from which a unit views the table."""
    if not battle.is_on_table or not battle.lives(unit):
        return View(is_blind=True)
    x, y = middle(battle, battle.plane.models(unit))
    return View(x, y, ahead(battle, unit))
