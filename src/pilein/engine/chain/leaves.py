"""Taking states apart: into a frame, which is how they are built, and the values of their leaves.

Structs are opened down to fields that hold anything else; tuples with one entry for each unit (`by_unit` of a struct)
are opened too. A None belongs to the frame. The set-up is no part: it never changes. Structs that keep memories beside
their fields (a plane), that tell aspects of themselves (`aspects`), or that look at their fields when they are made (a
roll), are leaves.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from pilein.engine.chain.veil import Aspect, Unveiled, Veil, part_of
from pilein.kernel.errors import TooManyPositions
from pilein.tabletop.setup import Setup

BITS = 20  # of a position, for each leaf
BITS_OF_BOOL = 2

Path = tuple[str | int, ...]


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
    )

    def __init__(self, path: Path, shift: int, kind: type[Any]) -> None:
        self.path = path
        self.shift = shift
        self.last = (1 << (BITS_OF_BOOL if kind is bool else BITS)) - 1  # the highest number that a value can have
        self.mask = self.last << shift
        self.aspects: tuple[str, ...] = getattr(kind, "aspects", ())
        self.implied: Callable[..., Any] = getattr(kind, "implied", _nothing)
        self.has_truth = kind is not bool  # whether its truth tells less than all of it
        self.hidden = Veil(self, {})
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


class Plan(NamedTuple):
    """How a struct is built: what it holds where nothing is shown, the leaves and frames that are shown, by place.

    `hidden` has the frames of structs that are hidden as a whole.
    """

    filled: list[Any]
    leaves: list[tuple[int, Leaf]]
    frames: list[tuple[int, "Frame"]]
    hidden: dict[int, "Frame"]


class Frame:
    """A struct, or a tuple with an entry for each unit, and what it holds: frames, leaves, and what never changes."""

    __slots__ = ("_hidden", "_plans", "kind", "leaves", "mask", "parts")
    leaves: tuple[Leaf, ...]

    def __init__(self, kind: type[Any], parts: tuple["Part", ...]) -> None:
        self.kind = kind
        self.parts = parts
        found: list[Leaf] = []
        for part in parts:
            found += (part,) if isinstance(part, Leaf) else part.leaves if isinstance(part, Frame) else ()
        self.leaves = tuple(found)
        self.mask = sum(leaf.mask for leaf in found)
        self._hidden: tuple[Any, dict[int, Frame]] | None = None
        self._plans: dict[int, Plan] = {}

    def built(self, value_of: Callable[[Leaf], Any], known: dict[int, "Frame"], looked: int = -1) -> Any:  # noqa: ANN401
        """A state of this frame with these values in its leaves; `known` learns the frames of its structs.

        Leaves whose bits are not in `looked` are hidden.
        """
        looked &= self.mask
        if not looked:
            made, frames = self.all_hidden()
            known.update(frames)
            return made
        plan = self._plans.get(looked) or self._plan(looked)
        filled = plan.filled.copy()
        for place, leaf in plan.leaves:
            filled[place] = value_of(leaf)
        for place, frame in plan.frames:
            filled[place] = frame.built(value_of, known, looked)
        known.update(plan.hidden)
        made = self._made(filled)
        if filled:
            known[id(made)] = self
        return made

    def all_hidden(self) -> tuple[Any, dict[int, "Frame"]]:
        """The state of this frame of which nothing is shown, and the frames of its structs; made once."""
        if self._hidden is None:
            plan = self._plan(0)
            whole = self._made(plan.filled)
            own = {id(whole): self} if plan.filled else {}  # there is one empty tuple only: it can stand anywhere
            self._hidden = whole, plan.hidden | own
        return self._hidden

    def _plan(self, looked: int) -> "Plan":
        """How states are built of which so much is shown."""
        plan = self._plans[looked] = Plan([], [], [], {})
        for place, part in enumerate(self.parts):
            if isinstance(part, Fixed):
                plan.filled.append(part.value)
            elif looked & part.mask:
                plan.filled.append(None)
                (plan.leaves if isinstance(part, Leaf) else plan.frames).append((place, part))  # type: ignore[arg-type]
            elif isinstance(part, Leaf):
                plan.filled.append(part.hidden)
            else:
                whole, frames = part.all_hidden()
                plan.filled.append(whole)
                plan.hidden.update(frames)
        return plan

    def _made(self, filled: list[Any]) -> Any:  # noqa: ANN401
        return tuple(filled) if self.kind is tuple else self.kind(*filled)


Part = Frame | Leaf | Fixed


class Leaves:
    """All leaves and frames of one game's states. Positions have their leaves' values from bit `above` on."""

    def __init__(self, above: int) -> None:
        self._above = above
        self._leaves: dict[Path, Leaf] = {}
        self._frames: dict[tuple[Any, ...], Frame] = {}
        self._fixed: dict[int, Fixed] = {}
        self._opens: dict[type[Any], bool] = {}
        self._places: dict[tuple[type[Any], Path], list[tuple[Path, bool]]] = {}

    def apart(self, state: Struct, known: Mapping[int, Frame]) -> tuple[Frame, dict[Leaf, Any]]:
        """The frame of a state, and what its leaves hold, but for those as they were in structs that are `known`.

        Raises:
            Unveiled: a veil has been put elsewhere; it has to be lifted.

        """
        found: dict[Leaf, Any] = {}
        frame = self._part(state, (), found, known)
        assert isinstance(frame, Frame)
        return frame, found

    def all(self) -> tuple[Leaf, ...]:
        """All leaves that have been seen, in the order in which they were."""
        return tuple(self._leaves.values())

    def leaf(self, *path: str | int) -> Leaf | None:
        """The leaf at a place in the state, None if nothing has been seen there."""
        return self._leaves.get(path)

    def _part(self, value: Any, path: Path, found: dict[Leaf, Any], known: Mapping[int, Frame]) -> Part:  # noqa: ANN401
        kind = type(value)
        if kind is Veil:
            leaf: Leaf = part_of(value)
            if leaf.path != path:
                raise Unveiled(leaf)
            return leaf
        if id(value) in known:
            return known[id(value)]
        if value is None or kind is Setup:
            return self._fixed.setdefault(id(value), Fixed(value))
        opens = self._opens.get(kind)
        if opens is None:
            opens = self._opens[kind] = _opens(kind)
        if opens:
            return self._struct(value, path, found, known)
        leaf = self._leaf(path, kind)
        found[leaf] = value
        return leaf

    def _struct(self, value: Any, path: Path, found: dict[Leaf, Any], known: Mapping[int, Frame]) -> Frame:  # noqa: ANN401
        kind = type(value)
        parts: list[Part] = []
        for field, (place, is_by_unit) in zip(astuple(value), self._fields(kind, path), strict=True):
            if type(field) is Veil and part_of(field).path is place:
                parts.append(part_of(field))
            elif is_by_unit:
                parts.append(self._tuple(field, place, found, known))
            else:
                parts.append(self._part(field, place, found, known))
        return self._frame(kind, tuple(parts))

    def _fields(self, kind: type[Any], path: Path) -> list[tuple[Path, bool]]:
        """The fields of a struct at a place in the state: their place, and whether they have an entry for each unit."""
        fields = self._places.get((kind, path))
        if fields is None:
            by_unit = getattr(kind, "by_unit", ())
            fields = [((*path, name), name in by_unit) for name in kind.__struct_fields__]
            self._places[kind, path] = fields
        return fields

    def _tuple(self, value: Any, path: Path, found: dict[Leaf, Any], known: Mapping[int, Frame]) -> Frame:  # noqa: ANN401
        if id(value) in known:
            return known[id(value)]
        parts = tuple(self._part(entry, (*path, unit), found, known) for unit, entry in enumerate(value))
        return self._frame(tuple, parts)

    def _frame(self, kind: type[Any], parts: tuple[Part, ...]) -> Frame:
        key = (kind, *map(id, parts))
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = Frame(kind, parts)
        return frame

    def _leaf(self, path: Path, kind: type[Any]) -> Leaf:
        leaf = self._leaves.get(path)
        if leaf is None:
            leaf = self._leaves[path] = Leaf(path, self._above, kind)
            self._above += leaf.last.bit_length()
        return leaf


def _opens(kind: type[Any]) -> bool:
    """Whether values of a type are opened: structs with nothing beside their fields, no aspects, no checks."""
    if not issubclass(kind, Struct) or kind.__struct_config__.dict:
        return False
    return not hasattr(kind, "aspects") and not hasattr(kind, "__post_init__")


def _nothing(*_: Any) -> None:  # noqa: ANN401
    """Nothing is implied."""
