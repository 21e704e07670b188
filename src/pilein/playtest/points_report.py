"""Fair points as a result: tables, a picture and data."""

from typing import Any

from msgspec import Struct

from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.points_plot import Price, plotted
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section, as_html, as_text
from pilein.lab.report import Records, as_frame
from pilein.playtest.even import Even
from pilein.playtest.strength import Interval


class FairUnit(Struct, frozen=True):
    """Unit with its prices per model at its usual number: the price `given`, and the `fair` price.

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


class FairPoints(Struct, frozen=True):
    """Fair prices of units. Printing them shows tables.

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
    def note(self) -> str:
        """Pairs that no number makes even, prices that do not compare, and the reason for missing results."""
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
        """Note that prices compare only within groups, or "" if all prices compare."""
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

    def sections(self) -> tuple[Section, ...]:
        """Tables of the assumptions, the prices, the upgrades and the even numbers."""
        return (*assumed(self.assumptions), self._prices(), *self._upgrades(), self._evens())

    def _prices(self) -> Section:
        heads = (
            ("unit", LEFT),
            ("models", RIGHT),
            ("given", RIGHT),
            ("fair", RIGHT),
            ("95 %", RIGHT),
            ("fair / given", RIGHT),
        )
        rows = tuple(
            (
                one.unit,
                str(one.models),
                f"{one.given:.1f}" if one.given else "-",
                f"{one.fair.value:.1f}" if one.fair else "-",
                _between(one.fair.low, one.fair.high) if one.fair else "-",
                f"{one.fair.value / one.given:.2f}" if one.fair and one.given else "-",
            )
            for one in self.units
        )
        return Section("points for a model", heads, rows)

    def _upgrades(self) -> tuple[Section, ...]:
        heads = (("unit", LEFT), ("option", LEFT), ("given", RIGHT), ("fair", RIGHT), ("95 %", RIGHT))
        rows = tuple(
            (one.unit, one.option, f"{one.given:.1f}", f"{one.fair:.1f}", _between(one.low, one.high))
            for one in self.upgrades
        )
        return (Section("points for an option, for a model", heads, rows),) if rows else ()

    def _evens(self) -> Section:
        heads = (("", LEFT), *((f"{one.models} {one.unit}", RIGHT) for one in self.units))
        rows = tuple(
            (unit.unit, *(f"{one.number:.1f}" if one else "-" for one in evens))
            for unit, evens in zip(self.units, self.evens, strict=True)
        )
        return Section("models of the row for an even fight against the column", heads, rows)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein lab points --json`."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "assumptions": self.assumptions,
            "units": self.to_dict(),
            "even": [
                {
                    "unit": self.units[row].unit,
                    "against": self.units[column].unit,
                    "enemies": self.units[column].models,
                    "number": one.number,
                    "models": one.models,
                    "score": one.score,
                    "score_with_one_less": one.before,
                }
                for row, evens in enumerate(self.evens)
                for column, one in enumerate(evens)
                if one
            ],
            "upgrades": [
                {
                    "unit": one.unit,
                    "option": one.option,
                    "given": one.given,
                    "fair": one.fair,
                    "low": one.low,
                    "high": one.high,
                }
                for one in self.upgrades
            ],
            "complete": not self.stopped,
            "stopped": self.stopped,
        }

    def to_dict(self) -> Records:
        """Return the prices as records: {unit, models, given, fair, low, high}."""
        return [
            {
                "unit": one.unit,
                "models": one.models,
                "given": one.given,
                "fair": one.fair and one.fair.value,
                "low": one.fair and one.fair.low,
                "high": one.fair and one.fair.high,
            }
            for one in self.units
        ]

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """Return the records as a pandas or polars data frame. Raises BadInput if neither is installed."""
        return as_frame(self.to_dict())

    def to_svg(self) -> str:
        """Draw the fair price of each unit with its interval, and the given price."""
        prices = [
            Price(one.unit, one.fair.value, one.fair.low, one.fair.high, one.given) for one in self.units if one.fair
        ]
        subtitle = f"{self.ruleset}; {len(self.units)} units against each other"
        return plotted(subtitle, prices, in_a_line(self.assumptions))

    def __repr__(self) -> str:
        return f"<FairPoints of {self.ruleset}: {len(self.units)} units, {len(self.upgrades)} options>"

    def __str__(self) -> str:
        return as_text(self.sections(), self.note)

    def _repr_html_(self) -> str:
        return as_html(self.sections(), self.note)


def _between(low: float, high: float) -> str:
    return f"{low:.1f} to {high:.1f}" if high > low else "-"
