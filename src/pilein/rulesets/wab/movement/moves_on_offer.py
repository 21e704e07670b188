"""The remaining moves that are offered for choice: few, and of every kind."""

from math import floor

from pilein.geometry.angles import QUARTER, TURN, bearing, heading
from pilein.geometry.blocks import Block, ranks
from pilein.geometry.gaps import gap
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.movement.clearance import bodies_of
from pilein.rulesets.wab.movement.columns import head_of, is_snaking, may_snake
from pilein.rulesets.wab.movement.move_steps import after_steps, turned_head
from pilein.rulesets.wab.movement.mover import Mover, Offered, Progress, Refused, middle_of
from pilein.rulesets.wab.movement.paces import FAST_MARCH, MARCH, NORMAL, REFORM, STAY, VERBS, MoveStep, move_in_words
from pilein.rulesets.wab.movement.straight_ways import room_ahead, room_for
from pilein.rulesets.wab.movement.wheels import LEFT, RIGHT, signed, wheels_to
from pilein.rulesets.wab.state import NOBODY

LEAST = INCH // 8  # a shorter way is none
TO_ENEMY = "towards the nearest enemy"
MARCHES = (MARCH, FAST_MARCH)


def moves_on_offer(mover: Mover) -> Offered:
    """Candidates for a unit's move, the likeliest first; some may turn out illegal."""
    enemy = nearest(mover)
    if is_snaking(mover.battle, mover.unit):
        yield from moves_of_a_column(mover, enemy)
        yield from _reforms(mover, enemy)
        return
    yield from _towards(mover, NORMAL, enemy)
    yield "stay", (STAY, ())
    for pace in MARCHES:
        if not mover.means.why_no(pace):
            yield from _towards(mover, pace, enemy)
    yield from _straight_on(mover, NORMAL)
    for pace in MARCHES:
        if not mover.means.why_no(pace):
            yield from _straight_on(mover, pace)
    yield from _manoeuvres(mover)
    if not mover.means.no_fast_march and may_snake(mover.battle, mover.unit, mover.start().standing):
        yield from bends(mover._replace(pace=FAST_MARCH), enemy)
    yield from _reforms(mover, enemy)


def _towards(mover: Mover, pace: str, enemy: int) -> Offered:
    """To the nearest enemy as far as it goes, and half as far."""
    if enemy == NOBODY:
        return
    mover = mover._replace(pace=pace)
    aim = middle_of(mover.bodies(mover.battle.plane.standings[enemy]))
    steps = lined_up(mover, aim)
    offered = tuple(_as_far_as_it_goes(mover, steps, _way_to(mover, aim), TO_ENEMY))
    if steps and not offered:
        yield f"{move_in_words(pace, steps)} {TO_ENEMY}", (pace, steps)
    yield from offered


def _straight_on(mover: Mover, pace: str) -> Offered:
    mover = mover._replace(pace=pace)
    standing = mover.start().standing
    if isinstance(standing, Block):
        yield from _as_far_as_it_goes(mover, (), standing.facing, "straight on")
        return
    for way in range(0, TURN, QUARTER):
        yield from _as_far_as_it_goes(mover, (), way, "")


