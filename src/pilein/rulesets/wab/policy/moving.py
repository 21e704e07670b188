"""Moves of units that neither charge nor flee: the candidate with the best outlook that can be made (WAB-SEQ-04)."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH, heading
from pilein.kernel.requests import Answer
from pilein.rulesets.wab.columns import is_snaking
from pilein.rulesets.wab.move_steps import after_steps
from pilein.rulesets.wab.mover import MARCH, REFORM, STAY, Mover, Progress, Refused
from pilein.rulesets.wab.moves_choice import LATER, RemainingMove
from pilein.rulesets.wab.policy.candidates import STILL, Candidate, candidates
from pilein.rulesets.wab.policy.looking import preview_table
from pilein.rulesets.wab.policy.outlook import Outlook
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.straight_ways import room_ahead
from pilein.rulesets.wab.policy.poses import pose_of

TRIES = 6  # candidates that are tried on the table
STAYING = 0.01  # a move has to be better than none by this
PATIENCE = 0.04  # by which a way that friends block has to be better to be waited for
LEAST = INCH // 2
EFFORT = {"wheel": 0.01, "about": 0.05, "reform": 0.04}  # what manoeuvres have to be better by


def move(battle: Battle, choice: RemainingMove) -> Answer:
    """WAB-SEQ-04. The move after which the unit stands best; where friends are in the way it lets them go first."""
    unit = choice.unit
    if is_snaking(battle, unit):
        return next(choice.candidates())[1]
    outlook = Outlook(battle, unit)
    if not outlook.foes:
        return STILL
    pace = float(choice.means.rate if choice.means.no_march else choice.means.march)

    def rated(candidate: Candidate) -> float:
        made, steps = candidate.answer
        value = outlook.value(candidate.pose, moved=made != STAY, pace=pace)
        if made in (MARCH, REFORM):
            value -= outlook.volleys.value(candidate.pose, moved=True)
        return value - sum(EFFORT.get(str(name), 0.0) for name, *_ in steps)

    ranked = sorted(((rated(one), one) for one in candidates(outlook, choice.means)), key=lambda pair: -pair[0])
    stay = next(value for value, one in ranked if one.answer == STILL) + STAYING
    best, answer = stay, STILL
    for value, candidate in ranked[:TRIES]:
        if value <= best:
            break
        made = _as_far_as_it_goes(choice, candidate)
        if made is None:
            continue
        real = value if made.answer == candidate.answer else rated(made)
        if real > best:
            best, answer = real, made.answer
    if choice.may_wait and ranked[0][0] > best + PATIENCE:
        return LATER
    return answer


def _as_far_as_it_goes(choice: RemainingMove, candidate: Candidate) -> Candidate | None:
    """The candidate if it can be made, or the same with a shorter way; None if neither."""
    pace, steps = candidate.answer
    if pace == STAY:
        return candidate
    mover = Mover.of(choice.battle, preview_table(choice.battle), choice.unit, pace, choice.means)
    name, *numbers = steps[-1]
    if name not in ("ahead", "shift"):
        return candidate if _after(mover, steps) is not None else None
    progress = _after(mover, steps[:-1])
    if progress is None:
        return None
    standing = progress.standing
    way = standing.facing if isinstance(standing, Block) else int(numbers[0])
    sine, cosine = heading(way)
    length = min(int(numbers[-1]), room_ahead(mover, progress, (sine, cosine)))
    if length < LEAST:
        return None
    answer = (pace, (*steps[:-1], (name, *numbers[:-1], length)))
    if choice.why_not(answer) is not None:
        return None
    return Candidate(answer, pose_of(choice.battle, standing).shifted(sine * length, cosine * length))


def _after(mover: Mover, steps) -> Progress | None:  # noqa: ANN001
    try:
        return after_steps(mover, steps)
    except Refused:
        return None
