"""Bulk: fights by the million, walked over the arrays of a compiled chain, one draw for each phase of each fight."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Protocol

import numpy as np

from pilein.engine.chain.bulk import plain
from pilein.engine.chain.bulk.aliases import OVER, aliases
from pilein.engine.chain.bulk.draws import key_of
from pilein.engine.chain.bulk.laws import beginnings, phase_laws
from pilein.engine.chain.bulk.plain import Course, Walks
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.flow.course import most_steps
from pilein.engine.chain.veiled.text import TO_THE_END

PIECE = 1 << 20  # fights that a worker takes at a time
PAYS = 1 << 24  # fights from which on it pays to load machine code


class Walker(Protocol):
    """Walks so many fights of a course, from a number on: `plain.walk` and its twin in machine code."""

    def __call__(self, course: Course, key: np.uint64, first: int, count: int) -> Walks:
        """The fights, in the order of their numbers."""


class Bulk:
    """A chain made ready for fights by the million, each of so many phases (0: until nobody is in contact)."""

    def __init__(self, chain: Chain, phases: int = TO_THE_END) -> None:
        starts = beginnings(chain)
        table = aliases(phase_laws(chain, starts))
        row_of = np.full(len(chain.positions) + 1, OVER, dtype=np.uint64)
        row_of[starts] = table.rows
        last = most_steps(chain, phases)
        most = last if chain.most_phases is None else chain.most_phases
        # NOBODY, -1, is the last entry of row_of: nothing follows
        self.course = Course(table.slots, row_of[chain.first], row_of[chain.onward], row_of[chain.late], most, last)

    def walks(self, count: int, *, seed: int = 0, first: int = 0, workers: int = 1, fast: bool | None = None) -> Walks:
        """So many fights from number `first` on: the same ones for any number of workers, fast or not.

        `fast` is in machine code, of the extra of that name; left out: where that is there and pays.

        Raises:
            ImportError: `fast` is asked for, and the extra is missing.

        """
        walker, key = _walker(_pays(count) if fast is None else fast), key_of(seed)
        pieces = [(begin, min(PIECE, first + count - begin)) for begin in range(first, first + count, PIECE)]
        if workers == 1:
            return _joined(walker(self.course, key, *piece) for piece in pieces)
        with ThreadPoolExecutor(workers) as threads:
            return _joined(threads.map(lambda piece: walker(self.course, key, *piece), pieces))


def _walker(fast: bool) -> Walker:  # noqa: FBT001 - it is all there is to ask
    if not fast:
        return plain.walk
    from pilein.engine.chain.bulk.fast import walk  # noqa: PLC0415 - an extra, and slow to load

    return walk


def _pays(count: int) -> bool:
    return count >= PAYS and find_spec("numba") is not None


def _joined(parts: Iterable[Walks]) -> Walks:
    nothing = Walks(np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int16))
    ends, phases = zip(nothing, *parts, strict=True)
    return Walks(np.concatenate(ends), np.concatenate(phases))
