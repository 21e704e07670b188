"""Targets behind cover (rows 5 and 6 of the modifiers, WAB-R-75)."""

from pilein.geometry.hulls import Point
from pilein.geometry.polygons import Polygon
from pilein.rulesets.wab.ground.arcs import front_middle
from pilein.rulesets.wab.state import Battle

SOFT, HARD = 1, 2


def cover_penalty(battle: Battle, unit: int, target: int) -> int:
    """What cover takes off shots: 1 if soft, 2 if hard, for more than half of the target's models behind or in it.

    Ground that the shooters themselves stand at or in does not count.
    """
    grounds = [one for one in battle.setup.grounds if one.cover != "none"]
    if not grounds:
        return 0
    start = front_middle(battle, unit)
    models = battle.plane.models(target)
    hidden = [
        max((_grade(one.cover) for one in grounds if _covers(battle, one.outline, start, model)), default=0)
        for model in models
    ]
    hard, some = sum(one == HARD for one in hidden), sum(one > 0 for one in hidden)
    if 2 * hard > len(models):
        return HARD
    return SOFT if 2 * some > len(models) else 0


def _covers(battle: Battle, ground: Polygon, start: Point, model: int) -> bool:
    body = battle.plane.shape(model)
    if ground.contains(body.x, body.y):
        return True
    return not ground.contains(*start) and ground.swept(1.0, (start, (body.x, body.y)))


def _grade(cover: str) -> int:
    return HARD if cover == "hard" else SOFT
