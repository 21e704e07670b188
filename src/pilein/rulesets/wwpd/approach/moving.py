"""One model moves, and it is told (for charges and pile-ins alike)."""

from pilein.geometry.advances import Advance
from pilein.geometry.ticks import inches
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.approach.aims import Terms, aim_of
from pilein.rulesets.wwpd.approach.memory import moved_to
from pilein.rulesets.wwpd.approach.move_choice import Approach
from pilein.rulesets.wwpd.events.moving import StoodStill
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.moved import Moved

CHARGED, PILED_IN = "charged", "piled in"


def with_next_moved(
    battle: Battle, table: Table, terms: Terms, movers: tuple[int, ...], manner: str, clause_id: str
) -> tuple[Battle, int]:
    """The battle after one of some models has moved as its player chose, and which it was."""
    if len(movers) == 1 and aim_of(battle, terms, movers[0]).way is None:
        return told(battle, table, movers[0], None, manner, clause_id), movers[0]
    side = battle.setup.side_of(movers[0])
    choice = Approach(side, clause_id, "which model moves next, and where to?", battle, terms, movers)
    answer = table.choose(choice)
    return told(battle, table, answer[0], choice.way(answer), manner, clause_id), answer[0]


def told(battle: Battle, table: Table, model: int, way: Advance | None, manner: str, clause_id: str) -> Battle:
    """The battle after a model has gone a way, if it has one to go."""
    name = battle.unit(battle.unit_of(model)).name
    if way is None or way.place == battle.plane.place(model):
        if manner == CHARGED:
            table.tell(StoodStill(unit=name, count=1, models=(model,), clause=clause_id))
        return battle
    length, route = inches(way.route.length), way.route.points
    table.tell(Moved(unit=name, model=model, manner=manner, inches=length, route=route, clause=clause_id))
    return battle.on(moved_to(battle.plane, model, way.place))
