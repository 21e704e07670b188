"""Events with the same meaning in several rulesets, so that logs, pictures and figures recognise them by kind.

A ruleset that reports more derives an event of the same name from one of them.
"""

from typing import ClassVar

from pilein.kernel.events import Event

LEAST_SHOWN = 0.005  # inches that round to 0.01


class Heading(Event, frozen=True, kw_only=True, tag=True):
    """A beginning: the event marks the point of play and changes nothing. Its subclasses end in "Began".

    `level` is the level of its heading in a log, 0 the highest; None: it has a line like any other event.
    """

    level: ClassVar[int | None] = None


class PhaseBegan(Heading, frozen=True, kw_only=True, tag=True):
    """A phase has begun."""

    template: ClassVar[str] = "{name}"
    level: ClassVar[int | None] = 0

    name: str


class CombatBegan(Heading, frozen=True, kw_only=True, tag=True):
    """A combat is fought next; these units are in it."""

    template: ClassVar[str] = "combat of {units}"
    level: ClassVar[int | None] = 1

    units: tuple[str, ...]


class Slain(Event, frozen=True, kw_only=True, tag=True):
    """Models of a unit were removed as casualties; `places` are their base centres in ticks (table only)."""

    template: ClassVar[str] = "{unit}: {count} slain"

    unit: str
    count: int
    models: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


WAS = "was "  # beginning of a manner


class Moved(Event, frozen=True, kw_only=True, tag=True):
    """A model, or a block as one (`model` -1), has moved; `route`: the corners of its centre's route, in ticks.

    `manner` is how it moved, in the ruleset's words.
    """

    template: ClassVar[str] = '{mover} {moved} {far}"'

    unit: str
    model: int
    manner: str
    inches: float
    route: tuple[tuple[int, int], ...]

    @property
    def mover(self) -> str:
        """The unit or model that moved, by name."""
        return self.unit

    @property
    def moved(self) -> str:
        """The move in words, with the verb in the plural that a unit's name takes."""
        return f"were {self.manner.removeprefix(WAS)}" if self.manner.startswith(WAS) else self.manner

    @property
    def far(self) -> str:
        """The inches, in words."""
        return f"{self.inches:.2f}" if self.inches >= LEAST_SHOWN else "less than 0.01"
