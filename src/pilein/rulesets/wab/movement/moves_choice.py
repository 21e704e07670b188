"""Question about a unit's move in the last step of the movement phase."""

from collections.abc import Iterator
from math import floor

from msgspec import Struct

from pilein.geometry.blocks import Block, ranks
from pilein.geometry.gaps import gap
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing, heading
from pilein.kernel.requests import Answer
from pilein.rulesets.wab.charge.ways import LEFT, RIGHT, signed, wheels_to
from pilein.rulesets.wab.clearance import bodies_of
from pilein.rulesets.wab.columns import head_of, is_snaking, may_snake
from pilein.rulesets.wab.movement.move_steps import after_steps, turned_head
from pilein.rulesets.wab.movement.mover import (
    FAST_MARCH,
    MARCH,
    NORMAL,
    PACES,
    REFORM,
    STANDING,
    STAY,
    VERBS,
    WAIT,
    Means,
    Mover,
    MoveStep,
    Offered,
    Progress,
    Refused,
    middle_of,
    move_in_words,
)
from pilein.rulesets.wab.movement.straight_ways import room_ahead, room_for
from pilein.rulesets.wab.state import NOBODY, Battle

PARTS = 2  # parts of an answer: pace and steps
LATER: Answer = (WAIT, ())
STEPS = {
    "ahead": 1,
    "wheel": 1,
    "bend": 2,
    "about": 0,
    "files": 1,
    "reform": 2,
    "shift": 2,
}  # how many numbers each step takes


class RemainingMove(Struct, frozen=True, tag=True):
    """Choice of a unit's move, answered by (pace, steps). The pace is "stay", "normal", "march", "fast march" or
    "reform".

    If `may_wait` is set, the pace "wait" lets the remaining units move first. Steps are made in order:

    - ("ahead", ticks) moves straight ahead.
    - ("wheel", turn) wheels by hundredths of a degree, to the right if positive.
    - ("about",) turns about in place.
    - ("files", n) forms n files around the middle of the front rank.
    - ("reform", facing, files) is the last step of the pace "reform".
    - ("shift", bearing, ticks) moves all loose models alike.
    - ("bend", turn, ticks) turns the head of a column one model wide and moves it on.

    An answer need not be among the listed candidates; any steps are checked.
    """

    side: int
    clause: str
    words: str
    battle: Battle
    unit: int
    means: Means
    may_wait: bool = False

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield legal moves: moves towards the nearest enemy, marches, straight moves, manoeuvres and a reform, and
        also the choices to stay or wait.
        """
        for label, answer in moves_on_offer(self._mover(NORMAL)):
            if self.why_not(answer) is None:
                yield label, answer
            if self.may_wait and answer[0] == STAY:
                yield self.in_words(LATER), LATER

    def in_words(self, answer: Answer) -> str:
        """Describe a legal answer in a player's terms."""
        return move_in_words(*answer)

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the move is illegal, or return None."""
        malformed = _why_malformed(answer)
        if malformed:
            return malformed
        pace, steps = answer
        if pace == WAIT and not self.may_wait:
            return "no unit is left to move before this one"
        if pace in STANDING:
            return "a unit that stays or waits cannot take steps" if steps else None
        if not steps:
            return "a unit that moves must take at least one step"
        try:
            after_steps(self._mover(pace), steps)
        except Refused as refusal:
            return str(refusal)
        return None

    @property
    def paces(self) -> tuple[str, ...]:
        """Paces at which the unit may move, slowest first."""
        return (NORMAL, *(pace for pace in MARCHES if not self._mover(pace).means.why_no(pace)))

    @property
    def steps(self) -> tuple[str, ...]:
        """Names of the steps available to a unit in ranks, or to loose models."""
        standing = self.battle.plane.standings[self.unit]
        if is_snaking(self.battle, self.unit):
            return ("bend",)
        return ("ahead", "wheel", "about", "files") if isinstance(standing, Block) else ("shift",)

    def left_after(self, answer: Answer) -> float | None:
        """Inches of movement left after a legal answer, or None if the unit does not move."""
        pace, steps = answer
        return None if pace in STANDING else after_steps(self._mover(pace), steps).left / INCH

    def _mover(self, pace: str) -> Mover:
        """Return the mover at a pace, which reads rulings and sentences from a preview table."""
        return Mover.of(self.battle, self.battle.preview_table(), self.unit, pace, self.means)


def _why_malformed(answer: Answer) -> str | None:
    if not isinstance(answer, tuple) or len(answer) != PARTS or not isinstance(answer[1], tuple):
        return "the answer must be (pace, steps)"
    pace, steps = answer
    if pace not in PACES:
        return f"the pace must be one of {', '.join(PACES)}"
    return next((reason for step in steps if (reason := _why_no_step(step))), None)


def _why_no_step(step: Answer) -> str | None:
    if not isinstance(step, tuple) or not step or not isinstance(step[0], str) or step[0] not in STEPS:
        return f"each step must be one of {', '.join(STEPS)}, with its numbers"
    name, *numbers = step
    if len(numbers) != STEPS[name] or any(type(one) is not int for one in numbers):
        return f"the step {name} must have {STEPS[name]} whole numbers"
    return None


# --- Candidates for a remaining move: a few of every kind --------------------------------------------------------


LEAST = INCH // 8  # shorter moves are ignored
TO_ENEMY = "towards the nearest enemy"
MARCHES = (MARCH, FAST_MARCH)


def moves_on_offer(mover: Mover) -> Offered:
    """Yield candidates for a unit's move, the likeliest first. Some candidates may prove illegal."""
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
    """Yield moves towards the nearest enemy, as far as possible and half as far."""
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
    """Yield the given steps followed by a straight move, as far as possible and half as far."""
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
    for change, words in ((-1, "one rank fewer"), (1, "one rank more"), (-2, "two ranks fewer"), (2, "two ranks more")):
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
    """Yield moves of a bent column: straight ahead, and at a fast march also towards the nearest enemy."""
    yield from _follows(mover, 0)
    yield "stay", (STAY, ())
    for pace in (MARCH, FAST_MARCH):
        if not mover.means.why_no(pace):
            yield from _follows(mover._replace(pace=pace), 0)
    if not mover.means.no_fast_march:
        yield from bends(mover._replace(pace=FAST_MARCH), enemy)


def bends(mover: Mover, enemy: int) -> Offered:
    """Yield moves in which the head of a column turns towards the nearest enemy."""
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
    """Enemy unit nearest to the mover, treating each block as a single outline, or NOBODY if there is no enemy."""
    battle = mover.battle
    ours = mover.bodies(mover.start().standing)
    enemies = battle.standing_units(1 - battle.side(mover.unit))
    bodies = {enemy: bodies_of(battle, battle.plane.standings[enemy]) for enemy in enemies}
    return min(enemies, key=lambda one: min(gap(a, b) for a in ours for b in bodies[one]), default=NOBODY)


def lined_up(mover: Mover, aim: tuple[int, int]) -> tuple[MoveStep, ...]:
    """Smaller of the two wheels that line a block up with an aim. The wheel is cut short if the block does not have
    enough movement.
    """
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
