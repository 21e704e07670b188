"""When a combat is over (WS-EC, WS-SU-05)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.events import CombatEnded
from pilein.rulesets.warstrike.nearness import are_close
from pilein.rulesets.warstrike.rulebook import clause
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step


def is_over(battle: Battle, table: Table) -> bool:
    """WS-EC-01. The combat is over when no opposing units have models within 6 inches of each other."""
    attackers, defenders = battle.attackers, battle.defenders
    are_apart = not any(are_close(battle, table, one, other) for one in attackers for other in defenders)
    return are_apart and table.holds("WS-EC-01")


def look_at_once(battle: Battle, table: Table, *, opening: bool = False) -> None:
    """WS-R-47 `continuously`, WS-R-10 `ends-at-once`. Whether the combat is over is asked at this very moment."""
    if battle.fight is None or not is_over(battle, table):
        return
    if table.rule("WS-R-47") == "continuously" or (opening and table.rule("WS-R-10") == "ends-at-once"):
        table.then(Step.END_COMBAT)


@clause(Step.END_COMBAT)
def end_combat(battle: Battle, table: Table) -> Battle:
    """The combat under way is over."""
    if battle.fight is None:
        return battle
    table.tell(CombatEnded(reason=_reason(battle, table), clause="WS-EC-01"))
    if battle.combat.withdrew:
        _relieve(battle, table)
    return battle.beginning(None)


def _reason(battle: Battle, table: Table) -> str:
    left = [side for side in (0, 1) if battle.fighters(side)]
    if len(left) == 1:
        return f"{battle.setup.sides[left[0]]} has won"
    if not left:
        return "nobody is left in it"
    return "the sides have parted" if is_over(battle, table) else "no more of it is played"


def _relieve(battle: Battle, table: Table) -> None:
    """WS-SU-05. If all attackers walk away each defending unit may remove one marker in all, not one for each."""
    defenders = tuple(unit for unit in battle.defenders if battle.status(unit).markers)
    if defenders and battle.attackers and table.holds("WS-SU-05"):
        table.then(Step.OFFER_RELIEF, *defenders)
