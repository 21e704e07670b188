"""Paths on which a rectangle, such as a block, gets to a place without passing through an obstacle.

The rectangle may pivot on its centre, wheel on either front corner, and slide at a constant facing, also around
obstacles. Turns are checked in steps so small that no corner moves further than GRAIN in one step.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

from pilein.geometry.barriers import FINE
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import overlaps
from pilein.geometry.rounded import HALF_TURN
from pilein.geometry.routes import shortest
from pilein.geometry.shapes import Point, Points, Shape, convex, corridor, hull, rectangle, way_length
from pilein.geometry.ticks import INCH, TURN, bearing, heading
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.flight_paths import outside

GRAIN = INCH // 4  # ticks
RADIANS = 2 * HALF_TURN / TURN  # hundredths of a degree

TableSize = tuple[int, int] | None


class Pose(NamedTuple):
    """A rectangle on its path: centre, facing, half width and half depth, in ticks."""

    x: float
    y: float
    facing: int
    right: float
    ahead: float

    @property
    def body(self) -> Shape:
        """Outline of the rectangle."""
        return rectangle(self.x, self.y, 2 * self.right, 2 * self.ahead, self.facing)

    def turned_about(self, point: Point, facing: int) -> "Pose":
        """Return the pose after turning to a facing about a point on the table."""
        sine, cosine = heading((facing - self.facing) % TURN)
        dx, dy = self.x - point[0], self.y - point[1]
        x, y = point[0] + dx * cosine + dy * sine, point[1] + dy * cosine - dx * sine
        return self._replace(x=x, y=y, facing=facing % TURN)

    def corner(self, side: int) -> Point:
        """Front corner on the left (-1) or on the right (1)."""
        sine, cosine = heading(self.facing)
        right, ahead = side * self.right, self.ahead
        return self.x + right * cosine + ahead * sine, self.y + ahead * cosine - right * sine


def pose_of(body: Shape) -> Pose:
    """Return the pose of a rectangle, made slimmer all round by half the contact tolerance so that it passes snug
    gaps.
    """
    assert body.frame is not None, "only rectangles march"
    sine, cosine, right, ahead = body.frame
    return Pose(body.x, body.y, bearing(sine, cosine), right - CONTACT / 2, ahead - CONTACT / 2)


def is_open(start: Shape, end: Shape, things: Sequence[Shape], limit: float, table: TableSize = None) -> bool:
    """Whether a rectangle can get from one place to another without passing through an obstacle."""
    return way_between(start, end, things, limit, table) is not None


def way_between(
    start: Shape, end: Shape, things: Sequence[Shape], limit: float, table: TableSize = None
) -> tuple[Point, ...] | None:
    """Return a path that takes a rectangle's centre from one place to another and avoids all obstacles, or None."""
    poses = poses_between(start, end, things, limit, table)
    return None if poses is None else middles(poses)


def poses_between(
    start: Shape, end: Shape, things: Sequence[Shape], limit: float, table: TableSize = None
) -> tuple[Pose, ...] | None:
    """Return the poses of a rectangle on a path that leads from one place to another and avoids all obstacles,
    or None.

    On a detour the centre of the rectangle travels at most `limit` ticks. If a `table` is given, the rectangle stays
    on it.
    """
    begun, ended = pose_of(start), pose_of(end)
    near = _about(begun, ended, things)
    for poses in _ways(begun, ended):
        if (not near or _is_free(poses, near)) and (table is None or _stays_on(poses, *table)):
            return tuple(poses)
    return _round_about(begun, ended, things, limit, table)


def middles(poses: Sequence[Pose]) -> tuple[Point, ...]:
    """Path of a rectangle's centre through its poses."""
    return tuple(dict.fromkeys((pose.x, pose.y) for pose in poses))


def carried(poses: Sequence[Pose], point: Point) -> tuple[Point, ...]:
    """Path of a point that moves with a rectangle through its poses, such as the place of a model in a block."""
    first = poses[0]
    turned = (first.turned_about(point, pose.facing) for pose in poses)
    about = zip(poses, turned, strict=True)
    return tuple(dict.fromkeys((point[0] + pose.x - one.x, point[1] + pose.y - one.y) for pose, one in about))


def turns_freely(start: Pose, point: Point, facing: int, things: Sequence[Shape]) -> bool:
    """Whether a rectangle can turn about a point to a facing, by the smaller angle, without hitting an obstacle."""
    return _is_free(list(_turning(start, point, facing)), things)


def _ways(start: Pose, end: Pose) -> Iterator[list[Pose]]:
    """Yield direct paths as sequences of poses: straight slides between poses, and turns in small steps."""
    for pivot in ((start.x, start.y), start.corner(-1), start.corner(1)):
        turned = list(_turning(start, pivot, end.facing))
        yield [*turned, end]
        yield from ([*turned, corner, end] for corner in _corners(turned[-1], end))
        if start.facing == end.facing:
            return
    before = _before(end)
    there = start._replace(x=before.x, y=before.y)
    yield [start, there, *_turning(there, (there.x, there.y), end.facing), end]


