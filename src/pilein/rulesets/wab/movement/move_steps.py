"""The steps of a remaining move, one after the other: what each does, and why it may not be made."""

from collections.abc import Callable, Sequence
from math import ceil

from pilein.geometry.angles import TURN, heading
from pilein.geometry.blocks import Block, ranks
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.geometry.turns import HALF_TURN
from pilein.rulesets.wab.movement.clearance import is_free
from pilein.rulesets.wab.movement.columns import followed, head_of, is_snaking, may_snake
from pilein.rulesets.wab.movement.fast_marching import fast_steps
from pilein.rulesets.wab.movement.going import factor_at
from pilein.rulesets.wab.movement.manoeuvres import (
    after_a_reform,
    in_files,
    reformed,
    turned_about,
    wheel_cost,
    wheels_in_a_move,
)
from pilein.rulesets.wab.movement.marching import ALL_STEPS, march_steps
from pilein.rulesets.wab.movement.mover import Mover, Progress, Refused
from pilein.rulesets.wab.movement.paces import FAST_MARCH, MARCH, REFORM
from pilein.rulesets.wab.movement.straight_ways import cost_of_way, gone_straight, settled, why_barred
from pilein.rulesets.wab.movement.wheels import LEFT, RIGHT, wheeled

MoveStep = tuple[str | int, ...]
SWEEP = INCH / 4  # how far the outer corner of a wheel goes between two looks at what it meets
MOST_TURN = TURN // 2  # of one wheel
ONE, TWO = 1, 2  # ranks
BEND = "bend"


def after_steps(mover: Mover, steps: Sequence[MoveStep]) -> Progress:
    """A unit after all steps of its move. Raises Refused where one may not be made."""
    barred = mover.means.why_no(mover.pace)
    if barred:
        raise Refused(barred)
    progress = mover.start()
    for name, *numbers in steps:
        if progress.reformed and not after_a_reform().may_move:
            raise Refused("WAB-MN-11: a reforming unit cannot move further")
        if name != BEND and name not in _steps_allowed(mover.pace):
            raise Refused(f"{_WHY.get(mover.pace, '')}no {name} at this pace")
        progress = STEPS[str(name)](mover, progress, *numbers)
    if mover.pace == REFORM and not progress.reformed:
        raise Refused("a reform ends with the step that reforms")
    return progress


def gone_ahead(mover: Mover, progress: Progress, length: int) -> Progress:
    """A block straight on."""
    return gone_straight(mover, progress, heading(progress.block.facing), length)


