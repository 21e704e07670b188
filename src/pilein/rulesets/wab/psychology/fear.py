"""Rules for fear and terror: tests by charging and charged units, and outnumbering (WAB-FE-01 to WAB-FE-06, WAB-R-61,
WAB-TR).
"""

from collections.abc import Iterable

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, strength
from pilein.rulesets.wab.movement_events import HeldBack, StoodInFear
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.psychology.frenzy import is_frenzied
from pilein.rulesets.wab.psychology.leadership import further_deduction, passes
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step, clause

CHARGED, CHARGING = "WAB-FE-01", "WAB-FE-05"


@clause(Step.FEAR_OF_CHARGE, "WAB-FE-01")
def fear_of_charge(battle: Battle, table: Table, unit: int, charger: int) -> Battle:
    """WAB-FE-01. A unit tests if it is charged by an enemy it fears.

    WAB-FE-02. If it fails and is outnumbered, it flees as if broken in combat. WAB-FE-03. If it fails and is not
    outnumbered, it fights, but hits only on sixes. WAB-R-61. It tests for each feared charger, unless a further test
    could change nothing (WAB-R-95).
    """
    if battle.status(unit).sixes_only and not is_outnumbered(battle, table, unit, (charger,)):
        return battle
    if not _is_tested(battle, table, unit, charger):
        return battle
    if _passes(battle, table, unit, CHARGED):
        return battle
    if is_outnumbered(battle, table, unit, (charger,)) and table.holds("WAB-FE-02"):
        table.then(Step.TAKE_FLIGHT, unit, charger, 0, "WAB-FE-02")
        return battle
    if not table.holds("WAB-FE-03"):
        return battle
    table.tell(StoodInFear(unit=battle.unit(unit).name, clause="WAB-FE-03"))
    return battle.having(unit, sixes_only=True)


@clause(Step.FEAR_TO_CHARGE, "WAB-FE-05")
def fear_to_charge(battle: Battle, table: Table, unit: int, target: int) -> Battle:
    """WAB-FE-05. A unit tests before charging an enemy it fears.

    WAB-FE-06. If it fails, it does not charge, stays still this turn and cannot shoot.
    """
    if not _is_tested(battle, table, unit, target) or _passes(battle, table, unit, CHARGING):
        return battle
    if not table.holds("WAB-FE-06"):
        return battle
    table.tell(HeldBack(unit=battle.unit(unit).name, clause="WAB-FE-06"))
    return battle.having(unit, move="still")


def is_outnumbered(battle: Battle, table: Table, unit: int, by: Iterable[int]) -> bool:
    """Whether a unit has strictly fewer models than the given enemy units together, counting models as in WAB-R-61."""
    return strength(battle, table, unit) < sum(strength(battle, table, enemy) for enemy in by)


def _is_tested(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    return fears(battle, table, unit, enemy) and is_open_to_tests(battle, table, unit)


def _passes(battle: Battle, table: Table, unit: int, cause: str) -> bool:
    return passes(battle, table, unit, "fear", cause, penalty=further_deduction(battle, table, unit, "fear"))


# --- Terror (WAB-TR, WAB-R-64) -----------------------------------------------------------------------------------


def meets_terror(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether a unit must test for terror because it charges, or is charged by, an enemy that causes terror
    (WAB-TR-01).
    """
    return is_terrible(battle, table, unit, enemy) and table.holds("WAB-TR-01")


def meets_fear(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether a charge calls for a fear test (WAB-R-64).

    It does not if a terror test replaces the fear test, except under `terror-and-fear`.
    """
    if not fears(battle, table, unit, enemy):
        return False
    return not meets_terror(battle, table, unit, enemy) or table.rule("WAB-R-64") == "terror-and-fear"


def is_terrible(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether an enemy calls for a terror test. It does so every time or, under `terror-once`, once in a battle
    (WAB-R-64).
    """
    if not dreads(battle, table, unit, enemy):
        return False
    return not battle.status(unit).terrified or table.rule("WAB-R-64") != "terror-once"


@clause(Step.TERROR_TEST, "WAB-TR-03")
def terror_test(battle: Battle, table: Table, unit: int, foe: int, cause: str, waits: int) -> Battle:
    """WAB-TR-03. A unit that fails a terror test flees, as if broken in combat or fleeing from a charge.

    `cause` is the sentence that requires the test. The unit flees from `foe` at once or, if `waits` is set, in the
    compulsory step.
    """
    if not is_open_to_tests(battle, table, unit):
        return battle
    if table.rule("WAB-R-64") == "terror-once":
        battle = battle.having(unit, terrified=True)
    penalty = further_deduction(battle, table, unit, "terror")
    if not passes(battle, table, unit, "terror", cause, penalty=penalty):
        table.then(Step.TAKE_FLIGHT, unit, foe, waits, "WAB-TR-03")
    return battle


# --- Units immune to fear and terror (WAB-FZ-07, WAB-R-33, WAB-R-62) ---------------------------------------------


def minds_psychology(battle: Battle, unit: int) -> bool:
    """Whether psychology affects a unit. A frenzied unit is affected by frenzy alone (WAB-FZ-07)."""
    return not is_frenzied(battle, unit) or not battle.holds("WAB-FZ-07")


def fears(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether a unit fears an enemy that causes fear or terror (WAB-R-64).

    A unit that itself causes fear or terror is immune to fear, except under WAB-R-62 `no-immunity`.
    """
    if not causes_fear(battle, enemy) or not minds_psychology(battle, unit):
        return False
    return not causes_fear(battle, unit) or table.rule("WAB-R-62") == "no-immunity"


def dreads(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether an enemy's terror affects a unit. A unit that causes terror is immune, except under `no-immunity`
    (WAB-R-62).
    """
    if not causes_terror(battle, enemy) or not minds_psychology(battle, unit):
        return False
    return not causes_terror(battle, unit) or table.rule("WAB-R-62") == "no-immunity"


def causes_fear(battle: Battle, unit: int) -> bool:
    """Whether a unit causes fear or terror."""
    return has_rule(battle, unit, "Fear") or causes_terror(battle, unit)


def causes_terror(battle: Battle, unit: int) -> bool:
    """Whether a unit causes terror."""
    return has_rule(battle, unit, "Terror")


def is_open_to_tests(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit takes tests for fear and terror. A fleeing unit does not (WAB-R-33) and, under `engaged-immune`,
    neither does a unit in combat.
    """
    if not battle.living(unit) or battle.status(unit).fleeing:
        return False
    return not is_engaged(battle, unit) or table.rule("WAB-R-33") != "engaged-immune"