def _turning(start: Pose, point: Point, facing: int) -> Iterator[Pose]:
    """Yield the poses of a turn about a point, including the first and the last."""
    turn = (facing - start.facing) % TURN
    turn = turn if turn <= TURN // 2 else turn - TURN
    dx, dy = abs(start.x - point[0]), abs(start.y - point[1])
    reach = sqrt(dx * dx + dy * dy) + sqrt(start.right**2 + start.ahead**2)
    steps = max(1, ceil(abs(turn) * RADIANS * reach / GRAIN))
    yield start
    for step in range(1, steps + 1 if turn else 1):
        yield start.turned_about(point, start.facing + turn * step // steps)


def _corners(turned: Pose, end: Pose) -> tuple[Pose, Pose]:
    """Return the two poses at which a path may bend after its turn.

    The first pose is in line with the end, so that the rectangle moves straight forward from it. The second is level
    with the end, so that the rectangle slides sideways.
    """
    sine, cosine = heading(end.facing)
    ahead = max(0.0, (end.x - turned.x) * sine + (end.y - turned.y) * cosine)
    abreast = end._replace(x=end.x - ahead * sine, y=end.y - ahead * cosine)
    return abreast, turned._replace(x=turned.x + ahead * sine, y=turned.y + ahead * cosine)


def _before(end: Pose) -> Pose:
    """Return the nearest pose that lies straight behind the end and in which the rectangle can turn without reaching
    beyond the end.
    """
    sine, cosine = heading(end.facing)
    back = sqrt(end.right**2 + end.ahead**2) - end.ahead + CONTACT
    return end._replace(x=end.x - back * sine, y=end.y - back * cosine)


def _is_free(poses: Sequence[Pose], things: Sequence[Shape]) -> bool:
    """Whether a rectangle that moves from pose to pose overlaps no obstacle."""
    for one, other in pairwise(poses):
        if one.facing == other.facing:
            swept = corridor(one.body, other.x - one.x, other.y - one.y)
        else:
            swept = convex(hull(one.body.core + other.body.core))
        if any(overlaps(swept, thing) for thing in things):
            return False
    return True


def _stays_on(poses: Sequence[Pose], width: int, depth: int) -> bool:
    """Whether no corner leaves the table at any pose. A slide between two poses on the table never takes a corner off
    it.
    """
    corners = (corner for pose in poses for corner in pose.body.core)
    return all(-CONTACT <= x <= width + CONTACT and -CONTACT <= y <= depth + CONTACT for x, y in corners)


def _about(start: Pose, end: Pose, things: Sequence[Shape]) -> list[Shape]:
    """Return the obstacles near enough to block a direct path between two poses."""
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    dx, dy = end.x - start.x, end.y - start.y
    far = sqrt(dx * dx + dy * dy) / 2 + 4 * sqrt(start.right**2 + start.ahead**2)
    return [one for one in things if (one.x - x) ** 2 + (one.y - y) ** 2 < (far + one.reach) ** 2]


# --- Around obstacles: sliding at a constant facing, by the shortest path -----------------------------------------


def _round_about(
    start: Pose, end: Pose, things: Sequence[Shape], limit: float, table: TableSize
) -> tuple[Pose, ...] | None:
    """Return a path that slides around obstacles and turns at its start or just before its end, or None."""
    for before, after in _turns(start, end):
        far = limit - way_length(middles(before)) - way_length(middles(after))
        if _may_stand_so(before, things, table) and _may_stand_so(after, things, table):
            slid = _slid(before[-1], after[0], tuple(things), far, table)
            if slid and _is_free(slid, things):
                return (*before, *slid[1:-1], *after)
    return None


def _turns(start: Pose, end: Pose) -> Iterator[tuple[list[Pose], list[Pose]]]:
    """Yield the turns allowed before the slide and after it, as pairs of pose lists."""
    for pivot in ((start.x, start.y), start.corner(-1), start.corner(1)):
        yield list(_turning(start, pivot, end.facing)), [end]
        if start.facing == end.facing:
            return
    before = _before(end)
    there = start._replace(x=before.x, y=before.y)
    yield [start], [*_turning(there, (there.x, there.y), end.facing), end]


def _may_stand_so(poses: Sequence[Pose], things: Sequence[Shape], table: TableSize) -> bool:
    """Whether a rectangle overlaps no obstacle between poses and no corner leaves the table."""
    return _is_free(poses, things) and (table is None or _stays_on(poses, *table))


def _slid(start: Pose, end: Pose, things: tuple[Shape, ...], limit: float, table: TableSize) -> tuple[Pose, ...] | None:
    """Return the shortest path of at most `limit` ticks at a constant facing, or None."""
    space = _room_to_slide(things, start.right, start.ahead, start.facing, table)
    route = shortest(space, (start.x, start.y), (end.x, end.y), limit)
    if route is None:
        return None
    return start, *(start._replace(x=x, y=y) for x, y in route.points[1:-1]), end


@lru_cache(maxsize=64)
def _room_to_slide(
    things: tuple[Shape, ...], right: float, ahead: float, facing: int, table: TableSize
) -> ConfigurationSpace:
    """Free space for the centre of a rectangle at one facing. The result is cached, because many places are tried for a
    block.
    """
    body = rectangle(0.0, 0.0, 2 * right, 2 * ahead, facing)
    return ConfigurationSpace([_widened(wall, body.core) for wall in things + outside(table)])


def _widened(thing: Shape, body: Points) -> Shape:
    """Return the area from which an obstacle keeps the centre of a body.

    Rims are slightly widened, because a path around a rim consists of short chords.
    """
    rim = thing.radius * (1 + FINE * FINE / 8)
    return convex(hull([(x + dx, y + dy) for x, y in thing.core for dx, dy in body]), rim)
