"""What being locked in combat rules out beyond this phase (SH-LK)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.result import StayedLocked
from pilein.rulesets.scrollhammer.fight.engaged import is_locked
from pilein.rulesets.scrollhammer.rulebook import says
from pilein.rulesets.scrollhammer.state import Battle


def tell_who_stays_locked(battle: Battle, table: Table) -> None:
    """Tell of each unit of the combat that is still locked, and of what it may not do until that changes."""
    assert battle.fight is not None
    for unit in battle.fight.units:
        if is_locked(battle, unit):
            bars = "; ".join(bars_of(battle, table, unit))
            table.tell(StayedLocked(unit=battle.unit(unit).name, bars=bars, clause="SH-LK-01"))


def bars_of(battle: Battle, table: Table, unit: int) -> tuple[str, ...]:
    """What a unit may not do, and what does not happen to it, as long as it is locked; none if it is not."""
    if not is_locked(battle, unit):
        return ()
    bars = [may_not_fire(), may_not_move(), is_not_tested(), may_not_go_to_ground(), how_shot_at(table)]
    return tuple(bar for bar in bars if bar)


@says("SH-LK-01", without="")
def may_not_fire() -> str:
    """SH-LK-01. Models of locked units cannot fire in the shooting phase."""
    return "may not fire"


@says("SH-LK-02", without="")
def may_not_move() -> str:
    """SH-LK-02. They cannot move in the Movement phase, nor march."""
    return "may not move or march"


@says("SH-LK-03", without="")
def is_not_tested() -> str:
    """SH-LK-03. Locked units take no Morale checks and no Pinning tests caused by shooting."""
    return "takes no Morale check or Pinning test for shooting"


@says("SH-LK-04", without="")
def may_not_go_to_ground() -> str:
    """SH-LK-04. Locked units cannot go to ground."""
    return "may not go to ground"


def how_shot_at(table: Table) -> str:
    """SH-R-83. Nobody may shoot at a locked unit; `random-hits`: they may, and hit friend and enemy at random."""
    return "shots at it hit at random" if table.rule("SH-R-83") == "random-hits" else "may not be shot at"
