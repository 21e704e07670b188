"""Pairings, leftovers, and which combat and push comes first (CP-PA, CP-R-37)."""

from collections.abc import Mapping

from pilein.kernel.requests import Answer, OneOf
from pilein.rulesets.scorched.engaged import enemies_reached, touching_friends
from pilein.rulesets.scorched.gear import rows_in_use
from pilein.rulesets.scorched.members import models_of
from pilein.rulesets.scorched.pairing import without_paired
from pilein.rulesets.scorched.policy.forecast import value_of, weight_of, worth_of
from pilein.rulesets.scorched.policy.lookahead import Lookahead, Total
from pilein.rulesets.scorched.profile import MACE, SHIELD
from pilein.rulesets.scorched.state import NOBODY, Battle

AHEAD = 5  # models of lookahead


def partner(battle: Battle, choice: OneOf) -> Answer:
    """CP-PA-02. The largest sum of win chances weighted by the enemies' points, less the reverse, over all pairs."""
    later = Lookahead(battle, _rest(battle, choice.about))

    def total(enemy: int) -> Total:
        pairs, worth = later.best(enemy)
        own = (0, 0.0) if enemy == NOBODY else (1, value_of(battle, choice.about, enemy))
        return pairs + own[0], worth + own[1]

    return max(choice.options, key=total)


def combat_to_join(battle: Battle, choice: OneOf) -> Answer:
    """CP-PA-03. Own leftovers on the most valuable enemy; the enemy's on own models that shield."""
    if battle.side_of(choice.about) == choice.side:
        return max(choice.options, key=lambda enemy: (worth_of(battle, enemy), -enemy))
    table = battle.preview_table()
    return max(
        choice.options,
        key=lambda own: (SHIELD in rows_in_use(battle, table, own), -worth_of(battle, own), weight_of(battle, own)),
    )


def next_combat(battle: Battle, choice: OneOf) -> Answer:
    """CP-PA-05. First combats whose result can change other contacts: with maces, then supported by spears."""
    table = battle.preview_table()

    def changes(place: int) -> tuple[bool, bool]:
        models = models_of(battle.combats[place])
        has_mace = any(MACE in rows_in_use(battle, table, model) for model in models)
        return has_mace, any(not models.isdisjoint(touching_friends(battle, spear)) for spear in battle.spears)

    return max(choice.options, key=changes)


def next_push(battle: Battle, choice: OneOf) -> Answer:
    """CP-R-37. The larger push first."""
    pushes = [one for one in battle.combat.pushes if battle.is_alive(one.on)]
    if len(pushes) != len(choice.options):
        return choice.options[0]
    return max(choice.options, key=lambda place: pushes[place].inches)


def _rest(battle: Battle, model: int) -> Mapping[int, tuple[int, ...]]:
    """The enemies that the next few models of the side can still be paired with."""
    reached = enemies_reached(battle, battle.preview_table())
    paired = {one for combat in battle.combats for one in models_of(combat)}
    side = battle.side_of(model)
    later = sorted(other for other in reached if other > model and battle.side_of(other) == side and reached[other])
    return without_paired({other: reached[other] for other in later[:AHEAD]}, frozenset(paired))
