"""What is known of a field as models move, shared by all fields on which everybody stands alike.

Simulation plays the same charge over and over, and until the dice part the ways its models stand in the same places.
"""

from typing import Any

from pilein.geometry.shapes import Place
from pilein.tabletop.plane import Plane, Standing

KEPT = 512  # fields remembered for one setup; the one longest unused is forgotten first
KNOWN = ("spaces", "aims")  # each holds everything that it depends on in its keys, but for the places

Memory = dict[tuple[Standing, ...], tuple[dict[Any, Any], ...]]


def moved_to(plane: Plane, model: int, place: Place) -> Plane:
    """The field after a model has gone to a place, with all that is known of a field like that."""
    field = plane.with_place(model, place)
    memory: Memory = plane.setup.__dict__.setdefault("fields", {})
    known = memory.pop(field.standings, None)
    if known is None:
        known = tuple({} for _ in KNOWN)
        if len(memory) >= KEPT:
            del memory[next(iter(memory))]
    memory[field.standings] = known
    field.__dict__.update(zip(KNOWN, known, strict=True))
    return field
