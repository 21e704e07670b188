"""State shared by all rulesets: the set-up, the field, and the status of each unit."""

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
    """A state as drivers, figures and pictures read it, whatever the ruleset."""

    @property
    def setup(self) -> Setup:
        """The part of the game that does not change."""

    @property
    def field(self) -> Field:
        """The field: places of models, and which models live."""


class Moment(Struct, Generic[Status], frozen=True):
    """One moment of a battle; a ruleset adds facts passed on by its steps. `active` is the side whose turn it is.

    `statuses` are by unit number. Questions that name a unit take its number.
    """

    by_unit: ClassVar[tuple[str, ...]] = ("statuses",)

    setup: Setup
    active: int
    field: Field
    statuses: tuple[Status, ...]

    def holds(self, sentence: str) -> bool:
        """Whether a sentence is in the text; for code that has no table at hand."""
        return self.setup.holds(sentence)

    def number(self, key: str) -> int:
        """Return a number from the text; for code that has no table at hand."""
        return self.setup.number(key)

    @property
    def is_on_table(self) -> bool:
        """Whether models have positions; if not, they are in the press."""
        return self.field.is_on_table

    @property
    def plane(self) -> Plane:
        """The field, in clauses played only on a table."""
        assert isinstance(self.field, Plane), "only a table has places"
        return self.field

    @property
    def press(self) -> Press:
        """The field, in clauses played only in the press."""
        assert isinstance(self.field, Press), "on a table units have places"
        return self.field

    def unit(self, number: int) -> UnitSetup:
        """A unit as it was fielded."""
        return self.setup.units[number]

    def side(self, unit: int) -> int:
        """The side of a unit."""
        return self.setup.units[unit].side

    def status(self, unit: int) -> Status:
        """Status of a unit."""
        return self.statuses[unit]

    def lives(self, unit: int) -> bool:
        """Whether a unit has models on the field."""
        return self.field.lives(unit)

    def living(self, unit: int) -> int:
        """Number of a unit's models on the field."""
        return self.field.living(unit)

    def preview_table(self, ask: Ask | None = None) -> Table:
        """A table for reading the rules under the rulings in force: nothing is logged and no step follows.

        `ask` answers questions; without it, a question is an error of the caller.
        """
        return Table(self.setup.readings, ask=ask, struck=self.setup.struck)

    def on(self, field: Field) -> Self:
        """The battle on this field."""
        return replace(self, field=field)

    def changed(self, **fields: object) -> Self:
        """A copy with some fields changed: `battle.changed(combats=())`."""
        return replace(self, **fields)

    def having(self, unit: int, **changes: object) -> Self:
        """A copy with some of a unit's statuses changed: `battle.having(unit, charged=True)`."""
        return self.with_status(unit, replace(self.statuses[unit], **changes))

    def with_status(self, unit: int, status: Status) -> Self:
        """A copy with this status set for a unit."""
        return replace(self, statuses=with_entry(self.statuses, unit, status))


def with_entry(entries: tuple[Entry, ...], place: int, entry: Entry) -> tuple[Entry, ...]:
    """The entries with one of them replaced."""
    return (*entries[:place], entry, *entries[place + 1 :])
