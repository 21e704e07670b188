"""What is worked out while models move, shared by all fields on which everybody stands alike.

Simulation plays the same charge over and over, and until the dice part the ways its models stand in the same places.
"""

from typing import Any

from pilein.geometry.shapes import Place
from pilein.tabletop.plane import Plane, Standing

KEPT = 512  # fields remembered for one set-up; the one unused for longest is forgotten first
HANDED_ON = ("shapes", "contacts", "edge_contacts")  # of a field: they depend on the places alone

Tables = dict[str, dict[Any, Any]]
Fields = dict[tuple[Standing, ...], tuple[Plane, Tables]]


def remembered(plane: Plane, name: str) -> dict[Any, Any]:
    """One table of what is known of a field: keys hold everything that the values depend on, but for the places."""
    tables: Tables | None = plane.__dict__.get("worked_out")
    if tables is None:
        tables = plane.__dict__["worked_out"] = _field_like(plane)[1]
    table = tables.get(name)
    if table is None:
        table = tables[name] = {}
    return table


def moved_to(plane: Plane, model: int, place: Place) -> Plane:
    """The field after a loose model has gone to a place, with all that is known of a field like that."""
    field = plane.with_place(model, place)
    known, tables = _field_like(field)
    if known is not field:
        field = Plane(field.setup, known.standings, field.lost)
        field.__dict__.update({name: known.__dict__[name] for name in HANDED_ON if name in known.__dict__})
    field.__dict__["worked_out"] = tables
    return field


def _field_like(plane: Plane) -> tuple[Plane, Tables]:
    """The first field seen on which everybody stands like this, and what is known of it."""
    fields: Fields = plane.setup.__dict__.setdefault("fields", {})
    found = fields.pop(plane.standings, None)
    if found is None:
        found = plane, {}
        if len(fields) >= KEPT:
            del fields[next(iter(fields))]
    fields[plane.standings] = found
    return found
