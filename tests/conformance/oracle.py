"""The outlines of all models as shapely geometries, to check the project's own geometry."""

from itertools import combinations
from typing import Any

from shapely import MultiPoint, Point, Polygon

from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.plane import Plane

SEGMENTS = 64  # to a quarter of a circle: a disc of 2 inches is short of 40 ticks
NOISE = 60  # ticks


def region(shape: Shape) -> Any:
    """Return a shape as a region of the plane. Round shapes become polygons that are slightly too small."""
    core = MultiPoint(shape.core).convex_hull if len(shape.core) > 1 else Point(*shape.core[0])
    return core.buffer(shape.radius, quad_segs=SEGMENTS) if shape.radius else Polygon(shape.core)


def faults_of_plane(plane: Plane) -> list[str]:
    """Report overlaps found by shapely, and pairs of models for which shapely disagrees about contact."""
    regions = {model: region(one) for model, one in plane.shapes.items()}
    faults = []
    for one, other in combinations(regions, 2):
        if (plane.shapes[one].x - plane.shapes[other].x) ** 2 > (8 * INCH) ** 2:
            continue
        if regions[one].buffer(-NOISE).intersects(regions[other].buffer(-NOISE)):
            faults.append(f"models {one} and {other} overlap")
        gap = regions[one].distance(regions[other])
        touch = other in plane.contacts.friends[one] or other in plane.contacts.enemies[one]
        if (gap < CONTACT - NOISE and not touch) or (gap > CONTACT + NOISE and touch):
            faults.append(f"models {one} and {other}: a gap of {gap:.0f} ticks, contact {touch}")
    return faults
