"""Fast drawing of random outcomes, with streams of random numbers and with alias tables that turn each number into an
outcome.

Every fight has its own stream, in which any number can be computed without the others: SplitMix64 (Steele, Lea and
Flood 2014, with Stafford's thirteenth mixer), started from the number at the fight's index in the seed's own stream.
A fight is therefore the same wherever it is walked, and whichever other fights are walked with it.

An alias table (Walker 1977, built as in Vose 1991, in whole numbers) draws from a distribution with one lookup. The
rows of a table follow one another, and the number of slots in each row is a power of two. A slot is a word of 64
bits that holds a threshold, its own outcome and an alternative. The highest bits of a draw choose the slot. If the
draw's lowest 24 bits are below the threshold, the slot's own outcome is drawn; otherwise the alternative is drawn.
Probabilities are correct to 2**-24 of a slot. `fast` does the same in machine code.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))

PART_BITS = 24  # lowest bits of the draw, which decide between a slot's two outcomes
OUTCOME_BITS = 20
SHIFT_BITS = 6  # of a row's word: by how much a draw is shifted to give a slot; the rest is the row's first slot
FULL = 1 << PART_BITS
OVER = np.uint64(2**64 - 1)  # the row for nodes without successors


def key_of(seed: int) -> np.uint64:
    """Return the start of a seed's stream. A seed may be a whole number of any size."""
    digest = blake2b(f"bulk:{seed}".encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))


def streams(key: np.uint64, first: int, count: int) -> Words:
    """Return the starts of the streams of `count` fights, beginning with fight number `first`."""
    numbers = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    numbers *= STEP
    numbers += key
    return mixed(numbers)


def drawn(begun: Words, number: int) -> Words:
    """Return the 64-bit draw with this number from each stream. Draws are counted from 1."""
    return mixed(begun + np.uint64(number * int(STEP) % 2**64))


def mixed(words: Words) -> Words:
    """Mix all bits of each word in place."""
    for shift, factor in zip(SHIFTS, (FIRST_FACTOR, SECOND_FACTOR, None), strict=True):
        words ^= words >> shift
        if factor is not None:
            words *= factor
    return words


class AliasTable(NamedTuple):
    """Slots of all rows, and for each row the word that locates its slots."""

    slots: Words
    rows: Words


def alias_table(distributions: Sequence[tuple[Sequence[int], Sequence[float]]]) -> AliasTable:
    """Build a table row for each distribution, given as outcomes (below 2**20) and their probabilities."""
    slots: list[int] = []
    rows = []
    for outcomes, chances in distributions:
        bits = max(1, (len(outcomes) - 1).bit_length())
        rows.append(len(slots) << SHIFT_BITS | 64 - bits)
        slots += _slots(outcomes, _weights(chances, FULL << bits), 1 << bits)
    return AliasTable(np.array(slots, dtype=np.uint64), np.array(rows, dtype=np.uint64))


def picked(slots: Words, rows: Words, draws: Words) -> NDArray[np.int64]:
    """Return the outcome that each draw picks from its row."""
    places = draws >> (rows & np.uint64(63))
    places += rows >> np.uint64(SHIFT_BITS)
    words = slots.take(places.view(np.int64))
    draws &= np.uint64(FULL - 1)
    is_own = draws < words >> np.uint64(2 * OUTCOME_BITS)
    words >>= is_own * np.uint64(OUTCOME_BITS)
    words &= np.uint64((1 << OUTCOME_BITS) - 1)
    return words.view(np.int64)


def _weights(chances: Sequence[float], whole: int) -> list[int]:
    """Convert probabilities to whole numbers that add up to `whole`. The largest number absorbs the rounding error."""
    weights = [int(chance * whole) for chance in chances]
    weights[weights.index(max(weights))] += whole - sum(weights)
    return weights


def _slots(outcomes: Sequence[int], weights: list[int], count: int) -> list[int]:
    """Return the alias table's words for one row.

    Each slot holds weights that add up to FULL: its own outcome's weight and that of at most one other outcome.
    """
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
