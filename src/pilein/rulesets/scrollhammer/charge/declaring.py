"""Rules for declaring charges: the units that may declare charges (SH-CH-05 to SH-CH-10), and the sequence of events
(SH-CP-02, SH-FA-04 to SH-FA-06).
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.blocks import Block
from pilein.kernel.requests import Answer, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import living_traits
from pilein.rulesets.scrollhammer.charge.targets import Declaration, Naming, has_to_look, naming
from pilein.rulesets.scrollhammer.charge_events import ChargeDeclared, NotSeen
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.nearness import foes_by_gap
from pilein.rulesets.scrollhammer.state import NOBODY, Battle, Charge
from pilein.rulesets.scrollhammer.steps import Step, clause


@clause(Step.CHARGE_SUB_PHASE, "SH-FA-06")
def charge_sub_phase(battle: Battle, table: Table) -> Battle:
    """SH-FA-06. The active player makes any number of charges, one at a time, and then the sub-phase ends."""
    namings = _namings(battle, table)
    if not namings:
        return battle
    names = tuple(unit.name for unit in battle.setup.units)
    words = "which unit charges, and which targets?"
    answer = table.choose(Declaration(battle.active, "SH-CH-01", words, namings, names))
    if answer:
        table.then(Step.DECLARE, *answer)
    return battle


@clause(Step.DECLARE, "SH-CH-01")
def declare(battle: Battle, table: Table, unit: int, *targets: int) -> Battle:
    """SH-CH-01. The active player picks a unit and names one or more enemy units as its charge targets.

    Under SH-R-09 `by-eye` the players then check whether the unit can see each target (SH-CH-03).
    """
    name = battle.unit(unit).name
    named = tuple(battle.unit(target).name for target in targets)
    table.tell(ChargeDeclared(unit=name, targets=named, clause="SH-CH-01"))
    for target in targets:
        if has_to_look(battle, table, unit, target) and table.holds("SH-CH-03"):
            table.then(Step.LOOK, target)
    if len(targets) > 1:
        table.then(Step.ASSIGN)
    table.then(Step.CARRY_THROUGH)
    charge = Charge(unit, targets, arcs=("",) * len(targets))
    return replace(battle.having(unit, declared=True), charge=charge)


@clause(Step.LOOK)
def look(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-09 `by-eye`. The players decide whether the charger can see a named target; a target it cannot see is
    dropped.
    """
    charge = battle.charge
    assert charge is not None
    unit, other = battle.unit(charge.unit).name, battle.unit(target).name
    if table.choose(yes_or_no(battle.active, "SH-CH-03", f"can {unit} see {other}?")):
        return battle
    table.tell(NotSeen(unit=unit, target=other, clause="SH-CH-03"))
    left = tuple(one for one in charge.targets if one != target)
    battle = battle.having(charge.unit, unseen=(*battle.status(charge.unit).unseen, target))
    return battle.charging(targets=left, arcs=("",) * len(left))


@clause(Step.CARRY_THROUGH, "SH-CP-02")
def carry_through(battle: Battle, table: Table) -> Battle:
    """SH-CP-02. Each charge is resolved from start to finish, through reactions, range, and charge move or failure.

    A unit that can see none of the targets it named has not declared a charge (SH-CH-03).
    """
    charge = battle.charge
    assert charge is not None
    if not charge.targets:
        table.then(Step.NEXT_CHARGE)
        return battle.having(charge.unit, declared=False)
    for target in charge.targets:
        table.then(Step.REACT, target)
    for target in charge.targets:
        table.then(Step.NAME_ARC, target)
    table.then(Step.ROLL_CHARGE_RANGE)
    table.then(Step.NEXT_CHARGE)
    return battle


@clause(Step.NEXT_CHARGE, "SH-FA-04")
def next_charge(battle: Battle, table: Table) -> Battle:
    """SH-FA-04. The player may declare a charge with another unit only once all models in the charging unit
    have moved.
    """
    table.then(Step.CHARGE_SUB_PHASE)
    return replace(battle, charge=None)


