"""The first phase of a turn: the tests at its start, kind by kind (WAB-SEQ-02, WAB-SEQ-03, WAB-ST-02, WAB-ST-03)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule
from pilein.rulesets.wab.ground.nearness import are_within, units_within
from pilein.rulesets.wab.movement.flight import AGAIN
from pilein.rulesets.wab.psychology.frenzy import minds_hatred
from pilein.rulesets.wab.psychology.terror import is_terrible
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.steps import Step

PANIC_NEAR, TERROR_NEAR = 4, 8  # inches


@clause(Step.START_OF_TURN, "WAB-SEQ-03")
def start_of_turn(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-03. The tests come in fixed order: return to the table, panic from nearness, terror from nearness."""
    table.then(Step.RETURNS)
    table.then(Step.PANIC_FROM_NEARNESS)
    table.then(Step.TERROR_FROM_NEARNESS)
    table.then(Step.ANSWER)
    table.then(Step.FLIGHTS)
    return battle


@clause(Step.PANIC_FROM_NEARNESS, "WAB-ST-02")
def panic_from_nearness(battle: Battle, table: Table) -> Battle:
    """WAB-ST-02. Second, every unit with fleeing friends near by takes its panic test."""
    for unit in tested_troops(battle, table):
        if has_fleeing_friends(battle, table, unit) and not stands_firm(battle, table, unit):
            table.then(Step.PANIC_TEST, unit, "WAB-PA-03", NOBODY, when_they_run(table))
    return battle


@clause(Step.TERROR_FROM_NEARNESS, "WAB-ST-03")
def terror_from_nearness(battle: Battle, table: Table) -> Battle:
    """WAB-ST-03. Third, every unit with a terror near by takes its terror test."""
    for unit in tested_troops(battle, table):
        if has_terror_near(battle, table, unit):
            table.then(Step.TERROR_TEST, unit, NOBODY, "WAB-TR-02", when_they_run(table))
    return battle


def tested_troops(battle: Battle, table: Table) -> tuple[int, ...]:
    """WAB-SEQ-02. The tests of the first phase are taken for the active player's troops only."""
    ours = battle.standing_units(battle.active)
    return ours if table.holds("WAB-SEQ-02") else (*ours, *battle.standing_units(1 - battle.active))


def has_fleeing_friends(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-PA-03. A unit tests at the start of its own turn with fleeing friends within 4".

    WAB-R-55: however few they are; `outnumber-exempt`: not if it has more models than all of them together.
    """
    friends = battle.standing_units(battle.side(unit))
    fleeing = [friend for friend in friends if friend != unit and battle.status(friend).fleeing]
    near = units_within(battle, table, unit, fleeing, PANIC_NEAR)
    if not near:
        return False
    outnumbers_them = battle.living(unit) > sum(battle.living(friend) for friend in near)
    if outnumbers_them and table.rule("WAB-R-55") == "outnumber-exempt":
        return False
    return table.holds("WAB-PA-03")


def stands_firm(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-SB-01. A Stubborn unit skips this test; under WAB-R-08 `hatred-no-panic` a hateful one does instead."""
    is_stubborn, hates = has_rule(battle, unit, "Stubborn"), has_rule(battle, unit, "Hatred")
    if not (is_stubborn or hates) or not minds_hatred(battle, table, unit):
        return False
    skips_it = is_stubborn
    if is_stubborn != hates and table.rule("WAB-R-08") == "hatred-no-panic":
        skips_it = hates
    return skips_it and table.holds("WAB-SB-01")


def has_terror_near(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-TR-02. A unit tests at the start of its own turn with a terror-causing enemy within 8"."""
    enemies = battle.standing_units(1 - battle.side(unit))
    is_near = any(
        is_terrible(battle, table, unit, enemy) and are_within(battle, table, unit, enemy, TERROR_NEAR)
        for enemy in enemies
    )
    return is_near and table.holds("WAB-TR-02")


def when_they_run(table: Table) -> int:
    """WAB-R-44. Who fails runs in the compulsory step; `flee-now-and-again`: at once and then once more."""
    return AGAIN if table.rule("WAB-R-44") == "flee-now-and-again" else 1
