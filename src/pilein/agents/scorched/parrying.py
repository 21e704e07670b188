"""Whose die is parried (CP-SW-01)."""

from pilein.agents.scorched.forecast import eye, weight_of
from pilein.kernel.requests import Answer, OneOf
from pilein.rulesets.scorched.attacks.hits import scores_of
from pilein.rulesets.scorched.attacks.parry import NONE
from pilein.rulesets.scorched.state import NOBODY, Battle


def parry(battle: Battle, choice: OneOf) -> Answer:
    """CP-SW-01. The highest die of an enemy whom one is not beating; else no Parry."""
    if not battle.combat.hands:
        return _whom(battle, choice)
    hands = battle.combat.hands
    scores = {score.model: score.value for score in scores_of(battle, eye(battle))}
    own = scores[choice.about]
    useful = [
        (place, face)
        for place, face in choice.options
        if place >= 0 and scores[hands[place].model] >= own and face == hands[place].highest
    ]
    if useful:
        return max(useful, key=lambda die: (scores[hands[die[0]].model], die[1], -die[0]))
    return NONE if NONE in choice.options else max(choice.options, key=lambda die: (die[1], -die[0]))


def _whom(battle: Battle, choice: OneOf) -> Answer:
    """CP-R-14 `before-dice`: the enemy with most dice and WS."""
    foes = [foe for foe in choice.options if foe != NOBODY]
    return max(foes, key=lambda foe: (weight_of(battle, foe), -foe))
