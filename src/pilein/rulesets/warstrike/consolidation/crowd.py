"""How everybody stands while the models of a unit consolidate one after another, and what has been reckoned there.

Simulation asks about the same crowds over and over: until the dice part the ways, the models stand in the same places.
"""

from typing import Any

from pilein.geometry.routes import Route
from pilein.geometry.shapes import Shape
from pilein.geometry.space import Space
from pilein.tabletop.plane import Plane

KEPT = 64  # crowds remembered for one setup, each with those that moves make of it; the longest unused is forgotten
Move = tuple[int, int, int, int]  # model, x, y, facing


class Crowd:
    """The outlines of all models as they stand. Treat as frozen, but for what is remembered.

    `ways` are those of moves, None where there is none short enough; `reasons` why moves are illegal; `spaces` the
    grounds of models, by model and what is closed to it; `runs` where models get straight on; `closest` how a unit
    closes in on enemies.
    """

    __slots__ = ("_next", "closest", "reasons", "runs", "shapes", "spaces", "ways")

    def __init__(self, shapes: dict[int, Shape]) -> None:
        """Take the outlines, by model."""
        self.shapes = shapes
        self.ways: dict[Move, Route | None] = {}
        self.reasons: dict[Move, str | None] = {}
        self.spaces: dict[tuple[int, tuple[Shape, ...]], Space] = {}
        self.runs: dict[tuple[int, int, bool], Move | None] = {}
        self.closest: dict[tuple[int, ...], tuple[Move, ...]] = {}
        self._next: dict[Move, Crowd] = {}

    def with_moved(self, move: Move, body: Shape) -> "Crowd":
        """The crowd when a model has moved; remembered."""
        if move not in self._next:
            self._next[move] = Crowd({**self.shapes, move[0]: body})
        return self._next[move]


def crowd_on(plane: Plane, *terms: Any) -> Crowd:  # noqa: ANN401 - all on which ways and reasons hang but the places
    """The crowd on a field as a unit is about to move on these terms; the same for all fields that are alike."""
    memory: dict[Any, Crowd] = plane.setup.__dict__.setdefault("crowds", {})
    key = (plane.standings, *terms)
    known = memory.pop(key, None) or Crowd(plane.shapes)
    if len(memory) >= KEPT:
        del memory[next(iter(memory))]
    memory[key] = known
    return known
