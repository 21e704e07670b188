"""Charges declared, and units that did not get where they were to go."""

from typing import ClassVar

from pilein.kernel.events import Event


class Declared(Event, frozen=True, kw_only=True, tag=True):
    """Units have been declared to charge."""

    template: ClassVar[str] = "declared to charge: {units}"

    units: tuple[str, ...]


class StoodStill(Event, frozen=True, kw_only=True, tag=True):
    """Models of a unit that were to move have stayed where they were."""

    template: ClassVar[str] = "{unit}: {count:model} did not get anywhere"

    unit: str
    count: int
    models: tuple[int, ...] = ()


class LeftPress(Event, frozen=True, kw_only=True, tag=True):
    """A unit has left the press: it fell back out of contact."""

    template: ClassVar[str] = "{unit} fell back out of contact"

    unit: str


class Cornered(Event, frozen=True, kw_only=True, tag=True):
    """A unit that fell back has not got out of contact."""

    template: ClassVar[str] = "{unit} could not get away from the enemy"

    unit: str


class Destroyed(Event, frozen=True, kw_only=True, tag=True):
    """A unit that could not get away has been destroyed (WW-R-37)."""

    template: ClassVar[str] = "{unit} was destroyed: {count:model} removed"

    unit: str
    count: int
    models: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
