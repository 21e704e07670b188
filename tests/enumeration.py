"""The final states of a small fight under any ruleset, with their exact probabilities, found by running the clauses
themselves.

There are two routes, which share only the clauses. `ends` branches on the weights of every roll and merges equal
positions. `ends_face_by_face` branches on every face of every die and merges nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from pilein.dice import Roll
from pilein.dice.weights import total
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.events import Event
from pilein.kernel.position import Position, run
from pilein.kernel.requests import Answer, Choice, Pending, Request, answered, first, is_choice
from pilein.kernel.rulings import Readings
from pilein.tabletop.ruleset import Ruleset
from tests.dice.enumeration import every_throw

Policy = Callable[[Choice], Answer]
Notice = Callable[[Event], Any]  # what is remembered of an event; None: nothing
Battle = Any  # the state of any ruleset
Ending = tuple[Battle, tuple[Any, ...]]  # the state at the end, and what was remembered on the way
Distribution = dict[Ending, Fraction]
Branches = Iterator[tuple[Answer, Fraction]]


def nothing(_event: Event) -> None:
    return None


def ends(
    battle: Battle, *agenda: Any, until: str = "", policy: Policy = first, notice: Notice = nothing
) -> Distribution:
    """Return the probability of every final state or, if `until` is given, of every state in which the clause with that
    key comes next.
    """
    front = {(_begun(battle, agenda), ()): Fraction(1)}
    found: Distribution = {}
    while front:
        following: dict[Any, Fraction] = {}
        for (position, noted), chance in front.items():
            if _is_at_end(position, until):
                _add(found, (position.state, noted), chance)
                continue
            for after, share in _branched(position, noted, by_weights, policy, notice):
                _add(following, after, chance * share)
        front = following
    return checked(found)


def ends_face_by_face(
    battle: Battle, *agenda: Any, until: str = "", policy: Policy = first, notice: Notice = nothing
) -> Distribution:
    """Return the same distribution as `ends`, by trying every face of every die and following each position
    separately.
    """
    waiting: list[Any] = [((_begun(battle, agenda), ()), Fraction(1))]
    found: Distribution = {}
    while waiting:
        (position, noted), chance = waiting.pop()
        if _is_at_end(position, until):
            _add(found, (position.state, noted), chance)
            continue
        branches = _branched(position, noted, every_throw, policy, notice)
        waiting += [(after, chance * share) for after, share in branches]
    return checked(found)


def chance(distribution: Distribution, predicate: Callable[[Battle], bool]) -> Fraction:
    """Return the probability that a final state satisfies the predicate."""
    return sum((share for (battle, _), share in distribution.items() if predicate(battle)), Fraction(0))


def spread(distribution: Distribution, value: Callable[[Battle], Any]) -> dict[Any, Fraction]:
    """Return the distribution of a value read from the final states."""
    found: dict[Any, Fraction] = {}
    for (battle, _), share in distribution.items():
        _add(found, value(battle), share)
    return found


def noticed(distribution: Distribution) -> dict[tuple[Any, ...], Fraction]:
    """Return the distribution of the values recorded on the way to the final states."""
    found: dict[tuple[Any, ...], Fraction] = {}
    for (_, noted), share in distribution.items():
        _add(found, noted, share)
    return found


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    return sum((value * share for value, share in distribution.items()), Fraction(0))


def by_weights(roll: Roll) -> Branches:
    """Yield the outcomes of a roll with their probabilities, according to its weights."""
    weights = roll.weights()
    whole = total(weights)
    for outcome, weight in weights:
        yield outcome, Fraction(weight, whole)


def checked(found: Distribution) -> Distribution:
    assert sum(found.values()) == 1
    return found


def _begun(battle: Battle, agenda: tuple[Any, ...]) -> Position:
    entries = tuple(entry if isinstance(entry, tuple) else (entry,) for entry in agenda)
    return Position(battle, tuple((clause.key, *arguments) for clause, *arguments in entries))


def _is_at_end(position: Position, until: str) -> bool:
    return position.is_over or position.agenda[0][0] == until


def _branched(
    position: Position, noted: tuple[Any, ...], dice: Callable[[Roll], Branches], policy: Policy, notice: Notice
) -> Iterator[tuple[tuple[Position, tuple[Any, ...]], Fraction]]:
    """Yield the positions after one more clause, or after one more answer to the current clause."""
    readings: Readings = position.state.setup.readings
    try:
        ran = run(_book(position.state.setup.ruleset).find, readings, position)
    except Pending as pending:
        for answer, share in _answers(pending.request, dice, policy):
            yield (position.with_answer(answer), noted), share
        return
    told = (notice(event) for event in ran.events)
    yield (ran.position, (*noted, *(one for one in told if one is not None))), Fraction(1)


@cache
def _book(ruleset: str) -> Ruleset:
    """Return the rulebook of a ruleset. It is cached, because looking it up takes longer than running a clause."""
    return ruleset_named(ruleset)


def _answers(request: Request, dice: Callable[[Roll], Branches], policy: Policy) -> Branches:
    if is_choice(request):
        yield answered(request, policy(request)), Fraction(1)
        return
    assert isinstance(request, Roll)
    yield from dice(request)


def _add(distribution: dict[Any, Fraction], key: Any, share: Fraction) -> None:
    distribution[key] = distribution.get(key, Fraction(0)) + share
