"""The few functions of numpy that solve a small chain, in plain Python: for where numpy is missing, as in a browser.

Arrays have one dimension, matrices are rows of them. Only what the solvers use is here, with numpy's names and results.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import fsum
from operator import add as plus
from operator import and_, eq, ge, gt, le, lt, mul, ne, or_, sub
from types import GenericAlias
from typing import Any

int64, float64, bool_ = int, float, bool
Index = Any  # a number, a slice, an array of numbers or of truths, or a pair of them


class NDArray:
    """The type of arrays, for annotations."""

    __class_getitem__: Any = classmethod(GenericAlias)


class Array:
    """Numbers in a row."""

    __hash__ = None  # type: ignore[assignment]  # like numpy's, compared one by one

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = list(values)

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.values)

    @property
    def shape(self) -> tuple[int, ...]:
        """The size, in a tuple."""
        return (len(self.values),)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __getitem__(self, index: Index) -> Any:  # noqa: ANN401
        if isinstance(index, slice):
            return Array(self.values[index])
        if isinstance(index, Array | list):
            return Array([self.values[place] for place in _places(index)])
        return self.values[index]

    def __setitem__(self, index: Index, value: Any) -> None:  # noqa: ANN401
        if not isinstance(index, Array | list):
            self.values[index] = value.values if isinstance(index, slice) else value
            return
        places = _places(index)
        for place, one in zip(places, value if isinstance(value, Array) else [value] * len(places), strict=True):
            self.values[place] = one

    def tolist(self) -> list[Any]:
        """The numbers as a list."""
        return list(self.values)

    def tobytes(self) -> bytes:
        """The numbers as bytes, each below 256."""
        return bytes(self.values)

    def astype(self, kind: Callable[[Any], Any], *, copy: bool = True) -> "Array":
        """The numbers as another type."""
        return Array(map(kind, self.values)) if copy else self

    def reshape(self, rows: int, columns: int) -> "Matrix":
        """The numbers in rows of equal length; as many rows as there are where `rows` is -1."""
        count = (len(self.values) // columns if columns else 0) if rows < 0 else rows
        return Matrix([Array(self.values[row * columns : (row + 1) * columns]) for row in range(count)], columns)

    def sum(self) -> Any:  # noqa: ANN401
        """The sum: of whole numbers and truths a whole number."""
        return fsum(self.values) if any(isinstance(one, float) for one in self.values) else sum(self.values)

    def min(self) -> Any:  # noqa: ANN401
        """The least."""
        return min(self.values)

    def any(self) -> bool:
        """Whether one is true."""
        return any(self.values)

    def all(self) -> bool:
        """Whether all are true."""
        return all(self.values)

    def nonzero(self) -> tuple["Array"]:
        """The places of those that are not zero."""
        return (Array(place for place, one in enumerate(self.values) if one),)

    def __add__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, plus)

    def __sub__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, sub)

    def __mul__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, mul)

    def __and__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, and_)

    def __or__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, or_)

    def __invert__(self) -> "Array":
        return Array(not one for one in self.values)

    def __eq__(self, other: object) -> "Array":  # type: ignore[override]
        return self._with(other, eq)

    def __ne__(self, other: object) -> "Array":  # type: ignore[override]
        return self._with(other, ne)

    def __lt__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, lt)

    def __le__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, le)

    def __gt__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, gt)

    def __ge__(self, other: Any) -> "Array":  # noqa: ANN401
        return self._with(other, ge)

    def _with(self, other: Any, operation: Callable[[Any, Any], Any]) -> "Array":  # noqa: ANN401
        if isinstance(other, Array):
            return Array(map(operation, self.values, other.values))
        return Array(operation(one, other) for one in self.values)


class Matrix:
    """Rows of numbers, all of the same length."""

    def __init__(self, rows: list[Array], columns: int) -> None:
        self.rows = rows
        self.columns = columns

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return len(self.rows), self.columns

    @property
    def T(self) -> list[Array]:  # noqa: N802 - numpy's name
        """The columns."""
        return [Array(row[column] for row in self.rows) for column in range(self.columns)]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Array]:
        return iter(self.rows)

    def __getitem__(self, index: Index) -> Any:  # noqa: ANN401
        if isinstance(index, slice):
            return Matrix(self.rows[index], self.columns)
        if isinstance(index, list):
            return Matrix([self.rows[place] for place in index], self.columns)
        if not isinstance(index, tuple):
            return self.rows[index]
        row, column = index
        if isinstance(row, slice):
            return Matrix([one[column] for one in self.rows[row]], len(column))
        if isinstance(row, Array):
            return Array(self.rows[here][there] for here, there in zip(row, column, strict=True))
        return self.rows[row][column]

    def __setitem__(self, index: Index, value: Any) -> None:  # noqa: ANN401
        if isinstance(index, tuple):
            self.rows[index[0]][index[1]] = value
        else:
            self.rows[index] = value.rows if isinstance(index, slice) else value

    def __add__(self, other: "Matrix") -> "Matrix":
        return Matrix([one + two for one, two in zip(self.rows, other.rows, strict=True)], self.columns)

    def __mul__(self, other: Array) -> "Matrix":
        return Matrix([row * other for row in self.rows], self.columns)

    def reshape(self, _rows: int, columns: int) -> "Matrix":
        """The same rows, which have this length already."""
        return Matrix(self.rows, columns)

    def sum(self) -> float:
        """The sum of all numbers."""
        return fsum(row.sum() for row in self.rows)

    def nonzero(self) -> tuple[Array, Array]:
        """The rows and columns of those that are not zero."""
        found = [(here, there) for here, row in enumerate(self.rows) for there, one in enumerate(row) if one]
        return Array(here for here, _ in found), Array(there for _, there in found)


def _places(index: Array | list[Any]) -> list[int]:
    """The places that an index names: its numbers, or where it is true."""
    listed = index.values if isinstance(index, Array) else index
    if listed and isinstance(listed[0], bool):
        return [place for place, one in enumerate(listed) if one]
    return listed


# --- making ------------------------------------------------------------------------------------------------------


def array(values: Sequence[Any], dtype: Callable[[Any], Any] | None = None) -> Any:  # noqa: ANN401
    """An array, or a matrix of rows."""
    if values and isinstance(values[0], tuple | list):
        return Matrix([Array(row) for row in values], len(values[0]))
    return Array(map(dtype, values) if dtype else values)


def full(size: int, value: Any, dtype: Callable[[Any], Any] = float) -> Array:  # noqa: ANN401
    """The same number everywhere."""
    return Array([dtype(value)]) * 0 if size == 0 else Array([dtype(value)] * size)


def zeros(size: int | tuple[int, int], dtype: Callable[[Any], Any] = float) -> Any:  # noqa: ANN401
    """Zeros: an array, or a matrix."""
    if isinstance(size, tuple):
        rows, columns = size
        return Matrix([zeros(columns, dtype) for _ in range(rows)], columns)
    return Array([dtype(0)] * size)


def zeros_like(other: Array | Matrix) -> Any:  # noqa: ANN401
    """Zeros of the same shape."""
    return zeros(other.shape) if isinstance(other, Matrix) else Array([0] * len(other))


def ones(size: int) -> Array:
    """Ones."""
    return Array([1.0] * size)


def arange(size: int, dtype: Callable[[Any], Any] = int) -> Array:
    """The numbers from 0."""
    return Array(map(dtype, range(size)))


def concatenate(parts: Sequence[Any]) -> Any:  # noqa: ANN401
    """Arrays one after the other, or matrices one below the other."""
    if isinstance(parts[0], Matrix):
        return Matrix([row for part in parts for row in part.rows], parts[0].columns)
    return Array(one for part in parts for one in part)


# --- counting, searching -----------------------------------------------------------------------------------------


def bincount(places: Array, weights: Array | None = None, minlength: int = 0) -> Array:
    """How often each number comes up, or the sum of its weights."""
    found: list[Any] = [0 if weights is None else 0.0] * max(minlength, max(places.values, default=-1) + 1)
    for place, weight in zip(places, [1] * len(places) if weights is None else weights, strict=True):
        found[place] += weight
    return Array(found)


def add_at(array: Array, places: Iterable[int], amounts: Iterable[float]) -> None:
    """Add each amount at its place; places may come up more than once."""
    values = array.values
    for place, amount in zip(places, amounts, strict=True):
        values[place] += amount


def unique(values: Array, *, return_index: bool = False, return_counts: bool = False) -> Any:  # noqa: ANN401
    """The distinct numbers in order; also the first place of each, or how often it comes up."""
    if return_index:
        first: dict[Any, int] = {}
        for place, one in enumerate(values):
            first.setdefault(one, place)
        return Array(sorted(first)), Array(first[one] for one in sorted(first))
    counts = Counter(values)
    found = Array(sorted(counts))
    return (found, Array(counts[one] for one in found)) if return_counts else found


def searchsorted(ordered: Array, values: Array) -> Array:
    """Where each value would stand in an ordered array, before those that are equal."""
    return Array(bisect_left(ordered.values, one) for one in values)


def argsort(values: Array, *, kind: str = "stable") -> Array:
    """The places in the order of their values."""
    assert kind == "stable", "no other is here"
    return Array(sorted(range(len(values)), key=values.values.__getitem__))


def flatnonzero(values: Array) -> Array:
    """The places of those that are not zero."""
    return values.nonzero()[0]


def nonzero(values: Array | Matrix) -> tuple[Array, ...]:
    """The places of those that are not zero."""
    return values.nonzero()


def isin(values: Array, wanted: Iterable[Any]) -> Array:
    """Which are among some."""
    some = set(wanted)
    return Array(one in some for one in values)


def where(which: Array, those: Array, others: float) -> Array:
    """The numbers where something is true, another elsewhere."""
    return Array(one if is_so else others for is_so, one in zip(which, those, strict=True))


def packbits(values: Array) -> Array:
    """Truths as numbers of a byte each: only their bytes are compared."""
    return Array(map(int, values))


# --- arithmetic --------------------------------------------------------------------------------------------------


def cumsum(values: Array) -> Array:
    """The sums up to each."""
    return Array(accumulate(values))


def repeat(values: Array, times: Array) -> Array:
    """Each number as often as said."""
    return Array(one for one, count in zip(values, times, strict=True) for _ in range(count))


def diff(values: Array, *, prepend: int | None = None, append: int | None = None) -> Array:
    """The differences of neighbours, with another number before the first or after the last."""
    before, after = ([] if one is None else [one] for one in (prepend, append))
    every = [*before, *values, *after]
    return Array(later - one for one, later in pairwise(every))


class _Add:
    @staticmethod
    def reduceat(values: Array, starts: Array, dtype: object = None) -> Array:  # noqa: ARG004 - numpy's
        """The sums from each start to the next."""
        stops = [*starts.values[1:], len(values)]
        return Array(Array(values.values[start:stop]).sum() for start, stop in zip(starts, stops, strict=True))


class _LinearAlgebra:
    @staticmethod
    def solve(rows: Matrix, right: Array) -> Array:
        """The solution of linear equations, by Gauss with the largest pivot."""
        table = [[*row, value] for row, value in zip(rows, right, strict=True)]
        size = len(table)
        for column in range(size):
            pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
            table[column], table[pivot] = table[pivot], table[column]
            lead = table[column][column]
            table[column] = [value / lead for value in table[column]]
            for row in range(size):
                share = table[row][column]
                if row != column and share:
                    table[row] = [one - share * other for one, other in zip(table[row], table[column], strict=True)]
        return Array(row[-1] for row in table)


add = _Add
linalg = _LinearAlgebra
