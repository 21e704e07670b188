"""The question how a unit moves in the last step of the movement phase."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.kernel.requests import Answer
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.move_steps import after_steps
from pilein.rulesets.wab.movement.mover import Mover, Refused
from pilein.rulesets.wab.movement.moves_on_offer import moves_on_offer
from pilein.rulesets.wab.movement.paces import NORMAL, PACES, STAY, Means, move_in_words
from pilein.rulesets.wab.state import Battle

PARTS = 2  # of an answer: pace and steps
STEPS = {
    "ahead": 1,
    "wheel": 1,
    "bend": 2,
    "about": 0,
    "files": 1,
    "reform": 2,
    "shift": 2,
}  # how many numbers each has


class RemainingMove(Struct, frozen=True, tag=True):
    """How a unit moves: (pace, steps), the pace "stay", "normal", "march", "fast march" or "reform".

    The steps are made one after the other:

    ("ahead", ticks): straight on; ("wheel", turn): on the right front corner by hundredths of a degree to the right, on
    the left one to the left where negative; ("about",): facing about where it stands; ("files", n): its front rank's
    middle where it is, so many files wide; ("reform", facing, files): the last step of the pace "reform", about its
    middle. Loose models: ("shift", bearing, ticks), all of them alike. A column one model wide: ("bend", turn, ticks),
    its head turns and goes on, and the others follow in its track.

    Steps that are not among the candidates are judged like those that are.
    """

    side: int
    clause: str
    words: str
    battle: Battle
    unit: int
    means: Means

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Towards the nearest enemy, staying, the same at a march, straight on, manoeuvres, a reform."""
        for label, answer in moves_on_offer(self._mover(NORMAL)):
            if self.why_not(answer) is None:
                yield label, answer

    def in_words(self, answer: Answer) -> str:
        """A legal answer as a player would call it."""
        return move_in_words(*answer)

    def why_not(self, answer: Answer) -> str | None:
        """None if the unit may move so."""
        malformed = _why_malformed(answer)
        if malformed:
            return malformed
        pace, steps = answer
        if pace == STAY:
            return "whoever stays takes no steps" if steps else None
        if not steps:
            return "whoever moves takes at least one step"
        try:
            after_steps(self._mover(pace), steps)
        except Refused as refusal:
            return str(refusal)
        return None

    def _mover(self, pace: str) -> Mover:
        """The unit, its readings and sentences asked of a table that nobody looks at."""
        setup = self.battle.setup
        return Mover.of(self.battle, Table(setup.readings, struck=setup.struck), self.unit, pace, self.means)


def _why_malformed(answer: Answer) -> str | None:
    if not isinstance(answer, tuple) or len(answer) != PARTS or not isinstance(answer[1], tuple):
        return "the answer is (pace, steps)"
    pace, steps = answer
    if pace not in PACES:
        return f"the pace is one of {', '.join(PACES)}"
    return next((reason for step in steps if (reason := _why_no_step(step))), None)


def _why_no_step(step: Answer) -> str | None:
    if not isinstance(step, tuple) or not step or not isinstance(step[0], str) or step[0] not in STEPS:
        return f"a step is one of {', '.join(STEPS)}, with its numbers"
    name, *numbers = step
    if len(numbers) != STEPS[name] or any(type(one) is not int for one in numbers):
        return f"the step {name} has {STEPS[name]} whole numbers"
    return None
