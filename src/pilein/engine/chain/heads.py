"""What a clause does, once for all positions that it cannot tell apart.

A head is the frame of a state and an agenda. Its table has a row for every combination of what has been looked at:
the outcomes, each with its weight, as a change to the position.
"""

from typing import Any

from msgspec import Struct

from pilein.engine.chain.leaves import Frame, Leaf
from pilein.engine.chain.veil import Aspect
from pilein.kernel.table import Entry

HEAD_BITS = 24  # the lowest of a position: the number of its head


class Change(Struct, frozen=True):
    """An outcome: of the old position `keep` stays, `write` is put beside it; `story` is what has been told."""

    weight: int
    keep: int
    write: int
    story: int

    def on(self, position: int) -> int:
        """The position after it."""
        return position & self.keep | self.write


Row = tuple[Change, ...]


class Head:
    """The next clause of some positions, and what it does with each; or what is read off some positions."""

    __slots__ = ("_aspects", "_keys", "_rows", "agenda", "frame", "mask", "number")

    def __init__(self, number: int, frame: Frame, agenda: tuple[Entry, ...]) -> None:
        self.number = number
        self.frame = frame
        self.agenda = agenda
        self.mask = 0
        self._aspects: tuple[tuple[Leaf, Aspect], ...] = ()
        self._rows: dict[Any, Any] = {}

    def key(self, position: int) -> Any:  # noqa: ANN401
        """What the clause has looked at so far, as this position has it."""
        if not self._aspects:
            return position & self.mask
        return (position & self.mask, *(leaf.facet(aspect, position) for leaf, aspect in self._aspects))

    def row(self, key: Any) -> Any:  # noqa: ANN401
        """What has been found for a key: outcomes, or a reading; None if nothing."""
        return self._rows.get(key)

    def keep(self, key: Any, row: Any) -> None:  # noqa: ANN401
        """Remember what has been found for a key."""
        self._rows[key] = row

    def look(self, leaf: Leaf, aspect: Aspect | None) -> None:
        """From now on this is looked at too; rows known so far are forgotten, for they did not."""
        if aspect is None:
            self.mask |= leaf.mask
            self._aspects = tuple(pair for pair in self._aspects if pair[0] is not leaf)
        else:
            self._aspects = (*self._aspects, (leaf, aspect))
        self._rows = {}

    def sees(self, leaf: Leaf) -> bool:
        """Whether all of a leaf is looked at."""
        return bool(self.mask & leaf.mask)

    def known(self, leaf: Leaf, position: int) -> dict[Aspect, Any]:
        """The aspects of a leaf that are looked at, as this position has them."""
        return {aspect: leaf.facet(aspect, position) for one, aspect in self._aspects if one is leaf}
