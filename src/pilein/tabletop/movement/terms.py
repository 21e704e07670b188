"""Terms of a model's moves: obstacles, reach, permitted contacts, and mates to stay with.

Terms are plain values. A ruleset makes them from its text; they are keys of remembered results.
"""

from msgspec import Struct

from pilein.geometry.shapes import Base
from pilein.tabletop.setup import Setup

PASSED = -1  # clearance of a unit that may be walked through
ALL_ROUND = ""  # side of a unit that may be touched on every side


class Bars(Struct, frozen=True, cache_hash=True):
    """Obstacles of a move.

    `clearances` are, by unit number, the distance in ticks to keep from each model of that unit: 0 permits contact,
    PASSED permits walking through. `walls` are the impassable kinds of ground, `is_edged` says whether the table
    has an edge, `squeezes` whether a model passes every gap; otherwise only gaps as wide as the shorter side of its
    base.
    """

    clearances: tuple[int, ...]
    walls: tuple[str, ...] = ("impassable",)
    is_edged: bool = True
    squeezes: bool = False

    def passing(self, unit: int) -> "Bars":
        """The same bars, with the models of one unit no longer in the way."""
        others = (*self.clearances[:unit], PASSED, *self.clearances[unit + 1 :])
        return Bars(others, self.walls, self.is_edged, self.squeezes)


class Sides(Struct, frozen=True, cache_hash=True):
    """The open side of units in ranks: (unit, side); units left out are open all round.

    A place left open inside their ranks by a casualty is closed to others, unless `holes_are_open`; not so the places
    of a wholly dead front rank or outer file. The places beside an incomplete last rank belong to no unit; from the
    rear they are entered if `last_rank_is_open`.
    """

    bound: tuple[tuple[int, str], ...] = ()
    holes_are_open: bool = False
    last_rank_is_open: bool = False

    def of(self, unit: int) -> str:
        """The side on which a unit may be touched, ALL_ROUND without restriction."""
        for other, side in self.bound:
            if other == unit:
                return side
        return ALL_ROUND


class Terms(Struct, frozen=True, cache_hash=True):
    """Terms of a move: its obstacles, and its maximum length in ticks.

    `coherency` is the widest gap in ticks to one of `mates`, beside which a model must end; without mates it may end
    anywhere. `sides` are the open sides of units in ranks; with `by_edges` corners alone are no contact.
    """

    bars: Bars
    reach: int
    mates: tuple[int, ...] = ()
    coherency: int = 0
    sides: Sides = Sides()
    by_edges: bool = False


def clearances(setup: Setup, side: int, *, enemies: int, friends: int = 0) -> tuple[int, ...]:
    """By unit number, a model's clearance from all enemies and from all friends, in ticks."""
    return tuple(friends if unit.side == side else enemies for unit in setup.units)


def half_width(base: Base) -> float:
    """Half the shorter side of a base, in ticks: the radius it travels as (a disc this wide fits wherever the base
    does).
    """
    return min(base.width, base.depth) / 2
