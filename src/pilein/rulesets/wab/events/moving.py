"""Units that move."""

from typing import ClassVar

from pilein.kernel.events import Event


class TookFlight(Event, frozen=True, kw_only=True, tag=True):
    """A unit became a fleeing unit."""

    template: ClassVar[str] = "{unit} took to flight"

    unit: str


class RanAway(Event, frozen=True, kw_only=True, tag=True):
    """A fleeing unit moved, so many inches; `route`: where its middle was and is, in ticks, on a table."""

    template: ClassVar[str] = '{unit} fled {inches}"'

    unit: str
    inches: int
    route: tuple[tuple[int, int], ...] = ()


class LeftTheTable(Event, frozen=True, kw_only=True, tag=True):
    """A fleeing unit touched the table edge and is lost."""

    template: ClassVar[str] = "{unit} fled from the table"

    unit: str


class Moved(Event, frozen=True, kw_only=True, tag=True):
    """A unit has moved; `route`: where its middle was and is, in ticks."""

    template: ClassVar[str] = '{unit} {manner} {inches:.2f}"'

    unit: str
    manner: str
    inches: float
    route: tuple[tuple[int, int], ...]


class Wheeled(Event, frozen=True, kw_only=True, tag=True):
    """A unit wheeled, by so many degrees to the right; to the left where negative."""

    template: ClassVar[str] = "{unit} wheeled by {degrees:+.2f} degrees"

    unit: str
    degrees: float


class TurnedAbout(Event, frozen=True, kw_only=True, tag=True):
    """A unit turned about."""

    template: ClassVar[str] = "{unit} turned about"

    unit: str


class ChangedFormation(Event, frozen=True, kw_only=True, tag=True):
    """A unit added or took off ranks."""

    template: ClassVar[str] = "{unit} stands {files} wide"

    unit: str
    files: int


class Rallied(Event, frozen=True, kw_only=True, tag=True):
    """A fleeing unit rallied."""

    template: ClassVar[str] = "{unit} rallied"

    unit: str


class Reformed(Event, frozen=True, kw_only=True, tag=True):
    """A unit took up another formation or facing."""

    template: ClassVar[str] = "{unit} reformed, {files} files, facing {facing:.2f} degrees"

    unit: str
    files: int
    facing: float


class Returned(Event, frozen=True, kw_only=True, tag=True):
    """A unit that had left the table came back."""

    template: ClassVar[str] = "{unit} returned to the table"

    unit: str


class LostForGood(Event, frozen=True, kw_only=True, tag=True):
    """A unit that had left the table does not come back any more."""

    template: ClassVar[str] = "{unit} is lost for good"

    unit: str
