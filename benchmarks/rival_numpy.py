"""Canonical fight written by hand for numpy, as a dynamic programme and as loops of dice."""

from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import NDArray

from benchmarks.rivals import FIRST, FRONTAGE, LEADERSHIP, MIRROR, MODELS, ROUNDS, SECOND, Scores, passing

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Wounds = Callable[[np.random.Generator, Scores, Ints], Ints]  # wounds, by number of living models
CHUNK = 4096


def programme() -> tuple[float, float, float]:
    """Return the probabilities of the three outcomes, by a dynamic programme over (living, living, lead)."""
    first, second = _wounds(FIRST), _wounds(SECOND)
    holding = np.array([1.0, *(passing(one) / 36 for one in range(1, FRONTAGE + 1))])
    mass = np.zeros((MODELS + 1, MODELS + 1))
    mass[MODELS, MODELS] = 1
    won = lost = 0.0
    for _ in range(ROUNDS):
        mass, one, other = _round(mass, first, second, holding)
        won, lost = won + one, lost + other
    return won, lost, float(mass.sum())


def _wounds(side: Scores) -> Floats:
    """Return the probability of each number of wounds, for each number of survivors."""
    share = side.wounding / 216
    distribution = np.zeros((MODELS + 1, FRONTAGE + 1))
    for living in range(MODELS + 1):
        dice = min(FRONTAGE, living)
        for wounds in range(dice + 1):
            distribution[living, wounds] = comb(dice, wounds) * share**wounds * (1 - share) ** (dice - wounds)
    return distribution


def _round(mass: Floats, first: Floats, second: Floats, holding: Floats) -> tuple[Floats, float, float]:
    """Return the probability mass of the fights that continue, and for each side the probability that it wins in this
    round.
    """
    left = np.zeros((MODELS + 1, MODELS + 1))
    won = lost = 0.0
    for one in range(FRONTAGE + 1):
        struck = _fallen(mass * first[:, one, None], one, axis=1)
        won += struck[:, 0].sum()
        struck[:, 0] = 0
        for other in range(FRONTAGE + 1):
            after = _fallen(struck * second[None, :, other], other, axis=0)
            lost += after[0].sum()
            after[0] = 0
            gone = after.sum() * (1 - holding[abs(one - other)])
            won, lost = (won + gone, lost) if one > other else (won, lost + gone)
            left += after * holding[abs(one - other)]
    return left, float(won), float(lost)


def _fallen(mass: Floats, wounds: int, *, axis: int) -> Floats:
    if not wounds:
        return mass.copy()
    mass = np.moveaxis(mass, axis, 0)
    found = np.zeros_like(mass)
    found[: MODELS + 1 - wounds] = mass[wounds:]
    found[0] += mass[:wounds].sum(axis=0)
    return np.moveaxis(found, 0, axis)


def by_dice(fights: int, seed: int, *, mirror: bool = False) -> tuple[float, float, float]:
    """Return the shares of the three outcomes, with every die rolled."""
    return _sampled(fights, seed, mirror=mirror, by_binomials=False)


def by_binomials(fights: int, seed: int, *, mirror: bool = False) -> tuple[float, float, float]:
    """Return the shares of the three outcomes, with wounds drawn from binomial distributions."""
    return _sampled(fights, seed, mirror=mirror, by_binomials=True)


def _sampled(fights: int, seed: int, *, mirror: bool, by_binomials: bool) -> tuple[float, float, float]:
    generator = np.random.default_rng(seed)
    wounds = _binomials if by_binomials else _dice
    counts = np.zeros(3)
    for begin in range(0, fights, CHUNK):
        first, second = _fought(generator, wounds, min(CHUNK, fights - begin), mirror=mirror)
        counts += np.bincount(1 + np.sign(first) - np.sign(second), minlength=3)
    other, neither, one = counts / fights
    return float(one), float(other), float(neither)


def _fought(generator: np.random.Generator, wounds: Wounds, fights: int, *, mirror: bool) -> tuple[Ints, Ints]:
    first, second = np.full(fights, MODELS), np.full(fights, MODELS)
    at = np.arange(fights)
    for _ in range(ROUNDS):
        one = wounds(generator, MIRROR if mirror else FIRST, first[at])
        left = np.maximum(0, second[at] - one)
        other = wounds(generator, MIRROR if mirror else SECOND, second[at] if mirror else left)
        first[at], second[at] = np.maximum(0, first[at] - other), left
        test = generator.integers(1, 7, len(at)) + generator.integers(1, 7, len(at))
        fails = test > LEADERSHIP - abs(one - other)
        both = (first[at] > 0) & (second[at] > 0)
        second[at[both & fails & (one > other)]] = 0
        first[at[both & fails & (other > one)]] = 0
        at = at[(first[at] > 0) & (second[at] > 0)]
        if not at.size:
            break
    return first, second


def _dice(generator: np.random.Generator, side: Scores, living: Ints) -> Ints:
    faces = generator.integers(1, 7, (3, FRONTAGE, len(living)), dtype=np.int8)
    wounding = (faces[0] >= side.hit) & (faces[1] >= side.wound) & (faces[2] < side.save)
    strikers = np.minimum(FRONTAGE, living)
    found: Ints = (wounding & (np.arange(FRONTAGE)[:, None] < strikers)).sum(axis=0)
    return found


def _binomials(generator: np.random.Generator, side: Scores, living: Ints) -> Ints:
    return generator.binomial(np.minimum(FRONTAGE, living), side.wounding / 216)
