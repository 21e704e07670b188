"""Frames: how the states of a game are built from the values of their leaves."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pilein.engine.chain.veiled.leaf import Fixed, Leaf, Path


class Spot:
    """Where in a state something stands; the leaf there, if one has been seen."""

    __slots__ = ("_fields", "_spots", "leaf", "path")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.leaf: Leaf | None = None
        self._spots: dict[str | int, Spot] = {}
        self._fields: dict[type[Any], list[tuple[Spot, bool]]] = {}

    def at(self, name: str | int) -> "Spot":
        """The field of that name, or the entry of that number, of what stands here."""
        found = self._spots.get(name)
        if found is None:
            found = self._spots[name] = Spot((*self.path, name))
        return found

    def fields(self, kind: type[Any]) -> list[tuple["Spot", bool]]:
        """The fields of a struct that stands here, and of each whether it has an entry for each unit."""
        fields = self._fields.get(kind)
        if fields is None:
            by_unit = getattr(kind, "by_unit", ())
            fields = self._fields[kind] = [(self.at(name), name in by_unit) for name in kind.__struct_fields__]
        return fields


class Plan(NamedTuple):
    """How a struct is built: what it holds where nothing is shown, the leaves and frames that are shown, by place.

    `hidden` is what is known of structs that are hidden as a whole.
    """

    filled: list[Any]
    leaves: list[tuple[int, Leaf]]
    frames: list[tuple[int, "Frame"]]
    hidden: "Known"


class Frame:
    """A struct, or a tuple with an entry for each unit, and what it holds: frames, leaves, and what never changes."""

    __slots__ = ("_hidden", "_plans", "kind", "leaves", "mask", "parts", "spot")
    leaves: tuple[Leaf, ...]

    def __init__(self, spot: Spot, kind: type[Any], parts: tuple["Part", ...]) -> None:
        self.spot = spot
        self.kind = kind
        self.parts = parts
        found: list[Leaf] = []
        for part in parts:
            found += (part,) if isinstance(part, Leaf) else part.leaves if isinstance(part, Frame) else ()
        self.leaves = tuple(found)
        self.mask = sum(leaf.mask for leaf in found)
        self._hidden: tuple[Any, Known] | None = None
        self._plans: dict[int, Plan] = {}

    def built(self, value_of: Callable[[Leaf], Any], known: "Known", looked: int = -1) -> Any:  # noqa: ANN401
        """A state of this frame with these values in its leaves; `known` learns what stands where, and its frame.

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
        known[self.spot] = made, self
        return made

    def all_hidden(self) -> tuple[Any, "Known"]:
        """The state of this frame of which nothing is shown, and what is known of it; made once."""
        if self._hidden is None:
            plan = self._plan(0)
            whole = self._made(plan.filled)
            self._hidden = whole, plan.hidden | {self.spot: (whole, self)}
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
Known = dict[Spot, tuple[Any, Frame]]  # what stands where in a state that has been built, and its frame
