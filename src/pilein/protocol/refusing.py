"""Refusals, which report user errors as messages, and limits on the size of input."""

from collections.abc import Sequence

from pilein.engine.rulesets import names
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import BadInput, IllegalAnswer, PileInError, TooMuch
from pilein.kernel.nearest import listed
from pilein.kernel.remedies import on_page
from pilein.lab.scenarios import Scenario
from pilein.protocol.replies import Refused
from pilein.protocol.shared_messages import Point

MOST_TEXT = 200_000  # characters of a scenario
MOST_MODELS = 1_000  # of both sides
MOST_PHASES = 200
MOST_RECORD = 5_000_000  # characters of a record
MOST_POINTS = 50  # of a measuring tape
MOST_NAME, MOST_SAID = 40, 500  # letters
BESIDE = 24  # inches off the table to which it may reach
MOST_WORDS = 1_000  # characters of a reason: names that were sent may be long
DEEPEST = 20  # lists in lists of an answer
LESS = "use fewer models or phases"
FEWER = "set up a smaller fight, or play this one on the command line"


def refused(request: int, error: PileInError) -> Refused:
    """Refuse a request, with the error's reason, place and remedy."""
    reason = error.reason if isinstance(error, IllegalAnswer) else error.message
    reason, key, remedy = (_cut(words) for words in (reason, error.key, advice(error)))
    return Refused(id=request, reason=reason, line=error.line or None, key=key, remedy=remedy)


def _cut(words: str) -> str:
    return words if len(words) <= MOST_WORDS else f"{words[:MOST_WORDS]}..."


def advice(error: PileInError) -> str:
    """Return an error's remedy in its wording for a page, or "" if the remedy needs the command line."""
    if isinstance(error, TooMuch):
        return LESS
    said = on_page(error.remedy).strip(" ;,")
    if said or error.key != "ruleset":
        return said
    return f"name a ruleset that this page plays ({listed(names())}), or choose a game"


def scenario_of(text: str) -> Scenario:
    """Parse a scenario sent by a page. It may not refer to other files.

    Raises:
        BadScenario: the scenario cannot be played.
        BadInput: the scenario is too large for a page.
    """
    if len(text) > MOST_TEXT:
        raise BadInput(f"the scenario has more than {MOST_TEXT:,} characters", key="toml", remedy=FEWER)
    found = Scenario.from_text(text)
    models = sum(unit.models for unit in found.units)
    if models > MOST_MODELS:
        raise BadInput(f"the scenario has {models:,} models, more than {MOST_MODELS:,}", key="unit", remedy=FEWER)
    return found


def assert_phases(phases: int) -> None:
    """Check a number of phases (0 means to the end). Raises BadInput if the number is out of bounds."""
    if not 0 <= phases <= MOST_PHASES:
        remedy = f"give a number from 1 to {MOST_PHASES}, or 0 for all phases"
        raise BadInput(f"the number of phases cannot be {phases}", key="phases", remedy=remedy)


def assert_measurable(points: Sequence[Point], size: tuple[int, int] | None) -> None:
    """Check that a measuring tape lies on or near a table of the given size in ticks. Raises BadInput if not."""
    if len(points) > MOST_POINTS:
        remedy = f"measure a path with at most {MOST_POINTS} points"
        raise BadInput(
            f"the measuring tape has {len(points):,} points, more than {MOST_POINTS}", key="points", remedy=remedy
        )
    width, depth = (side / INCH for side in size or (0, 0))
    near = ((-BESIDE, width + BESIDE), (-BESIDE, depth + BESIDE))
    for point in points:
        if not all(least <= at <= most for at, (least, most) in zip(point, near, strict=True)):
            raise BadInput(
                "a point of the measuring tape is far off the table", key="points", remedy="keep the tape on the table"
            )


def assert_short(name: str, text: str) -> None:
    """Check that a name and the words to be said are not too long. Raises BadInput if they are."""
    for key, words, most in (("name", name, MOST_NAME), ("text", text, MOST_SAID)):
        if len(words) > most:
            raise BadInput(
                f"the text has {len(words):,} characters, more than {most}", key=key, remedy="shorten the text"
            )


def assert_shallow(answer: object, depth: int = DEEPEST) -> None:
    """Check that an answer is not nested too deeply. Raises BadInput if it is."""
    if isinstance(answer, list | tuple):
        if not depth:
            raise BadInput(
                "the answer is nested too deeply", key="answer", remedy="send the answer of one of the options"
            )
        for one in answer:
            assert_shallow(one, depth - 1)
