"""Find the number of models at which one unit is even with another: the number at which the unit scores a half."""

from collections.abc import Callable
from math import exp, inf, log

from msgspec import Struct

EVEN = 0.5
STEEP = 6.0  # how much the logarithm of the odds grows with that of the number, in most fights
FURTHEST = 2.5  # factor on the previous number, at most, or its inverse
FAR = 100.0  # keeps lines that are nearly level within floats
PATIENCE = 6  # tries
LEAST = 1e-6  # scores nearer to 0 or 1 are replaced by this
Score = Callable[[int], float]  # of a number of models


class Even(Struct, frozen=True):
    """Interpolated number of models at which one unit is even with another, and the scores at the nearest integers.

    With `models` models the unit scores `score`, which is a half or more. With one model fewer it scores `before`,
    which is less than a half.
    """

    number: float
    models: int
    score: float
    before: float


def even(score: Score, least: int, most: int, guess: int) -> Even | None:
    """Find the smallest number of models that scores a half or more, assuming that scores grow with the number.

    The search starts at `guess` and is guided by the scores found so far. Returns None if even `most` models score
    less than a half, or if `least` models already score a half or more.
    """
    known: dict[int, float] = {}
    low, high, models = least - 1, most + 1, min(max(guess, least), most)
    while high - low > 1:
        known[models] = score(models)
        low, high = (low, models) if known[models] >= EVEN else (models, high)
        models = min(max(_next(known, low, high), low + 1), high - 1)
    if low not in known or high not in known:
        return None
    before, after = known[low], known[high]
    return Even(low + (EVEN - before) / (after - before), high, after, before)


def _next(known: dict[int, float], low: int, high: int) -> int:
    """Return the number of models to try next, which is where a straight line through two scores crosses one half.

    The two scores are those of the nearest numbers below and above, or of the last two numbers tried. The scales of
    the odds and of the numbers are logarithmic. After `PATIENCE` tries the next number is halfway between the nearest
    numbers, or differs from the last number by the factor `FURTHEST`.
    """
    is_late = len(known) > PATIENCE
    if low in known and high in known:
        return (low + high) // 2 if is_late else round(_crossing(known, low, high))
    *before, last = known
    steps = FURTHEST if low == last else 1 / FURTHEST
    if is_late:
        return round(last * steps)
    aim = _crossing(known, before[-1], last) if before else last * exp(-_logit(known[last]) / STEEP)
    return round(min(max(aim, last / FURTHEST), last * FURTHEST))


def _crossing(known: dict[int, float], one: int, other: int) -> float:
    beneath, above = _logit(known[one]), _logit(known[other])
    if beneath == above:
        return inf if above < 0 else 0
    return exp(log(one) + (log(other) - log(one)) * min(max(-beneath / (above - beneath), -FAR), FAR))


def _logit(score: float) -> float:
    inside = min(max(score, LEAST), 1 - LEAST)
    return log(inside / (1 - inside))
