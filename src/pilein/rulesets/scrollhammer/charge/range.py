"""Rolls for charge range, and the success of charges (SH-RA-01, SH-RA-02, SH-TE-01, SH-FA-01, SH-FA-02, SH-MC-01)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pilein.dice import Highest
from pilein.geometry.blocks import Block
from pilein.geometry.shapes import shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.block_choice import free_stands
from pilein.rulesets.scrollhammer.charge.block_stands import Stand
from pilein.rulesets.scrollhammer.charge.distance import (
    WithHighest,
    alone,
    is_in_range,
    may_touch,
    methods_of,
    quickest_landing,
    roll_of,
)
from pilein.rulesets.scrollhammer.charge.targets import may_be_charged
from pilein.rulesets.scrollhammer.charge.terms import FURTHEST, aiming_now
from pilein.rulesets.scrollhammer.charge_events import ChargeEnded, RangeRolled, TargetDropped
from pilein.rulesets.scrollhammer.nearness import areas_crossed, nearest_models
from pilein.rulesets.scrollhammer.quarters import charged_arc
from pilein.rulesets.scrollhammer.state import NOBODY, Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.movement.terms import Terms

DIFFICULT_TEST = Highest(1, 2, label="difficult terrain", why="the higher of 2")
OUT_OF_RANGE = "out of range"
LEADER_LOST = "its leading model is lost"


@clause(Step.ROLL_CHARGE_RANGE, "SH-RA-01")
def roll_charge_range(battle: Battle, table: Table) -> Battle:
    """SH-RA-01. After reactions, the charger rolls 2D6, and the total in inches is its charge range.

    The same total decides whether the charge succeeds and how far every model may move (SH-RA-02). Difficult ground
    changes the dice (SH-TE-02).
    """
    charge = battle.charge
    if charge is None:
        return battle
    targets = tuple(target for target in charge.targets if may_be_charged(battle, table, target))
    if not targets or not battle.living(charge.unit):
        return _ended(battle, table, "nobody is left to charge")
    battle = battle.charging(targets=targets, arcs=tuple(arc for arc, one in _arcs(battle) if one in targets))
    battle, difficult = _with_difficult_test(battle, table)
    total, highest = _rolled(battle, table, difficult=difficult)
    told_by = "SH-TE-02" if difficult and table.holds("SH-TE-02") else "SH-RA-01"
    table.tell(RangeRolled(unit=battle.unit(charge.unit).name, inches=total, difficult=difficult, clause=told_by))
    table.then(Step.JUDGE_RANGE)
    reach = total if table.holds("SH-RA-02") else 0
    return battle.charging(range=reach, highest=highest, through_difficult=difficult)


@clause(Step.JUDGE_RANGE)
def judge_range(battle: Battle, table: Table) -> Battle:
    """A charge within range continues, once all targets that are falling back have tested. A charge that is out of
    range fails.
    """
    charge = battle.charge
    if charge is None:
        return battle
    if charge.is_spent:
        table.then(Step.FAIL_CHARGE, LEADER_LOST)
        return battle
    battle = with_leader(battle, table)
    reached = targets_reached(battle, table)
    if not is_enough(table, reached, charge.targets):
        table.then(Step.FAIL_CHARGE, OUT_OF_RANGE)
        return battle
    for target in charge.targets:
        if target not in reached:
            name = battle.unit(target).name
            table.tell(TargetDropped(unit=battle.unit(charge.unit).name, target=name, clause="SH-MC-01"))
    for target in reached:
        table.then(Step.REGROUP_WHEN_CHARGED, target)
    table.then(Step.CHARGE_MOVE)
    arcs = tuple(arc for arc, one in _arcs(battle) if one in reached)
    return battle.charging(targets=reached, arcs=arcs)


def targets_reached(battle: Battle, table: Table) -> tuple[int, ...]:
    """Living targets of the current charge that are within charge range."""
    charge = battle.charge
    assert charge is not None
    terms = aiming_now(battle, table)
    is_block = isinstance(battle.plane.standings[charge.unit], Block)
    falls_short = _block_falls_short if is_block else _loose_fall_short
    living = (target for target in charge.targets if battle.living(target))
    return tuple(target for target in living if not falls_short(battle, table, terms, target))


def _loose_fall_short(battle: Battle, table: Table, terms: Terms, target: int) -> bool:
    """Whether the initial charger of a loose unit is too far from a target for the charge range (SH-FA-01).

    The model nearest to each target is measured. Under `initial-only` the model nearest to any target is measured to
    all targets (SH-R-30).
    """
    charge = battle.charge
    assert charge is not None
    if len(charge.targets) > 1 and table.rule("SH-R-30") == "initial-only":
        falls_short = not _may_lead(battle, terms, target)
    elif charge.leader in nearest_models(battle, charge.unit, (target,)):
        falls_short = not _reaches(battle, terms, charge.leader, target)
    else:
        falls_short = not is_in_range(battle, table, terms, charge.unit, target, charge.range * INCH)
    return falls_short and table.holds("SH-FA-01")


def _may_lead(battle: Battle, terms: Terms, target: int) -> bool:
    """Whether the initial charger reaches a target (SH-R-30 `initial-only`).

    Until an initial charger is named, return whether some candidate reaches all targets.
    """
    charge = battle.charge
    assert charge is not None
    if charge.leader != NOBODY:
        return _reaches(battle, terms, charge.leader, target)
    leaders = nearest_models(battle, charge.unit, charge.targets)
    return any(_reaches_all(battle, terms, model) for model in leaders)


def _reaches_all(battle: Battle, terms: Terms, model: int) -> bool:
    """Whether a model on its own reaches every living target."""
    assert battle.charge is not None
    return all(_reaches(battle, terms, model, target) for target in battle.charge.targets if battle.living(target))


def _reaches(battle: Battle, terms: Terms, model: int, target: int) -> bool:
    """Whether a model on its own has a route to a target within the charge range."""
    assert battle.charge is not None
    return may_touch(battle, terms, model, (target,), battle.charge.range * INCH + CONTACT)


def _block_falls_short(battle: Battle, table: Table, terms: Terms, target: int) -> bool:
    """Whether every model of a block is too far from a target for the charge range (SH-FA-02, SH-R-20)."""
    charge = battle.charge
    assert charge is not None
    reach = charge.range * INCH
    is_near = is_in_range(battle, table, terms, charge.unit, target, reach)
    falls_short = not is_near or places_fall_short(battle, table, target, reach)
    return falls_short and table.holds("SH-FA-02")


def is_enough(table: Table, reached: tuple[int, ...], targets: tuple[int, ...]) -> bool:
    """Whether a charge on several units reaches enough of them. By default it must reach all of them (SH-MC-01,
    SH-R-30).
    """
    if not reached or len(reached) == len(targets):
        return len(reached) == len(targets)
    return table.rule("SH-R-30") == "reach-any" or not table.holds("SH-MC-01")


def with_leader(battle: Battle, table: Table) -> Battle:
    """Name the initial charger immediately if some of the equally near models are out of range (SH-R-26)."""
    charge = battle.charge
    assert charge is not None
    if charge.leader != NOBODY and charge.leader not in nearest_models(battle, charge.unit, charge.targets):
        battle = battle.charging(leader=NOBODY)
    return battle.charging(leader=initial_charger(battle, table)) if _is_tie_decisive(battle, table) else battle


def initial_charger(battle: Battle, table: Table) -> int:
    """Model nearest to the enemy. If several models tie, the named initial charger is returned (SH-MV-20, SH-R-26)."""
    charge = battle.charge
    assert charge is not None
    tied = nearest_models(battle, charge.unit, charge.targets)
    if charge.leader in tied:
        return charge.leader
    side = breaker_of_ties(battle, table, len(tied))
    words = "which of the nearest models charges first?"
    labels = tuple(f"model {model}" for model in tied)
    return int(table.choose(OneOf(side, "SH-MV-20", words, tied, labels)))


def breaker_of_ties(battle: Battle, table: Table, tied: int) -> int:
    """Side that breaks a tie between `tied` models: the active player or, under `defender-ties`, the other side
    (SH-R-26).
    """
    is_defender = tied > 1 and table.rule("SH-R-26") == "defender-ties"
    return 1 - battle.active if is_defender else battle.active


def _is_tie_decisive(battle: Battle, table: Table) -> bool:
    """Whether some, but not all, of the models equally near to a target have it in range (SH-R-19).

    Under `initial-only` (SH-R-30) the tie is also decisive if some, but not all, have every target in range.
    """
    charge = battle.charge
    assert charge is not None
    if isinstance(battle.plane.standings[charge.unit], Block):
        return False
    tied = nearest_models(battle, charge.unit, charge.targets)
    if len(tied) == 1:
        return False
    for target in charge.targets:
        near = [model for model in nearest_models(battle, charge.unit, (target,)) if model in tied]
        if len(near) > 1 and 0 < len(in_range_of(battle, table, tuple(near), target)) < len(near):
            return table.rule("SH-R-19") == "default"
    if len(charge.targets) == 1 or battle.setup.readings["SH-R-30"].option != "initial-only":
        return False
    terms = aiming_now(battle, table)
    fit = [model for model in tied if _reaches_all(battle, terms, model)]
    return 0 < len(fit) < len(tied) and table.rule("SH-R-30") == "initial-only"


def in_range_of(battle: Battle, table: Table, models: tuple[int, ...], target: int) -> tuple[int, ...]:
    """Models that have a route to a target within the charge range."""
    terms = aiming_now(battle, table)
    return tuple(model for model in models if _reaches(battle, terms, model, target))


def _with_difficult_test(battle: Battle, table: Table) -> tuple[Battle, bool]:
    """Return the battle, and whether the unit must test because a charging model has to cross difficult ground
    (SH-TE-01, SH-R-32).

    Under `initial-route` only the initial charger counts. If several models are equally near, the initial charger is
    named immediately (SH-R-26).
    """
    charge = battle.charge
    assert charge is not None
    if not any(ground.kind == "difficult" for ground in battle.setup.grounds):
        return battle, False
    terms = alone(aiming_now(battle, table), charge.unit)
    crossing = {model for model in battle.plane.models(charge.unit) if _crosses(battle, terms, model)}
    if not crossing:
        return battle, False
    leaders = nearest_models(battle, charge.unit, charge.targets)
    if not crossing.issuperset(leaders) and table.rule("SH-R-32") == "initial-route":
        if not isinstance(battle.plane.standings[charge.unit], Block):
            battle = battle.charging(leader=initial_charger(battle, table))
            leaders = (battle.charge.leader,) if battle.charge is not None else ()
        if crossing.isdisjoint(leaders):
            return battle, False
    return battle, table.holds("SH-TE-01")


def _crosses(battle: Battle, terms: Terms, model: int) -> bool:
    """Whether a model's shortest route to the nearest enemy in a target unit goes through difficult ground."""
    charge = battle.charge
    assert charge is not None
    landing = quickest_landing(battle, terms, model, charge.targets, FURTHEST)
    if landing is None:
        return False
    here, there = battle.plane.shape(model), shape(battle.setup.base(model), landing.place)
    return areas_crossed(battle, "difficult", model, landing.route.points, here, there) > 0