def _as_far_as_it_goes(mover: Mover, steps: tuple[MoveStep, ...], way: int, words: str) -> Offered:
    """The steps, then straight on as far as the unit comes, and half as far."""
    progress = _after(mover, steps)
    if progress is None:
        return
    standing = progress.standing
    name, facing = ("ahead", standing.facing) if isinstance(standing, Block) else ("shift", way)
    far = room_ahead(mover, progress, heading(facing))
    for length in (far, far // 2):
        if length >= LEAST:
            step: MoveStep = (name, length) if name == "ahead" else (name, facing, length)
            made = (*steps, step)
            yield f"{move_in_words(mover.pace, made)} {words}".rstrip(), (mover.pace, made)


def _way_to(mover: Mover, aim: tuple[int, int]) -> int:
    x, y = mover.start().route[0]
    return bearing(aim[0] - x, aim[1] - y)


def _manoeuvres(mover: Mover) -> Offered:
    standing = mover.start().standing
    if not isinstance(standing, Block):
        return
    yield "turn about", (NORMAL, (("about",),))
    yield from _as_far_as_it_goes(mover, (("about",),), 0, "")
    models, deep = mover.battle.living(mover.unit), len(ranks(standing))
    for change, words in ((-1, "one rank less"), (1, "one rank more"), (-2, "two ranks less"), (2, "two ranks more")):
        files = -(-models // (deep + change)) if deep + change > 0 else 0
        if files and -(-models // files) == deep + change:
            yield f"{words}: {files} wide", (NORMAL, (("files", files),))


def _reforms(mover: Mover, enemy: int) -> Offered:
    standing = mover.start().standing
    files = standing.files if isinstance(standing, Block) else 0
    here = middle_of(mover.bodies(standing))
    if enemy != NOBODY:
        there = middle_of(mover.bodies(mover.battle.plane.standings[enemy]))
        facing = bearing(there[0] - here[0], there[1] - here[1])
        yield "reform facing the nearest enemy", (REFORM, (("reform", facing, _files(mover, files)),))


def _files(mover: Mover, files: int) -> int:
    models = mover.battle.living(mover.unit)
    return max(1, min(files or mover.battle.unit(mover.unit).files or 5, models))


def _after(mover: Mover, steps: tuple[MoveStep, ...]) -> Progress | None:
    try:
        return after_steps(mover, steps)
    except Refused:
        return None


def moves_of_a_column(mover: Mover, enemy: int) -> Offered:
    """Of a column that bends: on as it goes; at a fast march towards the nearest enemy too."""
    yield from _follows(mover, 0)
    yield "stay", (STAY, ())
    for pace in (MARCH, FAST_MARCH):
        if not mover.means.why_no(pace):
            yield from _follows(mover._replace(pace=pace), 0)
    if not mover.means.no_fast_march:
        yield from bends(mover._replace(pace=FAST_MARCH), enemy)


def bends(mover: Mover, enemy: int) -> Offered:
    """A column whose head turns towards the nearest enemy."""
    if enemy != NOBODY:
        _, head = head_of(mover.start().standing)
        aim = middle_of(mover.bodies(mover.battle.plane.standings[enemy]))
        turn = signed(bearing(aim[0] - head.x, aim[1] - head.y) - head.facing)
        yield from _follows(mover, max(-QUARTER, min(turn, QUARTER)))


def _follows(mover: Mover, turn: int) -> Offered:
    head, facing, left = turned_head(mover, mover.start(), turn)
    far = room_for(mover, (head,), heading(facing), left)
    if far >= LEAST:
        words = f'{VERBS[mover.pace]} {far / INCH:.2f}" in a bending column' + (
            " towards the nearest enemy" if turn else ""
        )
        yield words, (mover.pace, (("bend", turn, far),))


def nearest(mover: Mover) -> int:
    """The enemy unit that stands nearest, blocks taken as one outline each; NOBODY if there is none."""
    battle = mover.battle
    ours = mover.bodies(mover.start().standing)
    enemies = battle.standing_units(1 - battle.side(mover.unit))
    bodies = {enemy: bodies_of(battle, battle.plane.standings[enemy]) for enemy in enemies}
    return min(enemies, key=lambda one: min(gap(a, b) for a in ours for b in bodies[one]), default=NOBODY)


def lined_up(mover: Mover, aim: tuple[int, int]) -> tuple[MoveStep, ...]:
    """The smaller wheel that lines a block up with an aim, as far as its movement goes."""
    start = mover.start()
    if not isinstance(start.standing, Block):
        return ()
    wheels = [
        one for one in wheels_to(start.standing, aim, 0.5) if one.turn and (one.turn > 0) == (one.corner == RIGHT)
    ]
    if not wheels:
        return ()
    wheel = min(wheels, key=lambda one: (abs(one.turn), one.corner == LEFT))
    turn = min(abs(wheel.turn), floor(abs(wheel.turn) * start.left / wheel.length))
    return (("wheel", turn if wheel.turn > 0 else -turn),) if turn else ()
