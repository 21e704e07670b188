"""Walks in machine code with exactly the results of `phases.walk`, for the extra `fast`.

All kernels are in this file, since the compilation cache does not notice changes in other files. A number combined
with a 64-bit word is converted to a word first, since the result would otherwise be signed.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pilein.chain.sample.phases import Contracted, Walks

Words = NDArray[np.uint64]
Given = ParamSpec("Given")
Result = TypeVar("Result")
LANES = 1024  # fights at a time, to keep memory latency hidden


def compiled(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Compile a function to machine code on its first call.

    The code is cached for later processes, and it does not hold the GIL while it runs.
    """
    return cast("Callable[Given, Result]", njit(nogil=True, cache=True)(function))


def walk(chain: Contracted, key: np.uint64, first: int, count: int) -> Walks:
    """Walk `count` fights, beginning with fight number `first`."""
    walks = Walks(np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int16))
    _walk_all(chain, key, np.uint64(first), walks)
    return walks


@compiled
def _mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def _picked(slots: Words, row: np.uint64, draw: np.uint64) -> np.uint64:
    word = slots[(row >> np.uint64(6)) + (draw >> (row & np.uint64(63)))]
    is_own = np.uint64(draw & np.uint64(0xFFFFFF) < word >> np.uint64(40))
    outcome: np.uint64 = (word >> is_own * np.uint64(20)) & np.uint64(0xFFFFF)
    return outcome


@compiled
def _walk_all(chain: Contracted, key: np.uint64, first: np.uint64, walks: Walks) -> None:
    lanes = np.empty(LANES, dtype=np.uint64), np.empty(LANES, dtype=np.uint64), np.empty(LANES, dtype=np.int64)
    begun, rows, places = lanes
    for begin in range(0, len(walks.ends), LANES):
        going = min(LANES, len(walks.ends) - begin)
        for lane in range(going):
            number = first + np.uint64(begin + lane + 1)
            begun[lane] = _mixed(key + number * np.uint64(0x9E3779B97F4A7C15))
            rows[lane] = chain.first
            places[lane] = begin + lane
        for phase in range(1, chain.last + 1):
            going = _walk_phase(chain, phase, (begun, rows, places), going, walks)
            if going == 0:
                break


@compiled
def _walk_phase(
    chain: Contracted, phase: int, lanes: tuple[Words, Words, NDArray[np.int64]], going: int, walks: Walks
) -> int:
    """Walk one phase of the first `going` lanes. Moves the lanes that continue to the front and returns their
    number.
    """
    begun, rows, places = lanes
    following = chain.late if phase >= chain.most else chain.onward
    step = np.uint64(phase) * np.uint64(0x9E3779B97F4A7C15)
    left = 0
    for lane in range(going):
        place, end = places[lane], _picked(chain.slots, rows[lane], _mixed(begun[lane] + step))
        walks.ends[place], walks.phases[place] = end, phase
        begun[left], rows[left], places[left] = begun[lane], following[end], place
        left += following[end] != np.uint64(0xFFFFFFFFFFFFFFFF)
    return left
