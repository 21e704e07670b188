"""Exact distributions in whole-number weights.

A *distribution* pairs each outcome with its weight, sorted and without zero weights. A *row* is the distribution of
a count, given as the weights of 0, 1, 2 and so on. The probability of an outcome is its weight divided by the sum of
all weights.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from math import comb, fsum, gcd
from typing import TypeAlias, TypeVar

Outcome: TypeAlias = "int | tuple[Outcome, ...]"  # plain, hashable, fit for JSON; a bool is an int
Weights: TypeAlias = tuple[tuple[Outcome, int], ...]
Row: TypeAlias = tuple[int, ...]

Shown = TypeVar("Shown", bound=Outcome)
Number = TypeVar("Number", int, bool)
Distribution: TypeAlias = tuple[tuple[Shown, int], ...]


def reduced(row: Iterable[int]) -> Row:
    """Divide weights by their greatest common divisor.

    >>> reduced((18, 0, 27))
    (2, 0, 3)
    """
    weights = tuple(row)
    shared = gcd(*weights)
    return weights if shared <= 1 else tuple(weight // shared for weight in weights)


@lru_cache(maxsize=4096)
def binomial(trials: int, good: int, bad: int) -> Row:
    """Return the row of the number of successes in a number of `trials`, each with odds good : bad.

    >>> binomial(2, 1, 2)
    (4, 4, 1)
    """
    falling = [1]
    for _ in range(trials):
        falling.append(falling[-1] * bad)
    row, rising = [], 1
    for number in range(trials + 1):
        row.append(comb(trials, number) * rising * falling[trials - number])
        rising *= good
    return tuple(row)


def convolved(first: Row, second: Row) -> Row:
    """Return the row of the sum of two independent counts.

    >>> convolved((1, 1), (1, 2, 1))
    (1, 3, 3, 1)
    """
    row = [0] * (len(first) + len(second) - 1)
    for start, weight in enumerate(first):
        for place, other in enumerate(second, start):
            row[place] += weight * other
    return tuple(row)


def capped(row: Row, most: int) -> Row:
    """Return the row of a count limited to `most`.

    >>> capped((1, 2, 3, 4), 1)
    (1, 9)
    """
    return row if len(row) <= most + 1 else (*row[:most], sum(row[most:]))


def distribution_of_row(row: Row, start: int = 0) -> Distribution[int]:
    """Return the reduced distribution of a row whose first weight belongs to the count `start`.

    >>> distribution_of_row((2, 0, 4))
    ((0, 1), (2, 2))
    """
    return tuple((number, weight) for number, weight in enumerate(reduced(row), start) if weight)


def distribution_of(weights: Mapping[Shown, int]) -> Distribution[Shown]:
    """Return the distribution that a mapping from outcomes to weights describes: sorted, reduced and without zero
    weights.
    """
    outcomes = sorted((outcome for outcome, weight in weights.items() if weight))
    return tuple(zip(outcomes, reduced(weights[outcome] for outcome in outcomes), strict=True))


def multinomial(trials: int, kinds: Distribution[tuple[int, ...]]) -> Distribution[tuple[int, ...]]:
    """Return the distribution of the sum of `trials` independent vectors drawn from `kinds`.

    >>> multinomial(2, (((0, 1), 1), ((1, 0), 2)))
    (((0, 2), 1), ((1, 1), 4), ((2, 0), 4))
    """
    drawn = {((0,) * len(kinds[0][0]), trials): 1}
    for vector, weight in kinds[:-1]:
        drawn = _with_kind(drawn, vector, weight)
    last, weight = kinds[-1]
    sums: dict[tuple[int, ...], int] = {}
    for (so_far, left), so_many in drawn.items():
        key = _added(so_far, last, left)
        sums[key] = sums.get(key, 0) + so_many * weight**left
    return distribution_of(sums)


def together(distributions: Iterable[Distribution[Shown]]) -> Distribution[tuple[Shown, ...]]:
    """Return the joint distribution of independent rolls. An outcome has one entry for each roll.

    >>> together([((0, 1), (1, 2)), ((5, 1),)])
    (((0, 5), 1), ((1, 5), 2))
    """
    joined: Distribution[tuple[Shown, ...]] = (((), 1),)
    for distribution in distributions:
        joined = tuple(_next_to(joined, distribution))
    return joined


def _next_to(
    joined: Distribution[tuple[Shown, ...]], distribution: Distribution[Shown]
) -> Iterator[tuple[tuple[Shown, ...], int]]:
    for before, so_far in joined:
        look_up()
        for outcome, weight in distribution:
            yield (*before, outcome), so_far * weight


def total(weights: Weights) -> int:
    """Return the sum of all weights of a distribution."""
    return sum(weight for _, weight in weights)


def added(numbers: Iterable[Fraction | float], start: Fraction | float = 0) -> Fraction | float:
    """Add numbers, exactly if they are exact. Floats are rounded once, in the same way in every version of Python.

    The built-in `sum` rounds floats at every step before Python 3.12, and in another way from that version on.

    >>> added([0.1] * 10)
    1.0
    >>> added([Fraction(1, 3), Fraction(1, 6)])
    Fraction(1, 2)
    """
    every = (start, *numbers)
    return fsum(every) if any(isinstance(one, float) for one in every) else sum(every)


def mean(weights: Distribution[Number]) -> Fraction:
    """Return the expected value of a distribution of numbers.

    >>> mean(((1, 3), (2, 1)))
    Fraction(5, 4)
    """
    return Fraction(sum(outcome * weight for outcome, weight in weights), total(weights))


def chance(weights: Distribution[Shown], predicate: Callable[[Shown], bool]) -> Fraction:
    """Return the probability that `predicate` is true of the outcome.

    >>> chance(((1, 3), (2, 1)), lambda shown: shown > 1)
    Fraction(1, 4)
    """
    return Fraction(sum(weight for outcome, weight in weights if predicate(outcome)), total(weights))


def check(weights: Weights) -> None:
    """Check that weights form a valid distribution. Used in tests of rolls.

    Raises:
        ValueError: there are no outcomes, a weight is not a whole number above zero, or the outcomes are not sorted and
            distinct.
    """
    if not weights:
        raise ValueError("a roll needs at least one outcome")
    for outcome, weight in weights:
        if type(weight) is not int or weight <= 0:
            raise ValueError(f"the weight of {outcome!r} is {weight!r}, not a whole number above zero")
    outcomes = [outcome for outcome, _ in weights]
    if outcomes != sorted(set(outcomes)):
        raise ValueError("the outcomes of a roll must be sorted and distinct")


def _with_kind(
    drawn: Mapping[tuple[tuple[int, ...], int], int], vector: tuple[int, ...], weight: int
) -> dict[tuple[tuple[int, ...], int], int]:
    grown: dict[tuple[tuple[int, ...], int], int] = {}
    for (so_far, left), so_many in drawn.items():
        look_up()
        for number in range(left + 1):
            key = (_added(so_far, vector, number), left - number)
            grown[key] = grown.get(key, 0) + so_many * comb(left, number) * weight**number
    return grown


def _added(so_far: tuple[int, ...], vector: tuple[int, ...], times: int) -> tuple[int, ...]:
    return tuple(one + times * step for one, step in zip(so_far, vector, strict=True))


# --- Long sums check now and then whether they should stop: distributions can have millions of outcomes -----------


_watch: ContextVar[Callable[[], None] | None] = ContextVar("_watch", default=None)


@contextmanager
def watched(watch: Callable[[], None]) -> Iterator[None]:
    """Call `watch` at every step of a sum within the block. An exception raised by `watch` ends the sum."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def look_up() -> None:
    """Call the current watch, which may raise an exception to stop the sum."""
    watch = _watch.get()
    if watch is not None:
        watch()
