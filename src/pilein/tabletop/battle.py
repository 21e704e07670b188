"""Battle state shared by all rulesets: set-up, field and the status of each unit."""

from typing import ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.requests import Ask
from pilein.kernel.table import Table
from pilein.tabletop.engagement import Field
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup, UnitSetup

Status = TypeVar("Status", bound=Struct)
Entry = TypeVar("Entry")


class BattleState(Protocol):
    """Battle state as drivers, figures and pictures read it. The form is the same for all rulesets."""

    @property
    def setup(self) -> Setup:
        """Data of the game that do not change during play."""

    @property
    def field(self) -> Field:
        """Positions of the living models."""


class Moment(Struct, Generic[Status], frozen=True):
    """State of a battle at one moment. Each ruleset adds fields for the values that one step passes on to later steps.

    `active` is the number of the side whose turn it is, and `statuses` is indexed by unit number. Methods that concern
    a unit take the unit's number.
    """

    by_unit: ClassVar[tuple[str, ...]] = ("statuses",)

    setup: Setup
    active: int
    field: Field
    statuses: tuple[Status, ...]

    def holds(self, sentence: str) -> bool:
        """Whether a sentence of the rules text is in force, for code without access to a `Table`."""
        return self.setup.holds(sentence)

    def number(self, key: str) -> int:
        """Return a number from the rules text, for code without access to a `Table`."""
        return self.setup.number(key)

    @property
    def is_on_table(self) -> bool:
        """Whether models have positions on a table. If not, they fight in the press."""
        return self.field.is_on_table

    @property
    def plane(self) -> Plane:
        """The field as a `Plane`, for clauses played only on a table."""
        assert isinstance(self.field, Plane), "only a table has places"
        return self.field

    @property
    def press(self) -> Press:
        """The field as a `Press`, for clauses played only in the press."""
        assert isinstance(self.field, Press), "on a table units have places"
        return self.field

    def unit(self, number: int) -> UnitSetup:
        """Set-up of a unit, by number."""
        return self.setup.units[number]

    def side(self, unit: int) -> int:
        """Number (0 or 1) of the side to which a unit belongs."""
        return self.setup.units[unit].side

    def status(self, unit: int) -> Status:
        """Ruleset-specific status of a unit, by unit number."""
        return self.statuses[unit]

    def lives(self, unit: int) -> bool:
        """Whether a unit has living models on the field."""
        return self.field.lives(unit)

    def living(self, unit: int) -> int:
        """Number of a unit's living models on the field."""
        return self.field.living(unit)

    def preview_table(self, ask: Ask | None = None) -> Table:
        """Return a table for trying out rules under the current rulings. It keeps no log and runs no subsequent steps.

        `ask` answers questions. Without it, asking a question is a programming error.
        """
        return Table(self.setup.readings, ask=ask, struck=self.setup.struck)

    def on(self, field: Field) -> Self:
        """Return a copy of the battle with its field replaced."""
        return replace(self, field=field)

    def changed(self, **fields: object) -> Self:
        """Return a copy with some fields replaced, as in `battle.changed(combats=())`."""
        return replace(self, **fields)

    def having(self, unit: int, **changes: object) -> Self:
        """Return a copy with some fields of a unit's status replaced, as in `battle.having(unit, charged=True)`."""
        return self.with_status(unit, replace(self.statuses[unit], **changes))

    def with_status(self, unit: int, status: Status) -> Self:
        """Return a copy with a unit's status replaced."""
        return replace(self, statuses=with_entry(self.statuses, unit, status))


def with_entry(entries: tuple[Entry, ...], place: int, entry: Entry) -> tuple[Entry, ...]:
    """Return a copy of a tuple with the entry at one index replaced."""
    return (*entries[:place], entry, *entries[place + 1 :])
