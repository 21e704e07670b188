"""Figures as messages, each with its uncertainty."""

from collections.abc import Iterable
from math import nextafter

from pilein.lab.figures import Distribution, Estimate, Number, share
from pilein.protocol.replies import Chance, Mean

LEAST, MOST = nextafter(0.0, 1.0), nextafter(1.0, 0.0)


def chance_of(words: str, number: Number) -> Chance:
    """Labelled chance. A sampled chance also has its number of games and its interval."""
    if isinstance(number, Estimate):
        low, high = number.interval
        return Chance(words=words, chance=number.value, games=number.games, low=low, high=high)
    is_open = 0 < number < 1
    return Chance(words=words, chance=_between(number, LEAST, MOST) if is_open else _between(number, 0.0, 1.0))


def chances_of(outcomes: Iterable[tuple[str, Number]]) -> tuple[Chance, ...]:
    """Chances of mutually exclusive outcomes. Float rounding never makes an outcome certain while others are
    possible.
    """
    found = tuple(outcomes)
    is_one = sum(float(number) > 0 for _, number in found) == 1
    return tuple(chance_of(words, number if is_one else _uncertain(number)) for words, number in found)


def distribution_of(distribution: Distribution, least: int) -> tuple[Chance, ...]:
    """Chances of whole numbers, starting at `least`."""
    chances = dict(distribution.chances)
    never: Number = share(0, distribution.games) if distribution.games else 0.0
    numbers = range(least, max(chances, default=least - 1) + 1)
    return chances_of(("", chances.get(value, never)) for value in numbers)


def mean_of(distribution: Distribution) -> Mean:
    """Mean of a distribution of non-negative whole numbers."""
    mean = distribution.mean
    if isinstance(mean, Estimate):
        low, high = mean.interval
        return Mean(mean=mean.value, games=distribution.games, low=max(0.0, low), high=high)
    return Mean(mean=float(mean))


def _uncertain(number: Number) -> Number:
    return number if isinstance(number, Estimate) else min(number, MOST)


def _between(number: Number, least: float, most: float) -> float:
    return min(most, max(least, float(number)))
