"""Rules for the steps of a remaining move, which are made one after another: their effects, and the reasons why a step
is refused.
"""

from collections.abc import Callable, Sequence

from pilein.geometry.blocks import Block, ranks, regrouped
from pilein.geometry.rounded import HALF_TURN
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.ticks import INCH, TURN, heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.nearest import counted
from pilein.rulesets.wab.charge.ways import LEFT, RIGHT, cost_of_wheel, steps_of, wheeled
from pilein.rulesets.wab.clearance import is_free, near_to, nudged
from pilein.rulesets.wab.columns import fits, followed, head_of, in_ranks, is_snaking, may_snake
from pilein.rulesets.wab.movement.marching import turned_about
from pilein.rulesets.wab.movement.mover import FAST_MARCH, MARCH, REFORM, Mover, MoveStep, Progress, Refused
from pilein.rulesets.wab.movement.straight_ways import cost_of_way, gone_straight, settled, why_barred
from pilein.tabletop.plane import Loose

MOST_TURN = TURN // 2  # of one wheel
ONE, TWO = 1, 2  # ranks
AHEAD, BEND = "ahead", "bend"
AT_ANY_PACE = (AHEAD, "wheel", BEND)  # steps for blocks; loose models shift instead


def after_steps(mover: Mover, steps: Sequence[MoveStep]) -> Progress:
    """Make all steps of a unit's move, and raise Refused if a step is illegal.

    A reforming unit cannot move further in the same turn (WAB-MN-11).
    """
    barred = mover.means.why_no(mover.pace)
    if barred:
        raise Refused(barred)
    progress = mover.start()
    for name, *numbers in steps:
        if progress.reformed and mover.table.holds("WAB-MN-11"):
            raise Refused("WAB-MN-11: a reforming unit cannot move further")
        barred = why_no_manoeuvre(mover, str(name))
        if barred:
            raise Refused(barred)
        progress = STEPS[str(name)](mover, progress, *numbers)
    if mover.pace == REFORM and not progress.reformed:
        raise Refused("a reform must end with the reforming step")
    return progress


def why_no_manoeuvre(mover: Mover, name: str) -> str:
    """Reason why a unit may not make a step at its pace, or "".

    A marching unit may make no manoeuvre other than wheels (WAB-MA-08), and the same applies to a fast-marching unit
    (WAB-FM-06).
    """
    is_loose = isinstance(mover.battle.plane.standings[mover.unit], Loose)
    if name in AT_ANY_PACE or (name == "shift" and is_loose):
        return ""
    if mover.pace == MARCH and mover.table.holds("WAB-MA-08"):
        return f"WAB-MA-08: no {name} is possible at this pace"
    if mover.pace == FAST_MARCH and mover.table.holds("WAB-FM-06"):
        return f"WAB-FM-06: no {name} is possible at this pace"
    return f"no {name} is possible at this pace" if name == REFORM and mover.pace != REFORM else ""


def moved_ahead(mover: Mover, progress: Progress, length: int) -> Progress:
    """Move a block straight ahead by a length in ticks."""
    return gone_straight(mover, progress, heading(progress.block.facing), length)


def wheeled_round(mover: Mover, progress: Progress, turn: int) -> Progress:
    """Wheel a block to the right on its right front corner, or to the left on its left front corner.

    Outside a charge a unit may wheel any number of times (WAB-MN-01). A wheel costs the distance that the outermost
    model travels (WAB-MN-03).
    """
    if not turn or abs(turn) > MOST_TURN:
        raise Refused("a wheel must be greater than zero and at most half a turn")
    if not mover.table.holds("WAB-MN-01"):
        raise Refused("WAB-MN-01: the unit may not wheel")
    block, corner = progress.block, RIGHT if turn > 0 else LEFT
    end = wheeled(block, corner, turn)
    swept = [body for step in steps_of(block, end) for body in mover.bodies(step)]
    if not is_free(swept, near_to(mover.about, swept)):
        raise Refused('WAB-R-36: the unit may not wheel into anything, off the table, or within 1" of an enemy')
    cost = cost_of_wheel(mover.battle, mover.table, mover.unit, block, end) if mover.table.holds("WAB-MN-03") else 0.0
    return _on_the_spot(mover, progress, end.block, cost, swept)


def faced_about(mover: Mover, progress: Progress) -> Progress:
    """Turn a block about, at the cost of a quarter of the unit's movement (WAB-MN-05)."""
    if progress.abouts >= mover.means.abouts:
        once = mover.means.abouts == ONE
        raise Refused(
            "WAB-MN-04: the unit may turn about only once" if once else "WAB-MN-06: the unit may not turn about again"
        )
    about = nudged(mover.battle, turned_about(progress.block), mover.about)
    assert isinstance(about, Block)
    cost = mover.means.about if mover.table.holds("WAB-MN-05") else 0
    return _on_the_spot(mover, progress, about, cost)._replace(abouts=progress.abouts + 1)


