"""The Fight sub-phase: which combat, and its Initiative steps one by one (SH-FS, SH-IN-10)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.fighting import CombatBegan, StepBegan, SubPhaseBegan
from pilein.rulesets.scrollhammer.fight.contact import is_multiple
from pilein.rulesets.scrollhammer.fight.engaged import locked_with, opening
from pilein.rulesets.scrollhammer.fight.hitting import voters_at_the_start
from pilein.rulesets.scrollhammer.fight.initiative import NEVER, next_step_of
from pilein.rulesets.scrollhammer.pile_in.standoff import stops_the_combat
from pilein.rulesets.scrollhammer.result.bonuses import ranks_before
from pilein.rulesets.scrollhammer.result.opponents import pairs_in_contact
from pilein.rulesets.scrollhammer.result.result import wiped_out
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle, Fight
from pilein.rulesets.scrollhammer.steps import Step
from pilein.tabletop.press import Press


@clause(Step.FIGHT_SUB_PHASE, "SH-FS-01")
def fight_sub_phase(battle: Battle, table: Table) -> Battle:
    """SH-FS-01. When all charges are done, blows are struck: every combat that units are locked in is fought."""
    table.tell(SubPhaseBegan(name="Fight sub-phase", clause="SH-FS-01"))
    combats = combats_of(battle, table)
    if combats:
        table.then(Step.NEXT_COMBAT)
    return battle.having_combats(combats)


@clause(Step.NEXT_COMBAT, "SH-FS-03")
def next_combat(battle: Battle, table: Table) -> Battle:
    """SH-FS-03. With several separate combats the active player picks their order."""
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
    """SH-FS-04. A combat is completed, through consolidation, before the next one starts."""
    table.tell(CombatBegan(units=_names(battle, units), clause="SH-FS-04"))
    opened = opening(battle, table, units)
    ranks, voters = ranks_before(battle, table, units), voters_at_the_start(battle, table, units)
    table.then(Step.NEXT_STEP)
    if is_multiple(units) and table.rule("SH-R-82") == "stay-one":
        battle = battle.bound((*(bond for bond in battle.bonds if not set(bond) & set(units)), units))
    fight = Fight(units, ranks=ranks, voters=voters, opened=opened, met=pairs_in_contact(battle, units))
    return on_their_feet(battle, table, units).beginning(fight)


def on_their_feet(battle: Battle, table: Table, units: tuple[int, ...]) -> Battle:
    """SH-SV-02. Models in close combat cannot go to ground: those who have are up again."""
    for unit in units:
        if battle.status(unit).gone_to_ground and table.holds("SH-SV-02"):
            battle = battle.having(unit, gone_to_ground=False)
    return battle


@clause(Step.NEXT_STEP, "SH-IN-10")
def next_step(battle: Battle, table: Table) -> Battle:
    """SH-IN-10. Step after step is fought in the same way; only when all are done the result is worked out."""
    fight = battle.fight
    assert fight is not None
    step = next_step_of(battle, table)
    if step == NEVER or wiped_out(battle, table):
        table.then(Step.WORK_OUT)
        return battle
    if stops_the_combat(battle, table):
        table.then(Step.LOSE_REMAINING_STEPS)
        return battle
    table.tell(StepBegan(step=step, clause="SH-IN-01"))
    if not isinstance(battle.field, Press):
        table.then(Step.PILE_INS, step)
    table.then(Step.DECLARE_BLOWS)
    table.then(Step.STRIKE, step)
    table.then(Step.NEXT_STEP)
    return battle.fighting(step=step, piled=())


def combats_of(battle: Battle, table: Table) -> tuple[tuple[int, ...], ...]:
    """SH-MU-01, SH-MU-02. Units under enemy contact, group by connected group, however many: each is one combat."""
    left = [unit.number for unit in battle.setup.units if locked_with(battle, unit.number)]
    bonds = battle.bonds if battle.bonds and table.rule("SH-R-82") == "stay-one" else ()
    combats = []
    while left:
        group = _connected(battle, left[0], bonds)
        if not is_multiple(group) or (table.holds("SH-MU-01") and table.holds("SH-MU-02")):
            combats.append(group)
        left = [unit for unit in left if unit not in group]
    return tuple(combats)


def _connected(battle: Battle, unit: int, bonds: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    found, waiting = {unit}, [unit]
    while waiting:
        one = waiting.pop()
        bound = [other for bond in bonds if one in bond for other in bond if locked_with(battle, other)]
        for other in (*locked_with(battle, one), *bound):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return tuple(sorted(found))


def _is_fought(battle: Battle, combat: tuple[int, ...]) -> bool:
    return any(battle.status(unit).has_struck for unit in combat)


def _names(battle: Battle, units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(battle.unit(unit).name for unit in units)
