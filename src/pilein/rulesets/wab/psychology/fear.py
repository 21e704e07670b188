"""Fear of a charge, and fear to charge (WAB-FE-01 to WAB-FE-06)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.events.psychology import HeldBack, StoodInFear
from pilein.rulesets.wab.psychology.immunity import fears, is_open_to_tests
from pilein.rulesets.wab.psychology.leadership import further_deduction, passes
from pilein.rulesets.wab.psychology.outnumbered import is_outnumbered
from pilein.rulesets.wab.rulebook import clause, says
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step

CHARGED, CHARGING = "WAB-FE-01", "WAB-FE-05"


@clause(Step.FEAR_OF_CHARGE, "WAB-FE-01")
def fear_of_charge(battle: Battle, table: Table, unit: int, charger: int) -> Battle:
    """WAB-FE-01. A unit tests when it is charged by an enemy that it fears."""
    if battle.status(unit).sixes_only or not _is_tested(battle, table, unit, charger):
        return battle
    if _passes(battle, table, unit, CHARGED):
        return battle
    if flees_in_fear(battle, table, unit, charger):
        table.then(Step.TAKE_FLIGHT, unit, charger, 0, "WAB-FE-02")
        return battle
    return standing_in_fear(battle, table, unit)


@says("WAB-FE-02", without=False)
def flees_in_fear(battle: Battle, table: Table, unit: int, charger: int) -> bool:
    """WAB-FE-02. Who fails and is outnumbered flees, as if broken in combat."""
    return is_outnumbered(battle, table, unit, (charger,))


@says("WAB-FE-03", without=lambda battle, _table, _unit: battle)
def standing_in_fear(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-FE-03. Who fails and is not outnumbered does not flee and fights, but hits on sixes only."""
    table.tell(StoodInFear(unit=battle.unit(unit).name, clause="WAB-FE-03"))
    return battle.having(unit, sixes_only=True)


@says("WAB-FE-04", without=False)
def hits_on_sixes(battle: Battle, unit: int) -> bool:
    """WAB-FE-04. Who stood so hits on sixes only in the first round of that combat, and with shots at that charge."""
    return battle.status(unit).sixes_only


@clause(Step.FEAR_TO_CHARGE, "WAB-FE-05")
def fear_to_charge(battle: Battle, table: Table, unit: int, target: int) -> Battle:
    """WAB-FE-05. A unit tests before it charges an enemy that it fears."""
    if not _is_tested(battle, table, unit, target) or _passes(battle, table, unit, CHARGING):
        return battle
    return held_back(battle, table, unit)


@says("WAB-FE-06", without=lambda battle, _table, _unit: battle)
def held_back(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-FE-06. Who fails does not charge, stays still this turn and cannot shoot."""
    table.tell(HeldBack(unit=battle.unit(unit).name, clause="WAB-FE-06"))
    return battle.having(unit, move="still")


def _is_tested(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    return fears(battle, table, unit, enemy) and is_open_to_tests(battle, table, unit)


def _passes(battle: Battle, table: Table, unit: int, cause: str) -> bool:
    return passes(battle, table, unit, "fear", cause, penalty=further_deduction(battle, table, unit, "fear"))