def formed_anew(mover: Mover, progress: Progress, files: int) -> Progress:
    """Add or remove one or two ranks of a block.

    One rank costs half of the unit's movement (WAB-MN-07), and two ranks cost all of it (WAB-MN-08).
    """
    block = progress.block
    if progress.changed:
        raise Refused("WAB-R-52: a unit may change formation only once per movement")
    if not 1 <= files <= mover.battle.living(mover.unit):
        raise Refused(f"the number of files must be from 1 to {mover.battle.living(mover.unit)}")
    after = regrouped(block, files)  # WAB-R-52: the middle of its front rank stays where it was
    change = abs(len(ranks(after)) - len(ranks(regrouped(block, block.files))))
    if change not in (ONE, TWO):
        raise Refused(f"WAB-MN-07, WAB-MN-08: a change of formation adds or removes one or two ranks, not {change}")
    if not is_free(mover.bodies(after), mover.about):
        raise Refused(f"there is no room for {counted(files, 'file')}")
    if change == ONE:
        cost = mover.means.one_rank if mover.table.holds("WAB-MN-07") else 0
    else:
        cost = mover.means.two_ranks if mover.table.holds("WAB-MN-08") else 0
    return _on_the_spot(mover, progress, after, cost)._replace(changed=True)


def reformed_there(mover: Mover, progress: Progress, facing: int, files: int) -> Progress:
    """Reform the unit around its current centre, in any formation and facing (WAB-MN-10)."""
    if not 0 <= facing < TURN or not 1 <= files <= mover.battle.living(mover.unit):
        raise Refused(
            f"a facing must be from 0 to 35999, and the number of files from 1 to {mover.battle.living(mover.unit)}"
        )
    standing = progress.standing
    if mover.table.holds("WAB-MN-10"):
        here = mover.battle.on(mover.battle.plane.with_standing(mover.unit, standing))
        standing = in_ranks(here, mover.unit, facing, files)
        if not fits(mover.battle, standing, mover.about):
            raise Refused("WAB-MN-10: there is no room for that formation")
    return settled(mover, progress.arrived(standing, mover.bodies(standing), 0))._replace(reformed=True)


def shifted_alike(mover: Mover, progress: Progress, bearing: int, length: int) -> Progress:
    """Shift all models of a loose unit by the same distance in the same direction."""
    if isinstance(progress.standing, Block):
        raise Refused("a unit in ranks may move only straight ahead and by manoeuvres")
    if is_snaking(mover.battle, mover.unit):
        raise Refused("WAB-R-50: a snaking column must follow its head")
    return gone_straight(mover, progress, heading(bearing), length)


def bent(mover: Mover, progress: Progress, turn: int, length: int) -> Progress:
    """Turn the head of a column and move it straight ahead, with the other models following in its track
    (WAB-FM-11).
    """
    if not may_snake(mover.battle, mover.unit, progress.standing):
        raise Refused("WAB-FM-11: only a unit one model wide may bend into a snaking column")
    if turn and mover.pace != FAST_MARCH:
        raise Refused("WAB-FM-11: only a fast-marching unit may bend")
    head, facing, left = turned_head(mover, progress, turn)
    cost = cost_of_way(mover, (head,), heading(facing), length, left)
    standing = followed(mover.battle, progress.standing, facing, length)
    bodies = mover.bodies(standing)
    if not is_free(bodies, mover.about):
        raise Refused("WAB-R-36: there is no room for the column to follow its head")
    return settled(mover, progress.arrived(standing, bodies, progress.left - left + cost))


def turned_head(mover: Mover, progress: Progress, turn: int) -> tuple[Shape, int, float]:
    """Turn the head of a column, which wheels like a block one model wide. Return the outline and the facing of the
    head, and the movement left.
    """
    model, place = head_of(progress.standing)
    base, facing = mover.battle.setup.base(model), (place.facing + turn) % TURN
    left = progress.left - base.width * abs(turn) * HALF_TURN / MOST_TURN
    return shape(base, Place(place.x, place.y, facing)), facing, left


def _on_the_spot(mover: Mover, progress: Progress, block: Block, cost: float, swept: Sequence[Shape] = ()) -> Progress:
    """Make a manoeuvre if there is enough movement left and the ground, including the ground `swept`, allows it.

    Ground slows only wheels. Turning about and changing formation cover no distance, so ground has no effect on them
    (WAB-R-54).
    """
    bodies = (*mover.bodies(progress.standing), *swept, *mover.bodies(block))
    if cost > progress.left + CONTACT:
        left = max(0.0, progress.left) / INCH
        raise Refused(f'the manoeuvre costs {cost / INCH:.2f}", but only {left:.2f}" of movement is left')
    barred = why_barred(mover, bodies, (0.0, 1.0), 0.0)
    if barred:
        raise Refused(barred)
    return settled(mover, progress.arrived(block, mover.bodies(block), cost))


STEPS: dict[str, Callable[..., Progress]] = {
    AHEAD: moved_ahead,
    "wheel": wheeled_round,
    "about": faced_about,
    "files": formed_anew,
    "reform": reformed_there,
    "shift": shifted_alike,
    BEND: bent,
}
