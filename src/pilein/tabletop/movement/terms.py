"""Terms of a model's move: obstacles, reach, permitted contacts, and the models with which it must stay.

Terms are plain values that a ruleset derives from its text. They also serve as cache keys.
"""

from msgspec import Struct

from pilein.geometry.shapes import Base
from pilein.tabletop.setup import Setup

PASSED = -1  # clearance of a unit that may be walked through
ALL_ROUND = ""  # side of a unit that may be touched on every side


class Bars(Struct, frozen=True, cache_hash=True):
    """Obstacles of a move.

    `clearances` holds, by unit number, the distance in ticks to keep from each model of the unit: 0 permits contact,
    and PASSED permits walking through. `walls` are the impassable kinds of ground. `is_edged` means that the table
    has an edge. A model passes only through gaps as wide as the shorter side of its base, or through any gap if
    `squeezes` is set.
    """

    clearances: tuple[int, ...]
    walls: tuple[str, ...] = ("impassable",)
    is_edged: bool = True
    squeezes: bool = False

    def passing(self, unit: int) -> "Bars":
        """Return a copy in which models may walk through one unit."""
        others = (*self.clearances[:unit], PASSED, *self.clearances[unit + 1 :])
        return Bars(others, self.walls, self.is_edged, self.squeezes)


class Sides(Struct, frozen=True, cache_hash=True):
    """Open sides of units in ranks, as pairs (unit, side). All other units are open on every side.

    A slot emptied by a casualty within a block is closed to other models unless `holes_are_open` is set, or unless a
    whole front rank or outer file has died. The slots beside an incomplete last rank belong to no unit. Models may
    enter these slots from the rear if `last_rank_is_open` is set.
    """

    bound: tuple[tuple[int, str], ...] = ()
    holes_are_open: bool = False
    last_rank_is_open: bool = False

    def of(self, unit: int) -> str:
        """The only side of a unit that may be touched, or ALL_ROUND."""
        for other, side in self.bound:
            if other == unit:
                return side
        return ALL_ROUND


class Terms(Struct, frozen=True, cache_hash=True):
    """Terms of a move: its obstacles and its maximum length in ticks.

    `mates` are the other models with which the model must stay: it must end within `coherency` ticks of one of them. If
    there are none, it may end anywhere. `sides` are the open sides of units in ranks. If `by_edges` is set, corner
    contact does not count.
    """

    bars: Bars
    reach: int
    mates: tuple[int, ...] = ()
    coherency: int = 0
    sides: Sides = Sides()
    by_edges: bool = False


def clearances(setup: Setup, side: int, *, enemies: int, friends: int = 0) -> tuple[int, ...]:
    """Return clearances by unit number: `enemies` ticks from all enemies and `friends` ticks from all friends."""
    return tuple(friends if unit.side == side else enemies for unit in setup.units)


def half_width(base: Base) -> float:
    """Half the shorter side of a base in ticks: the radius of the disc that represents the base while it moves.

    A disc of this radius fits wherever the base does.
    """
    return min(base.width, base.depth) / 2
