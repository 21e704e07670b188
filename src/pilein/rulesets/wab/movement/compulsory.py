"""Compulsory moves: fleeing units keep running and disengaging units draw back (WAB-FL-03, WAB-R-34)."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import TURN, heading
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.limited_moves import run_within
from pilein.rulesets.wab.clearance import surroundings
from pilein.rulesets.wab.flight.flight import flight_dice, having_moved, run_off, to_nearest_edge
from pilein.rulesets.wab.going import rate
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.psychology.friends_lost import has_general
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.steps import Step, clause
from pilein.rulesets.wab.turn import next_of


@clause(Step.COMPULSORY_MOVES)
def compulsory_moves(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-04. In the third step disengaging units draw back and fleeing units keep running."""
    units = battle.standing_units(battle.active)
    _move_next(battle, table, tuple(unit for unit in units if _is_compelled(battle.status(unit))))
    return battle


@clause(Step.NEXT_COMPULSORY_MOVE)
def next_compulsory_move(battle: Battle, table: Table, *units: int) -> Battle:
    """WAB-SEQ-04. Units with a compulsory move make it one at a time, in the order their owner chooses."""
    unit = next_of(battle, table, units, "which unit makes its compulsory move next?")
    _move_next(battle, table, (unit,))
    _move_next(battle, table, tuple(other for other in units if other != unit))
    return battle


def _move_next(battle: Battle, table: Table, units: tuple[int, ...]) -> None:
    if len(units) > 1:
        table.then(Step.NEXT_COMPULSORY_MOVE, *units)
    elif units:
        table.then(Step.FLEE_TO_EDGE if battle.status(units[0]).fleeing else Step.DRAW_BACK, *units)


def _is_compelled(status: Status) -> bool:
    return status.fleeing or status.move == "disengaging"


@clause(Step.FLEE_TO_EDGE, "WAB-FL-03")
def flee_to_edge(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-FL-03. A unit fleeing in its own movement phase moves towards the nearest table edge."""
    if not battle.living(unit) or not battle.status(unit).fleeing:
        return battle
    if has_general(battle, unit):
        table.then(Step.ANSWER_AT_ONCE)
        table.then(Step.FLIGHTS)
    inches: int = table.roll(flight_dice(battle, table, unit))
    return run_off(battle, table, unit, to_nearest_edge(battle, unit), inches).having(unit, move="fled")


@clause(Step.DRAW_BACK)
def draw_back(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-34. A unit that disengages moves straight back at its normal rate, keeping its facing, and does nothing
    else.

    Ground slows this move as it slows any other (WAB-TE-02).
    """
    if not foes(battle, unit) or battle.status(unit).fleeing:
        return battle.having(unit, move="disengaged")
    standing = battle.plane.standings[unit]
    facing = standing.facing if isinstance(standing, Block) else standing.places[0].facing
    way, far = heading(facing + TURN // 2), rate(battle, table, unit)
    after = run_within(battle, table, unit, standing, way, far, surroundings(battle, unit))
    return having_moved(battle, table, unit, after, "drew back", "WAB-CH-02").having(unit, move="disengaged")
