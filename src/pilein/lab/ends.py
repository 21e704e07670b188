"""Ends of a fight, used for joint chances. Solved ends and sampled ends follow the same protocol."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import hint, listed
from pilein.lab import questions
from pilein.lab.conditions import FATE, NUMBERS, OUTCOME, Term
from pilein.lab.conditions import WINS as HAS_WON
from pilein.lab.figures import ENDLESS, WINS, Number, share
from pilein.lab.odds_figures import Solution
from pilein.lab.odds_solving import Exact, gathered
from pilein.lab.questions import Ended, Label
from pilein.lab.tallies import Occurred
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.setup import Setup

Values = tuple[Any, ...]  # of several terms, in order


class Ends(Protocol):
    """Ends of a fight, grouped by the values of terms. Each combination of values has a weight.

    A weight is a chance or a number of games. `setup` has the units and sides, and `whole` is the total weight.
    `words` describe the sampling, or are "" if the fight was solved.
    """

    setup: Setup
    whole: Any
    words: str

    def weights(self, terms: tuple[Term, ...]) -> Mapping[Values, Any]:
        """Return the weight of each combination of values. Raises BadInput if the fight has no such term."""

    def chance(self, weight: Any, whole: Any) -> Number:  # noqa: ANN401 - of the kind of `whole`
        """Return the share of `weight` in the larger weight `whole`, as a chance."""


class SolvedEnds:
    """Ends of a solved fight, weighted by their chances."""

    words = ""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self.setup: Setup = solution.opening.setup
        self.whole: Exact = Fraction(1)

    def chance(self, weight: Exact, whole: Exact) -> Exact:
        """Return the conditional chance, as a fraction if the fight was solved in fractions and as a float
        otherwise.
        """
        return weight / whole if weight else Fraction(0) if self._solution.is_exact else 0.0

    def weights(self, terms: tuple[Term, ...]) -> Mapping[Values, Exact]:
        """Return the chance of each combination of values, including fights that never end."""
        solution = self._solution
        events = tuple(one for one in terms if one.is_event)
        before = questions.ended(solution.rules, solution.opening, solution.phases)
        readings = {one: reading(one, self.setup, before) for one in terms if not one.is_event}
        last = solution.solved(Happened(events) if events else None)
        said = (label for labels in solution.chain.labels for label in labels if isinstance(label, Label))
        _assert_possible(events, {(label.event, label.unit) for label in said})
        if events and last.closed:
            remedy = "give --phases a number, or end"
            message = "the chance of an event cannot be computed for a fight that may go on forever"
            raise BadInput(message, key=str(events[0]), remedy=remedy)
        ended = partial(questions.ended, solution.rules, phases=solution.phases)
        states = solution.chain.read(ended)
        pairs: list[tuple[Hashable, Any]] = [
            (
                tuple(one in end.remembered if one.is_event else readings[one](states[end.place]) for one in terms),
                end.chance,
            )
            for end in last.ends
        ]
        for node, share_of_node in last.closed:
            endless = ended(solution.chain.state(node))._replace(outcome=ENDLESS)
            pairs.append((tuple(readings[one](endless) for one in terms), share_of_node))
        return {values: chance for values, chance in gathered(pairs).items() if isinstance(values, tuple)}


class Happened:
    """Monitor that remembers which of the given events have happened."""

    start: Hashable = frozenset()

    def __init__(self, events: Sequence[Term]) -> None:
        self._events = tuple(events)

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """Return the events that have happened, including the event of the next label."""
        assert isinstance(state, frozenset)
        if not isinstance(symbol, Label):
            return state
        new = {term for term in self._events if term.of == symbol.event and term.name in ("", symbol.unit)}
        return state if new <= state else state | new


class SampledEnds:
    """Ends of sampled games, weighted by the number of games."""

    def __init__(self, scenario: Scenario, ends: Counter[tuple[Ended, frozenset[Occurred]]]) -> None:
        self._rules = ruleset_named(scenario.ruleset)
        opening = self._rules.opened(scenario).state
        self._before = questions.ended(self._rules, opening, phases=1)
        self._ends = ends
        self.setup: Setup = opening.setup
        self.whole = ends.total()
        self.words = f"sampled: {self.whole:,} games"

    def chance(self, weight: int, whole: int) -> Number:
        """Return the share of games, as an estimate with its interval."""
        return share(weight, whole)

    def weights(self, terms: tuple[Term, ...]) -> Mapping[Values, int]:
        """Count the games that ended with each combination of values."""
        readings = {one: reading(one, self.setup, self._before) for one in terms if not one.is_event}
        events = tuple(one for one in terms if one.is_event)
        if events:
            _assert_possible(events, self._possible())
        found: Counter[Values] = Counter()
        for (ended, occurred), games in self._ends.items():
            values = (_has(one, occurred) if one.is_event else readings[one](ended) for one in terms)
            found[tuple(values)] += games
        return found

    def _possible(self) -> set[Occurred]:
        """Pair every kind of event in the ruleset with every unit and side, and add the events that happened."""
        subjects = ("", *(unit.name for unit in self.setup.units), *self.setup.sides)
        kinds = questions.events_of(self._rules)
        return {*((kind, one) for kind in kinds for one in subjects), *(one for _, seen in self._ends for one in seen)}


def assert_known(terms: Sequence[Term], scenario: Scenario) -> None:
    """Check, before a fight is solved or played, that the units, sides and figures named in terms exist.

    Raises BadInput if a unit, side or figure does not exist. Terms that name events are not checked.
    """
    asked = [one for one in terms if not one.is_event]
    if asked:
        rules = ruleset_named(scenario.ruleset)
        opening = rules.opened(scenario).state
        before = questions.ended(rules, opening, phases=1)
        for one in asked:
            reading(one, opening.setup, before)


def reading(asked: Term, setup: Setup, before: Ended) -> Callable[[Ended], Hashable]:
    """Return a function that reads a term's value at the end of a fight that began as `before`.

    Raises:
        BadInput: the fight has no such unit, side or figure.
    """
    if not asked.name and asked.of == OUTCOME:
        return lambda ended: ended.outcome
    units = _units(setup, asked)
    if asked.of in NUMBERS:
        whole = sum(before.left[unit] for unit in units)
        sign, start = (-1, whole) if asked.of == NUMBERS[0] else (1, 0)
        return lambda ended: start + sign * sum(ended.left[unit] for unit in units)
    if asked.of == FATE and len(units) == 1:
        return lambda ended: ended.fates[units[0]]
    if asked.of == HAS_WON and asked.name in setup.sides:
        return lambda ended: ended.outcome == WINS.format(side=asked.name)
    ways = "ask for NAME.lost, NAME.left, UNIT.fate, SIDE.wins, outcome or an event like UNIT.Broke"
    raise BadInput(f"there is no term {asked}", key=str(asked), remedy=ways)


def _units(setup: Setup, asked: Term) -> tuple[int, ...]:
    """Return the unit that a term names or, if the term names a side, all units of that side."""
    found = tuple(unit.number for unit in setup.units if unit.name == asked.name)
    if found:
        return found
    if asked.name in setup.sides:
        return setup.units_of(setup.sides.index(asked.name))
    names = [*(unit.name for unit in setup.units), *setup.sides]
    remedy = hint(asked.name or asked.of, names, f"name one of {listed(names)}")
    raise BadInput(f"there is no unit or side {asked.name or asked.of!r}", key=str(asked), remedy=remedy)


def _has(event: Term, occurred: Collection[Occurred]) -> bool:
    """Whether an event term matches one of the events that occurred."""
    return any(event.of == kind and event.name in ("", unit) for kind, unit in occurred)


def _assert_possible(events: Sequence[Term], possible: Collection[Occurred]) -> None:
    """Check that every event can happen. Raises BadInput if an event cannot."""
    for one in events:
        if not _has(one, possible):
            can = sorted({f"{unit}.{event}" if unit else event for event, unit in possible})
            remedy = hint(str(one), can, f"use one of {listed(can)}")
            raise BadInput(f"the event {one} cannot happen in this fight", key=str(one), remedy=remedy)
