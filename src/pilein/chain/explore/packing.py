"""Positions as arrays of whole numbers, which are the indices of the positions' tables and of their variables'
values.

An array of positions has a row for each word and a column for each position. A variable gets bits when it has more
than one value, and more bits whenever the old ones no longer suffice. Existing positions have 0 in the new bits,
which is correct because the numbers of their values fit in the old bits.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from pilein.chain.chain import Ints
from pilein.chain.explore.arrays import MULTIPLIER, hash_columns
from pilein.chain.model.layout import Layout, StateVariable
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import TABLES, TransitionTable

WORD = 62  # bits used in a word
TABLE_BITS = 16  # least number of bits in the first word for the transition table's number
SPARE = 1  # spare bits given to a variable that grows


class WordOverflow(Exception):  # noqa: N818 - as the field calls it
    """Raised when positions need more words than are available."""


class BitField(NamedTuple):
    """Bits of a variable, given by word, first bit and width, and the number of lower bits of the value that earlier
    fields hold.
    """

    word: int
    shift: int
    width: int
    low: int

    def of(self, number: int) -> int:
        """Return the bits of a number, shifted to their place in the word."""
        return (number >> self.low & (1 << self.width) - 1) << self.shift


class Packing:
    """Layout of arrays of positions. Each position occupies `words` words.

    The number of the transition table occupies the lowest bits of the first word (`table_mask`).
    """

    def __init__(self, model: TransitionModel, words: int, multiplier: int = MULTIPLIER) -> None:
        self.words = words
        self.version = 0  # increases when variables get more bits
        self._model = model
        self._multiplier = multiplier
        self._used = max(TABLE_BITS, len(model.tables).bit_length() + SPARE)
        self.table_mask = (1 << self._used) - 1
        self._fields: dict[StateVariable, list[BitField]] = {}
        self._room: list[int] = []  # by variable, the number of values that fit into its bits
        self._lifts: dict[Layout, list[dict[int, int]]] = {}  # by word, the bits of a position by the word's value
        self._lifting: dict[Layout, list[list[tuple[int, int, int]]]] = {}  # by word: shift down, mask, shift up
        self._codes: dict[StateVariable, list[tuple[int, ...]]] = {}
        self._pieces: dict[StateVariable, list[tuple[tuple[int, int], ...]]] = {}  # codes without words that are 0
        self.grow()

    def grow(self) -> bool:
        """Make room for all tables and all values of all variables. Returns whether any variable got more bits.

        Raises:
            WordOverflow: there is no room left.
        """
        if len(self._model.tables) > self.table_mask:
            raise WordOverflow
        variables, room = self._model.decomposition.variables(), self._room
        room += [1] * (len(variables) - len(room))
        grown = [place for place, variable in enumerate(variables) if len(variable.values) > room[place]]
        for place in grown:
            room[place] = self._widen(variables[place])
        if grown:
            self.version += 1
            self._lifting = {}
        return bool(grown)

    def hashes(self, packed: Ints) -> Ints:
        """Return the hash of each column of packed positions."""
        return hash_columns(packed, self._multiplier)

    def mask(self, variables: Iterable[StateVariable]) -> Ints:
        """Return a column with the bits of several variables set."""
        mask = [0] * self.words
        for variable in variables:
            for field in self._fields.get(variable, ()):
                mask[field.word] |= (1 << field.width) - 1 << field.shift
        return np.array(mask, dtype=np.int64)[:, None]

    def numbers(self, variable: StateVariable, packed: Ints) -> Ints:
        """Return the value numbers that positions have for a variable."""
        fields = self._fields.get(variable, ())
        if not fields:
            return np.zeros(packed.shape[1], dtype=np.int64)
        (word, shift, width, _), *others = fields
        found: Ints = packed[word] >> shift
        found &= (1 << width) - 1
        for word, shift, width, low in others:
            found |= (packed[word] >> shift & (1 << width) - 1) << low
        return found

    def code(self, variable: StateVariable, number: int) -> tuple[int, ...]:
        """Return the bits of a numbered value of a variable, word by word."""
        codes = self._codes.setdefault(variable, [])
        while number >= len(codes):
            words = [0] * self.words
            for field in self._fields.get(variable, ()):
                words[field.word] |= field.of(len(codes))
            codes.append(tuple(words))
        return codes[number]

    def with_bits(self, variables: Iterable[StateVariable]) -> tuple[StateVariable, ...]:
        """Return the variables that have bits, which are those with more than one value."""
        return tuple(variable for variable in variables if self._fields.get(variable))

    def packed(self, table: int, variables: Iterable[StateVariable], position: int) -> list[int]:
        """Return a table's number and a position's values for several variables as a column."""
        words = [0] * self.words
        words[0] = table
        for variable in variables:
            number, pieces = (position & variable.mask) >> variable.shift, self._pieces.get(variable, ())
            for word, bits in pieces[number] if number < len(pieces) else self._piece(variable, number):
                words[word] |= bits
        return words

    def _piece(self, variable: StateVariable, number: int) -> tuple[tuple[int, int], ...]:
        """Return the bits of a variable's value, by its number, as pairs of a word's number and the bits in it."""
        pieces = self._pieces.setdefault(variable, [])
        while number >= len(pieces):
            code = self.code(variable, len(pieces))
            pieces.append(tuple((word, bits) for word, bits in enumerate(code) if bits))
        return pieces[number]

    def columns(self, positions: Sequence[int]) -> Ints:
        """Pack positions into columns."""
        found: Ints = np.zeros((self.words, len(positions)), dtype=np.int64)
        found[0] = [position & TABLES for position in positions]
        for layout, places in self._by_layout(found[0].tolist()).items():
            here = [positions[place] for place in places]
            for variable in self.with_bits(layout.variables):
                mask, shift = variable.mask, variable.shift
                numbers = np.array([(position & mask) >> shift for position in here], dtype=np.int64)
                for field in self._fields[variable]:
                    found[field.word, places] |= (numbers >> field.low & (1 << field.width) - 1) << field.shift
        return found

    def unpacked(self, table: TransitionTable, column: Sequence[int]) -> int:
        """Unpack a column into a position."""
        lifts = self._lifts.get(table.layout)
        if lifts is None:
            lifts = self._lifts[table.layout] = [{} for _ in range(self.words)]
        position = column[0] & self.table_mask
        for number, word in enumerate(column):
            value = word if number else word - position
            lifted = lifts[number].get(value)
            if lifted is None:
                lifted = lifts[number][value] = self._lifted(table.layout, number, value)
            position |= lifted
        return position

    def _lifted(self, layout: Layout, number: int, value: int) -> int:
        """Return the bits in a position that stand for a word's value, without the table's number."""
        lifting = self._lifting.get(layout)
        if lifting is None:
            lifting = self._lifting[layout] = [[] for _ in range(self.words)]
            for variable in layout.variables:
                for word, shift, width, low in self._fields.get(variable, ()):
                    lifting[word].append((shift, (1 << width) - 1, low + variable.shift))
        position = 0
        for down, mask, up in lifting[number]:
            position |= (value >> down & mask) << up
        return position

    def _by_layout(self, tables: list[int]) -> dict[Layout, list[int]]:
        """Group the indices of tables by layout."""
        found: dict[Layout, list[int]] = {}
        for place, number in enumerate(tables):
            found.setdefault(self._model.tables[number].layout, []).append(place)
        return found

    def _widen(self, variable: StateVariable) -> int:
        """Give a variable more bits. Returns the number of values that fit now."""
        fields = self._fields.setdefault(variable, [])
        room = sum(field.width for field in fields)
        needed = (len(variable.values) - 1).bit_length()
        width = min(needed + SPARE, variable.last.bit_length()) - room if variable.has_truth else needed - room
        if self._used % WORD + width > WORD:
            self._used += WORD - self._used % WORD
        word, shift = divmod(self._used, WORD)
        if word >= self.words:
            raise WordOverflow
        fields.append(BitField(word, shift, width, room))
        self._used += width
        return 1 << room + width
