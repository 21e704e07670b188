"""Circles that hold units: those whose circles are far apart need not be measured model by model."""

from collections.abc import Sequence
from math import sqrt

from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import CONTACT
from pilein.tabletop.plane import Plane, shapes_of

Circle = tuple[float, float, float]  # x, y, radius in ticks

SLACK = CONTACT + 1  # ticks: what counts as within, and the rounding of sums


def circle_of(bodies: Sequence[Shape]) -> Circle:
    """A circle that holds some outlines."""
    x, y = sum(body.x for body in bodies) / len(bodies), sum(body.y for body in bodies) / len(bodies)
    far = max(sqrt((body.x - x) * (body.x - x) + (body.y - y) * (body.y - y)) + body.reach for body in bodies)
    return x, y, far


def circle_of_unit(plane: Plane, unit: int) -> Circle:
    """A circle that holds a unit that has models; remembered on its standing."""
    standing = plane.standings[unit]
    known: Circle | None = standing.__dict__.get("circle")
    if known is None:
        known = standing.__dict__["circle"] = circle_of(tuple(shapes_of(standing, plane.setup).values()))
    return known


def is_near_circle(body: Shape, circle: Circle, distance: float) -> bool:
    """Whether an outline may be within so many ticks of what a circle holds."""
    x, y, radius = circle
    dx, dy, far = body.x - x, body.y - y, radius + body.reach + distance + SLACK
    return dx * dx + dy * dy <= far * far


def are_circles_near(one: Circle, other: Circle, distance: float) -> bool:
    """Whether what two circles hold may be within so many ticks of each other."""
    dx, dy, far = one[0] - other[0], one[1] - other[1], one[2] + other[2] + distance + SLACK
    return dx * dx + dy * dy <= far * far
