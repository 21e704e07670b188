"""Forecast of a fight between two models from their dice and skill, before any roll."""

from functools import lru_cache

from pilein.rulesets.scorched.attack_dice import AttackDice
from pilein.rulesets.scorched.gear import gear_of
from pilein.rulesets.scorched.skill import cleave_skill, cleaved
from pilein.rulesets.scorched.state import Battle

Scores = tuple[tuple[int, int], ...]  # (score, weight)


def dice_of(battle: Battle, model: int) -> int:
    """Number of attack dice that a model has on its own."""
    return battle.wounds_left(model) + gear_of(battle, battle.preview_table(), model).flurry


def weight_of(battle: Battle, model: int) -> int:
    """Return the attack dice plus WS of a model, the sum by which the register compares enemies."""
    return dice_of(battle, model) + battle.traits(model).WS


def worth_of(battle: Battle, model: int) -> int:
    """Value of a model: its points or, if it has none, its wounds."""
    traits = battle.traits(model)
    return traits.points or traits.W


def chances(battle: Battle, one: int, other: int) -> tuple[float, float]:
    """Probability, for each of two models, of getting the higher score when they fight each other alone."""
    return _chances(_scores(battle, one), _scores(battle, other))


def value_of(battle: Battle, model: int, enemy: int) -> float:
    """Value of a pairing for the model's side, computed from each model's probability of winning, weighted by the value
    of the loser.
    """
    won, lost = chances(battle, model, enemy)
    return won * worth_of(battle, enemy) - lost * worth_of(battle, model)


def _scores(battle: Battle, model: int) -> Scores:
    table = battle.preview_table()
    rows = gear_of(battle, table, model).rows
    skill = max(0, battle.traits(model).WS - cleave_skill(table, rows))
    distribution = AttackDice(dice_of(battle, model)).weights()
    return tuple((cleaved(table, rows, shown[0][0]) + skill, weight) for shown, weight in distribution)


@lru_cache(maxsize=4096)
def _chances(own: Scores, other: Scores) -> tuple[float, float]:
    won = sum(weight * more for score, weight in own for foe, more in other if score > foe)
    lost = sum(weight * more for score, weight in own for foe, more in other if score < foe)
    whole = sum(weight for _, weight in own) * sum(weight for _, weight in other)
    return won / whole, lost / whole
