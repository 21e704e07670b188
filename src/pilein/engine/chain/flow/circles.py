"""Circles in a graph: groups of places each of which leads to all others, every group after those that lead to it."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Place = TypeVar("Place")


def groups_from(start: Place, following: Callable[[Place], Iterable[Place]]) -> list[list[Place]]:
    """The strongly connected components of all that can be reached, those nearest the start first (Tarjan 1972)."""
    number: dict[Place, int] = {start: 0}
    lowest: dict[Place, int] = {start: 0}
    open_places, is_open, found = [start], {start}, []
    path: list[tuple[Place, Iterator[Place]]] = [(start, iter(following(start)))]
    while path:
        place, ahead = path[-1]
        for other in ahead:
            if other not in number:
                number[other] = lowest[other] = len(number)
                open_places.append(other)
                is_open.add(other)
                path.append((other, iter(following(other))))
                break
            if other in is_open:
                lowest[place] = min(lowest[place], number[other])
        else:
            path.pop()
            if path:
                before = path[-1][0]
                lowest[before] = min(lowest[before], lowest[place])
            if lowest[place] == number[place]:
                found.append(_closed(place, open_places, is_open))
    return found[::-1]


def _closed(place: Place, open_places: list[Place], is_open: set[Place]) -> list[Place]:
    """Take a whole group off the places still open."""
    group: list[Place] = []
    while not group or group[-1] != place:
        group.append(open_places.pop())
    is_open.difference_update(group)
    return group
