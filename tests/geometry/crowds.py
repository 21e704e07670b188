"""Random crowds of bases for tests of routes and contact loci, and the same crowds as shapely geometries."""

from random import Random

from shapely.geometry.base import BaseGeometry

from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Base, Place, Shape, shape
from tests.geometry.strategies import core_of

SQUARE = Base("rectangle", 127000, 127000)
DISC = Base("round", 125000, 125000)
BASES = (SQUARE, DISC, Base("rectangle", 125000, 250000), Base("oval", 175000, 300000))


def chances(seed: int) -> Random:
    """Return a random generator for a test that needs many numbers from one seed."""
    return Random(seed)  # noqa: S311 - a test's, not a cipher's


def crowd(seed: int, size: int, count: int) -> list[Shape]:
    """Return bases of all kinds that stand apart from each other in a square of `size` ticks."""
    chance = chances(seed)
    found: list[Shape] = []
    for _ in range(count):
        facing = chance.choice((0, 9000, chance.randrange(36000)))
        place = Place(chance.randrange(size), chance.randrange(size), facing)
        outline = shape(chance.choice(BASES), place)
        if not any(overlaps(outline, other) for other in found):
            found.append(outline)
    return found


def buffered(outline: Shape, by: float, steps: int = 12) -> BaseGeometry:
    """Return the outline of a shape, grown by a distance, as a shapely geometry."""
    return core_of(outline).buffer(outline.radius + by, quad_segs=steps)
