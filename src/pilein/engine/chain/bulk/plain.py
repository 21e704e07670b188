"""Walking fights in plain numpy, a few thousand at a time, so that all that is at work lies near the processor."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.bulk.aliases import OVER, picked
from pilein.engine.chain.bulk.draws import drawn, streams

Words = NDArray[np.uint64]
CHUNK = 1 << 13  # fights at a time


class Course(NamedTuple):
    """What there is to walk: the slots of all laws, the row where fights begin, and that which follows each end.

    After phase `most` and those beyond it `late` follows instead of `onward`; after phase `last` nothing does.
    """

    slots: Words
    first: np.uint64
    onward: Words
    late: Words
    most: int
    last: int


class Walks(NamedTuple):
    """For each fight its end, by its number among the chain's ends, and how many phases it took."""

    ends: NDArray[np.int32]
    phases: NDArray[np.int16]


def walk(course: Course, key: np.uint64, first: int, count: int) -> Walks:
    """Walk so many fights from number `first` on."""
    walks = Walks(np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int16))
    for begin in range(0, count, CHUNK):
        many = min(CHUNK, count - begin)
        part = slice(begin, begin + many)
        _walk_chunk(course, streams(key, first + begin, many), walks.ends[part], walks.phases[part])
    return walks


def _walk_chunk(course: Course, begun: Words, ends: NDArray[np.int32], phases: NDArray[np.int16]) -> None:
    rows = np.full(len(begun), course.first, dtype=np.uint64)
    places = np.arange(len(begun))
    for phase in range(1, course.last + 1):
        reached = picked(course.slots, rows, drawn(begun, phase))
        ends[places], phases[places] = reached, phase
        if phase == course.last:
            return
        rows = (course.late if phase >= course.most else course.onward).take(reached)
        going = np.flatnonzero(rows != OVER)
        if not going.size:
            return
        rows, begun, places = rows[going], begun[going], places[going]
