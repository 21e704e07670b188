"""Cache of movement searches, shared by all fields with identical places.

Simulations play the same charge many times. Until the dice differ, the models stand in the same places every time.
"""

from typing import Any, Final, Generic, TypeVar

from pilein.geometry.shapes import Place
from pilein.tabletop.memo import Memo, Note, knowing, remembered
from pilein.tabletop.plane import Plane, Standing

FEWEST, MOST = 512, 2048  # fields cached for one set-up; the least recently used is forgotten first
ROOM: Final = 160_000  # models on all cached fields together
HANDED_ON = ("shapes", "contacts", "edge_contacts")  # caches of a field that depend on the places alone

Key = TypeVar("Key")
Value = TypeVar("Value")
Tables = dict[str, dict[Any, Any]]

FIELDS = Memo[tuple[Standing, ...], tuple[Plane, Tables]]("fields_seen")  # of a set-up
WORKED_OUT = Note[Tables]("worked_out")  # of a field


class FieldMemo(Generic[Key, Value]):
    """Named cache with one table for each arrangement of models.

    Keys must include every input on which the entry depends, except the places of models.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def on(self, plane: Plane) -> dict[Key, Value]:
        """Return the table shared by a field and all fields with the same places, empty at first."""
        tables = WORKED_OUT.on(plane)
        if tables is None:
            tables = WORKED_OUT.keep(plane, _field_like(plane)[1])
        table = tables.get(self.name)
        if table is None:
            table = tables[self.name] = {}
        return table


def moved_to(plane: Plane, model: int, place: Place) -> Plane:
    """Return the field after a loose model has moved, with the cached facts of an identical earlier field."""
    field = plane.with_place(model, place)
    known, tables = _field_like(field)
    if known is not field:
        facts = remembered(known)
        field = knowing(
            Plane(field.setup, known.standings, field.lost), **{name: facts.get(name) for name in HANDED_ON}
        )
    WORKED_OUT.keep(field, tables)
    return field


def _field_like(plane: Plane) -> tuple[Plane, Tables]:
    """Return the first field seen with the same places, and its cached tables."""
    fields = FIELDS.on(plane.setup)
    found = fields.pop(plane.standings, None)
    if found is None:
        found = plane, {}
        if len(fields) >= min(MOST, max(FEWEST, ROOM // len(plane.setup.unit_of))):
            del fields[next(iter(fields))]
    fields[plane.standings] = found
    return found
