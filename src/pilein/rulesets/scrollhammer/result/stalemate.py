"""A combat that neither side can win (SH-R-69 `break-off`)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.result import StoodApart
from pilein.rulesets.scrollhammer.fight.engaged import is_locked
from pilein.rulesets.scrollhammer.result.morale import in_order
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step


@clause(Step.GIVE_UP)
def give_up(battle: Battle, table: Table) -> Battle:
    """SH-R-69. At the limit of Fight sub-phases whoever is still locked falls back unswept; by default nobody."""
    if table.rule("SH-R-69") != "break-off":
        return battle
    locked = tuple(unit.number for unit in battle.setup.units if is_locked(battle, unit.number))
    for unit in in_order(battle, table, locked, "SH-CR-08", "the order in which all who are locked fall back"):
        table.tell(StoodApart(unit=battle.unit(unit).name, clause="SH-CR-08"))
        battle = battle.having(unit, falling_back=True)
        table.then(Step.FALL_BACK_MOVE, unit)
    return battle
