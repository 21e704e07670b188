"""Which die is parried (CP-SW-01)."""

from pilein.kernel.requests import Answer, OneOf
from pilein.rulesets.scorched.attack_dice import NONE, DieToParry
from pilein.rulesets.scorched.hits import scores_of
from pilein.rulesets.scorched.policy.forecast import weight_of
from pilein.rulesets.scorched.state import NOBODY, Battle


def parry(battle: Battle, choice: OneOf | DieToParry) -> Answer:
    """CP-SW-01. The highest die of an enemy that the model is not beating; else no Parry."""
    hands = battle.combat.hands
    if not hands:
        return _whom(battle, choice)
    scores = {score.model: score.value for score in scores_of(battle, battle.preview_table())}
    own = scores[choice.about]
    useful = [
        (place, face)
        for place, face in _highest_dice(choice)
        if scores[hands[place].model] >= own and face == hands[place].highest
    ]
    if useful:
        return max(useful, key=lambda die: (scores[hands[die[0]].model], die[1], -die[0]))
    return NONE if isinstance(choice, DieToParry) else max(choice.options, key=lambda die: (die[1], -die[0]))


def _highest_dice(choice: OneOf | DieToParry) -> tuple[tuple[int, int], ...]:
    """Dice that can be named, those at least that are the highest of their hand."""
    if isinstance(choice, OneOf):
        return choice.options
    return tuple((one.place, one.hand.highest) for one in choice.hands if one.has(one.hand.highest))


def _whom(battle: Battle, choice: OneOf | DieToParry) -> Answer:
    """CP-R-14 `before-dice`: the enemy with most dice and WS."""
    assert isinstance(choice, OneOf), "before the dice enemies are named"
    foes = [foe for foe in choice.options if foe != NOBODY]
    return max(foes, key=lambda foe: (weight_of(battle, foe), -foe))
