"""Panic: causes, tests and the effect of failure (WAB-PA). Every cause leads to the clause `panic_test`."""

from collections.abc import Iterator

from pilein.kernel.table import Table
from pilein.rulesets.wab.movement_events import Panicked
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.psychology.fear import meets_fear, meets_terror
from pilein.rulesets.wab.psychology.frenzy import is_frenzied
from pilein.rulesets.wab.psychology.leadership import half_strength_deduction, passes
from pilein.rulesets.wab.sight import sees
from pilein.rulesets.wab.state import NOBODY, Battle, Charge
from pilein.rulesets.wab.steps import Step, clause

AFTER_COMBAT = "WAB-PA-04"
IN_FLANK = "WAB-PA-06"


@clause(Step.PANIC_TEST, "WAB-PA-01")
def panic_test(battle: Battle, table: Table, unit: int, cause: str, foe: int, waits: int) -> Battle:
    """WAB-PA-01. A unit that fails a panic test flees, exactly as if broken in combat or fleeing from a charge.

    WAB-PA-02. The half-strength deduction applies. `cause` is the sentence that requires the test, and `foe` the
    enemy from which the unit would run, or NOBODY for the nearest. If `waits` is 1, the unit runs in the compulsory
    step (WAB-R-44); if it is 0, the unit runs with the next flights.
    """
    if not is_tested(battle, table, unit, cause):
        return battle
    battle = battle.having(unit, panicked=(*battle.status(unit).panicked, cause))
    again = "WAB-PA-05" if may_try_again(battle, table, unit, cause) else ""
    deduction = half_strength_deduction(battle, unit)
    penalty = deduction if deduction and table.holds("WAB-PA-02") else 0
    if passes(battle, table, unit, "panic", cause, penalty=penalty, again=again):
        return battle
    table.tell(Panicked(unit=battle.unit(unit).name, clause=cause))
    table.then(Step.TAKE_FLIGHT, unit, foe, waits, cause)
    return battle


def is_tested(battle: Battle, table: Table, unit: int, cause: str) -> bool:
    """Whether a unit must take a panic test. A fleeing unit never tests (WAB-R-33).

    A unit tests once per phase for each sentence that requires a test, or only once per phase under WAB-R-32
    `one-panic-per-phase`. A frenzied unit never panics (WAB-FZ-06). Under `engaged-immune` an engaged unit tests
    only for a charge in its flank or rear.
    """
    status = battle.status(unit)
    if not battle.lives(unit) or status.fleeing or cause in status.panicked:
        return False
    if status.panicked and table.rule("WAB-R-32") == "one-panic-per-phase":
        return False
    if is_frenzied(battle, unit) and table.holds("WAB-FZ-06"):
        return False
    if cause == IN_FLANK or not is_engaged(battle, unit):
        return True
    return table.rule("WAB-R-33") != "engaged-immune"


def may_try_again(battle: Battle, table: Table, unit: int, cause: str) -> bool:
    """Whether a unit that won its own combat may re-roll a test for friends lost in combat (WAB-PA-05).

    The unit must have won in this phase (WAB-R-56). Under WAB-R-04 `panic-reroll-all` it may re-roll any panic test
    of the phase.
    """
    if unit not in battle.aftermath.won:
        return False
    is_for_friends = cause == AFTER_COMBAT or table.rule("WAB-R-04") == "panic-reroll-all"
    return is_for_friends and table.holds("WAB-PA-05")


# --- Panic at a charge: in flank or rear, or by an enemy that was ignored (WAB-PA-06, WAB-PA-09) -----------------


BY_IGNORED = "WAB-PA-09"
FORMED = 5  # models: WAB-R-57 `min5`


def tests_of_charged(battle: Battle, table: Table, target: int) -> None:
    """Add the tests of a unit reached by charges to the agenda, fear or terror first and then panic (WAB-R-35)."""
    for charge in _arriving(battle, target):
        if meets_fear(battle, table, target, charge.unit):
            table.then(Step.FEAR_OF_CHARGE, target, charge.unit)
        if meets_terror(battle, table, target, charge.unit):
            table.then(Step.TERROR_TEST, target, charge.unit, "WAB-TR-01", 0)
    table.then(Step.CHARGE_PANIC, target)


@clause(Step.CHARGE_PANIC)
def charge_panic(battle: Battle, table: Table, target: int) -> Battle:
    """WAB-R-35, WAB-R-57. A target takes its panic tests when charges against it prove to be in reach."""
    for cause, charger in (
        (IN_FLANK, charger_in_flank(battle, table, target)),
        (BY_IGNORED, ignored_charger(battle, table, target)),
    ):
        if charger != NOBODY:
            table.then(Step.PANIC_TEST, target, cause, charger, 0)
    return battle


def charger_in_flank(battle: Battle, table: Table, target: int) -> int:
    """First charger in a unit's flank or rear that requires a panic test, or NOBODY (WAB-PA-06).

    Chargers of any size count. Under WAB-R-57 `min5` only chargers of five models or more count.
    """
    for charge in _arriving(battle, target):
        is_small = battle.living(charge.unit) < FORMED
        if charge.arc != "front" and not (is_small and table.rule("WAB-R-57") == "min5"):
            return charge.unit if table.holds("WAB-PA-06") else NOBODY
    return NOBODY


def ignored_charger(battle: Battle, table: Table, target: int) -> int:
    """First charger that requires a panic test because the unit had ignored it, or NOBODY (WAB-PA-09).

    An enemy counts as ignored if it was disregarded when the unit marched or if the scenario says so (WAB-R-60,
    `ignored-flag`). Under `ignored-unseen` an enemy outside the unit's arc of vision counts. Under `ignored-never`
    no enemy counts.
    """
    for charge in _arriving(battle, target):
        was_ignored = charge.unit in battle.status(target).ignored
        is_unseen = not sees(battle, table, target, charge.unit)
        if (was_ignored or is_unseen) and _counts(table.rule("WAB-R-60"), was_ignored=was_ignored, is_unseen=is_unseen):
            return charge.unit if table.holds("WAB-PA-09") else NOBODY
    return NOBODY


def _counts(reading: str, *, was_ignored: bool, is_unseen: bool) -> bool:
    if reading == "ignored-unseen":
        return is_unseen
    return was_ignored and reading != "ignored-never"


def _arriving(battle: Battle, target: int) -> Iterator[Charge]:
    return (charge for charge in battle.charges if charge.target == target and charge.in_reach)


# --- Panic under fire (WAB-PA-08) --------------------------------------------------------------------------------


CAUSE = "WAB-PA-08"
QUARTER = 4  # WAB-R-27: a quarter is reached when four times the loss is the whole


@clause(Step.SHOT_PANIC, "WAB-PA-08")
def shot_panic(battle: Battle, table: Table, unit: int, waits: int) -> Battle:
    """WAB-PA-08. A unit tests after losing 25% of its models to shooting in a single phase.

    `waits` is 1 for chargers stopped by a volley, which flee in the compulsory step (WAB-R-59).
    """
    if has_lost_a_quarter(battle, unit):
        table.then(Step.PANIC_TEST, unit, CAUSE, NOBODY, waits)
    return battle


def has_lost_a_quarter(battle: Battle, unit: int) -> bool:
    """Whether shots have removed 25% or more of the models that the unit had when the phase began (WAB-R-59)."""
    lost = battle.status(unit).shot_down
    return lost > 0 and QUARTER * lost >= battle.living(unit) + lost
