"""What a clause does, once for all positions that it cannot tell apart.

A head is the frame of a state and an agenda. Its table has a row for every combination of what has been looked at:
the outcomes, each with its weight, as a change to the position.
"""

from typing import Any

from msgspec import Struct

from pilein.engine.chain.veiled.frames import Frame
from pilein.engine.chain.veiled.leaf import BITS, Leaf
from pilein.engine.chain.veiled.veil import LIVES, Aspect, Veil
from pilein.kernel.table import Entry

HEAD_BITS = 24  # the lowest of a position: the number of its head
TRIAL = 500  # ways
FEW = 8  # one of so many
LAST_VALUE = (1 << BITS) - 1


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


class Glimpse:
    """Some aspects of a leaf. `bits` has for each of its values, by number, what stands for them in a key.

    Values that are alike in these aspects have the same bits, at the place of the leaf in a position.
    """

    __slots__ = ("_classes", "_veils", "aspects", "bits", "leaf", "shift")

    def __init__(self, leaf: Leaf, aspects: tuple[Aspect, ...]) -> None:
        self.leaf = leaf
        self.shift = leaf.shift
        self.aspects = aspects
        self.bits: list[int] = []
        self._classes: dict[tuple[Any, ...], int] = {}
        self._veils: dict[int, Veil] = {}

    def told(self, number: int) -> int:
        """The bits for the value of that number."""
        while number >= len(self.bits):
            position = len(self.bits) << self.shift
            facets = tuple(self.leaf.facet(aspect, position) for aspect in self.aspects)
            self.bits.append(self._classes.setdefault(facets, len(self._classes)) << self.shift)
        return self.bits[number]

    def veil(self, position: int) -> Veil:
        """A veil over the value that a position has, which answers the aspects."""
        bits = self.told(position >> self.shift & LAST_VALUE)
        veil = self._veils.get(bits)
        if veil is None:
            known = {aspect: self.leaf.facet(aspect, position) for aspect in self.aspects}
            veil = self._veils[bits] = Veil(self.leaf, known)
        return veil


class Head:
    """The next clause of some positions, and what it does with each; or what is read off some positions.

    Where `goes_on` is false a phase is over, or a round that a clock counts. Ways that `passed` it are remembered,
    unless it has shown in a trial that hardly any `met` here.
    """

    __slots__ = ("_rows", "agenda", "frame", "glimpses", "goes_on", "mask", "met", "number", "passed", "ways_meet")

    def __init__(self, number: int, frame: Frame, agenda: tuple[Entry, ...], *, is_tick: bool = False) -> None:
        self.number = number
        self.frame = frame
        self.agenda = agenda
        self.goes_on = bool(agenda) and not is_tick
        self.mask = 0
        self.glimpses: tuple[Glimpse, ...] = ()
        self._rows: dict[Any, Any] = {}
        self.passed = 0
        self.met = 0
        self.ways_meet = True

    def count_way(self) -> None:
        """One more way has passed; that of the last of the trial decides whether others are remembered."""
        self.passed += 1
        if self.passed == TRIAL:
            self.ways_meet = self.met * FEW > TRIAL

    def remember_always(self) -> None:
        """From now on all ways that pass are remembered."""
        self.passed, self.ways_meet = TRIAL, True

    @property
    def looked(self) -> int:
        """The bits of a position of which anything is looked at."""
        return self.mask | sum(glimpse.leaf.mask for glimpse in self.glimpses)

    def key(self, position: int) -> int:
        """What the clause has looked at so far, as this position has it."""
        key = position & self.mask
        for glimpse in self.glimpses:
            number = position >> glimpse.shift & LAST_VALUE
            key |= glimpse.bits[number] if number < len(glimpse.bits) else glimpse.told(number)
        return key

    def at(self, position: int) -> Any:  # noqa: ANN401
        """What has been found for a position; None if nothing."""
        return self._rows.get(self.key(position) if self.glimpses else position & self.mask)

    def row(self, key: int) -> Any:  # noqa: ANN401
        """What has been found for a key: outcomes, or a reading; None if nothing."""
        return self._rows.get(key)

    def keep(self, key: int, row: Any) -> None:  # noqa: ANN401
        """Remember what has been found for a key."""
        self._rows[key] = row

    def look(self, leaf: Leaf, aspect: Aspect | None) -> None:
        """From now on this is looked at too; rows known so far are forgotten, for they did not."""
        if self.mask & leaf.mask:
            return
        before = self._glimpse(leaf)
        self.glimpses = tuple(glimpse for glimpse in self.glimpses if glimpse is not before)
        if aspect is None or (aspect == LIVES and not leaf.has_truth):
            self.mask |= leaf.mask
        else:
            self.glimpses += (Glimpse(leaf, (*(before.aspects if before else ()), aspect)),)
        self._rows = {}

    def look_like(self, other: "Head") -> None:
        """Look at what another head looks at."""
        self.mask = other.mask
        self.glimpses = other.glimpses

    def shown(self, leaf: Leaf, position: int) -> Any:  # noqa: ANN401
        """A leaf that is looked at, as this position has it: its value, or a veil that answers what is looked at."""
        if self.mask & leaf.mask:
            return leaf.value(position)
        glimpse = self._glimpse(leaf)
        return leaf.hidden if glimpse is None else glimpse.veil(position)

    def _glimpse(self, leaf: Leaf) -> Glimpse | None:
        return next((glimpse for glimpse in self.glimpses if glimpse.leaf is leaf), None)
