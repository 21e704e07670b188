"""Interpret the answers that a person types."""

from collections.abc import Iterator
from itertools import accumulate, islice

import msgspec

from pilein.geometry.ticks import INCH
from pilein.kernel.codec import frozen, plain
from pilein.kernel.errors import PileInError
from pilein.kernel.nearest import shortened
from pilein.kernel.requests import Answer, Choice

MOST = 200  # numbered answers
DEEPEST = 20  # depth of nested brackets
MOST_DIGITS = 18  # digits of an answer's number
PLACE = 4  # numbers in a placement: model, x, y, facing
HELP = (
    "a number, Enter for the marked answer, or an answer as JSON; "
    "? the rule and all answers, m map, a let the policy finish this step (a unit, a phase, a end: finish more), "
    "u undo, s FILE save (s! FILE: replaces an existing file), q quit"
)


class NoAnswer(PileInError):  # noqa: N818 - not an error, but input that is not an answer
    """Raised when typed input cannot be read as an answer."""


def different(choice: Choice) -> Iterator[tuple[str, Answer]]:
    """Yield each distinct answer on offer with its label."""
    known = set()
    for label, answer in choice.candidates():
        if answer not in known:
            known.add(answer)
            yield label, answer


def spelled(answer: Answer) -> str:
    """Format an answer as data. A model's place is in inches and degrees."""
    if isinstance(answer, tuple) and len(answer) == PLACE and all(type(one) is int for one in answer):
        _, x, y, facing = answer
        return f"at {x / INCH:.2f}, {y / INCH:.2f}, facing {facing / 100:g}"
    return str(plain(answer))


def understood(choice: Choice, line: str) -> Answer:
    """Interpret a typed answer: a number or label in the list, or the answer as JSON (`=5` for a plain number).

    Raises:
        NoAnswer: the line is neither a listed answer nor JSON.
    """
    offered = list(islice(different(choice), MOST))
    if line.isascii() and line.isdigit():
        if len(line) > MOST_DIGITS or not 1 <= int(line) <= len(offered):
            remedy = f"type 1 to {len(offered)}, or the answer as JSON"
            raise NoAnswer(f"no answer has the number {shortened(line)}", remedy=remedy)
        return offered[int(line) - 1][1]
    for label, answer in offered:
        if line.casefold() == label.casefold():
            return answer
    try:
        return frozen(msgspec.json.decode(_shallow(line.removeprefix("="))))
    except ValueError:
        raise NoAnswer(f"{shortened(line)!r} is not an answer", remedy=f"type {HELP}") from None


def json_of(answer: Answer) -> str:
    """Return an answer as JSON, in a form that can be typed."""
    return msgspec.json.encode(plain(answer)).decode()


def _shallow(line: str) -> str:
    """Return the line unchanged. Raises ValueError if its brackets are nested too deeply."""
    if max(accumulate((one == "[") - (one == "]") for one in line), default=0) > DEEPEST:
        raise ValueError
    return line
