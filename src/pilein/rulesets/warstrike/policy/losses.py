"""Which models take hits and which are removed (WS-MX-01, WS-AL)."""

from pilein.kernel.requests import Answer, OneOf, Several
from pilein.rulesets.warstrike.pools import Fallen, fall_together
from pilein.rulesets.warstrike.saves import heads_of, lot_in_hand
from pilein.rulesets.warstrike.shares import Shares, is_leader
from pilein.rulesets.warstrike.state import Battle


def split_of_hits(battle: Battle, choice: Shares) -> Answer:
    """WS-MX-01. Extra hits to those with the best save; of equals to the unit with most models."""
    lots, place = battle.combat.hits, lot_in_hand(battle.combat)
    if place == len(lots):
        return choice.least
    table = battle.preview_table()
    heads = heads_of(battle, table, lots[place].takers, lots)
    order = sorted(range(len(heads)), key=lambda place: (-heads[place].Ar, -battle.living(heads[place].unit), place))
    shares, left = list(choice.least), choice.total - sum(choice.least)
    for place in order:
        more = min(left, choice.most[place] - shares[place])
        shares[place] += more
        left -= more
    return tuple(shares)


def pick(battle: Battle, choice: OneOf) -> Answer:
    """WS-AL-05, WS-AL-06. The leader if allowed; else as many as allowed, those with the best weapons."""
    return max(choice.options, key=lambda models: _worth_as_picked(battle, models))


def casualties(battle: Battle, choice: Several) -> Answer:
    """WS-AL-01. Ordinary models first, the cheapest before others, the leader last."""
    order = sorted(choice.of, key=lambda model: (is_leader(battle, model), _strength(battle, model), model))
    return tuple(order[: choice.most])


def from_pools(battle: Battle, choice: Fallen) -> Answer:
    """WS-AL-01. The same, where each model has to fall to shots that may take it."""
    chosen: tuple[int, ...] = ()
    for model in sorted(choice.of, key=lambda model: (is_leader(battle, model), _strength(battle, model), model)):
        if len(chosen) < choice.number and fall_together(choice.pools, (*choice.picked, *chosen, model)):
            chosen = (*chosen, model)
    return chosen


def _worth_as_picked(battle: Battle, models: tuple[int, ...]) -> tuple[bool, int, int]:
    leads = any(is_leader(battle, model) for model in models)
    return leads, len(models), sum(_strength(battle, model) for model in models)


def _strength(battle: Battle, model: int) -> int:
    """The value of a model: its points and the weight of its weapons."""
    traits = battle.traits(model)
    return traits.points * 10 + max((weapon.Atk + weapon.AP + weapon.Str for weapon in traits.weapons), default=0)
