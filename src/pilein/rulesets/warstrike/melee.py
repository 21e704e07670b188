"""Melee attacks (WS-ME)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pilein.kernel.nearest import in_words
from pilein.kernel.requests import OneOf, Split, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.engaged import Enemies, engaged
from pilein.rulesets.warstrike.events import Struck
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.saves import killing_strength
from pilein.rulesets.warstrike.shares import each_picks, first_of_each_kind, label_of_each, name_of
from pilein.rulesets.warstrike.skill import NEVER, score_to_hit
from pilein.rulesets.warstrike.state import MELEE, NOBODY, Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.volley import Attack, Volley, roll_volley

Armed = tuple[str, Attack]  # the weapon's name, and the attacks with it
SOME, HOLD_BACK = "some", "hold back"
THE_ARMED, EACH = 0, 1  # models to ask: those with several weapons, or all of them


@clause(Step.MELEE_ATTACKS, "WS-ME-01")
def melee_attacks(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-ME-01. Engaged models may make melee attacks on the enemies they are engaged with. All, some or none of them
    may strike.
    """
    if not _is_acting(battle, unit):
        return battle
    able = len(strikers(battle, table, unit))
    if not able:
        return battle
    words, side = f"{battle.name(unit)}: strike?", battle.side(unit)
    several = OneOf(side, "WS-ME-01", words, (True, SOME, False), ("yes", SOME, "no"))
    said = table.choose(several if able > 1 else yes_or_no(side, "WS-ME-01", words))
    if said is not False:
        table.then(Step.TAKE_WEAPONS, unit, *((EACH,) if said == SOME else ()))
        table.then(Step.STRIKE, unit)
    return battle


@clause(Step.TAKE_WEAPONS, "WS-ME-02")
def take_weapons(battle: Battle, table: Table, unit: int, asked: int = THE_ARMED) -> Battle:
    """WS-ME-02. Models with several melee weapons choose one each time they roll their attacks.

    WS-ME-01. If only some models strike, each model is asked and may hold back.
    """
    if not _is_acting(battle, unit):
        return battle
    ready = dict(battle.combat.arms)
    able = (model for model in strikers(battle, table, unit) if model not in ready)
    waiting = [model for model in able if asked == EACH or _has_choice(battle, model)]
    if not waiting:
        _name_targets(battle, table, unit)
        return battle
    kind = battle.setup.kind_of[waiting[0]]
    like = [model for model in waiting if battle.setup.kind_of[model] == kind]
    weapons = tuple(in_words(weapon.name) for weapon in battle.traits(like[0]).melee_weapons)
    answers = (*weapons, HOLD_BACK) if asked == EACH else weapons
    words = f"{battle.name(unit)}: which weapon does {label_of_each(battle, like)} use?"
    if battle.is_on_table:
        places = table.choose(each_picks(battle, "WS-ME-02", words, like, answers))
    else:
        shares = table.choose(Split(battle.side(unit), "WS-ME-02", words, len(like), answers))
        places = tuple(place for place, share in enumerate(shares) for _ in range(share))
    chosen = (place if place < len(weapons) else NOBODY for place in places)
    arms = sorted({**ready, **dict(zip(like, chosen, strict=True))}.items())
    table.then(Step.TAKE_WEAPONS, unit, *((EACH,) if asked == EACH else ()))
    return battle.fighting(arms=tuple(arms))


def _name_targets(battle: Battle, table: Table, unit: int) -> None:
    """Ask models engaged with several enemies for their target (WS-R-20 `declare-target`)."""
    idle = _holding_back(battle)
    several = [model for model, foes in strikers(battle, table, unit).items() if len(foes) > 1 and model not in idle]
    if several and table.rule("WS-R-20") == "declare-target":
        for model in several:
            table.then(Step.NAME_TARGET, unit, model)


@clause(Step.NAME_TARGET)
def name_target(battle: Battle, table: Table, unit: int, model: int) -> Battle:
    """WS-R-20 `declare-target`. The attacker names an enemy model. The WS of that model counts, and its unit takes the
    hits.
    """
    foes = first_of_each_kind(battle, strikers(battle, table, unit)[model])
    labels = tuple(f"{battle.name(battle.setup.unit_of[foe])}: {name_of(battle, foe)}" for foe in foes)
    words = f"{name_of(battle, model)}: which enemy does it attack?"
    foe = table.choose(OneOf(battle.side(unit), "WS-ME-01", words, foes, labels))
    return battle.fighting(aims=tuple(sorted((*battle.combat.aims, (model, foe)))))


