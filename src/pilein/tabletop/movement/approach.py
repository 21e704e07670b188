"""Moves towards a model, straight or along the shortest path, as far as the reach and other models permit."""

from math import sqrt

from pilein.geometry.advances import Advance, toward
from pilein.geometry.shapes import Place
from pilein.geometry.straight_sweeps import first_met
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import body_at, route_to
from pilein.tabletop.plane import Plane


def towards(plane: Plane, terms: Terms, model: int, other: int) -> Advance | None:
    """Return the furthest place that a model can reach on the shortest path to another model, or None if there is no
    path.
    """
    goal = plane.shape(other)
    base, start = plane.setup.base(model), plane.place(model)
    return toward(base, start, (goal.x, goal.y), terms.reach, ground_for(plane, terms.bars, model))


def straight_towards(plane: Plane, terms: Terms, model: int, other: int) -> Advance | None:
    """Return the furthest place that a model can reach by moving straight towards another model. Return None if the
    model is blocked at once.
    """
    body, start, goal = plane.shape(model), plane.place(model), plane.shape(other)
    ground = ground_for(plane, terms.bars, model)
    dx, dy = goal.x - body.x, goal.y - body.y
    length = sqrt(dx * dx + dy * dy)
    far = min(float(terms.reach), length)
    ground.look_at(body.x, body.y, far + body.reach)
    met = first_met(body, dx / length * far, dy / length * far, ground.shapes)
    far = far if met is None else met[0] - 1.0
    place = Place(round(start.x + dx / length * far), round(start.y + dy / length * far), start.facing)
    if far <= CONTACT or not ground.fits(body_at(plane, model, place)):
        return None
    route = route_to(plane, terms.bars, model, place, terms.reach + CONTACT)
    return None if route is None else Advance(place, route)
