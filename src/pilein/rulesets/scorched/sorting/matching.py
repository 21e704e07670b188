"""Pairings of models that touch: how large they can be, and which next pair can still lead to a legal one.

`Graph` names for each model of one side, in the order in which they are paired, the enemies it touches.
"""

from collections.abc import Iterable, Mapping

Graph = Mapping[int, tuple[int, ...]]


def largest(graph: Graph) -> int:
    """How many pairs there can be at once.

    >>> largest({1: (8,), 2: (8, 9), 3: (8,)})
    2
    """
    return len(_matched(graph))


def partners_in_largest(graph: Graph, model: int) -> tuple[tuple[int, ...], bool]:
    """The enemies that a model can be paired with in a largest pairing, and whether it can be left over in one."""
    most = largest(graph)
    rest = {other: enemies for other, enemies in graph.items() if other != model}
    partners = tuple(enemy for enemy in graph[model] if 1 + largest(_without(rest, enemy)) == most)
    return partners, largest(rest) == most


def partners_in_maximal(graph: Graph, model: int, owed: frozenset[int]) -> tuple[tuple[int, ...], bool]:
    """The same for a pairing in which no two unpaired models touch.

    `owed` are enemies that must be paired because a model that touches them has been left over.
    """
    rest = {other: enemies for other, enemies in graph.items() if other != model}
    partners = tuple(enemy for enemy in graph[model] if _can_cover(rest, owed - {enemy}))
    return partners, _can_cover(rest, owed | frozenset(graph[model]))


def _can_cover(graph: Graph, enemies: Iterable[int]) -> bool:
    """Whether all these enemies can be paired at once."""
    wanted = sorted(enemies)
    touched = {enemy: tuple(model for model, foes in graph.items() if enemy in foes) for enemy in wanted}
    return largest(touched) == len(wanted)


def _without(graph: Graph, enemy: int) -> Graph:
    return {model: tuple(foe for foe in foes if foe != enemy) for model, foes in graph.items()}


def _matched(graph: Graph) -> dict[int, int]:
    """A largest pairing, enemy by enemy: each model in turn finds a partner, if need be by moving others on."""
    partner: dict[int, int] = {}
    for model in graph:
        _finds_partner(graph, model, partner, set())
    return partner


def _finds_partner(graph: Graph, model: int, partner: dict[int, int], tried: set[int]) -> bool:
    for enemy in graph[model]:
        if enemy not in partner:
            partner[enemy] = model
            return True
    for enemy in graph[model]:
        if enemy not in tried:
            tried.add(enemy)
            if _finds_partner(graph, partner[enemy], partner, tried):
                partner[enemy] = model
                return True
    return False
