"""Cache of solved fights. Variants that differ only in details without effect are solved only once.

For example, two of seven weapons may differ only in name, and three others only in ranges and rates of fire, which
close combat never uses. A matrix of 49 fights then contains only 16 different fights. Equal fights are found by
playing the rules, not by listing the details that may matter: each clause of a known fight is run once with the new
set-up, until a clause has a different outcome. If no clause has, the fights are equal.
"""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from msgspec.structs import replace

from pilein.chain.chain import Chain
from pilein.chain.model.transition_model import TransitionModel
from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.setup import Kind, Setup

MOST_CLAUSES = 100_000  # for the fights kept: several hundred megabytes
WASTED = 0.2  # most clauses run to compare different fights, for each clause run to solve them
AT_FIRST = 2_000  # clauses run for comparisons in any case
FEW = 2  # fights compared that differ in more than one unit

Result = TypeVar("Result")


class KnownFight(Generic[Result]):
    """Solved fight, with its transition model, its opening, the openings of equal fights, and its result."""

    def __init__(self, question: Hashable, opening: Position, model: TransitionModel, result: Result) -> None:
        self.question = question
        self.openings = [opening]
        self.model = model
        self.clauses = len(model.computed)
        model.computed.sort(key=lambda one: -len(one.outcomes))  # rolls with many outcomes tell fights apart best
        self.result = result

    def unlike_units(self, opening: Position) -> int:
        """Return the number of units in which an opening differs from the most similar known opening of this fight."""
        return min(_unlike_units(before.state.setup, opening.state.setup) for before in self.openings)


class KnownFights(Generic[Result]):
    """Cached results of fights played under the same policies for the same number of phases."""

    def __init__(self) -> None:
        self._known: list[KnownFight[Result]] = []
        self._clauses = 0  # of the kept fights
        self._run = self._wasted = 0  # clauses run to solve fights, and to compare different ones

    def result(
        self, question: Hashable, opening: Position, meter: Meter, solve: Callable[[], tuple[TransitionModel, Result]]
    ) -> Result:
        """Return the result of an equal known fight.

        If no known fight is equal, call `solve`, which returns the result and the transition model. `question`
        identifies all other inputs on which the result depends.

        Raises:
            Spent: a limit is reached. Exceptions from `solve` are passed on.
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

    def solved(
        self,
        scenario: Scenario,
        read: Callable[[Chain, Ruleset, BattleState], Result],
        question: Hashable,
        up_to: Callable[..., Chain],
        meter: Meter,
    ) -> Result:
        """Return a scenario's result. If no equal fight is known, `read` computes the result from the scenario's chain.

        `up_to` compiles the chain, given the ruleset and the first position. Raises the same errors as `up_to` and
        `result`.
        """
        ruleset = ruleset_named(scenario.ruleset)
        begun = ruleset.opened(scenario)

        def solve() -> tuple[TransitionModel, Result]:
            chain = up_to(ruleset, begun, meter=meter)
            return chain.model, read(chain, ruleset, begun.state)

        return self.result(question, begun, meter, solve)

    def _nearest(self, question: Hashable, opening: Position) -> list[KnownFight[Result]]:
        """Return the fights that may be equal: those that differ in at most one unit, and a few recent others."""
        asked = [known for known in reversed(self._known) if known.question == question]
        near = [known for known in asked if known.unlike_units(opening) <= 1]
        return near + [known for known in asked if known not in near][:FEW]

    def _is_like(self, model: TransitionModel, opening: Position, meter: Meter) -> bool:
        """Whether all clauses have the same outcomes when run from the opening as they have in the model.

        Returns False if too much work has gone into comparing unequal fights.
        """
        if self._wasted > AT_FIRST + WASTED * self._run or model.clock != model.rules.clock(opening):
            return False
        twin = model.under(opening, meter)
        is_like = twin.is_same_as(model)
        self._wasted += 0 if is_like else twin.runs
        return is_like

    def _keep(self, known: KnownFight[Result]) -> None:
        """Keep a fight, and drop the oldest fights if the cache takes too much memory."""
        self._known.append(known)
        self._clauses += known.clauses
        self._run += known.model.runs
        while self._clauses > MOST_CLAUSES:
            self._clauses -= self._known.pop(0).clauses


def with_setup(position: Position, setup: Setup) -> Position:
    """Return the position with another set-up in the state and on its battlefield. All memoised values are cleared."""
    state = position.state
    field = replace(state.field, setup=setup)
    return Position(replace(state, setup=setup, field=field), position.agenda, position.answers)


def _without_kinds_and_text(opening: Position) -> Hashable:
    """Return an opening without model traits, readings and struck sentences, together with what decides its end.

    If the returned values of two openings are equal, the figures of the two fights can differ only if their chains do.
    """
    rules, state = ruleset_named(opening.state.setup.ruleset), opening.state
    setup: Setup = state.setup
    kinds = tuple(Kind("", kind.unit, kind.base, None) for kind in setup.kinds)
    left = tuple(rules.left(state, unit.number) for unit in setup.units)
    bare = with_setup(opening, replace(setup, kinds=kinds, readings={}, struck=frozenset()))
    return bare, left, rules.limit(state)


def _unlike_units(one: Setup, other: Setup) -> int:
    return len({own.unit for own, foe in zip(one.kinds, other.kinds, strict=True) if own != foe})
