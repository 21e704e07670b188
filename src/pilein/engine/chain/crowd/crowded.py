"""A large battle compiled by the thousand, handed over as arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.compiling import NOBODY
from pilein.engine.chain.crowd.crowding import Bundle, Crowding
from pilein.engine.chain.crowd.packing import HEAD, Narrow
from pilein.engine.chain.crowd.sights import Looker
from pilein.engine.chain.crowd.tables import Mixed
from pilein.engine.chain.limits import Limits
from pilein.engine.chain.veiled.text import TO_THE_END, Text
from pilein.engine.chain.ways import HeadOf, Onward, Reading, Ways

Ints = NDArray[np.int64]
NONE: Ints = np.empty((3, 0), dtype=np.int64)
WORDS = range(2, 9)  # that a position may take


def crowded(text: Text, position: int, limits: Limits, *, phases: int = TO_THE_END) -> Ways | None:
    """All that can follow a position; None where it cannot be compiled by the thousand.

    Raises:
        TooMuch: more than the limits allow.

    """
    for words in WORDS:
        try:
            crowding = Crowding(text, words, limits, phases=phases)
            crowding.begin(position)
        except Narrow:
            if len(text.heads) > HEAD:
                return None
            continue
        except Mixed:
            return None
        return _ways(crowding)
    return None


def _ways(crowding: Crowding) -> Ways:
    nodes, ways = crowding.way(np.zeros(1, dtype=np.int64))
    way, source, change = np.hstack([NONE, *map(np.stack, crowding.edges)])
    order = np.argsort(source, kind="stable")
    target, story = crowding.way(way[order])
    ends = np.sort(np.concatenate((NONE[0], *crowding.ends)))
    return Ways(
        crowding.text,
        Unpacked(crowding),
        (int(nodes[0]), int(ways[0])),
        source=source[order],
        target=target,
        story=story,
        outcome=change[order],
        weights=crowding.changes.weights,
        wholes=crowding.changes.wholes,
        ends=ends,
        onward=_onward(crowding, crowding.onward, ends),
        late=None if crowding.most_phases is None else _onward(crowding, crowding.late, ends),
        most_phases=crowding.most_phases,
    )


def _onward(crowding: Crowding, bundles: list[Bundle], ends: Ints) -> Onward:
    """Where the next phase begins, for each end; NOBODY where none does."""
    nodes: Ints = np.full(len(ends), NOBODY, dtype=np.int64)
    stories: Ints = np.zeros(len(ends), dtype=np.int64)
    for bundle in bundles:
        place = np.searchsorted(ends, bundle.source)
        nodes[place], stories[place] = crowding.way(bundle.way)
    return Onward(nodes, stories)


class Unpacked:
    """The positions of a crowd's nodes."""

    def __init__(self, crowding: Crowding) -> None:
        self._text = crowding.text
        self._packing = crowding.packing
        self._packed = crowding.nodes.all

    def __len__(self) -> int:
        return int(self._packed.shape[1])

    def __getitem__(self, node: int) -> int:
        column = self._packed[:, node].tolist()
        return self._packing.unpacked(self._text.heads[column[0] & HEAD], column)

    def read(self, nodes: Sequence[int], head: HeadOf, reading: Reading) -> list[Any]:
        """What a reading says of nodes."""
        said: list[Any] = []

        def numbers(values: list[Any]) -> list[int]:
            said.extend(values)
            return list(range(len(said) - len(values), len(said)))

        looker = Looker(self._packing, numbers, head, reading)
        return [said[number] for number in looker.rows(self._packed[:, nodes]).tolist()]
