"""Pairings of models that touch: how large they can be, and which next pair can still lead to a legal one.

`Graph` names for each model of one side, in the order in which they are paired, the enemies it touches.
"""

from collections.abc import Iterable, Mapping

from pilein.tabletop.pairing import most_pairs

Graph = Mapping[int, tuple[int, ...]]


def largest(graph: Graph) -> int:
    """How many pairs there can be at once.

    >>> largest({1: (8,), 2: (8, 9), 3: (8,)})
    2
    """
    return len(most_pairs(graph))


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


def without_paired(graph: Graph, paired: frozenset[int]) -> Graph:
    """What is left to be paired with; those who share one list of enemies still do."""
    left = {id(enemies): tuple(enemy for enemy in enemies if enemy not in paired) for enemies in _lists(graph)}
    return {model: left[id(enemies)] for model, enemies in graph.items()}


def _lists(graph: Graph) -> list[tuple[int, ...]]:
    """The lists of enemies, each once."""
    return list({id(enemies): enemies for enemies in graph.values()}.values())


def _can_cover(graph: Graph, enemies: Iterable[int]) -> bool:
    """Whether all these enemies can be paired at once."""
    wanted = sorted(enemies)
    touched = {enemy: tuple(model for model, foes in graph.items() if enemy in foes) for enemy in wanted}
    return largest(touched) == len(wanted)


def _spared(graph: Graph, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some enemies who can be left out of a largest pairing.

    Who is out of one can take the place of another: of the partner of a model that he touches.
    """
    partner = most_pairs(graph)
    of_model = {model: enemy for enemy, model in partner.items()}
    groups = _alike(graph)
    touched_by: dict[int, list[int]] = {}
    for place, models in enumerate(groups):
        for foe in graph[models[0]]:
            touched_by.setdefault(foe, []).append(place)
    found = dict.fromkeys(enemy for enemy in (*touched_by, *enemies) if enemy not in partner)
    waiting, left = [*found], {*range(len(groups))}
    while waiting:
        for place in left.intersection(touched_by.get(waiting.pop(), ())):
            left.discard(place)
            taken = [of_model[model] for model in groups[place] if of_model[model] not in found]
            found.update(dict.fromkeys(taken))
            waiting += taken
    return tuple(enemy for enemy in enemies if enemy in found)


def _alike(graph: Graph) -> list[list[int]]:
    """The models, those together that share one list of enemies: in the press whole units do."""
    found: dict[int, list[int]] = {}
    for model, enemies in graph.items():
        found.setdefault(id(enemies), []).append(model)
    return list(found.values())
