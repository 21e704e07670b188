"""Subjects of the conformance tests, one a ruleset: its rules, words to draw scenarios from, and checks of its own."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.position import Position
from pilein.tabletop.ruleset import Ruleset, anything_goes
from pilein.tabletop.setup import Setup
from tests.conformance.scenarios import Words

Faults = list[str]


def nobody(_state: Any) -> tuple[int, ...]:
    """Nobody leaves the table to come back."""
    return ()


class Step(Struct, frozen=True):
    """One clause played: the positions before and after it, and what it told."""

    before: Position
    after: Position
    events: tuple[Any, ...]

    @property
    def key(self) -> str:
        """The clause that was played."""
        return str(self.before.agenda[0][0])


class Subject(Struct, frozen=True):
    """A ruleset under test.

    `wounds` is the trait that says how many a model has as fielded, None where each has one life; `faults_of` the
    ruleset's own complaints about a step, `faults_at_end` those about a whole phase, from its first position to its
    last with all that was told between; `off_table` are the units that are off the table and may come back.
    """

    rules: Ruleset
    words: Words
    wounds: str | None
    faults_of: Callable[[Step], Faults]
    faults_at_end: Callable[[Position, Position, tuple[Any, ...]], Faults]
    off_table: Callable[[Any], tuple[int, ...]] = nobody

    def wounds_of(self, setup: Setup, model: int) -> int:
        """The wounds that a model has as fielded."""
        return 1 if self.wounds is None else int(getattr(setup.kind(model).traits, self.wounds))


def without_check(rules: Ruleset) -> Ruleset:
    """A ruleset that plays what could not have come about in a game, too: random scenarios hardly ever could."""
    return replace(rules, check=anything_goes)
