"""Stand and shoot (WAB-RX-05, WAB-R-59)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.combat.closing_ranks import with_ranks_closed
from pilein.rulesets.wab.psychology.shot_panic import has_lost_a_quarter
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step


@clause(Step.STAND_AND_SHOOT, "WAB-RX-05")
def stand_and_shoot(battle: Battle, table: Table, unit: int, charger: int) -> Battle:
    """WAB-RX-05. Stand-and-shoot fire is resolved, and casualties removed, at once."""
    table.then(Step.SHOOT, unit, charger, 1)
    table.then(Step.SHAKEN_CHARGER, charger)
    return battle


@clause(Step.SHAKEN_CHARGER)
def shaken_charger(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-59. Stand-and-shoot losses are a total of their own, tested at once; a charger that fails stops.

    Before that ranks are closed. `sns-no-panic`: losses cause no test.
    """
    if battle.status(unit).shot_down:
        battle = with_ranks_closed(battle, unit)
    if has_lost_a_quarter(battle, unit) and table.rule("WAB-R-59") != "sns-no-panic":
        table.then(Step.SHOT_PANIC, unit, 1)
    return battle
