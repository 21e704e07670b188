"""Chance for millions of fights at once: each has a stream of numbers, of which any can be had without the others.

The stream of a fight is SplitMix64 (Steele, Lea and Flood 2014, with Stafford's thirteenth mixer), begun at a number
drawn from the seed's own stream at the fight's place. So a fight is the same wherever, and beside whatever, it is
fought. `fast` does the same in machine code.
"""

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))


def key_of(seed: int) -> np.uint64:
    """Where the stream of a seed begins; seeds may be whole numbers of any size."""
    digest = blake2b(f"bulk:{seed}".encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))


def streams(key: np.uint64, first: int, count: int) -> Words:
    """Where the streams of so many fights begin, from fight number `first` on."""
    numbers = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    numbers *= STEP
    numbers += key
    return mixed(numbers)


def drawn(begun: Words, number: int) -> Words:
    """The number-th draw (1 is the first) of each stream: 64 bits."""
    return mixed(begun + np.uint64(number * int(STEP) % 2**64))


def mixed(words: Words) -> Words:
    """All bits of each word stirred, in place."""
    for shift, factor in zip(SHIFTS, (FIRST_FACTOR, SECOND_FACTOR, None), strict=True):
        words ^= words >> shift
        if factor is not None:
            words *= factor
    return words
