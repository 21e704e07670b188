"""Moves that a unit considers: wheels, and paths towards enemies, round their flanks, and away from them."""

from collections.abc import Iterator
from typing import NamedTuple

from pilein.geometry.blocks import Block, moved, outline
from pilein.geometry.shapes import Point
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing, heading
from pilein.kernel.requests import Answer
from pilein.rulesets.wab.charge.ways import LEFT, RIGHT, signed, wheeled
from pilein.rulesets.wab.movement.marching import turned_about
from pilein.rulesets.wab.movement.mover import MARCH, NORMAL, REFORM, STAY, Means, MoveStep, Pace, middle_of
from pilein.rulesets.wab.policy.poses import Pose, apart, pose_of
from pilein.rulesets.wab.policy.positions import Assessment, Foe

STILL: Answer = (STAY, ())
PARTS = (1.0, 0.5)
AROUND = range(0, TURN, TURN // 12)
ASIDE = (3000, -3000)
LEAST = INCH // 2
TARGETS = 3
BESIDE = 5 * INCH  # distance from an enemy's flank that a unit keeps when it makes for that flank
FAST = 12 * INCH  # charge reach of units that go round flanks
FAR = 20 * INCH  # distance that costs as much as a unit is worth
MOST_TURN = QUARTER + QUARTER // 2  # largest wheel
NEARLY = 0.995  # fraction of the wheel that the movement allows, to absorb rounding


class Candidate(NamedTuple):
    """Candidate move, with the unit's pose after it."""

    answer: Answer
    pose: Pose


def candidates(assessment: Assessment, means: Means) -> Iterator[Candidate]:
    """Yield the moves to consider, beginning with staying in place. Some moves may prove illegal."""
    yield Candidate(STILL, assessment.here)
    standing = assessment.battle.plane.standings[assessment.unit]
    if isinstance(standing, Block):
        yield from _of_block(assessment, means, standing)
    else:
        yield from _of_loose(assessment, means)


def _aims(assessment: Assessment) -> list[Point]:
    """Return the points worth moving to: the enemies most worth charging, and the places to hold.

    For fast units, spots beside and behind those enemies are added.
    """
    here = assessment.here

    def promise(foe: Foe) -> float:
        return assessment.our_gain(foe, "front") - apart(here, foe.pose) / FAR

    near = sorted(assessment.foes, key=lambda foe: apart(here, foe.pose))[: 2 * TARGETS]
    sought = [foe.pose for foe in sorted(near, key=promise, reverse=True)[:TARGETS]]
    aims = [(pose.x, pose.y) for pose in sought] + [(place.x, place.y) for place in assessment.places]
    if assessment.reach < FAST:
        return aims
    return aims + [_beside(pose, side) for pose in sought[:1] if not pose.is_loose for side in (-1, 1)]


def _beside(pose: Pose, side: int) -> Point:
    """Return the point level with the rear of a block and well to the side, from which the block's flank may be
    charged.
    """
    across, back = side * (pose.half + BESIDE), -pose.depth
    return pose.x + across * pose.cosine + back * pose.sine, pose.y - across * pose.sine + back * pose.cosine


def _of_block(assessment: Assessment, means: Means, block: Block) -> Iterator[Candidate]:
    bearings = [bearing(round(x - block.x), round(y - block.y)) for x, y in _aims(assessment)]
    if assessment.is_far_off(_paces(means)[0][1]):
        yield from _approaching(assessment, means, block, bearings[:TARGETS])
        return
    for turn in dict.fromkeys((0, *(signed(way - block.facing) for way in bearings), *ASIDE)):
        if abs(turn) <= MOST_TURN:
            yield from _wheeled(assessment, means, block, turn)
    if means.abouts:
        yield from _straight_on_candidates(
            assessment, turned_about(block), NORMAL, (("about",),), means.rate - means.about
        )
    if not means.no_reform:
        yield from _reformed(assessment, block, bearings[:TARGETS])


def _approaching(assessment: Assessment, means: Means, block: Block, bearings: list[int]) -> Iterator[Candidate]:
    """Yield the fastest paths towards distant enemies. A path leads straight ahead, or begins with a wheel towards the
    enemies or with a turn about.
    """
    pace, movement = _paces(means)[0]
    aside = ASIDE if assessment.has_walls else ()
    for turn in dict.fromkeys((0, *(signed(way - block.facing) for way in bearings), *aside)):
        wheel = wheeled(block, RIGHT if turn > 0 else LEFT, turn)
        if wheel.length <= movement and abs(turn) <= MOST_TURN:
            steps: tuple[MoveStep, ...] = (("wheel", turn),) if turn else ()
            yield from _straight_on_candidates(assessment, wheel.block, pace, steps, movement - wheel.length)
        elif abs(turn) > MOST_TURN and means.abouts:
            yield from _straight_on_candidates(
                assessment, turned_about(block), NORMAL, (("about",),), means.rate - means.about
            )


def _paces(means: Means) -> list[tuple[Pace, int]]:
    marches: list[tuple[Pace, int]] = [] if means.no_march else [(MARCH, means.march)]
    return [*marches, (NORMAL, means.rate)]


def _wheeled(assessment: Assessment, means: Means, block: Block, turn: int) -> Iterator[Candidate]:
    """Yield a wheel followed by a straight move at each pace. If the wheel takes more than one move, the largest part
    that fits is used.
    """
    corner = RIGHT if turn > 0 else LEFT
    wheel = wheeled(block, corner, turn)
    paces = _paces(means)
    for pace, movement in paces if assessment.volleys.kinds else paces[:1]:
        if wheel.length <= movement:
            steps: tuple[MoveStep, ...] = (("wheel", turn),) if turn else ()
            yield from _straight_on_candidates(assessment, wheel.block, pace, steps, movement - wheel.length)
        elif pace == NORMAL:
            part = int(turn * movement / wheel.length * NEARLY)
            end = wheeled(block, corner, part).block
            yield Candidate((NORMAL, (("wheel", part),)), pose_of(assessment.battle, end))


def _reformed(assessment: Assessment, block: Block, bearings: list[int]) -> Iterator[Candidate]:
    """Yield reforms that turn the unit to face enemies who are far from straight ahead of it."""
    here = middle_of((outline(block),))
    files = min(block.files, assessment.battle.living(assessment.unit))
    for way in dict.fromkeys(bearings):
        if abs(signed(way - block.facing)) > QUARTER // 2:
            end = moved(block, *here, way)
            yield Candidate((REFORM, (("reform", way % TURN, files),)), pose_of(assessment.battle, end))


def _straight_on_candidates(
    assessment: Assessment, block: Block, pace: Pace, turns: tuple[MoveStep, ...], left: float
) -> Iterator[Candidate]:
    """Yield moves that begin with the given turns. Each is followed by a straight move that uses all or part of the
    movement left, or by no further move.
    """
    sine, cosine = heading(block.facing)
    pose = pose_of(assessment.battle, block)
    stops = () if turns else assessment.stops()
    for far in (*(part * left for part in PARTS), *stops):
        length = int(far)
        if LEAST <= length <= left:
            yield Candidate((pace, (*turns, ("ahead", length))), pose.shifted(sine * length, cosine * length))
    if turns:
        yield Candidate((NORMAL, turns), pose)


def _of_loose(assessment: Assessment, means: Means) -> Iterator[Candidate]:
    here = assessment.here
    ways = [bearing(round(x - here.x), round(y - here.y)) for x, y in _aims(assessment)]
    ways = list(dict.fromkeys((*ways, *((way + TURN // 2) % TURN for way in ways), *AROUND)))
    for pace, movement in _paces(means):
        for way in ways:
            sine, cosine = heading(way)
            for part in PARTS:
                length = int(movement * part)
                if length >= LEAST:
                    yield Candidate((pace, (("shift", way, length),)), here.shifted(sine * length, cosine * length))
