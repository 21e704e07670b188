"""Panic from fleeing friends near by, at the start of the own turn (WAB-ST-02, WAB-PA-03)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule
from pilein.rulesets.wab.ground.nearness import units_within
from pilein.rulesets.wab.psychology.frenzy import minds_hatred
from pilein.rulesets.wab.rulebook import clause, says
from pilein.rulesets.wab.start.tested import tested_troops, when_they_run
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.steps import Step

CAUSE = "WAB-PA-03"
NEAR = 4  # inches


@clause(Step.PANIC_FROM_NEARNESS, "WAB-ST-02")
def panic_from_nearness(battle: Battle, table: Table) -> Battle:
    """WAB-ST-02. Second, every unit with fleeing friends near by takes its panic test."""
    for unit in tested_troops(battle):
        if has_fleeing_friends(battle, table, unit) and not stands_firm(battle, table, unit):
            table.then(Step.PANIC_TEST, unit, CAUSE, NOBODY, when_they_run(table))
    return battle


@says("WAB-PA-03", without=False)
def has_fleeing_friends(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-PA-03. A unit tests at the start of its own turn with fleeing friends within 4".

    WAB-R-55: however few they are; `outnumber-exempt`: not if it has more models than all of them together.
    """
    friends = battle.standing_units(battle.side(unit))
    fleeing = [friend for friend in friends if friend != unit and battle.status(friend).fleeing]
    near = units_within(battle, table, unit, fleeing, NEAR)
    if not near or battle.living(unit) <= sum(battle.living(friend) for friend in near):
        return bool(near)
    return table.rule("WAB-R-55") != "outnumber-exempt"


@says("WAB-SB-01", without=False)
def stands_firm(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-SB-01. A Stubborn unit skips this test; under WAB-R-08 `hatred-no-panic` a hateful one does instead."""
    is_stubborn, hates = has_rule(battle, unit, "Stubborn"), has_rule(battle, unit, "Hatred")
    if not (is_stubborn or hates) or not minds_hatred(battle, table, unit):
        return False
    if is_stubborn and hates:
        return True
    return hates if table.rule("WAB-R-08") == "hatred-no-panic" else is_stubborn
