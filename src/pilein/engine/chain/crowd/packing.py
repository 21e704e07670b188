"""Positions by the thousand, as arrays of whole numbers: where they have their heads and the values of their leaves.

An array of positions has a row for each word and a column for each position. A leaf gets bits when it has more than
one value, and more when those do not do: positions that are there already have 0 in them, as they should.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.veiled.frames import Frame
from pilein.engine.chain.veiled.heads import Head
from pilein.engine.chain.veiled.leaf import Leaf
from pilein.engine.chain.veiled.text import HEADS, Text

Ints = NDArray[np.int64]
WORD = 62  # bits of a word that are used
HEAD_WIDTH = 16  # the lowest bits of the first word
HEAD = (1 << HEAD_WIDTH) - 1
SPARE = 1  # bits more than are needed when a leaf gets some


class Narrow(Exception):  # noqa: N818 - it says what the words are
    """Positions do not fit in so many words."""


class Chunk(NamedTuple):
    """Bits of a leaf: in which word, from where on, how many, and which bits of the value's number come before."""

    word: int
    shift: int
    width: int
    low: int

    def of(self, number: int) -> int:
        """What the word has of a number."""
        return (number >> self.low & (1 << self.width) - 1) << self.shift


class Packing:
    """Where arrays of positions have what; `words` is how many whole numbers a position takes."""

    def __init__(self, text: Text, words: int) -> None:
        self.words = words
        self.version = 0  # it rises when leaves get more bits
        self._text = text
        self._used = HEAD_WIDTH
        self._chunks: dict[Leaf, list[Chunk]] = {}
        self._lifts: dict[Frame, list[tuple[int, int, int, int]]] = {}
        self._codes: dict[Leaf, list[tuple[int, ...]]] = {}
        self.grow()

    def grow(self) -> bool:
        """See that all values of all leaves have room; whether any leaf got more.

        Raises:
            Narrow: there is none left.

        """
        if len(self._text.heads) > HEAD:
            raise Narrow
        grown = [leaf for leaf in self._text.leaves.all() if self._has_grown(leaf)]
        if grown:
            self.version += 1
            self._lifts = {}
        return bool(grown)

    def mask(self, leaves: Iterable[Leaf]) -> Ints:
        """The bits of some leaves, as a column."""
        mask = [0] * self.words
        for leaf in leaves:
            for chunk in self._chunks.get(leaf, ()):
                mask[chunk.word] |= chunk.of(-1 & leaf.last)
        return np.array(mask, dtype=np.int64)[:, None]

    def numbers(self, leaf: Leaf, packed: Ints) -> Ints:
        """The numbers of the values that positions have at a leaf."""
        found: Ints = np.zeros(packed.shape[1], dtype=np.int64)
        for word, shift, width, low in self._chunks.get(leaf, ()):
            found |= (packed[word] >> shift & (1 << width) - 1) << low
        return found

    def code(self, leaf: Leaf, number: int) -> tuple[int, ...]:
        """What a position has of a leaf's value, by its number: word by word."""
        codes = self._codes.setdefault(leaf, [])
        while number >= len(codes):
            words = [0] * self.words
            for chunk in self._chunks.get(leaf, ()):
                words[chunk.word] |= chunk.of(len(codes))
            codes.append(tuple(words))
        return codes[number]

    def roomy(self, leaves: Iterable[Leaf]) -> tuple[Leaf, ...]:
        """Those of some leaves that have bits, for they have more than one value."""
        return tuple(leaf for leaf in leaves if self._chunks.get(leaf))

    def packed(self, head: int, leaves: Iterable[Leaf], position: int) -> list[int]:
        """What a text's position has of a head and of these leaves, as a column."""
        words = [0] * self.words
        words[0] = head
        for leaf in leaves:
            for word, bits in enumerate(self.code(leaf, (position & leaf.mask) >> leaf.shift)):
                words[word] |= bits
        return words

    def unpacked(self, head: Head, column: Sequence[int]) -> int:
        """The position of a text that a column stands for."""
        lifts = self._lifts.get(head.frame)
        if lifts is None:
            lifts = self._lifts[head.frame] = [
                (chunk.word, chunk.shift, (1 << chunk.width) - 1, chunk.low + leaf.shift)
                for leaf in head.frame.leaves
                for chunk in self._chunks.get(leaf, ())
            ]
        position = column[0] & HEAD
        for word, shift, bits, up in lifts:
            position |= (column[word] >> shift & bits) << up
        return position

    def _has_grown(self, leaf: Leaf) -> bool:
        chunks = self._chunks.setdefault(leaf, [])
        room = sum(chunk.width for chunk in chunks)
        needed = (len(leaf.values) - 1).bit_length()
        if needed <= room:
            return False
        width = min(needed + SPARE, leaf.last.bit_length()) - room if leaf.has_truth else needed - room
        if self._used % WORD + width > WORD:
            self._used += WORD - self._used % WORD
        word, shift = divmod(self._used, WORD)
        if word >= self.words:
            raise Narrow
        chunks.append(Chunk(word, shift, width, room))
        self._used += width
        return True


assert HEAD <= HEADS, "a head of an array is one of a text"
