"""Taking states apart: into a frame, which is how they are built, and the values of their leaves.

Structs are opened down to fields that hold anything else; tuples with one entry for each unit (`by_unit` of a struct)
are opened too. A None belongs to the frame. The set-up is no part: it never changes. Structs that keep memories beside
their fields (a plane), that tell aspects of themselves (`aspects`), or that look at their fields when they are made (a
roll), are leaves.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from pilein.engine.chain.veiled.frames import Frame, Known, Part, Spot
from pilein.engine.chain.veiled.leaf import Fixed, Leaf, Viewer
from pilein.engine.chain.veiled.lots import Lot
from pilein.engine.chain.veiled.veil import Unveiled, Veil, part_of
from pilein.tabletop.setup import Setup

Found = dict[Leaf, Any]


class Leaves:
    """All leaves and frames of one game's states. Positions have their leaves' values from bit `above` on."""

    def __init__(self, above: int) -> None:
        self._above = above
        self.viewer = Viewer()
        self._root = Spot(())
        self._leaves: list[Leaf] = []
        self._frames: dict[tuple[Any, ...], Frame] = {}
        self._fixed: dict[int, Fixed] = {}
        self._opens: dict[type[Any], bool] = {}

    def apart(self, state: Struct, known: Known) -> tuple[Frame, Found]:
        """The frame of a state, and what its leaves hold, but for those that hold what was `known` to stand there.

        Raises:
            Unveiled: a veil has been put elsewhere; it has to be lifted.

        """
        found: Found = {}
        frame = self._part(state, self._root, found, known)
        assert isinstance(frame, Frame)
        return frame, found

    def all(self) -> tuple[Leaf, ...]:
        """All leaves that have been seen, in the order in which they were."""
        return tuple(self._leaves)

    def leaf(self, *path: str | int) -> Leaf | None:
        """The leaf at a place in the state, None if nothing has been seen there."""
        spot = self._root
        for name in path:
            spot = spot.at(name)
        return spot.leaf

    def _part(self, value: Any, spot: Spot, found: Found, known: Known) -> Part:  # noqa: ANN401
        kind = type(value)
        if kind is Veil:
            hidden: Leaf | Lot = part_of(value)
            if isinstance(hidden, Lot):
                leaf = spot.leaf or self._leaf(spot, hidden.kind)
                found[leaf] = hidden
                return leaf
            if hidden is not spot.leaf:
                raise Unveiled(hidden)
            return hidden
        shown = known.get(spot)
        if shown is not None and shown[0] is value:
            return shown[1]
        if value is None or kind is Setup:
            return self._fixed.setdefault(id(value), Fixed(value))
        opens = self._opens.get(kind)
        if opens is None:
            opens = self._opens[kind] = _opens(kind)
        if opens:
            return self._struct(value, spot, found, known)
        leaf = spot.leaf or self._leaf(spot, kind)
        found[leaf] = value
        return leaf

    def _struct(self, value: Struct, spot: Spot, found: Found, known: Known) -> Frame:
        kind = type(value)
        fields = astuple(value)
        shown = known.get(spot)
        if shown is not None and type(shown[0]) is kind:
            return self._changed(fields, astuple(shown[0]), shown[1], found, known)
        parts = [
            self._field(field, *place, found, known) for field, place in zip(fields, spot.fields(kind), strict=True)
        ]
        return self._frame(spot, kind, tuple(parts))

    def _tuple(self, value: tuple[Any, ...], spot: Spot, found: Found, known: Known) -> Frame:
        shown = known.get(spot)
        if shown is not None and len(shown[0]) == len(value):
            return self._changed(value, shown[0], shown[1], found, known)
        parts = [self._part(entry, spot.at(unit), found, known) for unit, entry in enumerate(value)]
        return self._frame(spot, tuple, tuple(parts))

    def _changed(self, new: tuple[Any, ...], old: tuple[Any, ...], frame: Frame, found: Found, known: Known) -> Frame:
        """The frame of what has been changed: only what is another than before is taken apart."""
        parts, spot = list(frame.parts), frame.spot
        others = [place for place, (entry, before) in enumerate(zip(new, old, strict=True)) if entry is not before]
        for place in others:
            if frame.kind is tuple:
                parts[place] = self._part(new[place], spot.at(place), found, known)
            else:
                parts[place] = self._field(new[place], *spot.fields(frame.kind)[place], found, known)
        if all(parts[place] is frame.parts[place] for place in others):
            return frame
        return self._frame(spot, frame.kind, tuple(parts))

    def _field(self, value: Any, spot: Spot, is_by_unit: bool, found: Found, known: Known) -> Part:  # noqa: ANN401, FBT001
        return self._tuple(value, spot, found, known) if is_by_unit else self._part(value, spot, found, known)

    def _frame(self, spot: Spot, kind: type[Any], parts: tuple[Part, ...]) -> Frame:
        key = (spot, kind, *map(id, parts))
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = Frame(spot, kind, parts)
        return frame

    def _leaf(self, spot: Spot, kind: type[Any]) -> Leaf:
        leaf = spot.leaf = Leaf(spot.path, self._above, kind, self.viewer)
        self._leaves.append(leaf)
        self._above += leaf.last.bit_length()
        return leaf


def _opens(kind: type[Any]) -> bool:
    """Whether values of a type are opened: structs with nothing beside their fields, no aspects, no checks."""
    if not issubclass(kind, Struct) or kind.__struct_config__.dict:
        return False
    return not hasattr(kind, "aspects") and not hasattr(kind, "__post_init__")
