"""Units that break off a combat (WAB-CH-02, WAB-R-34)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.events.charging import Disengaging
from pilein.rulesets.wab.ground.arcs import struck_arc
from pilein.rulesets.wab.ground.contact import foes
from pilein.rulesets.wab.movement.rates import rate
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step


@clause(Step.DECLARE_DISENGAGEMENTS, "WAB-CH-02")
def declare_disengagements(battle: Battle, table: Table) -> Battle:
    """WAB-CH-02. Disengagements are declared in the same step as charges."""
    for unit in battle.standing_units(battle.active):
        if may_disengage(battle, table, unit):
            table.then(Step.DISENGAGE, unit)
    return battle


@clause(Step.DISENGAGE)
def disengage(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-34. The owner says whether a unit breaks off; it draws back among the compulsory moves."""
    words = f"{battle.unit(unit).name}: stay in the combat, or disengage?"
    if not table.choose(OneOf(battle.side(unit), "WAB-CH-02", words, (False, True), ("stay", "disengage"), unit)):
        return battle
    table.tell(Disengaging(unit=battle.unit(unit).name, clause="WAB-CH-02"))
    return battle.having(unit, move="disengaging")


def may_disengage(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-R-34. Whether a unit may break off: engaged to its front only, faster than all whom it touches.

    Not if the contact came from a pursuit of the last turn; never under `disengage-off`.
    """
    touched = foes(battle, unit)
    if not touched or battle.status(unit).fleeing:
        return False
    if any(battle.status(one).charge == "pursuit" for one in (unit, *touched)):
        return False
    if max(rate(battle, table, foe) for foe in touched) >= rate(battle, table, unit):
        return False
    if any(struck_arc(battle, table, foe, unit) != "front" for foe in touched):
        return False
    return table.rule("WAB-R-34") != "disengage-off"
