"""Units that move."""

from typing import ClassVar

from pilein.kernel.events import Event


class TookFlight(Event, frozen=True, kw_only=True, tag=True):
    """A unit became a fleeing unit."""

    template: ClassVar[str] = "{unit} took to flight"

    unit: str


class RanAway(Event, frozen=True, kw_only=True, tag=True):
    """A fleeing unit moved, so many inches."""

    template: ClassVar[str] = '{unit} fled {inches}"'

    unit: str
    inches: int


class LeftTheTable(Event, frozen=True, kw_only=True, tag=True):
    """A fleeing unit touched the table edge and is lost."""

    template: ClassVar[str] = "{unit} fled from the table"

    unit: str
