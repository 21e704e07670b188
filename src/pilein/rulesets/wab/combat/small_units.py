"""Units of fewer than five models, and when they break (WAB-BR-08, WAB-R-91)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import FORMED, has_at_least, is_counted_by_wounds, size_at_start, strength
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step

FEW = FORMED - 1
SMALL = "WAB-BR-08"


def is_too_small(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-BR-08. A unit brought below five models is broken without a test (WAB-R-91).

    Chariots and elephants are counted by their wounds; `under5-all`: singly. `began-five-or-more`: only units that
    began with five or more.
    """
    if has_at_least(battle, unit, FORMED):
        return False
    reading = table.rule("WAB-R-91")
    if reading == "began-five-or-more" and size_at_start(battle, unit) <= FEW:
        return False
    is_counted_singly = reading == "under5-all" or not is_counted_by_wounds(battle, unit)
    return (is_counted_singly or strength(battle, table, unit) <= FEW) and table.holds("WAB-BR-08")


def breaks_unbeaten(table: Table) -> bool:
    """WAB-R-91. Whether small units break whatever the result of their combat."""
    return table.rule("WAB-R-91") == "under5-any-result"


@clause(Step.ANSWER_SMALL)
def answer_small(battle: Battle, table: Table, unit: int, foe: int) -> Battle:
    """WAB-R-91 `under5-any-time`. A unit is broken the moment it drops below five, in any phase.

    In combat it runs when all combats are resolved, elsewhere at once, from `foe`.
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
