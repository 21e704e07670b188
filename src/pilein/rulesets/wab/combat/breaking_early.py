"""Units that break before any result, where a reading has it so (WAB-R-91)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import FORMED, has_at_least
from pilein.rulesets.wab.combat.break_tests import SMALL
from pilein.rulesets.wab.combat.small_units import is_too_small
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step


@clause(Step.ANSWER_SMALL)
def answer_small(battle: Battle, table: Table, unit: int, foe: int) -> Battle:
    """WAB-R-91 `under5-any-time`. A unit is broken the moment it drops below five, in any phase.

    In combat it runs when all combats are resolved, otherwise at once, from `foe`.
    """
    if not battle.lives(unit) or has_at_least(battle, unit, FORMED) or battle.status(unit).fleeing:
        return battle
    if table.rule("WAB-R-91") != "under5-any-time" or not is_too_small(battle, table, unit):
        return battle
    if battle.fight is not None:
        table.then(Step.BREAK_UNIT, unit, SMALL)
        return battle
    table.then(Step.TAKE_FLIGHT, unit, foe, 0, SMALL)
    table.then(Step.FLIGHTS)
    return battle
