"""Models taken off, and units that a move has left apart."""

from typing import ClassVar

from pilein.kernel.events import Event


class Slain(Event, frozen=True, kw_only=True, tag=True):
    """Models of a unit have been taken off as casualties; `places` are their base centres in ticks (table only)."""

    template: ClassVar[str] = "{unit}: {count} slain"

    unit: str
    count: int
    models: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    cause: str = "blows"


class LeftApart(Event, frozen=True, kw_only=True, tag=True):
    """A unit has ended a move out of coherency (SH-R-29)."""

    template: ClassVar[str] = "{unit} ended the {move} out of coherency"

    unit: str
    move: str = "consolidation"
