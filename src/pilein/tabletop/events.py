"""Events common to several rulesets. Logs, pictures and figures recognise them by their classes.

A ruleset that reports further details derives a class with the same name.
"""

from typing import ClassVar

from pilein.kernel.events import Event

LEAST_SHOWN = 0.005  # inches that round to 0.01


class Heading(Event, frozen=True, kw_only=True, tag=True):
    """Event that marks the beginning of a part of play without changing the state. Names of its subclasses end in
    "Began".

    `level` is the heading level in a log, with 0 as the highest. If `level` is None, the event is an ordinary line of
    the log.
    """

    level: ClassVar[int | None] = None


class PhaseBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: a phase begins."""

    template: ClassVar[str] = "{name}"
    level: ClassVar[int | None] = 0

    name: str


class CombatBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: the combat of the given units is fought next."""

    template: ClassVar[str] = "combat of {units}"
    level: ClassVar[int | None] = 1

    units: tuple[str, ...]


class Slain(Event, frozen=True, kw_only=True, tag=True):
    """Event: models of a unit are removed as casualties. `places` are their base centres in ticks (table only)."""

    template: ClassVar[str] = "{unit}: {count} slain"

    unit: str
    count: int
    models: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


WAS = "was "  # beginning of a manner


class Moved(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model moves, or a whole block if `model` is -1. `route` lists the corners of its centre's path in ticks.

    `manner` describes the move in the ruleset's words.
    """

    template: ClassVar[str] = '{mover} {moved} {far}"'

    unit: str
    model: int
    manner: str
    inches: float
    route: tuple[tuple[int, int], ...]

    @property
    def mover(self) -> str:
        """Name of the unit or model that moved."""
        return self.unit

    @property
    def moved(self) -> str:
        """Verb phrase for the move, in the plural that a unit's name takes."""
        return f"were {self.manner.removeprefix(WAS)}" if self.manner.startswith(WAS) else self.manner

    @property
    def far(self) -> str:
        """Distance moved, in inches, as text."""
        return f"{self.inches:.2f}" if self.inches >= LEAST_SHOWN else "less than 0.01"
