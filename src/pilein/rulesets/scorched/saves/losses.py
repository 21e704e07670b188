"""Wounds taken in a combat, and who is taken off for them."""

from collections.abc import Mapping

from pilein.kernel.table import Table
from pilein.rulesets.scorched.events.combat import Slain, TookWounds
from pilein.rulesets.scorched.state import Battle, Hurt
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press


def suffering(battle: Battle, table: Table, wounds: Mapping[int, int], cause: str, clause_id: str) -> Battle:
    """The battle after models have taken so many wounds more; nobody is taken off yet."""
    hurt = {one.model: one for one in battle.combat.hurt}
    for model, more in wounds.items():
        if more:
            table.tell(TookWounds(**battle.called(model), wounds=more, cause=cause, clause=clause_id))
            hurt[model] = Hurt(model, battle.wounds_taken(model) + more)
    return battle.fighting(hurt=tuple([hurt[model] for model in sorted(hurt)]))


def is_out(battle: Battle, model: int) -> bool:
    """Whether a model has no wounds left."""
    return battle.wounds_left(model) <= 0


def out_of_it(battle: Battle, model: int) -> Battle:
    """The battle, a slain model taking no further part: it lands no hits and takes none."""
    fight = battle.combat
    strikes = tuple(strike for strike in fight.strikes if model not in (strike.by, strike.on))
    return battle.fighting(gone=tuple(sorted({*fight.gone, model})), strikes=strikes)


def past_saving(battle: Battle, model: int) -> Battle:
    """The battle, hits on a model that is slain already being dropped; those that it has landed stand."""
    return battle.fighting(strikes=tuple(strike for strike in battle.combat.strikes if strike.on != model))


def taken_off(battle: Battle, table: Table) -> Battle:
    """CP-R-60. The field with the wounds of the combat, and without those slain in it."""
    hurt = {one.model: one.wounds for one in battle.combat.hurt}
    slain = tuple(model for model in battle.in_order(hurt) if is_out(battle, model))
    for model in slain:
        table.tell(_slain(battle, model))
    field, gone = battle.field, frozenset(slain)
    lost = {model: taken for model, taken in hurt.items() if model not in gone and taken != field.wounds_lost(model)}
    battle = battle.fighting(hurt=(), gone=())
    if not lost and not gone:
        return battle
    new = field.renumbered(lost, gone) if isinstance(field, Press) else {}
    return battle.without(gone, new).on(field.after(lost, gone))


def _slain(battle: Battle, model: int) -> Slain:
    unit = battle.setup.units[battle.setup.unit_of[model]].name
    if not isinstance(battle.field, Plane):
        return Slain(model=battle.name(model), unit=unit, clause="CP-SV-02")
    place = battle.field.place(model)
    return Slain(model=battle.name(model), unit=unit, models=(model,), places=((place.x, place.y),), clause="CP-SV-02")
