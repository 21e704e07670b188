"""Places that score for the side that holds them, and the value of standing at such a place or on the way to it."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from pilein.rulesets.wab.policy.poses import Pose, pose_of
from pilein.rulesets.wab.policy.previews import enemies
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.objectives import WITHOUT, Destroy, Hold, is_of

SHARE = 0.8  # weight of a place's points among dangers and charges
HELD = 0.1  # factor for a place that a friend already holds
LATER = 0.8  # factor for each turn of distance
LASTING = 1.5  # factor for a place that scores every turn
MOST = 1.5  # maximum value, in units


class Objective(NamedTuple):
    """Place to hold, with its position and size, its value (1 for an ordinary unit), and the distance from which it is
    held.
    """

    x: float
    y: float
    radius: float
    value: float
    within: float

    def worth_of(self, pose: Pose, pace: float) -> float:
        """Value of the place for a unit that is in the given pose and moves `pace` ticks per turn."""
        nearest = min((x - self.x) ** 2 + (y - self.y) ** 2 for x, y in (*pose.points, (pose.x, pose.y)))
        turns = max(0.0, sqrt(nearest) - self.within) / max(1.0, pace)
        return float(self.value * LATER**turns)


def places_for(battle: Battle, unit: int) -> tuple[Objective, ...]:
    """Return the places that a unit's side may hold, each valued as if the unit were not on the table."""
    side = battle.side(unit)
    holds = [aim for aim in battle.setup.objectives if isinstance(aim, Hold) and is_of(aim, battle.setup.sides[side])]
    return tuple(_place(battle, unit, aim) for aim in holds)


def _place(battle: Battle, unit: int, aim: Hold) -> Objective:
    friends = (one for one in battle.standing_units(battle.side(unit)) if one != unit)
    ours = _nearest(battle, aim, friends)
    theirs = _nearest(battle, aim, enemies(battle, battle.side(unit)))
    value = min(MOST, SHARE * aim.points / points_of_a_unit(battle)) * (LASTING if aim.each_turn else 1.0)
    if ours <= aim.radius and ours < theirs:
        value *= HELD
    return Objective(aim.x, aim.y, aim.radius, value, min(aim.radius, theirs) * 0.9)


def _nearest(battle: Battle, aim: Hold, units: Iterable[int]) -> float:
    poses = [pose_of(battle, battle.plane.standings[one]) for one in units if not battle.status(one).fleeing]
    spots = [spot for pose in poses for spot in (*pose.points, (pose.x, pose.y))]
    return sqrt(min(((x - aim.x) ** 2 + (y - aim.y) ** 2 for x, y in spots), default=1e18))


def points_of_a_unit(battle: Battle) -> float:
    """Score that a side gets for destroying an ordinary unit."""
    models = [len(unit.models) for unit in battle.setup.units]
    mean = sum(models) / len(models)
    aims = [aim for aim in battle.setup.objectives if isinstance(aim, Destroy)]
    if not aims and not any(aim.points for aim in battle.setup.objectives):
        aims = list(WITHOUT)
    return sum(aim.points * (1.0 if aim.of == "units" else mean) for aim in aims) or 1.0
