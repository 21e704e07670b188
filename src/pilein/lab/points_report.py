"""Fair points as an answer with tables, a picture and data."""

from typing import Any

from msgspec import Struct

from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.chart import Row, Rows, rows
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.duels import SIDES
from pilein.lab.even import Even
from pilein.lab.figures_as_data import FORMAT, entry
from pilein.lab.strength import Interval
from pilein.lab.table import INTERVAL, MISSING, NUMBER, PRICE, TEXT, Column, Kind, Table, headed
from pilein.lab.worker_pool import INTERRUPTED


class FairUnit(Struct, frozen=True):
    """Unit and its prices per model at its usual size: the `given` price and the `fair` price.

    The given price is 0 if the file has none. The fair price is None if the unit was not even with any other unit.
    """

    unit: str
    models: int
    given: float
    fair: Interval | None


class Upgrade(Struct, frozen=True):
    """Option of a unit with its price per model: the price `given`, and the `fair` price with its 95 % bounds.

    The interval shows how much the price depends on the choice of opponents. With fewer than three opponents, both
    bounds equal `fair`.
    """

    unit: str
    option: str
    given: float
    fair: float
    low: float
    high: float


class FairPoints(Answer, Struct, frozen=True):
    """Fair prices of units. Printing the prices shows tables.

    `evens[row][column]` is the number of models that makes the row unit even with the column unit at its usual
    number. It is None on the diagonal, and if no number makes them even.

    Examples:
        >>> import pilein
        >>> found = pilein.fair_points("examples/scrollhammer/units/units.toml")  # doctest: +SKIP
        >>> round(found.units[0].fair.value, 1)  # doctest: +SKIP
        8.1
    """

    ruleset: str
    units: tuple[FairUnit, ...]
    evens: tuple[tuple[Even | None, ...], ...]
    upgrades: tuple[Upgrade, ...]
    assumptions: Assumptions
    stopped: str = ""

    @property
    def is_interrupted(self) -> bool:
        """Whether the user interrupted the computation."""
        return self.stopped == INTERRUPTED

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides of a duel."""
        return SIDES

    @property
    def note(self) -> str:
        """Note on pairs that no number makes even, prices that cannot be compared, and reasons for missing results."""
        missing = [
            f"{self.units[row].unit} against {self.units[column].unit}"
            for row, evens in enumerate(self.evens)
            for column, one in enumerate(evens)
            if one is None and row != column
        ]
        lines = [f"no number makes them even: {', '.join(missing)}"] if missing and not self.stopped else []
        lines += [self.apart] if self.apart else []
        lines += [f"not all was worked out: {self.stopped}"] if self.stopped else []
        return "\n".join(lines)

    @property
    def apart(self) -> str:
        """Note that prices can be compared only within groups, or "" if all prices can be compared."""
        groups = self.groups()
        if len(groups) < 2:  # noqa: PLR2004 - one group and another
            return ""
        words = "; ".join(", ".join(group) for group in groups)
        return f"prices compare only within a group, since units of two groups are never even: {words}"

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Group the units that have a price. Prices can be compared only within a group.

        Units are in the same group if they are even with each other at some number, directly or through other units.
        """
        groups: dict[int, list[int]] = {place: [place] for place, one in enumerate(self.units) if one.fair}
        for row, evens in enumerate(self.evens):
            for column, one in enumerate(evens):
                if one and row in groups and column in groups and groups[row] is not groups[column]:
                    groups[row] += groups[column]
                    groups.update(dict.fromkeys(groups[column], groups[row]))
        each = {min(group): sorted(group) for group in groups.values()}
        return tuple(tuple(self.units[place].unit for place in each[first]) for first in sorted(each))

    def tables(self) -> tuple[Table, ...]:
        """Tables of the assumptions, the prices, the upgrades, and the even numbers."""
        return assumed(self.assumptions), self._prices(), self._upgrades(), self._evens()

    def data(self) -> Table:
        """Table of the prices, with the columns {unit, models, given, fair, low, high}."""
        return self._prices()

    def _prices(self) -> Table:
        return Table("points for a model", PRICES, tuple(map(_price, self.units)))

    def _upgrades(self) -> Table:
        rows = (
            (one.unit, one.option, one.given, one.fair, (one.low, one.high), one.low, one.high) for one in self.upgrades
        )
        return Table("points for an option, for a model", UPGRADES, tuple(rows))

    def _evens(self) -> Table:
        columns = (headed(""), *(headed(f"{one.models} {one.unit}", PRICE) for one in self.units))
        rows = (
            (unit.unit, *(one and one.number for one in evens))
            for unit, evens in zip(self.units, self.evens, strict=True)
        )
        return Table("models of the row for an even fight against the column", columns, tuple(rows))

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein lab points --json`."""
        return {
            "format": FORMAT,
            **entry(self, "ruleset assumptions"),
            "units": self._prices().records(),
            "even": [
                {
                    "unit": self.units[row].unit,
                    "against": self.units[column].unit,
                    "enemies": self.units[column].models,
                    **entry(one, "number models score before:score_with_one_less"),
                }
                for row, evens in enumerate(self.evens)
                for column, one in enumerate(evens)
                if one
            ],
            "upgrades": self._upgrades().records(),
            "complete": not self.stopped,
            "stopped": self.stopped,
        }

    def to_svg(self) -> str:
        """Draw the fair price of each unit with its interval, and the given price."""
        subtitle, colours = f"{self.ruleset}; {len(self.units)} units against each other", plot_colours(SIDES)
        key = tuple(zip(("fair, with 95 % interval", "given"), colours, strict=True))
        drawn = tuple(_row(one) for one in self.units if one.fair)
        basis = in_a_line(self.assumptions)
        return rows(Rows("Fair points for a model", subtitle, drawn, (), basis, key, ticks="g", colours=colours))

    def __repr__(self) -> str:
        return f"<FairPoints of {self.ruleset}: {len(self.units)} units, {len(self.upgrades)} options>"


def _row(one: FairUnit) -> Row:
    assert one.fair, "a unit with a price"
    words = f"{one.fair.value:.1f}" + (f" ({one.fair.value / one.given:.2f} of given)" if one.given else "")
    between = one.fair.low, one.fair.high
    return Row((one.unit,), (), words, interval=between, dot=one.fair.value, ring=one.given or None)


def _price(one: FairUnit) -> tuple[object, ...]:
    fair = one.fair
    ends = (fair.value, fair.low, fair.high) if fair else (None, None, None)
    between, ratio = (ends[1:] if fair else None), (fair.value / one.given if fair and one.given else None)
    return one.unit, one.models, one.given, ends[0], between, ratio, *ends[1:]


GIVEN = Kind(lambda price: PRICE.words(price) if price else MISSING)
PRICES = (
    *(Column("unit", TEXT, "unit"), Column("models", NUMBER, "models")),
    *(Column("given", GIVEN, "given"), Column("fair", PRICE, "fair"), headed("95 %", INTERVAL)),
    *(headed("fair / given", Kind(lambda ratio: f"{ratio:.2f}")), Column("low"), Column("high")),
)
UPGRADES = (
    *(Column("unit", TEXT, "unit"), Column("option", TEXT, "option")),
    *(Column("given", PRICE, "given"), Column("fair", PRICE, "fair"), headed("95 %", INTERVAL)),
    *(Column("low"), Column("high")),
)
