"""Moves of units that neither charge nor flee: direction, pace and distance (WAB-MA-02, WAB-MN-01)."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing, heading
from pilein.kernel.requests import Answer
from pilein.rulesets.wab.charge_ways import LEFT, RIGHT, signed, wheels_to
from pilein.rulesets.wab.clearance import BARRED, free_run
from pilein.rulesets.wab.flight import middle
from pilein.rulesets.wab.move_steps import after_steps
from pilein.rulesets.wab.mover import FAST_MARCH, MARCH, NORMAL, REFORM, STAY, Mover, MoveStep, Pace, Progress, Refused
from pilein.rulesets.wab.moves_choice import RemainingMove
from pilein.rulesets.wab.policy.aiming import aim_of, is_shooting_here, turn_to
from pilein.rulesets.wab.policy.keeping_off import most_ahead
from pilein.rulesets.wab.policy.looking import gap, preview_table
from pilein.rulesets.wab.policy.screening import screens
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.straight_ways import room_ahead

STILL: Answer = (STAY, ())
LEAST = INCH // 2  # a shorter move is not worth the disorder
BEHIND = QUARTER + QUARTER // 3  # arc in which an enemy needs a turn about
ASIDE = (3000, -3000, 6000, -6000, 8900, -8900)  # hundredths of a degree
SOON = 8 * INCH  # distance of the search for walls
FAR = 16 * INCH
ROUGHLY = 3000  # hundredths of a degree
THREAT = 14 * INCH  # distance of an enemy in the flank that calls for a reform


def move(battle: Battle, choice: RemainingMove) -> Answer:
    """WAB-SEQ-04. Shooters with a target stay; others move towards their enemy, in line with friends."""
    unit = choice.unit
    foe = aim_of(battle, unit)
    if foe == NOBODY or (is_shooting_here(battle, unit) and not screens(battle, unit)):
        return STILL
    answer = _reform(battle, choice, foe) or _advance(battle, choice, foe)
    return answer if answer is not None and choice.why_not(answer) is None else STILL


def _reform(battle: Battle, choice: RemainingMove, foe: int) -> Answer:
    """WAB-MN-09. A reform if an enemy is near and far off the unit's facing."""
    standing = battle.plane.standings[choice.unit]
    if choice.means.no_reform or not isinstance(standing, Block):
        return None
    way = _way_to(battle, choice.unit, foe)
    if abs(signed(way - standing.facing)) <= QUARTER or gap(battle, choice.unit, foe) > THREAT:
        return None
    return (REFORM, (("reform", way % TURN, min(standing.files, battle.living(choice.unit))),))


def _advance(battle: Battle, choice: RemainingMove, foe: int) -> Answer | None:
    """The fastest pace at which anything can be done; slower ones where the fastest comes nowhere."""
    limit = most_ahead(battle, choice.unit, foe)
    for pace in _paces(battle, choice, foe, limit):
        mover = Mover.of(battle, preview_table(battle), choice.unit, pace, choice.means)
        turns = _turns(mover, foe)
        turned = (pace, turns) if turns and _after(mover, turns) is not None else None
        answer = _round_the_wall(mover, foe, limit) or _gone(mover, turns, foe, limit) or turned
        answer = answer or _gone(mover, (), foe, limit)
        if answer is not None and choice.why_not(answer) is None:
            return answer
    return None


def _paces(battle: Battle, choice: RemainingMove, foe: int, limit: float) -> tuple[Pace, ...]:
    """The paces that a unit may take and can use; a unit that has to turn about does not march."""
    if limit <= choice.means.rate or turn_to(battle, choice.unit, foe) > BEHIND:
        return (NORMAL,)
    return (*(pace for pace in (FAST_MARCH, MARCH) if not choice.means.why_no(pace)), NORMAL)


def _gone(mover: Mover, turns: tuple[MoveStep, ...], foe: int, limit: float) -> Answer | None:
    """These turns and then straight on, as far as there is room and need; None if that is nowhere."""
    progress = _after(mover, turns)
    if progress is None:
        return None
    standing, way = progress.standing, _way_to(mover.battle, mover.unit, foe)
    if isinstance(standing, Block) and abs(signed(way - standing.facing)) > QUARTER:
        return None
    ahead = standing.facing if isinstance(standing, Block) else way
    length = int(min(room_ahead(mover, progress, heading(ahead)), limit))
    if length < LEAST:
        return None
    step: MoveStep = ("ahead", length) if isinstance(standing, Block) else ("shift", way, length)
    return (mover.pace, (*turns, step))


def _is_walled_off(mover: Mover, progress: Progress, way: int, foe: int) -> bool:
    """Whether impassable ground soon stops a unit on its way to an enemy."""
    far = min(SOON, gap(mover.battle, mover.unit, foe))
    bare = mover.about._replace(solid=mover.battle.setup.parts_of(*BARRED), enemies=(), close=())
    return free_run(mover.bodies(progress.standing), heading(way), far, bare) < far


def _round_the_wall(mover: Mover, foe: int, limit: float) -> Answer | None:
    """Aside, as little as leads past a wall that one would run into; None if there is none."""
    start = mover.start()
    is_block = isinstance(start.standing, Block)
    ahead = start.standing.facing if isinstance(start.standing, Block) else _way_to(mover.battle, mover.unit, foe)
    if limit < LEAST or not mover.battle.setup.grounds or not _is_walled_off(mover, start, ahead, foe):
        return None
    for aside in ASIDE:
        way = (ahead + aside) % TURN
        progress = _after(mover, (("wheel", aside),)) if is_block else start
        if progress is None or _is_walled_off(mover, progress, way, foe):
            continue
        length = int(min(room_ahead(mover, progress, heading(way)), limit))
        if length >= LEAST:
            return (mover.pace, (("wheel", aside), ("ahead", length)) if is_block else (("shift", way, length),))
    return None


def _after(mover: Mover, steps: tuple[MoveStep, ...]) -> Progress | None:
    try:
        return after_steps(mover, steps)
    except Refused:
        return None


def _turns(mover: Mover, foe: int) -> tuple[MoveStep, ...]:
    """The turns that line a block up with an enemy: about if the enemy is behind, then a wheel as far as it goes."""
    standing = mover.start().standing
    if not isinstance(standing, Block):
        return ()
    aim = middle(mover.battle, foe)
    if turn_to(mover.battle, mover.unit, foe) > BEHIND:
        return (("about",),)
    wheels = [one for one in wheels_to(standing, aim, 0.5) if one.turn and (one.turn > 0) == (one.corner == RIGHT)]
    if not wheels or _is_far_and_ahead(mover, foe):
        return ()
    wheel = min(wheels, key=lambda one: (abs(one.turn), one.corner == LEFT))
    left = mover.start().left
    turn = min(abs(wheel.turn), int(abs(wheel.turn) * left / wheel.length))
    return (("wheel", turn if wheel.turn > 0 else -turn),) if turn else ()


def _is_far_and_ahead(mover: Mover, foe: int) -> bool:
    """Whether an enemy is so far away and straight ahead that the unit moves on and lines up later."""
    battle, unit = mover.battle, mover.unit
    return gap(battle, unit, foe) > FAR and turn_to(battle, unit, foe) <= ROUGHLY


def _way_to(battle: Battle, unit: int, foe: int) -> int:
    (x, y), (to_x, to_y) = middle(battle, unit), middle(battle, foe)
    return bearing(to_x - x, to_y - y)
