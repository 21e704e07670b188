"""Fences: obstacles that stand so close that nobody passes between them, and how long a way round them is at least.

A chain of overlapping grown discs that crosses the straight way, and from there leads aside as far as some point, makes
every way go round that point on one side or the other.
"""

from math import sqrt

from pilein.geometry.hulls import Point
from pilein.geometry.rings import Line, Stretch, ends, middle
from pilein.geometry.shapes import Shape
from pilein.geometry.space import Space
from pilein.geometry.turns import sweep

SURE = 2.0  # ticks by which discs are taken smaller
ANY = 1e30  # ticks: no length is enough
Seen = list[tuple[float, float]]  # of each disc how far along a straight way, and how far to its left


class Fences:
    """The obstacles of a space as discs: those that hold a disc round their middle, grown like the obstacle."""

    __slots__ = ("_beside", "_discs", "_is_shut")

    def __init__(self, space: Space, start: Point) -> None:
        """Look at the obstacles as they are for ways from a point; one that lies in an obstacle knows no fences."""
        inner = [(barrier.x, barrier.y, inner_radius(barrier.shape)) for barrier in space.barriers]
        self._discs = [(x, y, radius + space.keep - SURE) for x, y, radius in inner if radius]
        self._beside: dict[int, list[int]] = {}
        self._is_shut = not space.holders(*start)

    def shut_off(self, stretch: Stretch, start: Point, limit: float) -> bool:
        """Say whether surely no way to any point of a free stretch is as short as a limit."""
        length = length_of(stretch)
        to_middle = self.way_round(start, middle(stretch), limit + length / 2)
        if to_middle > limit + length / 2:
            return True
        within = limit + length / 4
        return to_middle > within and all(self.way_round(start, end, within) > within for end in ends(stretch))

    def way_round(self, start: Point, goal: Point, enough: float = ANY) -> float:
        """Return a length that no way between two points is shorter than; one that is `enough` will do."""
        dx, dy = goal[0] - start[0], goal[1] - start[1]
        length = sqrt(dx * dx + dy * dy)
        if not self._is_shut or length == 0:
            return length
        ux, uy = dx / length, dy / length
        seen = [
            ((x - start[0]) * ux + (y - start[1]) * uy, (y - start[1]) * ux - (x - start[0]) * uy)
            for x, y, _ in self._discs
        ]
        best = length
        for number, (along, beside) in enumerate(seen):
            if 0 < along < length and abs(beside) < self._discs[number][2]:
                left = self._on_one_side(seen, number, length, 1, enough)
                if left > best:
                    best = max(best, min(left, self._on_one_side(seen, number, length, -1, enough)))
                if best > enough:
                    break
        return best

    def _on_one_side(self, seen: Seen, first: int, length: float, side: int, enough: float) -> float:
        """Return how long a way is at least that passes a disc on the left (1) or on the right (-1)."""
        waiting, known, best = [first], {first}, length
        while waiting and best <= enough:
            number = waiting.pop()
            along, beside = seen[number][0], seen[number][1] * side
            top = beside + self._discs[number][2]
            best = max(best, sqrt(along * along + top * top) + sqrt((length - along) ** 2 + top * top))
            others = [one for one in self._neighbours(number) if one not in known and seen[one][1] * side > 0]
            if beside <= 0:
                here = along, beside
                others = [one for one in others if _crosses(here, (seen[one][0], seen[one][1] * side), length)]
            known.update(others)
            waiting += others
        return best

    def _neighbours(self, number: int) -> list[int]:
        """Return the discs that overlap one."""
        if number not in self._beside:
            x, y, radius = self._discs[number]
            self._beside[number] = [
                other
                for other, (ox, oy, wide) in enumerate(self._discs)
                if (ox - x) ** 2 + (oy - y) ** 2 < (radius + wide) ** 2 and other != number
            ]
        return self._beside[number]


def inner_radius(shape: Shape) -> float:
    """Return the radius of a disc round its middle that a shape holds; nought where that is not known."""
    if shape.is_disc:
        return shape.radius
    return shape.radius + min(shape.frame[2], shape.frame[3]) if shape.frame is not None else 0.0


def length_of(stretch: Stretch) -> float:
    """Return how long a stretch is, in ticks."""
    if isinstance(stretch, Line):
        dx, dy = stretch.end[0] - stretch.start[0], stretch.end[1] - stretch.start[1]
        return sqrt(dx * dx + dy * dy)
    (ax, ay), (bx, by) = stretch.start, stretch.end
    return stretch.radius * sweep(ax * by - ay * bx, ax * bx + ay * by)


def _crosses(one: Point, other: Point, length: float) -> bool:
    """Say whether a chain goes over to a disc on the other side between the ends of the way."""
    crossed = one[0] + (other[0] - one[0]) * -one[1] / (other[1] - one[1])
    return 0 < crossed < length
