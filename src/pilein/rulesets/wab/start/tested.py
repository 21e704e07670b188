"""Whose tests the start of a turn is for (WAB-SEQ-02), and when they would run (WAB-R-44)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.flight import AGAIN
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.state import Battle


def _all_troops(battle: Battle) -> tuple[int, ...]:
    return (*battle.standing_units(battle.active), *battle.standing_units(1 - battle.active))


@says("WAB-SEQ-02", without=_all_troops)
def tested_troops(battle: Battle) -> tuple[int, ...]:
    """WAB-SEQ-02. The tests of the first phase are taken for the active player's troops only."""
    return battle.standing_units(battle.active)


def when_they_run(table: Table) -> int:
    """WAB-R-44. Who fails runs in the compulsory step; `flee-now-and-again`: at once and then once more."""
    return AGAIN if table.rule("WAB-R-44") == "flee-now-and-again" else 1
