"""What a compiler hands over: the nodes of a battle, and all ways on from them, as arrays."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.veiled.heads import Head
from pilein.engine.chain.veiled.text import HEADS, Text

Ints = NDArray[np.int64]
HeadOf = Callable[[int], Head]
Reading = Callable[[Head, int], Any]


class Positions(Protocol):
    """The positions of nodes, by their numbers."""

    def __len__(self) -> int: ...

    def __getitem__(self, node: int) -> int: ...

    def read(self, nodes: Sequence[int], head: HeadOf, reading: Reading) -> list[Any]:
        """What a reading says of nodes; it is asked once for all that their heads, by number, cannot tell apart."""


class Listed:
    """Positions in a list."""

    def __init__(self, listed: list[int]) -> None:
        self._listed = listed

    def __len__(self) -> int:
        return len(self._listed)

    def __getitem__(self, node: int) -> int:
        return self._listed[node]

    def read(self, nodes: Sequence[int], head: HeadOf, reading: Reading) -> list[Any]:
        """What a reading says of nodes."""
        positions = [self._listed[node] for node in nodes]
        return [_read(head(position & HEADS), position, reading) for position in positions]


def _read(head: Head, position: int, reading: Reading) -> Any:  # noqa: ANN401
    known = head.at(position)
    if known is None:
        known = (reading(head, position),)
        head.keep(head.key(position), known)
    return known[0]


class Onward(NamedTuple):
    """Where the next phases begin: for each end the first node, and what is told on the way."""

    nodes: Ints
    stories: Ints


class Ways(NamedTuple):
    """A battle compiled. Ways are ordered by source; `outcome` is the place of each in `weights` and `wholes`.

    `wholes` are the sums of the weights that an outcome stands among. `late` is as `onward`, after the last phase that
    the ruleset allows, `most_phases`; None if it allows any number. The first node and what is told before it: `first`.
    """

    text: Text
    positions: Positions
    first: tuple[int, int]
    source: Ints
    target: Ints
    story: Ints
    outcome: Ints
    weights: list[int]
    wholes: list[int]
    ends: Ints
    onward: Onward
    late: Onward | None
    most_phases: int | None
