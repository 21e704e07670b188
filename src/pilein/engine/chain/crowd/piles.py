"""Arrays that grow."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Pile:
    """An array of columns that grows."""

    __slots__ = ("_filled", "_room")

    def __init__(self, height: int) -> None:
        self._room: Ints = np.zeros((height, 64), dtype=np.int64)
        self._filled = 0

    def add(self, columns: Any) -> None:  # noqa: ANN401 - whatever numpy takes for columns
        """Put columns behind the others."""
        more = np.asarray(columns, dtype=np.int64).reshape(len(self._room), -1)
        end = self._filled + more.shape[1]
        if end > self._room.shape[1]:
            wider = np.zeros((len(self._room), 2 * end), dtype=np.int64)
            wider[:, : self._filled] = self._room[:, : self._filled]
            self._room = wider
        self._room[:, self._filled : end] = more
        self._filled = end

    @property
    def many(self) -> int:
        """How many columns there are."""
        return self._filled

    @property
    def all(self) -> Ints:
        """All columns so far."""
        return self._room[:, : self._filled]

    def row(self, number: int) -> Ints:
        """A row of them."""
        row: Ints = self._room[number, : self._filled]
        return row
