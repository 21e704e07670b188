"""Last step of the movement phase: the remaining moves, made unit by unit (WAB-SEQ-04)."""

from collections.abc import Sequence
from itertools import pairwise
from math import fsum

from pilein.geometry.blocks import Block
from pilein.geometry.shapes import distance
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.going import rate
from pilein.rulesets.wab.movement.marching import (
    fast_marching_distance,
    ignored,
    marching_distance,
    passes_to_reform,
    why_no_fast_march,
    why_no_march,
    why_no_reform,
    with_manoeuvres,
)
from pilein.rulesets.wab.movement.move_steps import AHEAD, BEND, after_steps
from pilein.rulesets.wab.movement.mover import (
    FAST_MARCH,
    MARCH,
    NORMAL,
    REFORM,
    STAY,
    WAIT,
    Means,
    Mover,
    MoveStep,
    Progress,
)
from pilein.rulesets.wab.movement.moves_choice import RemainingMove
from pilein.rulesets.wab.movement_events import ChangedFormation, Moved, Reformed, TurnedAbout, Wheeled
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Move
from pilein.rulesets.wab.steps import Step, clause

FREE = ("", "returned")  # statuses of units that may still move
CAUSES: dict[str, str] = {NORMAL: "WAB-SEQ-04", MARCH: "WAB-MA-02", FAST_MARCH: "WAB-FM-03", REFORM: "WAB-MN-09"}
DONE: dict[str, Move] = {MARCH: "marched", FAST_MARCH: "fast marched"}


@clause(Step.REMAINING_MOVES)
def remaining_moves(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-04. In the fifth step of the movement phase all other units may move, one after another."""
    units = battle.standing_units(battle.active)
    _next_move(table, 0, tuple(unit for unit in units if _may_move(battle, unit)))
    return battle


@clause(Step.REMAINING_MOVE)
def remaining_move(battle: Battle, table: Table, unit: int, may_reform: int, waited: int = 0, *later: int) -> Battle:
    """WAB-SEQ-04. A unit moves, marches, fast marches, reforms or stays in place, or waits until other units have
    moved.

    `later` lists the units that move after this unit; the last `waited` of them have waited since a unit last moved.
    WAB-R-53. A unit that fails its test to reform stays in place, but under `reform-fail-free` it may still make
    another move.
    """
    words = f"{battle.unit(unit).name}: how do they move?"
    means = means_of(battle, table, unit, may_reform)
    may_wait = bool(may_reform) and waited < len(later)
    choice = RemainingMove(battle.side(unit), "WAB-SEQ-04", words, battle, unit, means, may_wait)
    pace, steps = table.choose(choice)
    if pace == WAIT:
        _next_move(table, waited + 1, (*later, unit))
        return battle
    if pace == REFORM and not passes_to_reform(battle, table, unit):
        if table.rule("WAB-R-53") == "reform-fail-free":
            table.then(Step.REMAINING_MOVE, unit, 0)
        pace = STAY
    _next_move(table, 0, later)
    if pace == STAY:
        return battle
    mover = Mover.of(battle, table, unit, pace, means)
    return _after_move(battle, table, mover, after_steps(mover, steps), steps)


def _may_move(battle: Battle, unit: int) -> bool:
    status = battle.status(unit)
    return not status.fleeing and status.move in FREE and not is_engaged(battle, unit)


def _next_move(table: Table, waited: int, units: tuple[int, ...]) -> None:
    if units:
        table.then(Step.REMAINING_MOVE, units[0], 1, waited, *units[1:])


def means_of(battle: Battle, table: Table, unit: int, may_reform: int) -> Means:
    """Movement that a unit has available for its remaining move."""
    normal = rate(battle, table, unit)
    no_march = why_no_march(battle, table, unit)
    means = Means(
        rate=normal,
        march=marching_distance(battle, table, unit, normal),
        fast_march=fast_marching_distance(table, normal),
        no_march=no_march,
        no_fast_march=why_no_fast_march(battle, table, unit),
        no_reform=why_no_reform(battle, table, unit) if may_reform else "WAB-R-53: it has failed its test to reform",
        ignored=() if no_march else ignored(battle, table, unit),
    )
    return with_manoeuvres(battle, table, unit, means) if isinstance(battle.plane.standings[unit], Block) else means


def _after_move(battle: Battle, table: Table, mover: Mover, progress: Progress, steps: tuple[MoveStep, ...]) -> Battle:
    """Move a unit and log the events of its move.

    A unit that has reformed cannot shoot that turn (WAB-MN-11).
    """
    unit, pace = mover.unit, mover.pace
    name = battle.unit(unit).name
    for step in steps:
        _tell_manoeuvre(table, name, step)
    inches = length_told(progress, steps)
    if inches:
        manner = DONE.get(pace, "moved")
        table.tell(Moved(unit=name, manner=manner, inches=inches, route=progress.route, clause=CAUSES[pace]))
    battle = battle.on(battle.plane.with_standing(unit, progress.standing))
    if pace == REFORM and table.holds("WAB-MN-11"):
        return battle.having(unit, move="reformed")
    ignoring = (*battle.status(unit).ignored, *(mover.means.ignored if pace == MARCH else ()))
    return battle.having(unit, move=DONE.get(pace, "moved"), ignored=ignoring)


def length_told(progress: Progress, steps: Sequence[MoveStep]) -> float:
    """Length of a unit's move in inches, measured at its middle or at the head of a bent column. A reform adds no
    length.
    """
    if any(name == BEND for name, *_ in steps):
        return round(sum(int(numbers[-1]) for name, *numbers in steps if name in (AHEAD, BEND)) / INCH, 2)
    route = progress.route[:-1] if progress.reformed else progress.route
    return round(fsum(distance(*pair) for pair in pairwise(route)) / INCH, 2)


def _tell_manoeuvre(table: Table, unit: str, step: MoveStep) -> None:
    name, *numbers = step
    if name == "wheel":
        table.tell(Wheeled(unit=unit, degrees=int(numbers[0]) / 100, clause="WAB-MN-01"))
    elif name == "about":
        table.tell(TurnedAbout(unit=unit, clause="WAB-MN-04"))
    elif name == "files":
        table.tell(ChangedFormation(unit=unit, files=int(numbers[0]), clause="WAB-MN-07"))
    elif name == "reform":
        table.tell(Reformed(unit=unit, files=int(numbers[1]), facing=int(numbers[0]) / 100, clause="WAB-MN-10"))
