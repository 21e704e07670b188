"""Poses of a unit, real or possible, for quick measurements by the policy. The measurements are exact except for loose
models.
"""

from math import sqrt
from typing import NamedTuple

from pilein.geometry.blocks import Block, outline
from pilein.geometry.shapes import Point
from pilein.geometry.ticks import heading
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.wab.state import Arc, Battle
from pilein.tabletop.memo import Note
from pilein.tabletop.plane import Standing

SPOTS = 8  # loose models looked at


class Pose(NamedTuple):
    """Corners of a block, or centres of loose models, in ticks.

    (x, y) is the middle of the block's front or of the loose models, and `radius` is the radius of a loose model's
    base. `sine` and `cosine` give the heading of a block; both are 0 for loose models, which face all round.
    """

    points: tuple[Point, ...]
    x: float
    y: float
    sine: float = 0.0
    cosine: float = 0.0
    half: float = 0.0
    depth: float = 0.0
    radius: float = 0.0

    @property
    def is_loose(self) -> bool:
        """Whether the pose describes loose models, which have neither front nor flank."""
        return not self.half

    def seen(self, x: float, y: float) -> Point:
        """Return the position of a point relative to the middle of the front, as (to the right, ahead)."""
        dx, dy = x - self.x, y - self.y
        return dx * self.cosine - dy * self.sine, dx * self.sine + dy * self.cosine

    def shifted(self, dx: float, dy: float) -> "Pose":
        """Return a copy of the pose, shifted without turning."""
        points = tuple((x + dx, y + dy) for x, y in self.points)
        return self._replace(points=points, x=self.x + dx, y=self.y + dy)


POSES = Note[Pose]("pose")


def pose_of(battle: Battle, standing: Standing) -> Pose:
    """Return the pose of a unit in a standing. The result is cached on the standing."""
    known = POSES.on(standing)
    if known is None:
        known = POSES.keep(standing, _pose(battle, standing))
    return known


def _pose(battle: Battle, standing: Standing) -> Pose:
    if isinstance(standing, Block):
        body = outline(standing)
        sine, cosine = heading(standing.facing)
        deep = max(-((x - standing.x) * sine + (y - standing.y) * cosine) for x, y in body.core)
        return Pose(tuple(body.core), standing.x, standing.y, sine, cosine, standing.files * standing.width / 2, deep)
    places = [(float(one.x), float(one.y)) for one in standing.places]
    step = max(1, len(places) // SPOTS)
    x, y = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
    radius = battle.setup.base(standing.models[0]).width / 2
    return Pose(tuple(places[::step]), x, y, radius=radius)


def apart(one: Pose, other: Pose) -> float:
    """Distance between two units in ticks, 0 if they overlap."""
    if one.is_loose and other.is_loose:
        least = min((x - u) ** 2 + (y - v) ** 2 for x, y in one.points for u, v in other.points)
        return max(0.0, sqrt(least) - one.radius - other.radius)
    least = min(_to_points(one, other), _to_points(other, one))
    return max(0.0, sqrt(least) - one.radius - other.radius)


def _to_points(block: Pose, other: Pose) -> float:
    """Squared distance from a block to the nearest of the other pose's points, or infinity if `block` consists of loose
    models.
    """
    if block.is_loose:
        return float("inf")
    least = float("inf")
    x, y, sine, cosine, half, deep = block.x, block.y, block.sine, block.cosine, block.half, -block.depth
    for point_x, point_y in other.points:
        dx, dy = point_x - x, point_y - y
        aside, ahead = abs(dx * cosine - dy * sine) - half, dx * sine + dy * cosine
        beyond = ahead if ahead > 0 else deep - ahead if ahead < deep else 0.0
        far = beyond * beyond + (aside * aside if aside > 0 else 0.0)
        least = min(least, far)
    return least


def has_in_view(pose: Pose, other: Pose) -> bool:
    """Whether any part of another unit is within a block's 90-degree arc. Loose models see all round."""
    if pose.is_loose:
        return True
    for x, y in (*other.points, (other.x, other.y)):
        right, ahead = pose.seen(x, y)
        if ahead > 0 and abs(right) <= pose.half + ahead:
            return True
    return False


def side_struck(charger: Pose, target: Pose) -> Arc:
    """Side of the target that a charge from a pose strikes (WAB-R-87)."""
    if target.is_loose:
        return "front"
    if min(target.seen(x, y)[1] for x, y in charger.points) - charger.radius >= -CONTACT:
        return "front"
    right, ahead = target.seen(charger.x, charger.y)
    behind = -ahead - target.depth
    return "rear" if behind > 0 and abs(right) - target.half <= behind else "flank"
