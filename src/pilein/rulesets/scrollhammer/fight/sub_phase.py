"""The Fight sub-phase: the choice of combats, and the Initiative steps of each combat (SH-FS, SH-IN-10)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.bonuses import ranks_before
from pilein.rulesets.scrollhammer.combat_events import StepBegan, SubPhaseBegan
from pilein.rulesets.scrollhammer.combats import combats_of, wiped_out
from pilein.rulesets.scrollhammer.contact import abreast_at_the_start, is_multiple, opening, pairs_in_contact
from pilein.rulesets.scrollhammer.hitting import voters_at_the_start
from pilein.rulesets.scrollhammer.initiative import NEVER, next_step_of
from pilein.rulesets.scrollhammer.pile_in.sides import having_stood
from pilein.rulesets.scrollhammer.pile_in.standoff import stops_the_combat
from pilein.rulesets.scrollhammer.state import Battle, Began, Fight, Pairs
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import CombatBegan


@clause(Step.FIGHT_SUB_PHASE, "SH-FS-01")
def fight_sub_phase(battle: Battle, table: Table) -> Battle:
    """SH-FS-01. Attacks are made once all charges are complete, and every combat with locked units is fought."""
    table.tell(SubPhaseBegan(name="Fight sub-phase", clause="SH-FS-01"))
    combats = combats_of(battle, table)
    if combats:
        table.then(Step.NEXT_COMBAT)
    return battle.having_combats(combats)


@clause(Step.NEXT_COMBAT, "SH-FS-03")
def next_combat(battle: Battle, table: Table) -> Battle:
    """SH-FS-03. If there are several separate combats, the active player chooses their order."""
    combats = battle.combats
    if table.rule("SH-R-37") == "recomputed":
        combats = tuple(combat for combat in combats_of(battle, table) if not _is_fought(battle, combat))
    if not combats:
        return battle.having_combats(())
    labels = tuple(", ".join(_names(battle, combat)) for combat in combats)
    words = "which combat is fought next?"
    chosen = table.choose(OneOf(battle.active, "SH-FS-03", words, tuple(range(len(combats))), labels))
    table.then(Step.FIGHT_TO_THE_END, *combats[chosen])
    table.then(Step.NEXT_COMBAT)
    return battle.having_combats(tuple(combat for place, combat in enumerate(combats) if place != chosen))


@clause(Step.FIGHT_TO_THE_END, "SH-FS-04")
def fight_to_the_end(battle: Battle, table: Table, *units: int) -> Battle:
    """SH-FS-04. Each combat is completed, up to and including consolidation, before the next combat starts."""
    table.tell(CombatBegan(units=_names(battle, units), clause="SH-FS-04"))
    opened = opening(battle, table, units)
    ranks, voters = ranks_before(battle, table, units), voters_at_the_start(battle, table, units)
    table.then(Step.NEXT_STEP)
    if is_multiple(units) and table.rule("SH-R-82") == "stay-one":
        battle = battle.bound((*(bond for bond in battle.bonds if not set(bond) & set(units)), units))
    began = Began(ranks, voters, opened, abreast_at_the_start(battle, table, units))
    fight = Fight(units, began=began, pairs=Pairs(pairs_in_contact(battle, units)))
    return having_stood(on_their_feet(battle, table, units).beginning(fight), table)


def on_their_feet(battle: Battle, table: Table, units: tuple[int, ...]) -> Battle:
    """Return the battle after models that had gone to ground have stood up, as models in close combat must
    (SH-SV-02).
    """
    for unit in units:
        if battle.status(unit).gone_to_ground and table.holds("SH-SV-02"):
            battle = battle.having(unit, gone_to_ground=False)
    return battle


@clause(Step.NEXT_STEP, "SH-IN-10")
def next_step(battle: Battle, table: Table) -> Battle:
    """SH-IN-10. Steps are fought one after another in the same way, and only then is the result worked out."""
    step, battle = next_step_of(battle, table), battle.exchanging(marked=())
    if step == NEVER or wiped_out(battle, table):
        table.then(Step.WORK_OUT)
        return battle
    if stops_the_combat(battle, table):
        table.then(Step.LOSE_REMAINING_STEPS)
        return battle
    table.tell(StepBegan(step=step, clause="SH-IN-01"))
    if battle.is_on_table:
        table.then(Step.PILE_INS, step)
    table.then(Step.DECLARE_ATTACKS)
    table.then(Step.STRIKE, step)
    table.then(Step.NEXT_STEP)
    return battle.fighting(step=step).exchanging(piled=())


def _is_fought(battle: Battle, combat: tuple[int, ...]) -> bool:
    return any(battle.status(unit).has_struck for unit in combat)


def _names(battle: Battle, units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(battle.unit(unit).name for unit in units)
