"""Dangerous Terrain tests (SH-TE-05, SH-R-35)."""

from pilein.dice import Hazards
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge_events import GroundBraved, Slain
from pilein.rulesets.scrollhammer.combat_events import Suffered
from pilein.rulesets.scrollhammer.profile import NO_SAVE, Traits
from pilein.rulesets.scrollhammer.saves import armour_save, must_take_one, possible
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause

LABEL = "dangerous terrain"


@clause(Step.DANGEROUS_TEST, "SH-TE-05")
def dangerous_test(battle: Battle, table: Table, model: int, areas: int, scored: int) -> Battle:
    """SH-TE-05. A model that moves through dangerous ground tests immediately and takes a Wound on a 1 (SH-R-35).

    The model rolls one D6 for each of the `areas` that it crosses. If `scored` is 1, the Wound counts towards the
    enemy's score (SH-R-60).
    """
    unit = battle.setup.unit_of[model]
    if areas < 1 or model not in battle.plane.models(unit):
        return battle
    save = _save(battle, table, model)
    hurt = table.roll(Hazards((save,), label=LABEL))[0]
    table.tell(GroundBraved(unit=battle.unit(unit).name, model=model, hurt=hurt, clause="SH-TE-05"))
    table.then(Step.DANGEROUS_TEST, model, areas - 1, scored)
    if not hurt:
        return battle
    battle = losing_a_wound(battle, table, model, cause="dangerous ground", told_by="SH-TE-05")
    return _scored(battle, unit) if scored and battle.fight is not None else battle


def losing_a_wound(battle: Battle, table: Table, model: int, *, cause: str, told_by: str, wounds: int = 1) -> Battle:
    """Return the battle after a model has lost Wounds. A model that loses its last Wound is removed."""
    lost = battle.plane.wounds_lost(model) + wounds
    name = battle.unit(battle.setup.unit_of[model]).name
    if lost < battle.traits(battle.setup.kind_of[model]).W:
        table.tell(Suffered(unit=name, wounds=wounds, clause=told_by))
        return battle.on(battle.plane.wounded(model, lost))
    spots = battle.field.spots((model,))
    table.tell(Slain(unit=name, count=1, models=(model,), places=spots, cause=cause, clause=told_by))
    return battle.on(battle.plane.without(frozenset({model})))


def _save(battle: Battle, table: Table, model: int) -> int:
    """Score needed to save against dangerous ground, by armour or ward (SH-R-35). `no-armour` allows only the ward, and
    `no-save` allows neither.
    """
    traits = battle.traits(battle.setup.kind_of[model])
    reading = table.rule("SH-R-35") if _has_save(traits) else "default"
    if reading == "no-save":
        return NO_SAVE
    armour = NO_SAVE if reading == "no-armour" else armour_save(traits, 0, table)
    return must_take_one(battle.setup.side_of(model), table, possible(("armour", armour), ("ward", traits.Ward)))


def _has_save(traits: Traits) -> bool:
    return min(traits.Sv, traits.Ward) < NO_SAVE


def _scored(battle: Battle, unit: int) -> Battle:
    gained = -1 if battle.side(unit) == battle.active else 1
    return battle.fighting(lead=battle.combat.lead + gained)
