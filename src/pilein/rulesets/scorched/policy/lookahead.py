"""The best pairing of the next few models, whichever of like enemies they are paired with."""

from collections.abc import Mapping

from pilein.rulesets.scorched.policy.forecast import value_of
from pilein.rulesets.scorched.state import Battle

Total = tuple[int, float]  # pairs made, and their value
Used = tuple[int, ...]  # of each sort of enemies, how many are paired
Sort = tuple[object, ...]


class Lookahead:
    """Some models and the enemies each can be paired with, in order; enemies of one sort are interchangeable.

    Enemies are of one sort if the same models reach them and they have the same value for each of those models.
    """

    def __init__(self, battle: Battle, graph: Mapping[int, tuple[int, ...]]) -> None:
        self._battle = battle
        self._models = tuple(graph)
        self._sorts: dict[Sort, list[int]] = {}
        reach = [frozenset(enemies) for enemies in graph.values()]
        for enemy in dict.fromkeys(enemy for enemies in graph.values() for enemy in enemies):
            self._sorts.setdefault(self._sort(enemy, reach), []).append(enemy)
        members = list(self._sorts.values())
        self._sort_of = {enemy: sort for sort, enemies in enumerate(members) for enemy in enemies}
        self._many = tuple(map(len, members))
        self._first = [enemies[0] for enemies in members]
        self._reached = [self._sorts_reached(graph[model]) for model in self._models]
        self._known: dict[tuple[int, Used], Total] = {}

    def best(self, without: int) -> Total:
        """The best value for the models, most pairs first, once an enemy is taken."""
        used = [0] * len(self._many)
        if without in self._sort_of:
            used[self._sort_of[without]] = 1
        return self._best(0, tuple(used))

    def _best(self, place: int, used: Used) -> Total:
        if place == len(self._models):
            return 0, 0.0
        known = self._known.get((place, used))
        if known is None:
            known = self._known[place, used] = max(self._ways(place, used))
        return known

    def _ways(self, place: int, used: Used) -> list[Total]:
        found = [self._best(place + 1, used)]
        for sort in self._reached[place]:
            if used[sort] < self._many[sort]:
                more = (*used[:sort], used[sort] + 1, *used[sort + 1 :])
                pairs, worth = self._best(place + 1, more)
                value = value_of(self._battle, self._models[place], self._first[sort])
                found.append((pairs + 1, worth + value))
        return found

    def _sort(self, enemy: int, reach: list[frozenset[int]]) -> Sort:
        battle = self._battle
        return (
            battle.setup.kind_of[enemy],
            battle.wounds_taken(enemy),
            battle.fight is not None and enemy in battle.fight.two_handed,
            tuple(enemy in enemies for enemies in reach),
        )

    def _sorts_reached(self, enemies: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self._sort_of[enemy] for enemy in enemies))
