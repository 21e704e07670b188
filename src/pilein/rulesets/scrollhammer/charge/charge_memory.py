"""What is known of a field in the middle of charges and pile ins, shared by all on which everybody stands alike.

Simulation plays the same charge over and over, and until the dice part the ways its models stand in the same places.
"""

from typing import Any

from pilein.geometry.shapes import Place
from pilein.tabletop.plane import Plane, Standing

KEPT = 512  # fields remembered for one setup; the one longest unused is forgotten first
KNOWN = ("spaces", "routes", "duties", "pile_ins")  # each holds in its keys all it depends on, but for the places

Standings = tuple[Standing, ...]
Field = tuple[Standings, tuple[tuple[int, int], ...]]  # where all stand, and the wounds that they have lost
Memory = dict[Field, tuple[Standings, dict[str, Any]]]


def moved_to(plane: Plane, model: int, place: Place) -> Plane:
    """The field after a model has gone to a place, with all that is known of a field like that."""
    field = plane.with_place(model, place)
    memory: Memory = plane.setup.__dict__.setdefault("fields", {})
    key = field.standings, field.lost
    known = memory.pop(key, None)
    if known is not None:
        field = Plane(field.setup, known[0], field.lost)
        field.__dict__.update(known[1])
    elif len(memory) >= KEPT:
        del memory[next(iter(memory))]
    for name in KNOWN:
        field.__dict__.setdefault(name, {})
    memory[key] = field.standings, field.__dict__
    return field
