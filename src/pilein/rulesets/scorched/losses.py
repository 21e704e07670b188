"""Wounds taken in a combat, and the removal of slain models."""

from collections.abc import Container, Mapping

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scorched.events import Slain, TookWounds
from pilein.rulesets.scorched.gear import striking_rows
from pilein.rulesets.scorched.hit_effects import armour_against, is_eternal, own_feel_no_pain
from pilein.rulesets.scorched.profile import DAEMON, NO_SAVE
from pilein.rulesets.scorched.save_dice import HitDice, Save, SaveDice, Victim, outcome_of
from pilein.rulesets.scorched.state import NOT_COUNTED, Battle, Hand, Hurt
from pilein.rulesets.scorched.steps import Step, clause

FAILED_SAVES = "CP-SV-02"


def suffering(
    battle: Battle,
    table: Table,
    wounds: Mapping[int, int],
    cause: str,
    clause_id: str,
    *,
    lethal: Container[int] = (),
) -> Battle:
    """Return the battle after models have taken wounds. No model is removed yet.

    Each wound on a model in `lethal` means instant death.
    """
    hurt = {one.model: one for one in battle.combat.hurt}
    for model, more in wounds.items():
        if more:
            instant = model in lethal and 1 < more == battle.wounds_left(model)
            table.tell(TookWounds(**battle.called(model), wounds=more, cause=cause, instant=instant, clause=clause_id))
            total = battle.wounds_taken(model) + more
            is_slain = total >= battle.traits(model).W and clause_id != FAILED_SAVES
            before = hurt[model].slain_by if model in hurt else ""
            hurt[model] = Hurt(model, total, before or (clause_id if is_slain else ""))
    return battle.fighting(hurt=tuple([hurt[model] for model in sorted(hurt)]))


def is_out(battle: Battle, model: int) -> bool:
    """Whether a model has no wounds left."""
    return battle.wounds_left(model) <= 0


def taken_out(battle: Battle, model: int) -> Battle:
    """Return the battle after a slain model has been taken out of the current combat. The model lands no hits and takes
    no further hits.
    """
    fight = battle.combat
    strikes = tuple(strike for strike in fight.strikes if model not in (strike.by, strike.on))
    return battle.fighting(gone=tuple(sorted({*fight.gone, model})), strikes=strikes)


def past_saving(battle: Battle, table: Table, model: int) -> Battle:
    """Discard the remaining hits on a slain model. Hits that the model itself has landed still count.

    Under CP-R-11 `priority-order` the model's own hits are lost if hits by the priority player are still to be
    saved.
    """
    strikes, active = battle.combat.strikes, battle.active
    is_later = battle.side_of(model) != active and any(battle.side_of(one.by) == active for one in strikes)
    if is_later and table.rule("CP-R-11") == "priority-order":
        return taken_out(battle, model)
    return battle.fighting(strikes=tuple(strike for strike in strikes if strike.on != model))


def taken_off(battle: Battle, table: Table) -> Battle:
    """Apply the combat's wounds to the field and remove the models slain in the combat (CP-R-60)."""
    hurt = {one.model: one.wounds for one in battle.combat.hurt}
    slain = tuple(model for model in battle.in_order(hurt) if is_out(battle, model))
    causes = {one.model: one.slain_by or FAILED_SAVES for one in battle.combat.hurt}
    for model in slain:
        table.tell(_slain(battle, model, causes[model]))
    field, gone = battle.field, frozenset(slain)
    lost = {model: taken for model, taken in hurt.items() if model not in gone and taken != field.wounds_lost(model)}
    battle = battle.fighting(hurt=(), gone=())
    if not lost and not gone:
        return battle
    return battle.without(gone, field.renumbered(lost, gone)).on(field.after(lost, gone))


def _slain(battle: Battle, model: int, cause: str) -> Slain:
    unit = battle.setup.units[battle.setup.unit_of[model]].name
    models = (model,) if battle.is_on_table else ()
    spots = battle.field.spots(models)
    return Slain(model=battle.name(model), unit=unit, models=models, places=spots, clause=cause)


# --- Possession: the effect of a daemon weapon on its bearer (CP-DW-01) -------------------------------------------


NO_AP = 0


@clause(Step.POSSESS, "CP-DW-01", "CP-IX-08")
def possess(battle: Battle, table: Table, model: int) -> Battle:
    """CP-DW-01, CP-IX-08. Each attack die whose final face is a 1 inflicts a wound on the bearer of a daemon weapon.

    The bearer is wounded even if it shields (CP-IX-20), but not if it uses another weapon with both hands
    (CP-IX-15). The wounds are taken as Roll Attacks ends, without saves, and a bearer slain by them neither lands
    nor takes hits (CP-R-50). Feel No Pain is not rolled against instant death (CP-IX-21).
    """
    is_held = DAEMON in striking_rows(battle, table, model)
    ones = sum(hand.ones for hand in battle.combat.hands if hand.model == model and hand.ones != NOT_COUNTED)
    battle = battle.fighting(hands=tuple([_uncounted(hand, model) for hand in battle.combat.hands]))
    if not ones or not is_held or (model in battle.combat.shielding and not table.holds("CP-IX-20")):
        return battle
    reading = table.rule("CP-R-50")
    is_lethal = reading == "instant-death"
    saves: tuple[Save, ...] = ()
    if reading == "armour-save":
        need = armour_against(table, battle.traits(model).Sv, NO_AP, 0).need
        saves = (Save(need),) if need < NO_SAVE else ()
    is_denied = is_lethal and battle.traits(model).FNP < NO_SAVE and table.holds("CP-IX-21")
    ignore = NO_SAVE if is_denied else own_feel_no_pain(battle, table, model)
    hit_dice = HitDice(
        ones * table.number("CP-DW-01"),
        saves=saves,
        ignore=ignore,
        is_lethal=is_lethal and not is_eternal(battle, table, model),
    )
    victims, names = (Victim(battle.wounds_left(model), (hit_dice,)),), (battle.name(model),)
    ((wounds,),) = outcome_of(table, SaveDice(victims, label="possession", names=names))
    lethal = (model,) if hit_dice.is_lethal else ()
    battle = suffering(battle, table, {model: wounds}, "from its daemon", "CP-DW-01", lethal=lethal)
    if is_out(battle, model) and reading != "with-others":
        return taken_out(battle, model)
    return battle


def _uncounted(hand: Hand, model: int) -> Hand:
    """Return a copy of the hand that no longer counts ones, if the given model rolled the hand."""
    return replace(hand, ones=NOT_COUNTED) if hand.model == model else hand
