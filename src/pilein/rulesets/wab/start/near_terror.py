"""Terror from enemies near by, at the start of the own turn (WAB-ST-03, WAB-TR-02)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.ground.nearness import are_within
from pilein.rulesets.wab.psychology.terror import is_terrible
from pilein.rulesets.wab.rulebook import clause, says
from pilein.rulesets.wab.start.tested import tested_troops, when_they_run
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.steps import Step

CAUSE = "WAB-TR-02"
NEAR = 8  # inches


@clause(Step.TERROR_FROM_NEARNESS, "WAB-ST-03")
def terror_from_nearness(battle: Battle, table: Table) -> Battle:
    """WAB-ST-03. Third, every unit with a terror near by takes its terror test."""
    for unit in tested_troops(battle):
        if has_terror_near(battle, table, unit):
            table.then(Step.TERROR_TEST, unit, NOBODY, CAUSE, when_they_run(table))
    return battle


@says("WAB-TR-02", without=False)
def has_terror_near(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-TR-02. A unit tests at the start of its own turn with a terror-causing enemy within 8"."""
    enemies = battle.standing_units(1 - battle.side(unit))
    return any(
        is_terrible(battle, table, unit, enemy) and are_within(battle, table, unit, enemy, NEAR) for enemy in enemies
    )
