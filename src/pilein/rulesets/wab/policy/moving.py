"""Policy for the moves of units that neither charge nor flee. It chooses the legal candidate with the best assessment
(WAB-SEQ-04).
"""

from pilein.geometry.blocks import Block
from pilein.geometry.rounded import Vector
from pilein.geometry.ticks import INCH, heading
from pilein.kernel.requests import Answer
from pilein.rulesets.wab.columns import is_snaking
from pilein.rulesets.wab.movement.move_steps import after_steps
from pilein.rulesets.wab.movement.mover import MARCH, NORMAL, REFORM, STAY, Mover, MoveStep, Progress, Refused
from pilein.rulesets.wab.movement.moves_choice import LATER, RemainingMove
from pilein.rulesets.wab.movement.straight_ways import gone_straight, room_ahead
from pilein.rulesets.wab.policy.candidates import STILL, Candidate, candidates
from pilein.rulesets.wab.policy.poses import pose_of
from pilein.rulesets.wab.policy.positions import Assessment
from pilein.rulesets.wab.policy.previews import preview_table
from pilein.rulesets.wab.state import Battle

TRIES = 5  # candidates tried on the table
STAYING = 0.002  # margin by which a move must beat staying put
PATIENCE = 0.04  # margin by which a path blocked by friends must be better to be worth waiting for
EFFORT = {"wheel": 0.004, "about": 0.01, "reform": 0.02}  # margin by which manoeuvres must be better
LEAST = INCH // 2  # a shorter path is not worth the disorder
STRAIGHT = ("ahead", "shift")

Ranked = list[tuple[float, Candidate]]


def move(battle: Battle, choice: RemainingMove) -> Answer:
    """Move to the best place, or let friends that are in the way go first (WAB-SEQ-04)."""
    if is_snaking(battle, choice.unit):
        return next(choice.candidates())[1]
    assessment = Assessment(battle, choice.unit)
    if not assessment.foes:
        return STILL
    rated = ((_worth(assessment, choice, one), one) for one in candidates(assessment, choice.means))
    ranked = sorted(rated, key=lambda pair: -pair[0])
    best, answer = _best_that_can_be_made(assessment, choice, ranked)
    return LATER if choice.may_wait and ranked[0][0] > best + PATIENCE else answer


def _worth(assessment: Assessment, choice: RemainingMove, candidate: Candidate) -> float:
    """Value of a candidate's place, minus the cost of getting there. A unit that marches or reforms cannot shoot."""
    made, steps = candidate.answer
    pace = float(choice.means.rate if choice.means.no_march else choice.means.march)
    value = assessment.value(candidate.pose, pace, moved=made != STAY, shoots=made not in (MARCH, REFORM))
    return value - sum(EFFORT.get(str(name), 0.0) for name, *_ in steps)


def _best_that_can_be_made(assessment: Assessment, choice: RemainingMove, ranked: Ranked) -> tuple[float, Answer]:
    best, answer = next(value for value, one in ranked if one.answer == STILL) + STAYING, STILL
    for value, candidate in ranked[:TRIES]:
        if value <= best:
            break
        made = _as_far_as_it_goes(choice, candidate) or _at_a_walk(choice, candidate)
        if made is None:
            continue
        real = value if made.answer == candidate.answer else _worth(assessment, choice, made)
        if real > best:
            best, answer = real, made.answer
    return best, answer


def _at_a_walk(choice: RemainingMove, candidate: Candidate) -> Candidate | None:
    """Return the same move at the normal rate, for use if a march is not possible, or None if there is no such move."""
    pace, steps = candidate.answer
    if pace != MARCH:
        return None
    name, *numbers = steps[-1]
    shorter = (name, *numbers[:-1], min(int(numbers[-1]), choice.means.rate))
    return _as_far_as_it_goes(choice, candidate._replace(answer=(NORMAL, (*steps[:-1], shorter))))


def _as_far_as_it_goes(choice: RemainingMove, candidate: Candidate) -> Candidate | None:
    """Return the candidate if it is legal, otherwise a shorter version of it that is legal, or None."""
    pace, steps = candidate.answer
    mover = Mover.of(choice.battle, preview_table(choice.battle), choice.unit, pace, choice.means)
    name, *numbers = steps[-1]
    if name not in STRAIGHT:
        return candidate if _after(mover, steps) is not None else None
    progress = _after(mover, steps[:-1])
    if progress is None:
        return None
    standing = progress.standing
    sine, cosine = heading(standing.facing if isinstance(standing, Block) else int(numbers[0]))
    length = min(int(numbers[-1]), room_ahead(mover, progress, (sine, cosine)))
    if length < LEAST or not _may_go(mover, progress, (sine, cosine), length):
        return None
    answer: Answer = (pace, (*steps[:-1], (name, *numbers[:-1], length)))
    return Candidate(answer, pose_of(choice.battle, standing).shifted(sine * length, cosine * length))


def _may_go(mover: Mover, progress: Progress, way: Vector, length: int) -> bool:
    try:
        gone_straight(mover, progress, way, length)
    except Refused:
        return False
    return True


def _after(mover: Mover, steps: tuple[MoveStep, ...]) -> Progress | None:
    try:
        return after_steps(mover, steps)
    except Refused:
        return None
