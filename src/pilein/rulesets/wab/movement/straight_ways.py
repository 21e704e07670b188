"""Rules for straight moves in a remaining move: their length, the ground they cross, and the enemies they pass
(WAB-R-27, WAB-R-47).
"""

from collections.abc import Sequence
from math import floor

from pilein.geometry.gaps import touches
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Shape
from pilein.geometry.straight_sweeps import span_too_near
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.wab.clearance import about_the_way, after_run, bodies_of, free_run
from pilein.rulesets.wab.going import Stretch, cost, length_for, stretches
from pilein.rulesets.wab.movement.marching import counts, why_no_fast_marching_there, why_no_marching_there
from pilein.rulesets.wab.movement.mover import FAST_MARCH, MARCH, Mover, Progress, Refused

NORMAL_LIMIT = "WAB-SEQ-04"
LIMITS: dict[str, str] = {MARCH: "WAB-MA-02", FAST_MARCH: "WAB-FM-03"}
GRAIN = 1.0  # ticks by which a length may be exceeded


def gone_straight(mover: Mover, progress: Progress, way: Vector, length: int) -> Progress:
    """Move a unit straight in a direction (a unit vector) by a length in ticks, and raise Refused if the unit may not
    move there.
    """
    cost = cost_of_way(mover, mover.bodies(progress.standing), way, length, progress.left)
    standing = after_run(mover.battle, progress.standing, way, length, mover.about)
    return settled(mover, progress.arrived(standing, mover.bodies(standing), cost))


def cost_of_way(mover: Mover, bodies: Sequence[Shape], way: Vector, length: int, left: float) -> float:
    """Return the movement in ticks that bodies spend on a straight move, out of the movement left, and raise Refused if
    the move is blocked.
    """
    if length < 1:
        raise Refused("a move must have a length greater than zero")
    parts = stretches(mover.battle, mover.table, mover.unit, bodies, way, length)
    far = affordable(mover, parts, left)
    if length > far + CONTACT:
        raise Refused(
            f'{LIMITS.get(mover.pace, NORMAL_LIMIT)}: the unit can go only {max(0.0, far) / INCH:.2f}" that way'
        )
    barred = why_barred(mover, bodies, way, length)
    if barred:
        raise Refused(barred)
    if free_run(bodies, way, length, mover.about) < length - GRAIN:
        raise Refused('WAB-R-36: the unit may not move into anything, off the table, or within 1" of an enemy')
    return min(cost(parts), left)


def room_ahead(mover: Mover, progress: Progress, way: Vector) -> int:
    """Distance that a unit may move straight ahead, in whole ticks, ignoring bans on marching."""
    return room_for(mover, mover.bodies(progress.standing), way, progress.left)


def room_for(mover: Mover, bodies: Sequence[Shape], way: Vector, left: float) -> int:
    """Distance that bodies may move straight with the movement left, in whole ticks, ignoring bans on marching."""
    if left < 1:
        return 0
    parts = stretches(mover.battle, mover.table, mover.unit, bodies, way, left)
    return floor(free_run(bodies, way, affordable(mover, parts, left), mover.about))


def affordable(mover: Mover, parts: Sequence[Stretch], left: float) -> float:
    """Distance that the movement left pays for, in whole inches on slow ground under WAB-R-27 `round-up-moves`."""
    exact = length_for(parts, left)
    whole = length_for(parts, left, whole=True)
    return whole if whole > exact and mover.table.rule("WAB-R-27") == "round-up-moves" else exact


def why_barred(mover: Mover, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Reason why a unit may not make a straight move at its pace, or ""."""
    if mover.pace == MARCH:
        barred = why_no_marching_there(mover.battle, bodies, way, length)
    elif mover.pace == FAST_MARCH:
        barred = why_no_fast_marching_there(mover.battle, bodies, way, length)
    else:
        return ""
    return barred or why_hindered(mover, bodies, way, length)


def why_hindered(mover: Mover, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Reason why a unit may not march, because an enemy is within 8" of the path, or "" (WAB-R-47 `check-all-way`).

    Only an enemy that is not ignored prevents a march (WAB-MA-04), but any enemy prevents a fast march (WAB-FM-04).
    """
    battle, table = mover.battle, mover.table
    near = table.number("WAB-MA-04") * INCH
    for enemy in battle.standing_units(1 - battle.side(mover.unit)):
        if (
            _passes_near(bodies, way, length, bodies_of(battle, battle.plane.standings[enemy]), near)
            and (mover.pace == FAST_MARCH or counts(battle, table, mover.unit, enemy))
            and table.rule("WAB-R-47") == "check-all-way"
            and (table.holds("WAB-FM-04") if mover.pace == FAST_MARCH else table.holds("WAB-MA-04"))
        ):
            return f'{LIMITS[mover.pace]}: the path comes within 8" of {battle.unit(enemy).name}'
    return ""


def settled(mover: Mover, progress: Progress) -> Progress:
    """Return the progress unchanged, and raise Refused if the move has brought the unit into contact with an enemy that
    was already near.
    """
    bodies = mover.bodies(progress.standing)
    if any(touches(body, enemy) for body in bodies for enemy in mover.about.close):
        raise Refused("WAB-R-36: a unit may come into contact with an enemy only by charging")
    return progress


def _passes_near(bodies: Sequence[Shape], way: Vector, length: float, enemies: Sequence[Shape], near: int) -> bool:
    about = about_the_way(bodies, way, length, enemies, near)
    spans = (span_too_near(body, way, enemy, near) for body in bodies for enemy in about)
    return any(span[0] <= length and span[1] >= 0 for span in spans if span is not None)
