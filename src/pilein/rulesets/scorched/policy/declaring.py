"""Policy for declaring shields, hands, weapons, charges, spears and Parries (CP-SH, CP-HH, CP-FW, CP-SP, CP-SW)."""

from pilein.kernel.requests import Answer, OneOf
from pilein.rulesets.scorched.attack_dice import NONE, DieToParry
from pilein.rulesets.scorched.engaged import touching_enemies, touching_friends
from pilein.rulesets.scorched.gear import gear_of
from pilein.rulesets.scorched.hit_effects import wound_chart
from pilein.rulesets.scorched.hits import scores_of
from pilein.rulesets.scorched.members import enemies_fought, models_of
from pilein.rulesets.scorched.policy.forecast import dice_of, weight_of
from pilein.rulesets.scorched.profile import DAEMON, DAGGER, LANCE, POWER, TWO_HANDED
from pilein.rulesets.scorched.state import NOBODY, Battle

LEAD = 2  # disadvantage in dice and WS at which to shield; in WS, at which to use both hands
GOOD_SAVE = 4
BEST = 2


def shielding(battle: Battle, choice: OneOf) -> Answer:
    """Shield if outnumbered, or if an enemy's attack dice plus WS exceed the model's by 2 or more (CP-SH-01)."""
    enemies = _enemies(battle, choice.about)
    own = weight_of(battle, choice.about)
    return len(enemies) > 1 or any(weight_of(battle, enemy) - own >= LEAD for enemy in enemies)


def both_hands(battle: Battle, choice: OneOf) -> Answer:
    """Use both hands against a good save if the model leads by 2 or more in WS (CP-HH-01)."""
    skill = battle.traits(choice.about).WS
    enemies = [battle.traits(enemy) for enemy in _enemies(battle, choice.about)]
    is_better = all(enemy.Sv <= GOOD_SAVE and skill - enemy.WS >= LEAD for enemy in enemies)
    return is_better if choice.options[0] is True else choice.options[0 if is_better else -1]


def weapon(battle: Battle, choice: OneOf) -> Answer:
    """Strike with the weapon that has the best AP (CP-R-18)."""
    weapons = gear_of(battle, battle.preview_table(), choice.about).weapons
    piercing = (POWER, TWO_HANDED, DAGGER, LANCE, DAEMON)
    return max(choice.options, key=lambda place: sum(row in piercing for row in weapons[place].rows))


def charges(battle: Battle, choice: OneOf) -> Answer:
    """Spend charges until the weapon wounds on a 2+. Spend no charge if Strength is not used (CP-FW-01)."""
    readings = battle.setup.readings
    if readings["CP-R-47"].option == "instant-death":
        return max(choice.options)
    if readings["CP-R-02"].option == "default":
        return 0
    strength = battle.traits(choice.about).S
    toughness = max(battle.traits(enemy).T for enemy in _enemies(battle, choice.about))
    enough = (count for count in choice.options if wound_chart(battle, strength + count, toughness) == BEST)
    return next(enough, max(choice.options))


def friend_to_support(battle: Battle, choice: OneOf) -> Answer:
    """Support the friend with the fewest dice, in this combat or a later one (CP-SP-01)."""
    later = {model for combat in battle.combats for model in models_of(combat)}
    waiting = [friend for friend in touching_friends(battle, choice.about) if friend in later]
    friends = [friend for friend in choice.options if friend != NOBODY]
    best = min((*friends, *waiting), key=lambda friend: (dice_of(battle, friend), friend in waiting, friend))
    return best if best in friends else NOBODY


def _enemies(battle: Battle, model: int) -> tuple[int, ...]:
    """Opponents of a model in its combat or, if it is in no combat yet, the enemies that it is expected to fight."""
    return enemies_fought(battle, model) if battle.fight is not None else touching_enemies(battle, model)


# --- The die to parry (CP-SW-01) ----------------------------------------------------------------------------------


def parry(battle: Battle, choice: OneOf | DieToParry) -> Answer:
    """Parry the highest die of an enemy that the model is not beating. If there is no such enemy, do not parry
    (CP-SW-01).
    """
    hands = battle.combat.hands
    if not hands:
        return _strongest_enemy(battle, choice)
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
    """Dice that can be named, including at least the highest die of each hand."""
    if isinstance(choice, OneOf):
        return choice.options
    return tuple((one.place, one.hand.highest) for one in choice.hands if one.has(one.hand.highest))


def _strongest_enemy(battle: Battle, choice: OneOf | DieToParry) -> Answer:
    """Name the enemy with the most dice plus WS (CP-R-14 `before-dice`)."""
    assert isinstance(choice, OneOf), "before the dice enemies are named"
    foes = [foe for foe in choice.options if foe != NOBODY]
    return max(foes, key=lambda foe: (weight_of(battle, foe), -foe))
