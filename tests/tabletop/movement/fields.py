"""Tables of bare bases for tests of movement, with red (side 0) and blue (side 1) but no ruleset. Lengths are in
inches.
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.ticks import INCH, inches, ticks
from pilein.tabletop.movement.terms import Bars, Terms, clearances
from pilein.tabletop.plane import Plane, Standing
from tests.rulesets.fielding import Spot, Troop, block, ground, loose, setup_of

SQUARE = Base("rectangle", INCH, INCH)
DISC = Base("round", INCH, INCH)
Unit = tuple[int, Sequence[Spot]]  # side and places


def field(*units: Unit, base: Base = SQUARE, walls: Any = (), size: tuple[float, float] | None = (48, 48)) -> Plane:
    """Return a table of loose units. `walls` holds corners of impassable ground."""
    troops = [Troop(f"unit {number}", side, [(None, len(at))], base) for number, (side, at) in enumerate(units)]
    setup = setup_of("none", troops, {}, size=size, grounds=[ground("impassable", corners) for corners in walls])
    return Plane(setup, tuple(loose(made, at) for made, (_, at) in zip(setup.units, units, strict=True)))


def with_block(plane: Plane, unit: int, stands: tuple[float, float, float, int]) -> Plane:
    """Return the field with a unit in ranks. `stands` gives x and y of the centre of its front, its facing and its
    number of files.
    """
    made: Standing = block(plane.setup.units[unit], SQUARE, stands)
    return plane.with_standing(unit, made)


def terms(plane: Plane, reach: float, *, enemies: int = 0, **more: Any) -> Terms:
    """Return the terms of movement for red models that must stay the given number of ticks away from blue models."""
    return Terms(Bars(clearances(plane.setup, 0, enemies=enemies)), ticks(reach), **more)


def at(place: Place) -> tuple[float, float]:
    return round(inches(place.x), 2), round(inches(place.y), 2)


def spread(spots: Sequence[tuple[float, float]], base: Base = SQUARE) -> list[tuple[float, float]]:
    """Return those of the given spots where a base does not overlap the bases already placed."""
    found: list[Shape] = []
    kept = []
    for x, y in spots:
        body = shape(base, Place(ticks(x), ticks(y)))
        if not any(overlaps(body, other) for other in found):
            found.append(body)
            kept.append((x, y))
    return kept


def quarter_turn(spot: tuple[float, float], size: float = 48) -> tuple[float, float]:
    """Return the place rotated clockwise by 90 degrees about the middle of a square table."""
    return spot[1], size - spot[0]


@st.composite
def crowds(draw: st.DrawFn, *, low: float = 18, high: float = 30, most: int = 14) -> list[tuple[float, float]]:
    """Draw places for bases that do not overlap, in the middle of a table, in hundredths of an inch."""
    number = st.integers(round(low * 100), round(high * 100)).map(lambda one: one / 100)
    return spread(draw(st.lists(st.tuples(number, number), min_size=3, max_size=most)))