@clause(Step.STRIKE)
def strike(battle: Battle, table: Table, unit: int) -> Battle:
    """The attacks of a unit's engaged models are rolled model by model, and then saved together."""
    if not _is_acting(battle, unit):
        return battle
    attacks = tuple(merged_attacks(attacks_of(battle, table, unit)))
    for weapon, attack in attacks:
        need = attack.hit.need if attack.hit.weight else NEVER
        told = Struck(unit=battle.name(unit), weapon=weapon, attacks=attack.dice, need=need, clause="WS-ME-05")
        table.tell(replace(told, opposed=attack.hit.opposed))
    battle = battle.fighting(arms=(), aims=())
    return roll_volley(battle, table, Volley(unit, MELEE), tuple(attack for _, attack in attacks))


def strikers(battle: Battle, table: Table, unit: int) -> Enemies:
    """Engaged models of a unit with a melee weapon, each with the enemies it is engaged with."""
    return {model: foes for model, foes in engaged(battle, table, unit).items() if battle.traits(model).melee_weapons}


def attacks_of(battle: Battle, table: Table, unit: int) -> Iterator[Armed]:
    """Yield the attacks of each engaged model, in unit order.

    No model uses more than one melee weapon at a time (WS-ME-03).
    """
    met, idle = engaged(battle, table, unit), _holding_back(battle)
    every = tuple(sorted({foe for foes in met.values() for foe in foes}))
    arms, aims = dict(battle.combat.arms), dict(battle.combat.aims)
    for model, foes in strikers(battle, table, unit).items():
        if model in idle:
            continue
        weapons = battle.traits(model).melee_weapons
        named = (aims[model],) if model in aims else foes
        takers = _takers(battle, table, every, foes, named)
        if len(weapons) == 1 or table.holds("WS-ME-03"):
            weapons = (weapons[arms.get(model, 0)],)
        for weapon in weapons:
            hit = score_to_hit(battle, table, model, weapon, foes, named)
            strength = killing_strength(table, battle.traits(model), weapon)
            yield weapon.name, Attack(dice_to_hit(table, weapon), hit, weapon.AP, strength, takers)


def dice_to_hit(table: Table, weapon: Weapon) -> int:
    """Number of dice rolled to hit with a weapon: its Atk (WS-ME-05).

    A pair of identical weapons is a single entry whose Atk is already raised, so the second weapon adds no dice
    (WS-ME-04).
    """
    if not table.holds("WS-ME-05"):
        return 1
    return weapon.Atk + 1 if weapon.pair and not table.holds("WS-ME-04") else weapon.Atk


def merged_attacks(attacks: Iterator[Armed]) -> Iterator[Armed]:
    """Merge consecutive identical attacks. This does not change the order of the dice."""
    last: Armed | None = None
    for weapon, attack in attacks:
        if last is not None and last == (weapon, replace(attack, dice=last[1].dice)):
            last = weapon, replace(attack, dice=last[1].dice + attack.dice)
            continue
        if last is not None:
            yield last
        last = weapon, attack
    if last is not None:
        yield last


def _takers(
    battle: Battle, table: Table, every: tuple[int, ...], foes: tuple[int, ...], named: tuple[int, ...]
) -> tuple[int, ...]:
    """Models that may take the hits scored by a model: all enemies engaged with the model's unit.

    Under WS-R-20 `declare-target`, if these enemies belong to several units, only the unit of the model that was named
    qualifies. Under WS-R-21 `touched-only` only enemies engaged with the striking model itself qualify.
    """
    unit_of, takers = battle.setup.unit_of, every
    if len({unit_of[foe] for foe in every}) > 1 and table.rule("WS-R-20") == "declare-target":
        takers = tuple(foe for foe in every if unit_of[foe] == unit_of[named[0]])
    if len(takers) > len(foes) and table.rule("WS-R-21") == "touched-only":
        return tuple(foe for foe in foes if foe in takers)
    return takers


def _holding_back(battle: Battle) -> frozenset[int]:
    """Models that hold back although other models in their unit strike."""
    return frozenset(model for model, place in battle.combat.arms if place == NOBODY)


def _has_choice(battle: Battle, model: int) -> bool:
    return len(battle.traits(model).melee_weapons) > 1


def _is_acting(battle: Battle, unit: int) -> bool:
    return battle.fight is not None and battle.can_fight(unit)
