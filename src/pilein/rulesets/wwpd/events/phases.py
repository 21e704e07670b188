"""Phases, Melees and tests: what began, and who held."""

from typing import ClassVar

from pilein.kernel.events import Event


class PhaseBegan(Event, frozen=True, kw_only=True, tag=True):
    """A phase has begun."""

    template: ClassVar[str] = "{name}"

    name: str


class CombatBegan(Event, frozen=True, kw_only=True, tag=True):
    """A Melee is fought next; these units are in it."""

    template: ClassVar[str] = "Melee of {units}"

    units: tuple[str, ...]


class Divided(Event, frozen=True, kw_only=True, tag=True):
    """The contacts on the table have been divided into so many Melees."""

    template: ClassVar[str] = "the contacts make up {count:Melee}"

    count: int


class LeadershipTested(Event, frozen=True, kw_only=True, tag=True):
    """A unit has tested its Leadership for a reason."""

    template: ClassVar[str] = "{unit} {passed:passed|failed} the Leadership test for {reason}"

    unit: str
    reason: str
    passed: bool


class Suppressed(Event, frozen=True, kw_only=True, tag=True):
    """A unit has been Suppressed."""

    template: ClassVar[str] = "{unit}: Suppressed"

    unit: str


class Broke(Event, frozen=True, kw_only=True, tag=True):
    """A unit has broken; so many models were taken off with it, from these places in ticks (table only)."""

    template: ClassVar[str] = "{unit} broke: {count:model} removed"

    unit: str
    count: int
    models: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


class Stayed(Event, frozen=True, kw_only=True, tag=True):
    """A unit that might have fallen back has stayed."""

    template: ClassVar[str] = "{unit} stayed"

    unit: str


class WillFallBack(Event, frozen=True, kw_only=True, tag=True):
    """A unit is going to fall back, because it must or by choice."""

    template: ClassVar[str] = "{unit} {by_choice:chose to fall back|had to fall back}"

    unit: str
    by_choice: bool
