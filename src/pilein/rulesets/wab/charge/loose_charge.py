"""Charges and closing up of loose models: as many models as possible move into contact, and the others close up behind
them (WAB-R-36).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Place, distance, shape
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.ways import struck_side
from pilein.rulesets.wab.clearance import BARRED
from pilein.rulesets.wab.going import cost, stretches
from pilein.rulesets.wab.state import Battle, Charge
from pilein.tabletop.movement.approach import straight_towards
from pilein.tabletop.movement.landings import nearest_landing
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.most_contacts import most_contacts
from pilein.tabletop.movement.terms import Bars, Sides, Terms
from pilein.tabletop.plane import Loose, Plane

UNTOUCHED = 2 * CONTACT  # ticks of clearance from enemies that were not charged
SLOWNESS = (1, 2, 4)  # ground that models coming up behind may cross


class Going(NamedTuple):
    """Test that decides whether loose models have enough movement for a path. The path may cost up to `limit` ticks,
    including the cost of the ground.
    """

    battle: Battle
    table: Table
    limit: float

    def __call__(self, plane: Plane, model: int, way: Advance, /) -> bool:
        """Whether a model has enough movement for a path."""
        if not self.battle.setup.grounds:
            return way.route.length <= self.limit
        spent, start, base = 0.0, plane.place(model), plane.setup.base(model)
        for (x, y), end in pairwise(way.route.points):
            body = shape(base, Place(x, y, start.facing))
            length = distance((x, y), end)
            if length:
                ahead = unit_vector(end[0] - x, end[1] - y)
                unit = plane.setup.unit_of[model]
                spent += cost(stretches(self.battle, self.table, unit, (body,), ahead, length))
        return spent <= self.limit


def loose_ends(battle: Battle, table: Table, charge: Charge, limit: float) -> Loose | None:
    """Return the standing of loose models after a charge of up to `limit` ticks, or None if no model
    reaches contact.
    """
    goals = battle.plane.models(charge.target)
    terms = charging_terms(battle, charge, limit)
    going = Going(battle, table, limit)
    field = with_most_in_contact(battle.plane, terms, battle.plane.models(charge.unit), goals, going)
    if field == battle.plane:
        first = _first_landing(battle, terms, charge, going)
        if first is None:
            return None
        field = moved_to(field, *first)
    return _standing(_followed(field, terms, charge.unit, goals, going), charge.unit)


def can_touch(battle: Battle, table: Table, charge: Charge, limit: float) -> bool:
    """Whether any loose model reaches contact with the target of its charge."""
    going = Going(battle, table, limit)
    if _first_landing(battle, charging_terms(battle, charge, limit), charge, going) is not None:
        return True
    plane = battle.plane
    near = _nearest_first(plane, plane.models(charge.unit), plane.models(charge.target), limit)
    return bool(near) and loose_ends(battle, table, charge, limit) is not None


def _first_landing(battle: Battle, terms: Terms, charge: Charge, going: Going) -> tuple[int, Place] | None:
    """First loose model that reaches its nearest place in contact, together with that place."""
    plane = battle.plane
    goals = plane.models(charge.target)
    for model in _nearest_first(plane, plane.models(charge.unit), goals, terms.reach):
        landing = nearest_landing(plane, terms, model, goals, terms.reach)
        if landing is not None and going(plane, model, landing.way):
            return model, landing.place
    return None


def closed_up_to(battle: Battle, table: Table, unit: int, enemies: Sequence[int], limit: float) -> Loose | None:
    """Return the standing of a unit of loose models after as many of its models as possible have moved into contact
    with the given enemies, or None if no model moves.
    """
    plane = battle.plane
    goals = tuple(model for enemy in enemies for model in plane.models(enemy))
    terms = Terms(_bars(battle, unit, enemies), int(limit))
    idle = tuple(model for model in plane.models(unit) if not plane.contacts.enemies[model])
    field = with_most_in_contact(plane, terms, idle, goals, Going(battle, table, limit))
    return None if field == plane else _standing(field, unit)


def with_most_in_contact(
    plane: Plane, terms: Terms, models: Sequence[int], goals: Sequence[int], going: Going
) -> Plane:
    """Return the field after as many loose models as possible have moved into contact with any of the goals."""
    near = _nearest_first(plane, models, goals, terms.reach)
    for model, landing in most_contacts(plane, terms, near, goals, going):
        plane = moved_to(plane, model, landing.place)
    return plane


def charging_terms(battle: Battle, charge: Charge, limit: float) -> Terms:
    """Terms of a charge by loose models. The models may touch a block only on the side that they face, and no enemy
    except the target.
    """
    target = charge.target
    is_loose = isinstance(battle.plane.standings[target], Loose)
    sides = Sides() if is_loose else Sides(((target, struck_side(battle, charge)),))
    return Terms(_bars(battle, charge.unit, (target,)), int(limit), sides=sides)


def _bars(battle: Battle, unit: int, enemies: Sequence[int]) -> Bars:
    """Obstacles for loose models. The models may not overlap other bodies, and may touch only the given enemies."""
    side = battle.side(unit)
    kept = (0 if other.side == side or other.number in enemies else UNTOUCHED for other in battle.setup.units)
    return Bars(tuple(kept), walls=BARRED)


def _nearest_first(plane: Plane, models: Sequence[int], goals: Sequence[int], limit: float) -> tuple[int, ...]:
    """Models that are near enough to reach a goal within the limit, nearest first."""
    shapes = plane.shapes
    far = {model: min(gap(shapes[model], shapes[goal]) for goal in goals) for model in models}
    near = [model for model in models if far[model] <= limit + 2 * shapes[model].reach]
    return tuple(sorted(near, key=lambda model: (far[model], model)))


def _followed(plane: Plane, terms: Terms, unit: int, goals: Sequence[int], going: Going) -> Plane:
    """Return the field after the models that are not in contact with a goal have moved straight towards the nearest
    goal.
    """
    shapes = plane.shapes
    idle = [model for model in plane.models(unit) if not set(plane.contacts.enemies[model]) & set(goals)]
    for model in _nearest_first(plane, idle, goals, terms.reach * 2):
        goal = min(goals, key=lambda one: (gap(shapes[model], shapes[one]), one))
        for slow in SLOWNESS:
            short = Terms(terms.bars, terms.reach // slow, sides=terms.sides)
            way = straight_towards(plane, short, model, goal)
            if way is not None and going(plane, model, way):
                plane = moved_to(plane, model, way.place)
                break
    return plane


def _standing(plane: Plane, unit: int) -> Loose:
    standing = plane.standings[unit]
    assert isinstance(standing, Loose)
    return standing
