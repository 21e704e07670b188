"""Equal fights solved once: variants of a fight that differ only in things that do not affect it.

A matrix of seven weapons has two that differ in name alone, and three whose ranges and rates of fire close combat never
asks for: of its 49 fights only 16 differ. Equal fights are found by the rules, not by lists of what may matter: all
clauses of a known fight are run with the new set-up, each once, until one has another outcome.
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from msgspec.structs import replace

from pilein.chain.model.transition_model import TransitionModel
from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.tabletop.setup import Kind, Setup

MOST_CLAUSES = 100_000  # for the fights kept: several hundred megabytes
WASTED = 0.2  # most clauses run to compare different fights, for each clause run to solve them
AT_FIRST = 2_000  # clauses run for comparisons in any case
FEW = 2  # fights compared that differ in more than one unit

Result = TypeVar("Result")


class KnownFight(Generic[Result]):
    """A solved fight: its transition model, the start of it and of its equals, and the result."""

    def __init__(self, question: Hashable, opening: Position, model: TransitionModel, result: Result) -> None:
        self.question = question
        self.openings = [opening]
        self.model = model
        self.clauses = len(model.computed)
        model.computed.sort(key=lambda one: -len(one.outcomes))  # the longest rolls tell fights apart
        self.result = result

    def unlike_units(self, opening: Position) -> int:
        """Number of units in which another fight differs from its nearest match here."""
        return min(_unlike_units(before.state.setup, opening.state.setup) for before in self.openings)


class KnownFights(Generic[Result]):
    """Results of fights under the same policies, for the same phases."""

    def __init__(self) -> None:
        self._known: list[KnownFight[Result]] = []
        self._clauses = 0  # of the kept fights
        self._run = self._wasted = 0  # clauses run to solve fights, and to compare different ones

    def result(
        self, question: Hashable, opening: Position, meter: Meter, solve: Callable[[], tuple[TransitionModel, Result]]
    ) -> Result:
        """The result of a fight: taken from an equal fight, or else from `solve`, which also gives its model.

        `question` is everything else that the result depends on.

        Raises:
            Spent: a limit is reached; and whatever `solve` raises.

        """
        whole = question, _without_kinds_and_text(opening)
        with watched(meter.check):
            for known in self._nearest(whole, opening):
                if opening in known.openings or self._is_like(known.model, opening, meter):
                    known.openings.append(opening)
                    return known.result
        model, result = solve()
        self._keep(KnownFight(whole, opening, model, result))
        return result

    def _nearest(self, question: Hashable, opening: Position) -> list[KnownFight[Result]]:
        """Fights that may be equal to another: all that differ in one unit at most, and the last of the others."""
        asked = [known for known in reversed(self._known) if known.question == question]
        near = [known for known in asked if known.unlike_units(opening) <= 1]
        return near + [known for known in asked if known not in near][:FEW]

    def _is_like(self, model: TransitionModel, opening: Position, meter: Meter) -> bool:
        """Whether all clauses have the same outcomes; False if comparing unequal fights has cost too much."""
        if self._wasted > AT_FIRST + WASTED * self._run or model.clock != model.rules.clock(opening):
            return False
        twin = model.under(opening, meter)
        is_like = twin.is_same_as(model)
        self._wasted += 0 if is_like else twin.runs
        return is_like

    def _keep(self, known: KnownFight[Result]) -> None:
        """Keep a fight, dropping the oldest when they take too much memory."""
        self._known.append(known)
        self._clauses += known.clauses
        self._run += known.model.runs
        while self._clauses > MOST_CLAUSES:
            self._clauses -= self._known.pop(0).clauses


def with_setup(position: Position, setup: Setup) -> Position:
    """The position in a game with another set-up, for the state and its field. Nothing is remembered."""
    state = position.state
    field = replace(state.field, setup=setup)
    return Position(replace(state, setup=setup, field=field), position.agenda, position.answers)


def _without_kinds_and_text(opening: Position) -> Hashable:
    """An opening without model traits, readings and the sentences of the text, plus the end conditions.

    Two fights that are equal in this respect have figures that depend on their chains alone.
    """
    rules, state = ruleset_named(opening.state.setup.ruleset), opening.state
    setup: Setup = state.setup
    kinds = tuple(Kind("", kind.unit, kind.base, None) for kind in setup.kinds)
    left = tuple(rules.left(state, unit.number) for unit in setup.units)
    bare = with_setup(opening, replace(setup, kinds=kinds, readings={}, struck=frozenset()))
    return bare, left, rules.limit(state)


def _unlike_units(one: Setup, other: Setup) -> int:
    return len({own.unit for own, foe in zip(one.kinds, other.kinds, strict=True) if own != foe})
