"""Events between combats: turns, moves, charges and Leadership tests."""

from typing import ClassVar

from pilein.kernel.events import Event
from pilein.tabletop.events import Heading


class TookFlight(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit became a fleeing unit."""

    template: ClassVar[str] = "{unit} began to flee"

    unit: str


class RanAway(Event, frozen=True, kw_only=True, tag=True):
    """Event: a fleeing unit moved. The distance may differ from the distance rolled.

    On a table, `route` gives the positions of the unit's centre before and after the run, in ticks. `parts` explain
    a run that is not straight or not as long as rolled.
    """

    template: ClassVar[str] = '{unit} fled {inches:g}"{parts: (|)}'
    rolled_by: ClassVar[str] = "unit"

    unit: str
    inches: int | float
    route: tuple[tuple[int, int], ...] = ()
    parts: tuple[str, ...] = ()


class LeftTheTable(Event, frozen=True, kw_only=True, tag=True):
    """Event: a fleeing unit touched the table edge and was lost."""

    template: ClassVar[str] = "{unit} fled off the table"

    unit: str


class Moved(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit moved. `route` gives the positions of its middle before and after the move, in ticks.

    `parts` explain a move shorter or longer than usual.
    """

    template: ClassVar[str] = '{unit} {manner} {inches:.2f}"{parts: (|)}'

    unit: str
    manner: str
    inches: float
    route: tuple[tuple[int, int], ...]
    parts: tuple[str, ...] = ()


class Wheeled(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit wheeled. `degrees` is positive to the right and negative to the left."""

    template: ClassVar[str] = "{unit} wheeled by {degrees:+.2f} degrees"

    unit: str
    degrees: float


class TurnedAbout(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit turned about."""

    template: ClassVar[str] = "{unit} turned about"

    unit: str


class ChangedFormation(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit added or removed ranks."""

    template: ClassVar[str] = "{unit} formed up {files} wide"

    unit: str
    files: int


class Rallied(Event, frozen=True, kw_only=True, tag=True):
    """Event: a fleeing unit rallied."""

    template: ClassVar[str] = "{unit} rallied"

    unit: str


class Reformed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit took up a new formation or facing."""

    template: ClassVar[str] = "{unit} reformed, {files} files, facing {facing:.2f} degrees"

    unit: str
    files: int
    facing: float


class Returned(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that had left the table came back."""

    template: ClassVar[str] = "{unit} returned to the table"

    unit: str


class LostForGood(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that had left the table was lost."""

    template: ClassVar[str] = "{unit} were lost"

    unit: str


# --- Charges, and the reactions of their targets ------------------------------------------------------------------


class ChargeDeclared(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit declared a charge."""

    template: ClassVar[str] = "{unit} declared a charge against {target}"

    unit: str
    target: str


class Reacted(Event, frozen=True, kw_only=True, tag=True):
    """Event: the target of a charge declared its reaction: counter, shoot, hold, flee, or fire and flee."""

    template: ClassVar[str] = "{unit} reacted to the charge: {reaction}"

    unit: str
    reaction: str


class ReactionChanged(Event, frozen=True, kw_only=True, tag=True):
    """Event: chargers proved too near for the declared reaction, so the unit only holds or only flees."""

    template: ClassVar[str] = "{unit} had no time for that because the chargers were too near: {reaction}"

    unit: str
    reaction: str


class Measured(Event, frozen=True, kw_only=True, tag=True):
    """Event: measuring showed whether a charge can reach its target."""

    template: ClassVar[str] = "{unit} {in_reach:were|were not} in reach of {target}"

    unit: str
    target: str
    in_reach: bool


class Redirected(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charge whose target fled was redirected to another enemy."""

    template: ClassVar[str] = "{unit} redirected the charge to {target}"

    unit: str
    target: str


class Disengaging(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit declared that it was breaking off from a combat."""

    template: ClassVar[str] = "{unit} chose to disengage"

    unit: str


# --- The course of a turn ----------------------------------------------------------------------------------------


class PhaseBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: a phase of a side's turn began."""

    template: ClassVar[str] = "{side}: {name}"
    level: ClassVar[int | None] = 0

    side: str
    name: str


# --- Leadership tests and their consequences ----------------------------------------------------------------------


class Tested(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit took a Leadership test, needing `need` or less on 2D6.

    `parts` explains any target number other than the plain Leadership, and says so if no dice were rolled.
    """

    template: ClassVar[str] = "{unit} {passed:passed|failed} their {test} test on {need}{parts: (|)}"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    test: str
    need: int
    passed: bool
    parts: tuple[str, ...] = ()


class Panicked(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit failed a panic test. The event's clause gives the cause."""

    template: ClassVar[str] = "{unit} panicked"

    unit: str


class StoodInFear(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit failed its fear test but was not outnumbered, so it stands and hits only on sixes."""

    template: ClassVar[str] = "{unit} were afraid, but stood"

    unit: str


class HeldBack(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit failed its fear test and did not charge the enemy that it fears."""

    template: ClassVar[str] = "{unit} did not dare to charge"

    unit: str
