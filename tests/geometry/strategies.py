"""Hypothesis strategies for shapes and places, and conversions of shapes to shapely geometries."""

from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from pilein.geometry.shapes import Base, Place, Shape
from pilein.geometry.ticks import TURN

coordinates = st.integers(-400_000, 400_000)
sizes = st.integers(5_000, 300_000)
facings = st.sampled_from((0, 4500, 9000, 18000, 27000)) | st.integers(0, TURN - 1)
places = st.builds(Place, x=coordinates, y=coordinates, facing=facings)
bases = st.builds(Base, kind=st.sampled_from(("round", "rectangle", "oval")), width=sizes, depth=sizes)


def core_of(shape: Shape) -> BaseGeometry:
    """Return the core of a shape, without its radius, as a shapely geometry."""
    if len(shape.core) == 1:
        return Point(shape.core[0])
    return LineString(shape.core) if len(shape.core) == 2 else Polygon(shape.core)


def quarter_turn(place: Place) -> Place:
    """Return a place rotated clockwise by 90 degrees about the middle of the table."""
    return Place(place.y, -place.x, (place.facing + 9000) % TURN)


def mirrored(place: Place) -> Place:
    """Return the mirror image of a place, with left and right exchanged."""
    return Place(-place.x, place.y, -place.facing % TURN)
