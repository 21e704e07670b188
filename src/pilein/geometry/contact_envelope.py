"""Stop lines. A stop line gives, for each sideways shift of a straight front, the distance ahead at which an obstacle
stops the front.

Points (across, ahead) are positions of the front's midpoint, in ticks. A stop line is level where the front meets
the nearest part of the obstacle. To either side, an end of the front slides along a slanted or round edge.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from pilein.geometry.frontal_obstacles import Obstacle
from pilein.geometry.shapes import Point
from pilein.geometry.tolerance import PATH, SNAP


class Line(NamedTuple):
    """Straight piece of a stop line, from (`left`, `start`) to (`right`, `end`)."""

    left: float
    start: float
    right: float
    end: float


class Curve(NamedTuple):
    """Piece of the near half of a circle around (`x`, `y`), from `left` to `right`."""

    left: float
    right: float
    x: float
    y: float
    radius: float


Piece = Line | Curve


def stop_line(one: Obstacle, half: float, limit: float) -> list[Piece]:
    """Return the pieces of an obstacle's stop line for a front of half width `half`.

    Pieces that begin more than `limit` ticks to the side are left out.
    """
    pieces: list[Piece] = [Line(one.low - half, one.near, one.high + half, one.near)]
    for ax, ay, bx, by in one.edges:
        if abs(by - ay) > PATH:
            shift = half if by > ay else -half  # the left end of the front meets edges that rise to the right
            pieces.append(Line(ax + shift, ay, bx + shift, by))
    radius = one.radius
    for x, y in one.corners if radius else ():
        pieces += (
            Curve(x - half - radius, x - half, x - half, y, radius),
            Curve(x + half, x + half + radius, x + half, y, radius),
        )
    return [piece for piece in pieces if piece.left <= limit and piece.right >= -limit]


def crossings(lines: Sequence[list[Piece]], barred: Sequence[list[Piece]]) -> Iterator[Point]:
    """Yield the points where stop lines cross each other or a line in `barred`."""
    ordered = sorted(
        ((piece, number, number < len(lines)) for number, line in enumerate((*lines, *barred)) for piece in line),
        key=lambda one: one[0].left,
    )
    begun: list[tuple[Piece, int, bool]] = []
    for piece, number, is_open in ordered:
        begun = [one for one in begun if one[0].right >= piece.left]
        for other, other_number, is_other_open in begun:
            if number != other_number and (is_open or is_other_open):
                yield from _crossing_points(piece, other)
        begun.append((piece, number, is_open))


def nearest(piece: Piece, point: Point) -> Point | None:
    """Return the interior point of a piece that is nearest to a given point. Return None if an end of the piece is
    nearer.
    """
    if isinstance(piece, Line):
        dx, dy = piece.right - piece.left, piece.end - piece.start
        part = ((point[0] - piece.left) * dx + (point[1] - piece.start) * dy) / (dx * dx + dy * dy)
        return (piece.left + part * dx, piece.start + part * dy) if 0 < part < 1 else None
    dx, dy = point[0] - piece.x, point[1] - piece.y
    far = sqrt(dx * dx + dy * dy)
    if far <= piece.radius:
        return None
    x, y = piece.x + dx * piece.radius / far, piece.y + dy * piece.radius / far
    return (x, y) if _is_on_piece(piece, x, y) else None


def _crossing_points(one: Piece, other: Piece) -> Iterator[Point]:
    if isinstance(one, Line):
        yield from _of_lines(one, other) if isinstance(other, Line) else _of_line_and_curve(one, other)
    else:
        yield from _of_line_and_curve(other, one) if isinstance(other, Line) else _of_curves(one, other)


def _of_lines(one: Line, other: Line) -> Iterator[Point]:
    ax, ay = one.right - one.left, one.end - one.start
    bx, by = other.right - other.left, other.end - other.start
    turn = ax * by - ay * bx
    if not turn:
        return
    part = ((other.left - one.left) * by - (other.start - one.start) * bx) / turn
    x, y = one.left + part * ax, one.start + part * ay
    if _is_on_piece(one, x, y) and _is_on_piece(other, x, y):
        yield x, y


def _of_line_and_curve(line: Line, curve: Curve) -> Iterator[Point]:
    dx, dy = line.right - line.left, line.end - line.start
    square = dx * dx + dy * dy
    part = ((curve.x - line.left) * dx + (curve.y - line.start) * dy) / square
    x, y = line.left + part * dx, line.start + part * dy
    rest = curve.radius * curve.radius - (x - curve.x) ** 2 - (y - curve.y) ** 2
    if rest >= 0:
        half = sqrt(rest / square)
        for px, py in ((x - half * dx, y - half * dy), (x + half * dx, y + half * dy)):
            if _is_on_piece(line, px, py) and _is_on_piece(curve, px, py):
                yield px, py


def _of_curves(one: Curve, other: Curve) -> Iterator[Point]:
    dx, dy = other.x - one.x, other.y - one.y
    square = dx * dx + dy * dy
    if not square:
        return
    part = (square + one.radius * one.radius - other.radius * other.radius) / (2 * square)
    rest = one.radius * one.radius / square - part * part
    if rest >= 0:
        half = sqrt(rest)
        for side in (-half, half):
            x, y = one.x + part * dx - side * dy, one.y + part * dy + side * dx
            if _is_on_piece(one, x, y) and _is_on_piece(other, x, y):
                yield x, y


def _is_on_piece(piece: Piece, x: float, y: float) -> bool:
    """Return whether a point on the full line or circle of a piece lies on the piece itself, within SNAP."""
    if isinstance(piece, Line):
        low, high = sorted((piece.start, piece.end))  # on a steep piece a small step across is far ahead
        is_near = low - SNAP <= y <= high + SNAP
    else:
        is_near = y <= piece.y + SNAP
    return is_near and piece.left - SNAP <= x <= piece.right + SNAP
