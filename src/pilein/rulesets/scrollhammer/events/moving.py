"""Models and blocks that have moved, been hurt by the ground, or left the table."""

from typing import ClassVar

from pilein.kernel.events import Event


class Moved(Event, frozen=True, kw_only=True, tag=True):
    """A model, or a block as one (`model` -1), has moved; `route`: the corners of its centre's way, in ticks."""

    template: ClassVar[str] = '{unit} {manner} {inches:.2f}"'

    unit: str
    model: int
    manner: str
    inches: float
    route: tuple[tuple[int, int], ...]


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