def wheeled_round(mover: Mover, progress: Progress, turn: int) -> Progress:
    """WAB-MN-01, WAB-MN-03. A block wheeled on its right front corner, or to the left on its left one."""
    if not turn or abs(turn) > MOST_TURN:
        raise Refused("a wheel turns by half a turn at most, and not by nought")
    if progress.wheels >= wheels_in_a_move():
        raise Refused("WAB-MN-01: it may not wheel so often")
    block, corner = progress.block, RIGHT if turn > 0 else LEFT
    end = wheeled(block, corner, turn)
    looks = max(1, ceil(end.length / SWEEP))
    for look in range(1, looks + 1):
        on_the_way = wheeled(block, corner, turn * look // looks).block
        if not is_free(mover.bodies(on_the_way), mover.about):
            raise Refused('WAB-R-36: it may not wheel into anything, off the table, or within 1" of an enemy')
    return _on_the_spot(mover, progress, end.block, wheel_cost(end))._replace(wheels=progress.wheels + 1)


def faced_about(mover: Mover, progress: Progress) -> Progress:
    """WAB-MN-04, WAB-MN-05. A block facing the other way."""
    if progress.abouts >= mover.means.abouts:
        raise Refused(f"WAB-MN-04: it may turn about {'once' if mover.means.abouts == ONE else 'no further'}")
    about = turned_about(progress.block)
    return _on_the_spot(mover, progress, about, mover.means.about)._replace(abouts=progress.abouts + 1)


def formed_anew(mover: Mover, progress: Progress, files: int) -> Progress:
    """WAB-MN-07, WAB-MN-08. A block with one or two ranks more or less."""
    block = progress.block
    if progress.changed:
        raise Refused("WAB-R-52: one change of formation is all there is in a movement")
    if not 1 <= files <= mover.battle.living(mover.unit):
        raise Refused(f"files run from 1 to {mover.battle.living(mover.unit)}")
    after = in_files(block, files)
    change = abs(len(ranks(after)) - len(ranks(in_files(block, block.files))))
    if change not in (ONE, TWO):
        raise Refused("WAB-MN-07, WAB-MN-08: a change of formation adds or takes off one rank or two")
    if not is_free(mover.bodies(after), mover.about):
        raise Refused("there is no room for so many files")
    cost = mover.means.one_rank if change == ONE else mover.means.two_ranks
    return _on_the_spot(mover, progress, after, cost)._replace(changed=True)


def reformed_there(mover: Mover, progress: Progress, facing: int, files: int) -> Progress:
    """WAB-MN-10. A unit in any formation, facing any way, about where it stands."""
    if not 0 <= facing < TURN or not 1 <= files <= mover.battle.living(mover.unit):
        raise Refused(f"a facing runs from 0 to 35999, files from 1 to {mover.battle.living(mover.unit)}")
    here = mover.battle.on(mover.battle.plane.with_standing(mover.unit, progress.standing))
    standing = reformed(here, mover.unit, facing, files, mover.about)
    if standing is None:
        raise Refused("WAB-MN-10: there is no room for that formation")
    return settled(mover, progress.arrived(standing, mover.bodies(standing), 0))._replace(reformed=True)


def shifted_alike(mover: Mover, progress: Progress, bearing: int, length: int) -> Progress:
    """Loose models, all moved alike."""
    if isinstance(progress.standing, Block):
        raise Refused("a unit in ranks moves by going ahead and by manoeuvres")
    if is_snaking(mover.battle, mover.unit):
        raise Refused("WAB-R-50: a snaking column follows its head")
    return gone_straight(mover, progress, heading(bearing), length)


def bent(mover: Mover, progress: Progress, turn: int, length: int) -> Progress:
    """WAB-FM-11. A column whose head has turned and gone straight on, the others in its track."""
    if not may_snake(mover.battle, mover.unit, progress.standing):
        raise Refused("WAB-FM-11: only a unit one model wide may bend into a snaking column")
    if turn and mover.pace != FAST_MARCH:
        raise Refused("WAB-FM-11: only a fast-marching unit may bend")
    head, facing, left = turned_head(mover, progress, turn)
    cost = cost_of_way(mover, (head,), heading(facing), length, left)
    standing = followed(mover.battle, progress.standing, facing, length)
    bodies = mover.bodies(standing)
    if not is_free(bodies, mover.about):
        raise Refused("WAB-R-36: there is no room to follow its head")
    return settled(mover, progress.arrived(standing, bodies, progress.left - left + cost))


def turned_head(mover: Mover, progress: Progress, turn: int) -> tuple[Shape, int, float]:
    """The head of a column that has turned as a wheel one model wide: its outline, its facing, the movement left."""
    model, place = head_of(progress.standing)
    base, facing = mover.battle.setup.base(model), (place.facing + turn) % TURN
    left = progress.left - base.width * abs(turn) * HALF_TURN / MOST_TURN
    return shape(base, Place(place.x, place.y, facing)), facing, left


def _on_the_spot(mover: Mover, progress: Progress, block: Block, cost: float) -> Progress:
    """A manoeuvre that is made, if there is movement for it and the ground lets it."""
    bodies = (*mover.bodies(progress.standing), *mover.bodies(block))
    cost *= factor_at(mover.battle, mover.unit, bodies) if mover.battle.setup.grounds else 1
    if cost > progress.left + CONTACT:
        raise Refused(f'it costs {cost / INCH:.2f}" and {max(0.0, progress.left) / INCH:.2f}" of movement is left')
    barred = why_barred(mover, bodies, (0.0, 1.0), 0.0)
    if barred:
        raise Refused(barred)
    return settled(mover, progress.arrived(block, mover.bodies(block), cost))


def _steps_allowed(pace: str) -> tuple[str, ...]:
    if pace == MARCH:
        return march_steps()
    if pace == FAST_MARCH:
        return fast_steps()
    return (*ALL_STEPS, "reform") if pace == REFORM else ALL_STEPS


STEPS: dict[str, Callable[..., Progress]] = {
    "ahead": gone_ahead,
    "wheel": wheeled_round,
    "about": faced_about,
    "files": formed_anew,
    "reform": reformed_there,
    "shift": shifted_alike,
    BEND: bent,
}
_WHY: dict[str, str] = {MARCH: "WAB-MA-08: ", FAST_MARCH: "WAB-FM-06: "}
