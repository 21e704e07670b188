"""Leaves: the places in a game's states that hold values, and how the numbers of their values stand in positions."""

from collections.abc import Callable, Mapping
from typing import Any

from pilein.engine.chain.veiled.veil import Aspect, Unveiled, Veil
from pilein.kernel.errors import TooManyPositions

BITS = 20  # of a position, for each leaf
BITS_OF_BOOL = 2
PLAIN = {int, bool, str, tuple}

Path = tuple[str | int, ...]


class Viewer:
    """Who views one position, if any: what has been looked at (all of a leaf, or an aspect of it), in order."""

    __slots__ = ("_told", "looks", "position")

    def __init__(self) -> None:
        self.position: int | None = None
        self.looks: dict[tuple[Leaf, Aspect | None], None] = {}
        self._told: dict[Leaf, dict[Aspect, Any]] = {}

    def begin(self, position: int) -> None:
        """View a position; nothing of it has been looked at."""
        self.position, self.looks, self._told = position, {}, {}

    def end(self) -> None:
        """View nothing any more."""
        self.position = None

    def told(self, leaf: "Leaf", known: Mapping[Aspect, Any]) -> dict[Aspect, Any]:
        """The aspects of a leaf that are known, or have been looked at."""
        told = self._told.get(leaf)
        if told is None:
            told = self._told[leaf] = dict(known)
        return told


class Leaf:
    """One place in the states of a game: the values found there, numbered as they come; where a position has it."""

    __slots__ = (
        "_facets",
        "aspects",
        "has_truth",
        "hidden",
        "ids",
        "implied",
        "last",
        "mask",
        "path",
        "shift",
        "values",
        "viewer",
    )

    def __init__(self, path: Path, shift: int, kind: type[Any], viewer: Viewer | None = None) -> None:
        self.path = path
        self.shift = shift
        self.last = (1 << (BITS_OF_BOOL if kind is bool else BITS)) - 1  # the highest number that a value can have
        self.mask = self.last << shift
        self.aspects: tuple[str, ...] = getattr(kind, "aspects", ())
        self.implied: Callable[..., Any] = getattr(kind, "implied", _nothing)
        self.has_truth = kind is not bool  # whether its truth tells less than all of it
        self.hidden = Veil(self, {})
        self.viewer = viewer or Viewer()
        self.ids: dict[Any, int] = {}
        self.values: list[Any] = []
        self._facets: dict[Aspect, list[Any]] = {}

    def bits(self, value: Any) -> int:  # noqa: ANN401
        """What a position with this value has of it; booleans are told from whole numbers.

        Raises:
            TooManyPositions: more values than a position has room for.

        """
        key = (value,) if value is True or value is False else value
        number = self.ids.get(key)
        if number is None:
            number = self.ids[key] = len(self.values)
            self.values.append(value)
            if number > self.last:
                raise TooManyPositions(self.last, f"values of {self.path[-1]}")
        return number << self.shift

    def value(self, position: int) -> Any:  # noqa: ANN401
        """The value that a position has here."""
        return self.values[(position & self.mask) >> self.shift]

    def peek(self, aspect: Aspect | None, known: Mapping[Aspect, Any]) -> Any:  # noqa: ANN401
        """An aspect of the value in the position that is viewed, or the value itself if it is a plain one.

        Raises:
            Unveiled: no position is viewed, or the value is not plain.

        """
        viewer, position = self.viewer, self.viewer.position
        if position is None:
            raise Unveiled(self, aspect)
        if aspect is None:
            value = self.value(position)
            if type(value) not in PLAIN:
                raise Unveiled(self)
            viewer.looks[self, None] = None
            return value
        told = viewer.told(self, known)
        if aspect not in told:
            answer = self.implied(aspect, told) if told else None
            if answer is None:
                answer = self.facet(aspect, position)
                viewer.looks[self, aspect] = None
            told[aspect] = answer
        return told[aspect]

    def facet(self, aspect: Aspect, position: int) -> Any:  # noqa: ANN401
        """An aspect of the value that a position has here."""
        number = (position & self.mask) >> self.shift
        facet = self._facets.setdefault(aspect, [])
        if number >= len(facet):
            name, *arguments = aspect
            for value in self.values[len(facet) :]:
                facet.append(bool(value) if name == "__bool__" else getattr(value, name)(*arguments))
        return facet[number]


class Fixed:
    """What never changes in a game, or is not there."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:  # noqa: ANN401
        self.value = value


def _nothing(*_: Any) -> None:  # noqa: ANN401
    """Nothing is implied."""
