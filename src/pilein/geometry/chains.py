"""Groups of shapes that are linked by short gaps. Coherency and contact are judged by such groups."""

from collections.abc import Iterable, Iterator, Sequence

from pilein.geometry.gaps import within
from pilein.geometry.shapes import Shape
from pilein.geometry.tolerance import CONTACT

Groups = tuple[tuple[int, ...], ...]


def linked(shapes: Sequence[Shape], distance: float) -> Groups:
    """Return the groups of shapes linked by gaps of at most `distance` ticks (plus CONTACT).

    Members are ascending indices, and groups are ordered by their first members.
    """
    leaders = list(range(len(shapes)))
    for first, second in _candidates(shapes, distance + CONTACT):
        a, b = _leader(leaders, first), _leader(leaders, second)
        if a != b and within(shapes[first], shapes[second], distance):
            leaders[max(a, b)] = min(a, b)
    return _grouped(leaders)


def coherent(shapes: Sequence[Shape], distance: float) -> bool:
    """Return whether all shapes form one group with gaps of at most `distance` ticks (plus CONTACT).

    A single shape, or none, counts as one group.
    """
    return len(linked(shapes, distance)) <= 1


def components(count: int, pairs: Iterable[tuple[int, int]]) -> Groups:
    """Return the connected components of the numbers below `count`, ordered as by `linked`."""
    leaders = list(range(count))
    for first, second in pairs:
        a, b = _leader(leaders, first), _leader(leaders, second)
        leaders[max(a, b)] = min(a, b)
    return _grouped(leaders)


def _grouped(leaders: list[int]) -> Groups:
    """Group members by leader, both in ascending order."""
    groups: dict[int, list[int]] = {}
    for member in range(len(leaders)):
        groups.setdefault(_leader(leaders, member), []).append(member)
    return tuple(tuple(group) for group in groups.values())


def _leader(leaders: list[int], member: int) -> int:
    """Return the smallest member of a group, shortening the path to it for later calls (path compression)."""
    while leaders[member] != member:
        leaders[member] = leaders[leaders[member]]
        member = leaders[member]
    return member


def _candidates(shapes: Sequence[Shape], limit: float) -> Iterator[tuple[int, int]]:
    """Yield pairs of shapes that may be within `limit` of each other, by sweeping bounding circles from left
    to right.
    """
    order = sorted(range(len(shapes)), key=lambda index: shapes[index].x - shapes[index].reach)
    near: list[int] = []
    for index in order:
        left = shapes[index].x - shapes[index].reach - limit
        near = [other for other in near if shapes[other].x + shapes[other].reach >= left]
        yield from ((other, index) for other in near)
        near.append(index)
