"""A policy that takes any candidate and checks that every offer is legal and that malformed answers are refused."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer, Choice

LOOKED_AT = 30  # candidates, of which one is taken
TRIED = 5  # of those, how many are put to `why_not`
PLACED = (3, 4)  # whole numbers that name a place: (model, x, y, facing) or (x, y, facing, files)
NONSENSE: tuple[Answer, ...] = (
    None,
    "no such answer",
    10**9,
    -(10**9),
    (10**9,),
    ("a", "b", "c", "d"),
    (0, None, "x", 0),
    (True, True, True, True),
    (-1, -1, -1, -1, -1, -1, -1),
    ((1, 2), (3, 4)),
    (10**9, 10**9, 10**9, 10**9),
)


class Curious:
    """A policy that takes one of the first candidates at random. Its generator depends only on its seed and on
    `moment`, so that an answer can be repeated.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.moment = 0
        self.faults: list[str] = []

    def __call__(self, _state: Any, choice: Choice) -> Answer:
        """Return one of the candidates, and add faults of the question to `faults`."""
        chance = Random(self.seed * 100003 + self.moment)  # noqa: S311 - tests that can be repeated
        offered = [answer for _, answer in islice(choice.candidates(), LOOKED_AT)]
        if not offered:
            self.faults.append(f"{choice.clause}: {choice.words} No answer is offered.")
            raise AssertionError(self.faults[-1])
        self.faults += faults_of(choice, offered, chance)
        return chance.choice(offered)


def faults_of(choice: Choice, offered: list[Answer], chance: Random) -> list[str]:
    faults = []
    if not choice.words or not choice.clause or choice.side not in {0, 1}:
        faults.append(f"{choice.clause}: a question has words, a clause and a side")
    for answer in chance.sample(offered, min(TRIED, len(offered))):
        reason = choice.why_not(answer)
        if reason is not None:
            faults.append(f"{choice.clause}: {answer!r} is offered and refused: {reason}")
    for answer in (*NONSENSE, *_displaced(chance.choice(offered))):
        reason = choice.why_not(answer)
        if reason is None and not any(_is_same(answer, one) for one in choice_answers(choice)):
            faults.append(f"{choice.clause}: {answer!r} is no answer to {choice.words}, and taken for one")
        if reason is not None and " " not in reason.strip():
            faults.append(f"{choice.clause}: {answer!r} is refused without a reason: {reason!r}")
    return faults


def choice_answers(choice: Choice) -> Iterator[Answer]:
    """Return the first 500 answers that a question offers."""
    return (answer for _, answer in islice(choice.candidates(), 500))


def _displaced(answer: Answer) -> Iterator[Answer]:
    """Yield variants of the answer whose places are far off the table, or which have one number too few or too many.
    Yield nothing if the answer names no place.
    """
    if isinstance(answer, tuple) and len(answer) in PLACED and all(type(one) is int for one in answer):
        where = next((place for place in (0, 1) if answer[place] > INCH // 8), None)
        if where is None:
            return
        for far in (40 * INCH, -40 * INCH, 10**9):
            yield (*answer[:where], answer[where] + far, *answer[where + 1 :])
        yield answer[:-1]
        yield (*answer, 0)


def _is_same(one: Answer, other: Answer) -> bool:
    return one == other and type(one) is type(other)
