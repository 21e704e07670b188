"""Pairings of models that touch: how large they can be, and which next pair can still lead to a legal one.

`Graph` names for each model of one side, in the order in which they are paired, the enemies it touches.
"""

from collections.abc import Iterable, Mapping

from pilein.tabletop.pairing import paired

Graph = Mapping[int, tuple[int, ...]]


def largest(graph: Graph) -> int:
    """How many pairs there can be at once.

    >>> largest({1: (8,), 2: (8, 9), 3: (8,)})
    2
    """
    return len(paired(graph))


def partners_in_largest(graph: Graph, model: int) -> tuple[tuple[int, ...], bool]:
    """The enemies that a model can be paired with in a largest pairing, and whether it can be left over in one.

    If it touches an enemy that the others can spare, the two are a pair more: it must have such a one. Otherwise it
    takes anybody's partner, or none, and there are as many pairs.
    """
    rest = {other: enemies for other, enemies in graph.items() if other != model}
    spared = _spared(rest, graph[model])
    return (spared, False) if spared else (graph[model], True)


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


def _spared(graph: Graph, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some enemies who can be left out of a largest pairing.

    Who is out of one can take the place of another: of the partner of a model that he touches.
    """
    partner = paired(graph)
    of_model = {model: enemy for enemy, model in partner.items()}
    touched_by: dict[int, list[int]] = {}
    for model, foes in graph.items():
        for foe in foes:
            touched_by.setdefault(foe, []).append(model)
    found = dict.fromkeys(enemy for enemy in (*touched_by, *enemies) if enemy not in partner)
    waiting = [*found]
    while waiting:
        for model in touched_by.get(waiting.pop(), ()):
            taken = of_model[model]
            if taken not in found:
                found[taken] = None
                waiting.append(taken)
    return tuple(enemy for enemy in enemies if enemy in found)
