"""Policy for pairings, leftovers, and the order of combats and of pushes (CP-PA, CP-R-37)."""

from collections.abc import Mapping

from pilein.kernel.requests import Answer, OneOf
from pilein.rulesets.scorched.engaged import enemies_reached, touching_friends
from pilein.rulesets.scorched.gear import rows_in_use
from pilein.rulesets.scorched.knock_back import pushes_left
from pilein.rulesets.scorched.members import models_of
from pilein.rulesets.scorched.pairing import without_paired
from pilein.rulesets.scorched.policy.forecast import value_of, weight_of, worth_of
from pilein.rulesets.scorched.profile import MACE, SHIELD
from pilein.rulesets.scorched.state import NOBODY, Battle

AHEAD = 5  # models of lookahead
Total = tuple[int, float]  # number of pairs, and their value
Used = tuple[int, ...]  # number paired from each sort of enemies
Sort = tuple[object, ...]


def partner(battle: Battle, choice: OneOf) -> Answer:
    """Choose the partner that leads to the most pairs and then to the most valuable pairings (CP-PA-02).

    The value of a pairing is the probability of winning times the enemy's points, minus the probability of losing
    times the model's own points.
    """
    later = Lookahead(battle, _rest(battle, choice.about))

    def total(enemy: int) -> Total:
        pairs, worth = later.best(enemy)
        own = (0, 0.0) if enemy == NOBODY else (1, value_of(battle, choice.about, enemy))
        return pairs + own[0], worth + own[1]

    return max(choice.options, key=total)


def combat_to_join(battle: Battle, choice: OneOf) -> Answer:
    """Assign friendly leftovers to the most valuable enemy, and enemy leftovers to friendly models that shield
    (CP-PA-03).
    """
    if battle.side_of(choice.about) == choice.side:
        return max(choice.options, key=lambda enemy: (worth_of(battle, enemy), -enemy))
    table = battle.preview_table()
    return max(
        choice.options,
        key=lambda own: (SHIELD in rows_in_use(battle, table, own), -worth_of(battle, own), weight_of(battle, own)),
    )


def next_combat(battle: Battle, choice: OneOf) -> Answer:
    """First fight the combats that can change other contacts: those with maces, then those that spears can support
    (CP-PA-05).
    """
    table = battle.preview_table()

    def changes(place: int) -> tuple[bool, bool]:
        models = models_of(battle.combats[place])
        has_mace = any(MACE in rows_in_use(battle, table, model) for model in models)
        return has_mace, any(not models.isdisjoint(touching_friends(battle, spear)) for spear in battle.spears)

    return max(choice.options, key=changes)


def next_push(battle: Battle, choice: OneOf) -> Answer:
    """Make the largest push first (CP-R-37)."""
    pushes = pushes_left(battle)
    if len(pushes) != len(choice.options):
        return choice.options[0]
    return max(choice.options, key=lambda place: pushes[place].inches)


def _rest(battle: Battle, model: int) -> Mapping[int, tuple[int, ...]]:
    """Map the side's next few models to the enemies that they can still be paired with."""
    reached = enemies_reached(battle, battle.preview_table())
    paired = {one for combat in battle.combats for one in models_of(combat)}
    side = battle.side_of(model)
    later = sorted(other for other in reached if other > model and battle.side_of(other) == side and reached[other])
    return without_paired({other: reached[other] for other in later[:AHEAD]}, frozenset(paired))


# --- The best pairing of the next few models, counting identical enemies once -------------------------------------


class Lookahead:
    """Next few models, in order, with the enemies that each can be paired with. Enemies of the same sort are
    interchangeable.

    Two enemies are of the same sort if the same models reach them and each of those models values them equally.
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
        """Total of the best later pairings once an enemy has been taken. The number of pairs takes precedence over
        their value.
        """
        used = [0] * len(self._many)
        if without in self._sort_of:
            used[self._sort_of[without]] = 1
        return self._best_value_from(0, tuple(used))

    def _best_value_from(self, place: int, used: Used) -> Total:
        if place == len(self._models):
            return 0, 0.0
        known = self._known.get((place, used))
        if known is None:
            known = self._known[place, used] = max(self._ways(place, used))
        return known

    def _ways(self, place: int, used: Used) -> list[Total]:
        found = [self._best_value_from(place + 1, used)]
        for sort in self._reached[place]:
            if used[sort] < self._many[sort]:
                more = (*used[:sort], used[sort] + 1, *used[sort + 1 :])
                pairs, worth = self._best_value_from(place + 1, more)
                value = value_of(self._battle, self._models[place], self._first[sort])
                found.append((pairs + 1, worth + value))
        return found

    def _sort(self, enemy: int, reach: list[frozenset[int]]) -> Sort:
        battle = self._battle
        return (
            battle.setup.kind_of[enemy],
            battle.wounds_taken(enemy),
            battle.fight is not None and enemy in dict(battle.fight.two_handed),
            tuple(enemy in enemies for enemies in reach),
        )

    def _sorts_reached(self, enemies: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self._sort_of[enemy] for enemy in enemies))
