"""Bradley-Terry model, which gives each unit a strength from its results against every other unit.

Two units of strengths s and t share a fight in the ratio s : t, where a win scores 1 and a fight without a winner a
half. Strengths are found by maximum likelihood with the MM algorithm (Hunter 2004). Each unit also plays a small part
of a drawn fight against the average unit, so that a unit that always wins has a strength too.
"""

from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pilein.lab.figures import SURE

PRIOR = 0.1  # fights drawn against the average unit
ROUNDS = 10_000
CLOSE = 1e-12  # relative change at which strengths count as found
FEWEST = 3  # opponents from which an interval says anything

Floats: TypeAlias = NDArray[np.float64]


class Interval(Struct, frozen=True):
    """Estimated value with its 95 % interval. If there is no interval, both bounds equal the value."""

    value: float
    low: float
    high: float


def strengths(scores: Floats) -> Floats:
    """Return the strengths of all units. An average unit has strength 1.

    `scores` has a row for each unit and a column for each opponent, with the share of the fight that the unit
    scores, or NaN if the two have not met. The diagonal is ignored.
    """
    met = ~np.isnan(scores) & ~np.eye(len(scores), dtype=bool)
    met &= met.T
    won = np.where(met, scores, 0.0).sum(axis=1) + PRIOR / 2
    found = np.ones(len(scores))
    for _ in range(ROUNDS):
        each = np.where(met, 1 / (found[:, None] + found[None, :]), 0.0).sum(axis=1) + PRIOR / (found + 1)
        before, found = found, won / each
        found /= exp(float(np.mean(np.log(found))))
        if float(np.max(np.abs(found / before - 1))) < CLOSE:
            break
    return found


def strength_intervals(scores: Floats) -> tuple[Interval | None, ...]:
    """Return the strengths of all units, with intervals that show how much they depend on the choice of opponents.

    The strength of a unit that has met no other unit is None, and such a unit does not count towards the average.
    """
    met = np.flatnonzero((~np.isnan(scores) & ~np.eye(len(scores), dtype=bool)).any(axis=1))
    among = scores[np.ix_(met, met)]

    def logs_without(unit: int) -> Floats:
        return np.log(strengths(np.delete(np.delete(among, unit, axis=0), unit, axis=1)))

    found: list[Interval | None] = [None] * len(scores)
    if len(met):
        for place, one in zip(met, intervals(np.log(strengths(among)), logs_without), strict=True):
            found[place] = one
    return tuple(found)


def intervals(logs: Floats, without: Callable[[int], Floats]) -> tuple[Interval, ...]:
    """Return values and jackknife intervals from logarithms, leaving out each unit in turn as an opponent.

    `without(unit)` returns the logarithms of all other units, in order.
    """
    count = len(logs)
    if count <= FEWEST:
        return tuple(Interval(exp(one), exp(one), exp(one)) for one in logs)
    left_out: list[list[float]] = [[] for _ in range(count)]
    for unit in range(count):
        others = [other for other in range(count) if other != unit]
        found = without(unit) + np.mean(logs[others])  # so that both have one average
        for other, value in zip(others, found, strict=True):
            left_out[other].append(float(value))
    return tuple(_interval(float(log_value), values) for log_value, values in zip(logs, left_out, strict=True))


def _interval(value: float, left_out: Sequence[float]) -> Interval:
    count, mean = len(left_out), sum(left_out) / len(left_out)
    error = sqrt((count - 1) / count * sum((one - mean) ** 2 for one in left_out))
    return Interval(exp(value), exp(value - SURE * error), exp(value + SURE * error))


def mean_interval(logs: Sequence[float]) -> Interval:
    """Return the geometric mean of values given as logarithms, one per opponent, with its interval."""
    mean = sum(logs) / len(logs)
    if len(logs) < FEWEST:
        return Interval(exp(mean), exp(mean), exp(mean))
    return _interval(mean, [(sum(logs) - one) / (len(logs) - 1) for one in logs])


def expected(one: float, other: float) -> float:
    """Return the share of a fight that a unit is expected to score against another, given their strengths."""
    return one / (one + other)


def prices(ratios: Floats) -> Floats:
    """Compute the prices of all units from exchange rates of models. The geometric mean of the prices is 1.

    `ratios[one, other]` is the price of a model of `one` in models of `other`, or NaN if unknown. The logarithms of
    the prices are the least-squares fit to all ratios.
    """
    known = [(one, other) for one, other in np.argwhere(~np.isnan(ratios)) if one != other]
    lines = np.zeros((len(known) + 1, len(ratios)))
    sides = np.zeros(len(known) + 1)
    for line, (one, other) in enumerate(known):
        lines[line, one], lines[line, other] = 1, -1
        sides[line] = log(ratios[one, other])
    lines[-1] = 1  # the logarithms sum to 0
    found: Floats = np.exp(np.linalg.lstsq(lines, sides, rcond=None)[0])
    return found


def price_intervals(ratios: Floats) -> tuple[Interval, ...]:
    """Compute the prices of all units, with intervals as in `strength_intervals`."""

    def logs_without(unit: int) -> Floats:
        return np.log(prices(np.delete(np.delete(ratios, unit, axis=0), unit, axis=1)))

    return intervals(np.log(prices(ratios)), logs_without)
