"""Exact distributions of the outcomes of clauses played from any state."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.monitors import Eventually
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.clauses import Clause
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.table import Entry
from pilein.lab.odds_solving import Chances, gathered, solved
from pilein.lab.policies import FIRST, Policies, policies_of
from pilein.tabletop.battle import BattleState

Played = Clause[..., Any] | str
Reading = Callable[[Any], Hashable]
Keep = Callable[[Event], Hashable]


def nothing(_event: Event) -> None:
    """Discard an event's data. This is the default for `keep`."""


class Everything:
    """Monitor that records the data kept from every event, in order."""

    start: Hashable = ()

    def after(self, state: Hashable, symbol: Hashable) -> Hashable:
        """Return the recorded sequence, extended by the data of the next event."""
        assert isinstance(state, tuple)
        return (*state, symbol)


class Outcomes:
    """Exact distributions of the outcomes of clauses. A reading (a function of the end state) gives the outcome."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain

    def distribution(self, reading: Reading) -> Chances:
        """Return the chance of each value that a reading of the end state can take."""
        return solved(self.chain, phases=1, exact=True).distribution(self.chain.read(reading))

    def chance(self, predicate: Callable[[Any], bool]) -> Fraction:
        """Return the chance that a predicate holds in the end state."""
        return Fraction(self.distribution(predicate).get(True, 0))

    def mean(self, reading: Callable[[Any], int]) -> Fraction:
        """Return the mean of a numeric reading of the end state."""
        return sum(
            (_whole(value) * Fraction(chance) for value, chance in self.distribution(reading).items()), Fraction(0)
        )

    def sequences(self) -> Chances:
        """Return the chance of each sequence of kept event data."""
        ends = solved(self.chain, Everything(), phases=1, exact=True).ends
        return gathered((end.remembered, end.chance) for end in ends)

    def ever(self, *kept: Hashable) -> Fraction:
        """Return the chance that at least one of the given data items was kept from an event."""
        ends = solved(self.chain, Eventually(*kept), phases=1, exact=True).ends
        return sum((Fraction(end.chance) for end in ends if end.remembered), Fraction(0))


def chances(
    ruleset: str,
    state: BattleState,
    *clauses: Played | tuple[Any, ...],
    policy: Policies = FIRST,
    until: Played = "",
    keep: Keep = nothing,
) -> Outcomes:
    """Play the given clauses, and all clauses that they put on the agenda, in order from a state. Return the outcomes.

    Give each clause as its function, its stable key, or a tuple of the function or key and the clause's arguments.
    Play stops when the agenda is empty, or before the clause `until`. `keep` returns the data to keep from an event,
    or None to keep nothing.

    Raises:
        UnknownRule: there is no such ruleset, clause or policy.
        TooManyPositions: there are too many positions to solve.
    """
    found = ruleset_named(ruleset)
    agenda = tuple(_entry(one) for one in clauses)
    for key, *_ in agenda:
        found.find(key)
    players = policies_of(policy, ruleset, state.setup.sides)
    position = Position(state, agenda)
    chain = compiled(found, position, players, phases=1, label=keep, until=_key(until) if until else "")
    return Outcomes(chain)


def _entry(clause: Played | tuple[Any, ...]) -> Entry:
    function, *arguments = clause if isinstance(clause, tuple) else (clause,)
    return (_key(function), *arguments)


def _key(clause: Played) -> str:
    if isinstance(clause, str):
        return clause
    return clause.key


def _whole(value: Hashable) -> int:
    assert isinstance(value, int), f"{value!r} is not a number, so there is no mean"
    return value
