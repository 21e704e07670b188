"""Who may fall to a volley (WS-RM-01, WS-SH-01, WS-R-14)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.engaged import engaged_with
from pilein.rulesets.warstrike.rulebook import says
from pilein.rulesets.warstrike.shooting_range import in_reach
from pilein.rulesets.warstrike.state import DEFENSIVE, MELEE, Battle


def may_fall(battle: Battle, table: Table, unit: int, by: int, kind: int) -> tuple[int, ...]:
    """The models of a unit that may be removed as casualties of a volley by another unit."""
    if kind == DEFENSIVE:
        return battle.models(unit)
    return may_fall_in_melee(battle, table, unit, by) if kind == MELEE else in_reach(battle, table, unit, by)


@says("WS-RM-01", without=lambda battle, _table, unit, _by: battle.models(unit))
def may_fall_in_melee(battle: Battle, table: Table, unit: int, by: int) -> tuple[int, ...]:
    """WS-RM-01. For each casualty in melee a model is removed that is engaged with the unit that struck."""
    return engaged_with(battle, table, unit, by)
