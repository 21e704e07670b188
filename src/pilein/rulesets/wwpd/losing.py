"""Losses: casualties are removed simultaneously on both sides, and units become Suppressed or eligible to Break
(WW-RS-01).
"""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.damage import BodyOutcome
from pilein.rulesets.wwpd.events import Hurt, Suppressed
from pilein.rulesets.wwpd.profile import Traits, Weapon
from pilein.rulesets.wwpd.re_rolls import LEAST, MOST, NEVER, SURE
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause
from pilein.tabletop.events import Slain

UNMARKED = 0
UNHURT: BodyOutcome = (False, ())


def taken_off(battle: Battle, table: Table, unsaved: tuple[tuple[int, int], ...]) -> Battle:
    """Remove casualties once all are known, since all hits and wounds of a Melee happen at the same time (WW-RS-01).

    `unsaved` lists pairs (model, wounds).
    """
    if unsaved and not table.holds("WW-RS-01"):
        return battle
    lost: dict[int, int] = {}
    gone: dict[int, list[int]] = {}
    hurt: dict[int, int] = {}
    for model, wounds in unsaved:
        unit, total = battle.unit_of(model), battle.field.wounds_lost(model) + wounds
        if total >= battle.traits(model).wounds:
            gone.setdefault(unit, []).append(model)
        else:
            lost[model] = total
            hurt[unit] = hurt.get(unit, 0) + wounds
    _tell(battle, table, gone, hurt)
    fallen = frozenset(model for models in gone.values() for model in models)
    battle = battle.after(lost, fallen)
    for unit in gone:
        if _is_below_half(battle, unit):
            battle = battle.having(unit, may_break=True)
    return battle


def then_shaken(table: Table, struck: tuple[int, ...]) -> None:
    """Add the checks for Suppression to the agenda, unit by unit, followed by the end of the Melee."""
    for unit in struck:
        table.then(Step.BE_SHAKEN, unit)
    table.then(Step.END_MELEE)


@clause(Step.BE_SHAKEN)
def be_shaken(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-08. A unit with enough wounds becomes Suppressed."""
    is_marked, _ = battle.fight.wounded[unit]
    battle = battle.wounding(unit, UNHURT)
    return _marked(battle, table, unit) if is_marked and battle.lives(unit) else battle


@clause(Step.END_MELEE)
def end_melee(battle: Battle, _table: Table) -> Battle:
    """The Melee is over."""
    return replace(battle, melee=None)


def mark_of(battle: Battle, table: Table, unit: int) -> int:
    """Number of wounds in a phase, saved or not, that Suppress a unit (WW-R-08).

    The result is UNMARKED if no number of wounds does so, or if the unit is already Suppressed.
    """
    if battle.status(unit).suppressed:
        return UNMARKED
    reading, models = table.rule("WW-R-08"), battle.living(unit)
    if reading == "half-models":
        return (models + 1) // 2
    if reading == "any-wound":
        return 1
    return UNMARKED if reading == "firefight-only" else models


def _marked(battle: Battle, table: Table, unit: int) -> Battle:
    if table.rule("WW-R-08") == "any-wound":
        return battle.having(unit, wounded=True)
    table.tell(Suppressed(unit=battle.unit(unit).name, clause="WW-EN-02"))
    return battle.having(unit, suppressed=True)


def _is_below_half(battle: Battle, unit: int) -> bool:
    """Whether some models of a unit survive, but fewer than half of its starting strength (WW-R-06)."""
    half = -(-battle.status(unit).starting_strength // battle.number("WW-EN-01.part"))
    return battle.lives(unit) and not battle.field.at_least(unit, half)


def _tell(battle: Battle, table: Table, gone: dict[int, list[int]], hurt: dict[int, int]) -> None:
    for unit in sorted({*gone, *hurt}):
        name, fallen = battle.unit(unit).name, tuple(gone.get(unit, ()))
        if unit in hurt:
            table.tell(Hurt(unit=name, wounds=hurt[unit], clause="WW-RS-05"))
        if fallen:
            places = battle.field.spots(fallen)
            table.tell(Slain(unit=name, count=len(fallen), models=fallen, places=places, clause="WW-RS-01"))


# --- The scores that hit, wound and save (WW-RS-02, WW-RS-04, WW-RS-05) ------------------------------------------


TWO, SIX = 2, 6  # the scores that a die can show and miss


def score_to_hit(table: Table, own: int, other: int) -> int:
    """Score needed to hit: 4+, made one easier or harder for each point of difference in skill (WW-R-01)."""
    even = table.number("WW-RS-02.even")
    if own == other:
        return even
    reading = table.rule("WW-R-01")
    if reading == "wh40k-ws":
        return _score_of_unlike(table, own, other)
    return even if reading == "flat-4" else settled(table, even + (other - own) * table.number("WW-RS-02.step"))


def _score_of_unlike(table: Table, own: int, other: int) -> int:
    """Score needed to hit when the models differ in skill (WW-R-01 `wh40k-ws`)."""
    if own > other:
        return table.number("WW-RS-02.better")
    is_much_worse = other > table.number("WW-RS-02.times") * own
    return table.number("WW-RS-02.worse" if is_much_worse else "WW-RS-02.even")


def score_to_wound(table: Table, weapon: Weapon, target: Traits) -> int:
    """Score needed to wound: 2+, made one worse for each level of Toughness and Armor that is not cancelled
    (WW-RS-04).
    """
    if not table.holds("WW-RS-04"):
        return SURE
    if table.rule("WW-R-03") == "wh40k-wound":
        behind = target.toughness - weapon.massive
        is_hopeless = behind >= table.number("WW-RS-04.hopeless")
        return NEVER if is_hopeless else min(max(table.number("WW-RS-04.even") + behind, TWO), SIX)
    armor = 0 if _saved_by_armor(table) else max(0, target.armor - weapon.ap)
    worse = max(0, target.toughness - weapon.massive) * table.number("WW-RS-04.toughness")
    return settled(table, table.number("WW-RS-04.base") + worse + armor * table.number("WW-RS-04.armor"))


def score_to_save(table: Table, weapon: Weapon, target: Traits) -> int:
    """Score needed to save: Defensive Save minus Melee Defense plus the weapon's Melee Offense (WW-RS-05)."""
    reading = table.rule("WW-R-04")
    if reading == "none" or not table.holds("WW-RS-05"):
        return NEVER
    if reading == "armour-save":
        need = table.number("WW-RS-05.armor") - target.armor + weapon.ap
        return NEVER if need > SIX else settled(table, need)
    better = target.melee_defense * table.number("WW-RS-05.defense")
    return settled(table, target.save - better + weapon.melee_offense * table.number("WW-RS-05.offense"))


def scores(table: Table, weapon: Weapon, target: Traits) -> tuple[int, int]:
    """Score that a weapon needs to wound a model, and the score that the model needs to save."""
    return score_to_wound(table, weapon, target), score_to_save(table, weapon, target)


def settled(table: Table, need: int) -> int:
    """Resolve a score that the die cannot show: by a re-roll, without dice, or as the nearest score on the die
    (WW-R-02).
    """
    if TWO <= need <= SIX:
        return need
    reading = table.rule("WW-R-02")
    if reading == "automatic":
        return SURE if need < TWO else NEVER
    if reading == "clamped":
        return min(max(need, TWO), SIX)
    return min(max(need, LEAST), MOST)


def _saved_by_armor(table: Table) -> bool:
    return table.rule("WW-R-04") == "armour-save"
