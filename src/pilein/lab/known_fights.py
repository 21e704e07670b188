"""Equal fights solved once: variants of a fight that differ only in what nothing that happens depends on.

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

MOST_CLAUSES = 100_000  # of the fights that are kept: some hundred megabytes
WASTED = 0.2  # clauses run to compare unlike fights, for each that was run to solve them, at most
AT_FIRST = 2_000  # clauses run for that in any case
FEW = 2  # fights compared of those that differ in more than one unit

Result = TypeVar("Result")


class KnownFight(Generic[Result]):
    """A fight that has been solved: its transition model, where it and those like it begin, the result."""

    def __init__(self, question: Hashable, opening: Position, model: TransitionModel, result: Result) -> None:
        self.question = question
        self.openings = [opening]
        self.model = model
        self.clauses = len(model.computed)
        model.computed.sort(key=lambda one: -len(one.outcomes))  # the longest rolls tell fights apart
        self.result = result

    def unlike_units(self, opening: Position) -> int:
        """Number of units in which another fight differs from the one that it is most like."""
        return min(_unlike_units(before.state.setup, opening.state.setup) for before in self.openings)


class KnownFights(Generic[Result]):
    """Results of fights under the same policies, for the same phases."""

    def __init__(self) -> None:
        self._known: list[KnownFight[Result]] = []
        self._clauses = 0  # of those that are kept
        self._run = self._wasted = 0  # clauses of fights that were solved, and of comparisons of unlike ones

    def result(
        self, question: Hashable, opening: Position, meter: Meter, solve: Callable[[], tuple[TransitionModel, Result]]
    ) -> Result:
        """The result of a fight: that of an equal one, or else of `solve`, which gives its model too.

        `question` is all else that the result depends on.

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
        """The fights that may be like another: those that differ in one unit at most, and the last of all others."""
        asked = [known for known in reversed(self._known) if known.question == question]
        near = [known for known in asked if known.unlike_units(opening) <= 1]
        return near + [known for known in asked if known not in near][:FEW]

    def _is_like(self, model: TransitionModel, opening: Position, meter: Meter) -> bool:
        """Whether all clauses have the same outcomes; False where comparing unequal fights has cost too much."""
        if self._wasted > AT_FIRST + WASTED * self._run or model.clock != model.rules.clock(opening):
            return False
        twin = model.under(opening, meter)
        is_like = twin.is_same_as(model)
        self._wasted += 0 if is_like else twin.runs
        return is_like

    def _keep(self, known: KnownFight[Result]) -> None:
        """Keep a fight, and let the oldest go while there is too much of them."""
        self._known.append(known)
        self._clauses += known.clauses
        self._run += known.model.runs
        while self._clauses > MOST_CLAUSES:
            self._clauses -= self._known.pop(0).clauses


def with_setup(position: Position, setup: Setup) -> Position:
    """The position in a game with another set-up: the state and its field refer to it. Nothing is remembered."""
    state = position.state
    field = replace(state.field, setup=setup)
    return Position(replace(state, setup=setup, field=field), position.agenda, position.answers)


def _without_kinds_and_text(opening: Position) -> Hashable:
    """All of an opening but the traits of models, readings and the sentences of the text; and what counts at the end.

    The figures of two fights alike in this rest on their chains alone.
    """
    rules, state = ruleset_named(opening.state.setup.ruleset), opening.state
    setup: Setup = state.setup
    kinds = tuple(Kind("", kind.unit, kind.base, None) for kind in setup.kinds)
    left = tuple(rules.left(state, unit.number) for unit in setup.units)
    bare = with_setup(opening, replace(setup, kinds=kinds, readings={}, struck=frozenset()))
    return bare, left, rules.limit(state)


def _unlike_units(one: Setup, other: Setup) -> int:
    return len({own.unit for own, foe in zip(one.kinds, other.kinds, strict=True) if own != foe})
