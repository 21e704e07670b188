"""Additional effects of weapons on models hit or wounded (SH-AE)."""

from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.fighting import Marked
from pilein.rulesets.scrollhammer.fight.engaged import engaged_models
from pilein.rulesets.scrollhammer.fight.victims import is_slain, name_of
from pilein.rulesets.scrollhammer.rulebook import clause, says
from pilein.rulesets.scrollhammer.state import Battle, Wounds
from pilein.rulesets.scrollhammer.steps import Step

UNSAVED, WOUNDING, HITTING = "unsaved", "wounding", "hitting"


@says("SH-AE-01", without=())
def marks_of(battle: Battle, by: int, source: str, trigger: str) -> tuple[str, ...]:
    """SH-AE-01. What a weapon leaves on models, by one of the three triggers: on a hit, a wound, an unsaved wound."""
    for number, kind in enumerate(battle.setup.kinds):
        for weapon in battle.traits(number).weapons if kind.unit == by else ():
            if weapon.name == source:
                return tuple(effect.mark for effect in weapon.effects if effect.trigger == trigger)
    return ()


@says("SH-AE-02", without=lambda battle, *_: battle)
def mark_victims(battle: Battle, before: Battle, lot: Wounds) -> Battle:
    """SH-AE-02. The effect of an unsaved wound takes hold of the very models that suffered it.

    So do effects of wounds, saved or not, and of hits (SH-R-59).
    """
    if not lot.source:
        return battle
    earlier = dict(before.hurt(lot.unit))
    victims = [model for model, wounds in battle.hurt(lot.unit) if wounds > earlier.get(model, 0)]
    for trigger in (UNSAVED, WOUNDING, HITTING):
        for mark in marks_of(battle, lot.by, lot.source, trigger):
            fresh = ((model, mark) for model in victims if (model, mark) not in battle.marks)
            battle = battle.marked((*battle.marks, *fresh))
    return battle


def noted(battle: Battle, lot: Wounds, *, saved: int, lost: int) -> Battle:
    """The battle, with the wounds of a weapon with effects that were saved, and those that were not, kept in mind."""
    assert battle.fight is not None
    if not lot.source:
        return battle
    kept = [(lot.unit, lot.by, lot.source, WOUNDING, saved), (lot.unit, lot.by, lot.source, UNSAVED, lost)]
    return battle.fighting(marking=(*battle.fight.marking, *(one for one in kept if one[-1])))


@clause(Step.HAND_OUT, "SH-AE-03")
def hand_out(battle: Battle, table: Table) -> Battle:
    """SH-AE-03. Effects of hits and of wounds, saved or not, are resolved on every unit the weapon hit or wounded."""
    fight = battle.fight
    assert fight is not None
    for unit, by, source, trigger, count in fight.marking:
        if trigger == HITTING and not is_struck_by_hits(battle, table, unit, by, source):
            continue
        for mark in marks_of(battle, by, source, trigger) if trigger != UNSAVED else ():
            table.then(Step.MARK_SAVED if trigger == WOUNDING else Step.MARK_MISSED, unit, by, mark, count)
    return battle.fighting(marking=())


@says("SH-AE-06", without=False)
def is_struck_by_hits(battle: Battle, table: Table, unit: int, by: int, source: str) -> bool:
    """SH-AE-06. Effects of hits fall on each unit hit; `literal` (SH-R-58): only if a wound was not saved."""
    assert battle.fight is not None
    wounded = any(one[:4] == (unit, by, source, UNSAVED) for one in battle.fight.marking)
    return wounded or table.rule("SH-R-58") == "default"


@clause(Step.MARK_SAVED, "SH-AE-04")
def mark_saved(battle: Battle, table: Table, unit: int, by: int, mark: str, count: int) -> Battle:
    """SH-AE-04. As many models must be marked as wounds of the weapon were saved."""
    return _mark(battle, table, (unit, by), mark, count, wounded_this_round(battle, table, unit))


@clause(Step.MARK_MISSED, "SH-AE-07")
def mark_missed(battle: Battle, table: Table, unit: int, by: int, mark: str, count: int) -> Battle:
    """SH-AE-07. As many models must be marked as hits of the weapon did not wound."""
    return _mark(battle, table, (unit, by), mark, count, hit_this_round(battle, table, unit))


@says("SH-AE-05", without=())
def wounded_this_round(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """SH-AE-05. Only models that the weapon could have wounded this round may be marked."""
    return _eligible(battle, table, unit)


@says("SH-AE-08", without=())
def hit_this_round(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """SH-AE-08. Only models that the weapon could have hit this round may be marked."""
    return _eligible(battle, table, unit)


def _eligible(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """SH-R-59. Living models of the unit that were engaged at this step; `whole-unit`: all of it."""
    if table.rule("SH-R-59") == "whole-unit":
        models = battle.field.models(unit)
    else:
        models = tuple(one.model for one in engaged_models(battle, table, unit))
    return tuple(model for model in models if not is_slain(battle, model))


def _mark(
    battle: Battle, table: Table, units: tuple[int, int], mark: str, count: int, eligible: tuple[int, ...]
) -> Battle:
    """The owner of the unit (SH-R-59: or the attacker) picks; none is marked twice."""
    unit, by = units
    free = tuple(model for model in eligible if (model, mark) not in battle.marks)
    number = min(count, len(free))
    chosen = free
    if number < len(free):
        side = battle.side(by if table.rule("SH-R-59") == "attacker-picks" else unit)
        labels = tuple(name_of(battle, model) for model in free)
        words = f"{battle.unit(unit).name}: who is {mark}?"
        chosen = table.choose(Several(side, "SH-AE-04", words, free, number, number, labels))
    if chosen:
        table.tell(Marked(unit=battle.unit(unit).name, mark=mark, count=len(chosen), models=chosen, clause="SH-AE-04"))
    return battle.marked((*battle.marks, *((model, mark) for model in chosen)))
