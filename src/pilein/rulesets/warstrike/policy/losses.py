"""Policy for losses: the models that take hits, and the models that are removed (WS-MX-01, WS-AL)."""

from pilein.kernel.requests import Answer, OneOf, Several
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.policy.fighting import casualties_at_best, chance_to_fall, models_in_combat
from pilein.rulesets.warstrike.pools import Fallen, fall_together
from pilein.rulesets.warstrike.saves import Head, heads_of, lot_in_hand
from pilein.rulesets.warstrike.shares import Shares, is_leader
from pilein.rulesets.warstrike.state import Battle, Hits


def split_of_hits(battle: Battle, choice: Shares) -> Answer:
    """Give extra hits to the worst strikers, and among them to the models with the best save. Ties go to the largest
    unit (WS-MX-01).
    """
    lots, place = battle.combat.hits, lot_in_hand(battle.combat)
    if place == len(lots):
        return choice.least
    table = battle.preview_table()
    heads = heads_of(battle, table, lots[place].takers, lots)
    costs = _costs_of_a_hit(battle, table, heads, lots[place])
    order = sorted(range(len(heads)), key=lambda head: (costs[head], -battle.living(heads[head].unit), head))
    shares, left = list(choice.least), choice.total - sum(choice.least)
    for place in order:
        more = min(left, choice.most[place] - shares[place])
        shares[place] += more
        left -= more
    return tuple(shares)


def _costs_of_a_hit(battle: Battle, table: Table, heads: tuple[Head, ...], hits: Hits) -> list[tuple[float, float]]:
    """For each head, the casualties that one of its models is expected to cause, and the probability that a hit kills
    the model.

    The expected casualties matter only if the heads belong to different units, because then one unit may run from
    its hits while the other fights on. Within a single unit they are 0.
    """
    falls = [chance_to_fall(table, head.Ar, head.To, piercing=hits.AP, strength=hits.Str) for head in heads]
    if len({head.unit for head in heads}) == 1:
        return [(0.0, chance) for chance in falls]
    foes = models_in_combat(battle, 1 - battle.side(heads[0].unit))
    strengths = [casualties_at_best(battle, table, head.models[0], foes) for head in heads]
    return list(zip(strengths, falls, strict=True))


def pick(battle: Battle, choice: OneOf) -> Answer:
    """Pick the leader if allowed. Otherwise pick as many models as allowed, best weapons first (WS-AL-05, WS-AL-06)."""
    return max(choice.options, key=lambda models: _worth_as_picked(battle, models))


def casualties(battle: Battle, choice: Several) -> Answer:
    """Remove ordinary models first, cheapest first, and the leader last (WS-AL-01)."""
    order = sorted(choice.of, key=lambda model: (is_leader(battle, model), _strength(battle, model), model))
    return tuple(order[: choice.most])


def from_pools(battle: Battle, choice: Fallen) -> Answer:
    """Remove models in the order that `casualties` uses, but match each model only with shots that may kill it
    (WS-AL-01).
    """
    chosen: tuple[int, ...] = ()
    for model in sorted(choice.of, key=lambda model: (is_leader(battle, model), _strength(battle, model), model)):
        if len(chosen) < choice.number and fall_together(choice.pools, (*choice.picked, *chosen, model)):
            chosen = (*chosen, model)
    return chosen


def _worth_as_picked(battle: Battle, models: tuple[int, ...]) -> tuple[bool, int, int]:
    leads = any(is_leader(battle, model) for model in models)
    return leads, len(models), sum(_strength(battle, model) for model in models)


def _strength(battle: Battle, model: int) -> int:
    """Value of a model: its points combined with the weight of its weapons."""
    traits = battle.traits(model)
    return traits.points * 10 + max((weapon.Atk + weapon.AP + weapon.Str for weapon in traits.weapons), default=0)
