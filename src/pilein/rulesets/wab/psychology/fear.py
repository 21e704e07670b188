"""Fear of a charge, and fear to charge; who is outnumbered (WAB-FE-01 to WAB-FE-06, WAB-R-61)."""

from collections.abc import Iterable

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import strength
from pilein.rulesets.wab.events.psychology import HeldBack, StoodInFear
from pilein.rulesets.wab.psychology.immunity import fears, is_open_to_tests
from pilein.rulesets.wab.psychology.leadership import further_deduction, passes
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step

CHARGED, CHARGING = "WAB-FE-01", "WAB-FE-05"


@clause(Step.FEAR_OF_CHARGE, "WAB-FE-01")
def fear_of_charge(battle: Battle, table: Table, unit: int, charger: int) -> Battle:
    """WAB-FE-01. A unit tests when it is charged by an enemy that it fears.

    WAB-FE-02: who fails and is outnumbered flees, as if broken in combat. WAB-FE-03: who fails and is not outnumbered
    does not flee and fights, but hits on sixes only.
    """
    if battle.status(unit).sixes_only or not _is_tested(battle, table, unit, charger):
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
    """WAB-FE-05. A unit tests before it charges an enemy that it fears.

    WAB-FE-06: who fails does not charge, stays still this turn and cannot shoot.
    """
    if not _is_tested(battle, table, unit, target) or _passes(battle, table, unit, CHARGING):
        return battle
    if not table.holds("WAB-FE-06"):
        return battle
    table.tell(HeldBack(unit=battle.unit(unit).name, clause="WAB-FE-06"))
    return battle.having(unit, move="still")


def is_outnumbered(battle: Battle, table: Table, unit: int, by: Iterable[int]) -> bool:
    """WAB-R-61. Whether a unit has strictly fewer models than these enemy units together, as models count there."""
    return strength(battle, table, unit) < sum(strength(battle, table, enemy) for enemy in by)


def _is_tested(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    return fears(battle, table, unit, enemy) and is_open_to_tests(battle, table, unit)


def _passes(battle: Battle, table: Table, unit: int, cause: str) -> bool:
    return passes(battle, table, unit, "fear", cause, penalty=further_deduction(battle, table, unit, "fear"))
