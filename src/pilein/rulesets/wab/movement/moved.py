"""What is told of a unit that has moved."""

from math import sqrt

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.events.moving import Moved
from pilein.rulesets.wab.ground.flight_heading import middle
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Standing


def having_moved(battle: Battle, table: Table, unit: int, standing: Standing, manner: str, cause: str) -> Battle:
    """The battle with a unit standing elsewhere; the way of its middle is told."""
    after = battle.on(battle.plane.with_standing(unit, standing))
    (x, y), (to_x, to_y) = middle(battle, unit), middle(after, unit)
    gone = sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)) / INCH
    route = ((round(x), round(y)), (round(to_x), round(to_y)))
    table.tell(Moved(unit=battle.unit(unit).name, manner=manner, inches=round(gone, 2), route=route, clause=cause))
    return after
