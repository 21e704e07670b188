"""The remaining moves that are offered to columns that bend, or may."""

from pilein.geometry.angles import QUARTER, bearing, heading
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.movement.columns import head_of
from pilein.rulesets.wab.movement.move_steps import turned_head
from pilein.rulesets.wab.movement.mover import Mover, Offered, middle_of
from pilein.rulesets.wab.movement.paces import FAST_MARCH, MARCH, STAY, VERBS
from pilein.rulesets.wab.movement.straight_ways import room_for
from pilein.rulesets.wab.movement.wheels import signed
from pilein.rulesets.wab.state import NOBODY

LEAST = INCH // 8  # a shorter way is none


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
