"""The subjects of the conformance tests: each ruleset with its rules, its words for scenarios, and its own checks."""

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
    """Return no units, for rulesets in which no unit off the table may return."""
    return ()


class Step(Struct, frozen=True):
    """One clause of play, with the positions before and after it, and its events."""

    before: Position
    after: Position
    events: tuple[Any, ...]

    @property
    def key(self) -> str:
        return str(self.before.agenda[0][0])


class Subject(Struct, frozen=True):
    """A ruleset under test, with its checks.

    `wounds` is the trait that holds a model's initial number of wounds, or None if each model has one wound.
    `faults_of` checks a step under the ruleset. `faults_at_end` checks a whole phase, given its first and last
    position and all its events. `off_table` lists the units off the table that may return.
    """

    rules: Ruleset
    words: Words
    wounds: str | None
    faults_of: Callable[[Step], Faults]
    faults_at_end: Callable[[Position, Position, tuple[Any, ...]], Faults]
    off_table: Callable[[Any], tuple[int, ...]] = nobody

    def wounds_of(self, setup: Setup, model: int) -> int:
        return 1 if self.wounds is None else int(getattr(setup.kind(model).traits, self.wounds))


def without_check(rules: Ruleset) -> Ruleset:
    """Return the ruleset without its check for impossible situations. The check would refuse most random scenarios."""
    return replace(rules, check=anything_goes)
