"""Additional effects of weapons on models that they hit or wound (SH-AE)."""

from typing import NamedTuple

from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import Marked
from pilein.rulesets.scrollhammer.contact import engaged_models
from pilein.rulesets.scrollhammer.fight.eligible_casualties import is_slain, name_of
from pilein.rulesets.scrollhammer.state import Battle, Mark, Wounds
from pilein.rulesets.scrollhammer.steps import Step, clause

UNSAVED, WOUNDING, HITTING = "unsaved", "wounding", "hitting"


def marks_of(battle: Battle, table: Table, by: int, source: str, trigger: str) -> tuple[str, ...]:
    """Return the marks that a weapon leaves when a hit, a wound or an unsaved wound triggers its effect (SH-AE-01)."""
    for number, kind in enumerate(battle.setup.kinds):
        for weapon in battle.traits(number).weapons if kind.unit == by else ():
            if weapon.name == source:
                marks = tuple(effect.mark for effect in weapon.effects if effect.trigger == trigger)
                return marks if marks and table.holds("SH-AE-01") else ()
    return ()


def mark_victims(battle: Battle, table: Table, before: Battle, group: Wounds) -> Battle:
    """Apply a weapon's effects, as marks, to the models that suffered its unsaved wounds (SH-AE-02).

    Effects of hits, and of wounds whether or not they are saved, are applied to these models as well (SH-R-59).
    """
    if not group.source:
        return battle
    earlier = dict(before.hurt(group.unit))
    victims = [model for model, wounds in battle.hurt(group.unit) if wounds > earlier.get(model, 0)]
    for trigger in (UNSAVED, WOUNDING, HITTING):
        for mark in marks_of(battle, table, group.by, group.source, trigger):
            if victims and table.holds("SH-AE-02"):
                fresh = (model for model in victims if (model, mark) not in battle.marks)
                left = tuple(model for model in fresh if not is_slain(battle, model))
                _tell(battle, table, group.unit, mark, left, "SH-AE-02")
                battle = _bearing(battle, tuple((model, mark, group.by, group.source) for model in victims))
    return battle


def noted(battle: Battle, group: Wounds, *, saved: int, lost: int) -> Battle:
    """Return the battle after recording saved and unsaved wounds from a weapon with effects."""
    if not group.source:
        return battle
    kept = [(group.unit, group.by, group.source, WOUNDING, saved), (group.unit, group.by, group.source, UNSAVED, lost)]
    return battle.exchanging(marking=(*battle.combat.exchange.marking, *(one for one in kept if one[-1])))


@clause(Step.HAND_OUT, "SH-AE-03")
def hand_out(battle: Battle, table: Table) -> Battle:
    """SH-AE-03. Effects of hits and of wounds, saved or not, are resolved on every unit the weapon hit or wounded."""
    fight = battle.combat
    for unit, by, source, trigger, count in fight.exchange.marking:
        if trigger == HITTING and not is_struck_by_hits(battle, table, unit, by, source):
            continue
        for mark in marks_of(battle, table, by, source, trigger) if trigger != UNSAVED else ():
            table.then(Step.MARK_SAVED if trigger == WOUNDING else Step.MARK_MISSED, unit, by, source, mark, count)
    return battle.exchanging(marking=())


def is_struck_by_hits(battle: Battle, table: Table, unit: int, by: int, source: str) -> bool:
    """Whether effects of hits apply to a unit (SH-AE-06). Under SH-R-58 `literal` such effects apply only after an
    unsaved wound.
    """
    wounded = any(one[:4] == (unit, by, source, UNSAVED) for one in battle.combat.exchange.marking)
    return (wounded or table.rule("SH-R-58") == "default") and table.holds("SH-AE-06")


@clause(Step.MARK_SAVED, "SH-AE-04")
def mark_saved(battle: Battle, table: Table, unit: int, by: int, source: str, mark: str, count: int) -> Battle:
    """SH-AE-04, SH-AE-05. For each wound saved, one model that the weapon could have wounded is marked."""
    eligible = _struck_at(battle, table, unit) if table.holds("SH-AE-05") else battle.field.models(unit)
    return _mark(battle, table, unit, _Marking(count, eligible, mark, by, source, "SH-AE-04"))


@clause(Step.MARK_MISSED, "SH-AE-07")
def mark_missed(battle: Battle, table: Table, unit: int, by: int, source: str, mark: str, count: int) -> Battle:
    """SH-AE-07, SH-AE-08. For each hit that did not wound, one model that the weapon could have hit is marked."""
    eligible = _struck_at(battle, table, unit) if table.holds("SH-AE-08") else battle.field.models(unit)
    return _mark(battle, table, unit, _Marking(count, eligible, mark, by, source, "SH-AE-07"))


def _struck_at(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Models of a unit that a weapon could have hit. By default these are the models engaged now; under `whole-unit`
    all models count (SH-R-59).
    """
    if table.rule("SH-R-59") == "whole-unit":
        return battle.field.models(unit)
    return tuple(one.model for one in engaged_models(battle, table, unit))


class _Marking(NamedTuple):
    """Marking still to be carried out, with the number of models, the mark, the attacking unit, its weapon and the rule
    sentence.
    """

    number: int
    eligible: tuple[int, ...]
    mark: str
    by: int
    source: str
    clause: str

    def on(self, model: int) -> Mark:
        return (model, self.mark, self.by, self.source)


def _mark(battle: Battle, table: Table, unit: int, marking: _Marking) -> Battle:
    """Have the unit's owner, or the attacker, choose the models to mark (SH-R-59). A weapon marks no model twice in a
    step.
    """
    living = (model for model in marking.eligible if not is_slain(battle, model))
    free = tuple(model for model in living if marking.on(model) not in battle.combat.exchange.marked)
    number = min(marking.number, len(free))
    chosen = free
    if number < len(free):
        side = battle.side(marking.by if table.rule("SH-R-59") == "attacker-picks" else unit)
        labels = tuple(name_of(battle, model) for model in free)
        words = f"{battle.unit(unit).name}: which model is {marking.mark}?"
        chosen = table.choose(Several(side, marking.clause, words, free, number, number, labels))
    _tell(battle, table, unit, marking.mark, chosen, marking.clause)
    return _bearing(battle, tuple(marking.on(model) for model in chosen))


def _tell(battle: Battle, table: Table, unit: int, mark: str, models: tuple[int, ...], clause_id: str) -> None:
    if models:
        name = battle.unit(unit).name
        table.tell(Marked(unit=name, mark=mark, count=len(models), models=models, clause=clause_id))


def _bearing(battle: Battle, marked: tuple[Mark, ...]) -> Battle:
    marks = dict.fromkeys((*battle.marks, *(mark[:2] for mark in marked)))
    return battle.marked(tuple(marks)).exchanging(marked=(*battle.combat.exchange.marked, *marked))
