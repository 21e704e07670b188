"""Policy for fighting: the next unit to act, its target and its weapon (WS-DF, WS-CY-02, WS-SH-01, WS-ME-02)."""

from collections import Counter
from math import fsum

from pilein.geometry.gaps import gap
from pilein.kernel.requests import NOTHING, Answer, OneOf, Split
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.engaged import engaged
from pilein.rulesets.warstrike.melee import HOLD_BACK, dice_to_hit, strikers
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.saves import heads_of, killing_strength, save_score, toughness_test
from pilein.rulesets.warstrike.shares import EachPicks
from pilein.rulesets.warstrike.shooting import HOLD_FIRE
from pilein.rulesets.warstrike.skill import score_to_hit
from pilein.rulesets.warstrike.state import NOBODY, Battle

SIDES = 6
PAIRS = 36  # in which Score counts


def next_to_fire(battle: Battle, choice: OneOf) -> Answer:
    """Always fire, in order of increasing number of markers, so that units without markers fire first (WS-DF-01)."""
    units = tuple(unit for unit in choice.options if unit != NOBODY)
    return min(units, key=lambda unit: (battle.status(unit).markers, unit))


def target(battle: Battle, choice: OneOf) -> Answer:
    """Shoot at the attacking unit nearest to the firing unit or, if several are equally near, at the most suppressed of
    them (WS-DF-08, WS-DF-09). If asked whether to shoot, always shoot.
    """
    if choice.options[0] is True:
        return True
    own = battle.fighters(choice.side) if choice.about == NOTHING else (choice.about,)
    return min(choice.options, key=lambda foe: (_distance(battle, own, foe), -battle.status(foe).markers, foe))


def next_unit(battle: Battle, choice: OneOf) -> Answer:
    """Choose the unit with the most engaged models (WS-CY-02)."""
    table = battle.preview_table()
    return max(choice.options, key=lambda unit: (len(engaged(battle, table, unit)), -unit))


def split_of_shots(battle: Battle, choice: Split) -> Answer:
    """Fire all shots at the nearest enemy unit, holding no shots back (WS-SH-01)."""
    numbers = {battle.name(unit): unit for unit in range(len(battle.statuses))}
    units = [numbers[name] for name in choice.among if name != HOLD_FIRE]
    own = battle.fighters(choice.side)
    nearest = min(range(len(units)), key=lambda place: (_distance(battle, own, units[place]), place))
    return tuple(choice.total if place == nearest else 0 for place in range(len(choice.among)))


def shots_of_each(battle: Battle, choice: EachPicks) -> Answer:
    """Let each model on a table fire at the nearest enemy unit (WS-SH-01)."""
    shares = split_of_shots(battle, Split(choice.side, choice.clause, "", 1, choice.among))
    assert isinstance(shares, tuple), "a split is answered by shares"
    return (shares.index(1),) * len(choice.models)


def weapon_of_each(battle: Battle, choice: EachPicks) -> Answer:
    """Choose for each model the weapon that is expected to cause the most casualties (WS-ME-02)."""
    table = battle.preview_table()
    foes = strikers(battle, table, battle.setup.unit_of[choice.models[0]])
    return tuple(_best_weapon(battle, table, model, foes[model]) for model in choice.models)


def weapons(battle: Battle, choice: Split) -> Answer:
    """Choose for all models the weapon that is expected to cause the most casualties (WS-ME-02)."""
    table = battle.preview_table()
    among = tuple(name for name in choice.among if name != HOLD_BACK)
    for unit in battle.attackers:
        for model, foes in strikers(battle, table, unit).items():
            if tuple(weapon.name for weapon in battle.traits(model).melee_weapons) == among:
                best = _best_weapon(battle, table, model, foes)
                return tuple(choice.total if place == best else 0 for place in range(len(choice.among)))
    return (choice.total, *[0] * (len(choice.among) - 1))


def casualties_expected(battle: Battle, table: Table, side: int) -> float:
    """Expected casualties from a side's melee attacks if all its models in the combat strike."""
    own, foes = models_in_combat(battle, side), models_in_combat(battle, 1 - side)
    kinds = Counter(battle.setup.kind_of[model] for model in own)
    one_of = {battle.setup.kind_of[model]: model for model in own}
    return fsum(count * casualties_at_best(battle, table, one_of[kind], foes) for kind, count in kinds.items())


def models_in_combat(battle: Battle, side: int) -> tuple[int, ...]:
    """Models of a side's units in the combat."""
    return tuple(model for unit in battle.fighters(side) for model in battle.models(unit))


def casualties_at_best(battle: Battle, table: Table, model: int, foes: tuple[int, ...]) -> float:
    """Expected casualties from a model's attacks with its best weapon."""
    weapons = battle.traits(model).melee_weapons
    return max((_expected(battle, table, model, weapon, foes) for weapon in weapons), default=0.0)


def chance_to_fall(table: Table, armour: int, toughness: int, *, piercing: int, strength: int) -> float:
    """Probability that a model falls when it is hit."""
    unsaved = 1 - save_score(table, armour, piercing).weight / PAIRS
    dice, most = toughness_test(table, toughness, strength)
    return unsaved * (max(0, min(SIDES, most)) / SIDES) ** dice


def _best_weapon(battle: Battle, table: Table, model: int, foes: tuple[int, ...]) -> int:
    worth = [_expected(battle, table, model, weapon, foes) for weapon in battle.traits(model).melee_weapons]
    return worth.index(max(worth))


def _expected(battle: Battle, table: Table, model: int, weapon: Weapon, foes: tuple[int, ...]) -> float:
    head = heads_of(battle, table, foes)[0]
    hit = score_to_hit(battle, table, model, weapon, foes).weight / PAIRS
    strength = killing_strength(table, battle.traits(model), weapon)
    return (
        dice_to_hit(table, weapon)
        * hit
        * chance_to_fall(table, head.Ar, head.To, piercing=weapon.AP, strength=strength)
    )


def _distance(battle: Battle, units: tuple[int, ...], foe: int) -> float:
    """Smallest distance between an enemy unit and any of several units, measured between their nearest models."""
    if not battle.is_on_table:
        return 0.0
    shapes = battle.plane.shapes
    own = [model for unit in units for model in battle.models(unit)]
    gaps = (gap(shapes[model], shapes[enemy]) for model in own for enemy in battle.models(foe))
    return min(gaps, default=0.0)