def _rolled(battle: Battle, table: Table, *, difficult: bool) -> tuple[int, int]:
    """Roll the charge range. Return the range in inches and the highest die, which is 0 unless a failed charge moves
    that far (SH-R-36).
    """
    charge = battle.charge
    assert charge is not None
    methods = methods_of(battle, table, charge.unit, difficult=difficult)
    if table.rule("SH-R-36") == "failed-move":
        total, highest = min(table.roll(WithHighest(method)) for method in methods)
    else:
        total, highest = min(table.roll(roll_of(method)) for method in methods), 0
    if difficult and table.rule("SH-R-32") == "separate-test":
        total = min(total, table.roll(DIFFICULT_TEST))
    return total, highest


def _ended(battle: Battle, table: Table, reason: str) -> Battle:
    assert battle.charge is not None
    name = battle.unit(battle.charge.unit).name
    table.tell(ChargeEnded(unit=name, reason=reason, clause="SH-MV-01"))
    return replace(battle, charge=None)


def _arcs(battle: Battle) -> list[tuple[str, int]]:
    charge = battle.charge
    assert charge is not None
    return list(zip(charge.arcs, charge.targets, strict=False))


# --- Range of a whole charging block, for rulings that require it (SH-R-20, SH-R-21) -----------------------------


def places_fall_short(battle: Battle, table: Table, target: int, reach: float) -> bool:
    """Whether a block has no place at a target within `reach` ticks, for the test in SH-FA-02.

    By default only the nearest model is measured, so the result is False. Under SH-R-20 `all-front-rank` every
    front-rank model must reach its place, and under SH-R-21 `outer-corner` every model must.
    """
    asks_front = table.rule("SH-R-20") == "all-front-rank"
    asks_wheel = table.rule("SH-R-21") == "outer-corner"
    if not (asks_front or asks_wheel):
        return False
    far = reach + CONTACT
    for stand in _stands(battle, table, target, far):
        front = not asks_front or _furthest_of_front(stand) <= far
        if front and (not asks_wheel or stand.march.longest_wheel(stand.across, stand.ahead) <= far):
            return False
    return True


def _stands(battle: Battle, table: Table, target: int, limit: float) -> Iterator[Stand]:
    assert battle.charge is not None
    unit = battle.charge.unit
    is_block = isinstance(battle.plane.standings[target], Block)
    arc = charged_arc(battle, unit, target, table.rule("SH-R-23"))[0] if is_block else None
    return free_stands(battle, table, unit, target, arc, limit)


def _furthest_of_front(stand: Stand) -> float:
    return max(stand.march.displacement(cell, stand.across, stand.ahead) for cell in stand.march.front)
