"""Laws made ready to be drawn from: one lookup each, by Walker's aliases, found Vose's way, in whole numbers.

The rows of a table stand one after another, each with slots to a power of two. A slot is a word of 64 bits: a
threshold, its own outcome and another. A draw's highest bits choose the slot, its lowest 24 the outcome: its own below
the threshold. So chances are right to 2**-24 of a slot.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

PART_BITS = 24  # of the draw, which decides between a slot's two outcomes
OUTCOME_BITS = 20
SHIFT_BITS = 6  # of a row's word: by how much a draw is shifted to give a slot; the rest is the row's first slot
FULL = 1 << PART_BITS
OVER = np.uint64(2**64 - 1)  # the row of those for whom nothing follows


class Aliases(NamedTuple):
    """The slots of all rows, and for each row the word that says where they are."""

    slots: Words
    rows: Words


def aliases(laws: Sequence[tuple[Sequence[int], Sequence[float]]]) -> Aliases:
    """Make a table of laws, each of outcomes (below 2**20) and their chances."""
    slots: list[int] = []
    rows = []
    for outcomes, chances in laws:
        bits = max(1, (len(outcomes) - 1).bit_length())
        rows.append(len(slots) << SHIFT_BITS | 64 - bits)
        slots += _slots(outcomes, _weights(chances, FULL << bits), 1 << bits)
    return Aliases(np.array(slots, dtype=np.uint64), np.array(rows, dtype=np.uint64))


def picked(slots: Words, rows: Words, draws: Words) -> NDArray[np.int64]:
    """The outcome of each row by its draw."""
    places = draws >> (rows & np.uint64(63))
    places += rows >> np.uint64(SHIFT_BITS)
    words = slots.take(places.view(np.int64))
    draws &= np.uint64(FULL - 1)
    is_own = draws < words >> np.uint64(2 * OUTCOME_BITS)
    words >>= is_own * np.uint64(OUTCOME_BITS)
    words &= np.uint64((1 << OUTCOME_BITS) - 1)
    return words.view(np.int64)


def _weights(chances: Sequence[float], whole: int) -> list[int]:
    """Chances as whole numbers that come to `whole`; what rounding leaves goes to the greatest."""
    weights = [int(chance * whole) for chance in chances]
    weights[weights.index(max(weights))] += whole - sum(weights)
    return weights


def _slots(outcomes: Sequence[int], weights: list[int], count: int) -> list[int]:
    """The words of a row: each slot holds FULL of the whole, of its own outcome and at most one other."""
    left = [*weights, *(0,) * (count - len(weights))]
    own = [*outcomes, *(0,) * (count - len(outcomes))]
    words = [0] * count
    poor = [slot for slot in range(count) if left[slot] < FULL]
    rich = [slot for slot in range(count) if left[slot] >= FULL]
    while poor:
        slot, giver = poor.pop(), rich[-1]
        words[slot] = left[slot] << 2 * OUTCOME_BITS | own[slot] << OUTCOME_BITS | own[giver]
        left[giver] -= FULL - left[slot]
        if left[giver] < FULL:
            poor.append(rich.pop())
    for slot in rich:
        assert left[slot] == FULL, "a slot is full in the end"
        words[slot] = own[slot] << OUTCOME_BITS | own[slot]
    return words