def _namings(battle: Battle, table: Table) -> tuple[Naming, ...]:
    """Units that may declare a charge and have an enemy to charge, each with its possible targets."""
    units = (unit for unit in battle.setup.units_of(battle.active) if _may_declare(battle, table, unit))
    namings = (naming(battle, table, unit) for unit in units)
    return tuple(one for one in namings if one.targets)


def _may_declare(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may declare a charge. It may do so once per turn, even if the charge fails, and only if no rule
    forbids it (SH-FA-05).
    """
    if not battle.living(unit) or (battle.status(unit).declared and table.holds("SH-FA-05")):
        return False
    return why_may_not_declare(battle, table, unit) is None


def why_may_not_declare(battle: Battle, table: Table, unit: int) -> str | None:
    """Explain why a unit may not declare a charge, or return None (SH-CH-05). Other rules may add reasons (SH-R-10)."""
    reason = _usual_bar(battle, table, unit)
    if reason is None:
        bars = battle.status(unit).bars
        reason = bars[0] if bars and table.rule("SH-R-10") == "default" else None
    return reason if reason is not None and table.holds("SH-CH-05") else None


def _usual_bar(battle: Battle, table: Table, unit: int) -> str | None:
    """Return the reason why a unit may not declare a charge, or None.

    A unit may not charge if it is locked (SH-CH-06), has marched (SH-CH-07), has gone to ground (SH-CH-08), is falling
    back (SH-CH-10), or has used a weapon or an ability that rules out charging this turn (SH-CH-09).
    """
    status = battle.status(unit)
    if is_locked(battle, unit) and table.holds("SH-CH-06"):
        return "it is locked in combat"
    if status.marched and table.holds("SH-CH-07"):
        return "it marched this turn"
    if status.gone_to_ground and table.holds("SH-CH-08"):
        return "it has gone to ground"
    if _has_used_what_bars(battle, unit) and table.holds("SH-CH-09"):
        return "it used a weapon or an ability that rules out charging this turn"
    if status.falling_back and table.holds("SH-CH-10"):
        return "it is falling back"
    return None


def _has_used_what_bars(battle: Battle, unit: int) -> bool:
    """Whether a unit may not charge this turn because of an ability that it has used or a weapon that one of its models
    has fired.
    """
    status = battle.status(unit)
    if status.charge_barred or status.fired_at == NOBODY:
        return status.charge_barred
    weapons = (weapon for traits in living_traits(battle, unit) for weapon in traits.weapons)
    return any(weapon.bars_charge and weapon.shots for weapon in weapons)


# --- Assignment of models to several targets (SH-R-31 `assigned`) ------------------------------------------------


class Assignment(Struct, frozen=True, tag=True):
    """Choice of a target for each model, in the order of `models`. `nearest` lists each model's nearest target."""

    side: int
    clause: str
    words: str
    models: tuple[int, ...]
    targets: tuple[int, ...]
    nearest: tuple[int, ...]

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield the answer that gives each model its nearest target, then the answers that give all models the same
        target.
        """
        yield "each to the nearest target", self.nearest
        for target in self.targets:
            yield f"all to unit {target}", (target,) * len(self.models)

    def why_not(self, answer: Answer) -> str | None:
        """Explain why an answer is illegal, or return None if every model has a target."""
        if not isinstance(answer, tuple) or len(answer) != len(self.models):
            return f"the answer must be {len(self.models)} targets, one for each model"
        strange = [one for one in answer if type(one) is not int or one not in self.targets]
        return f"{strange[0]!r} is not a target of this charge" if strange else None


@clause(Step.ASSIGN)
def assign(battle: Battle, table: Table) -> Battle:
    """SH-R-31. Each model moves towards the nearest enemy of any target or, under `assigned`, of its own target."""
    charge = battle.charge
    assert charge is not None
    is_block = isinstance(battle.plane.standings[charge.unit], Block)
    if len(charge.targets) <= 1 or is_block or table.rule("SH-R-31") != "assigned":
        return battle
    models = battle.plane.models(charge.unit)
    nearest = tuple(battle.setup.unit_of[foes_by_gap(battle, model, charge.targets)[0][1]] for model in models)
    words = "which model charges which target?"
    answer = table.choose(Assignment(battle.active, "SH-CH-01", words, models, charge.targets, nearest))
    return battle.charging(assigned=tuple(zip(models, answer, strict=True)))
