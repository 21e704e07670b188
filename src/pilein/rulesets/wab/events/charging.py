"""Charges, and what their targets do."""

from typing import ClassVar

from pilein.kernel.events import Event


class ChargeDeclared(Event, frozen=True, kw_only=True, tag=True):
    """A unit declared a charge."""

    template: ClassVar[str] = "{unit} declared a charge at {target}"

    unit: str
    target: str


class Reacted(Event, frozen=True, kw_only=True, tag=True):
    """The target of a charge declared its reaction: counter, shoot, hold, flee or fire and flee."""

    template: ClassVar[str] = "{unit} reacted to the charge: {reaction}"

    unit: str
    reaction: str


class Measured(Event, frozen=True, kw_only=True, tag=True):
    """It was measured whether a charge can arrive."""

    template: ClassVar[str] = "{unit} {in_reach:was|was not} in reach of {target}"

    unit: str
    target: str
    in_reach: bool


class Redirected(Event, frozen=True, kw_only=True, tag=True):
    """A charge whose target fled goes at another enemy."""

    template: ClassVar[str] = "{unit} turned on {target} instead"

    unit: str
    target: str


class Disengaging(Event, frozen=True, kw_only=True, tag=True):
    """A unit declared that it breaks off a combat."""

    template: ClassVar[str] = "{unit} disengages"

    unit: str
