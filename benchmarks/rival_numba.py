"""Canonical fight written by hand for numba, both die by die and with tables."""

from collections.abc import Callable
from math import comb
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from benchmarks.rivals import FIRST, FRONTAGE, LEADERSHIP, MIRROR, MODELS, ROUNDS, SECOND, Scores

Given = ParamSpec("Given")
Result = TypeVar("Result")
Floats = NDArray[np.float64]
SIDE = tuple[int, int, int]


def _compiled(function: Callable[Given, Result]) -> Callable[Given, Result]:
    return cast("Callable[Given, Result]", njit(nogil=True)(function))


def by_dice(fights: int, seed: int, *, mirror: bool = False) -> tuple[float, float, float]:
    """Return the shares of the three outcomes, with every die rolled."""
    one, other = (MIRROR, MIRROR) if mirror else (FIRST, SECOND)
    counts = _dice(fights, np.uint64(seed + 1), one, other, mirror)
    return float(counts[0] / fights), float(counts[1] / fights), float(counts[2] / fights)


def by_tables(fights: int, seed: int, *, mirror: bool = False) -> tuple[float, float, float]:
    """Return the shares of the three outcomes. Wounds and tests are looked up in tables, by one random draw each."""
    one, other = (MIRROR, MIRROR) if mirror else (FIRST, SECOND)
    counts = _tables(fights, np.uint64(seed + 1), _cumulated(one), _cumulated(other), mirror)
    return float(counts[0] / fights), float(counts[1] / fights), float(counts[2] / fights)


def _cumulated(side: Scores) -> Floats:
    share = side.wounding / 216
    distribution = np.zeros((FRONTAGE + 1, FRONTAGE + 1))
    for dice in range(FRONTAGE + 1):
        row = [comb(dice, wounds) * share**wounds * (1 - share) ** (dice - wounds) for wounds in range(dice + 1)]
        distribution[dice, : dice + 1] = np.cumsum(row)
        distribution[dice, dice:] = 2.0
    return distribution


@_compiled
def _next(state: np.uint64) -> np.uint64:
    """Return the next state of the xorshift64 generator."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    return state ^ (state << np.uint64(17))


@_compiled
def _face(state: np.uint64) -> int:
    return int(((state >> np.uint64(32)) * np.uint64(6)) >> np.uint64(32)) + 1


@_compiled
def _wounds(state: np.uint64, dice: int, side: SIDE) -> tuple[np.uint64, int]:
    found = 0
    for _ in range(dice):
        state = _next(state)
        if _face(state) < side[0]:
            continue
        state = _next(state)
        if _face(state) < side[1]:
            continue
        state = _next(state)
        found += _face(state) < side[2]
    return state, found


@_compiled
def _looked_up(state: np.uint64, row: Floats) -> int:
    draw = float(state >> np.uint64(11)) * 2.0**-53
    found = 0
    while row[found] <= draw:
        found += 1
    return found


@_compiled
def _holds(state: np.uint64, difference: int) -> tuple[np.uint64, bool]:
    state = _next(state)
    one = _face(state)
    state = _next(state)
    return state, one + _face(state) <= LEADERSHIP - difference


@_compiled
def _dice(fights: int, state: np.uint64, first: SIDE, second: SIDE, together: bool) -> NDArray[np.int64]:  # noqa: FBT001
    counts = np.zeros(3, dtype=np.int64)
    for _ in range(fights):
        one, other = MODELS, MODELS
        for _ in range(ROUNDS):
            state, taken = _wounds(state, min(FRONTAGE, one), first)
            left = max(0, other - taken)
            state, lost = _wounds(state, min(FRONTAGE, other if together else left), second)
            one, other = max(0, one - lost), left
            if one and other and taken != lost:
                state, holds = _holds(state, abs(taken - lost))
                if not holds:
                    one, other = (one, 0) if taken > lost else (0, other)
            if not one or not other:
                break
        counts[2 if (one == 0) == (other == 0) else 0 if one else 1] += 1
    return counts


@_compiled
def _tables(fights: int, state: np.uint64, first: Floats, second: Floats, together: bool) -> NDArray[np.int64]:  # noqa: FBT001
    counts = np.zeros(3, dtype=np.int64)
    for _ in range(fights):
        one, other = MODELS, MODELS
        for _ in range(ROUNDS):
            state = _next(state)
            taken = _looked_up(state, first[min(FRONTAGE, one)])
            left = max(0, other - taken)
            state = _next(state)
            lost = _looked_up(state, second[min(FRONTAGE, other if together else left)])
            one, other = max(0, one - lost), left
            if one and other and taken != lost:
                state, holds = _holds(state, abs(taken - lost))
                if not holds:
                    one, other = (one, 0) if taken > lost else (0, other)
            if not one or not other:
                break
        counts[2 if (one == 0) == (other == 0) else 0 if one else 1] += 1
    return counts
