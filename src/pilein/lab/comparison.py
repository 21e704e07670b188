"""Result of a comparison: the differences made by a change, as tables, data and a picture."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import inf, sqrt
from typing import Any

from msgspec import Struct

from pilein.engine.rulesets import ruleset_named
from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.chart import Row, Rows, rows
from pilein.lab.figures import Estimate, Number
from pilein.lab.figures_as_data import FORMAT, as_fraction, entry
from pilein.lab.figures_as_words import difference
from pilein.lab.measures import CHANCE as CHANCE_KIND
from pilein.lab.measures import PHASES, in_words
from pilein.lab.policies import sides_of
from pilein.lab.table import CHANCE, FIGURE, GAIN, MEAN, TEXT, Column, Figure, Kind, Table, grouped
from pilein.tabletop.scenario import Scenario

MOST_ROWS = 40  # number printed for several fights
FILL = "#5b6770"  # of a bar, for neither side
NONE = 1e-12  # differences between floats that count as none


COLUMNS = (
    *(Column("measure", TEXT, ""), Column("kind")),
    *(Column(name, FIGURE, name) for name in ("old", "new", "difference")),
    *(Column("low"), Column("high")),
)


class Difference(Struct, frozen=True):
    """Value of a measure before and after a change, with the difference.

    `kind` is "chance", "models" (a mean number) or "phases". Numbers are fractions if exact, floats if solved in
    floats, and estimates if sampled. The error of a sampled difference takes the shared dice into account.
    """

    measure: str
    kind: str
    most: int
    old: Number
    new: Number
    difference: Number

    @property
    def size(self) -> float:
        """Size of the difference in a chance or in the share of a unit's models, or 0 for lengths."""
        return 0.0 if self.kind == PHASES else abs(float(self.difference)) / self.most

    @property
    def is_none(self) -> bool:
        """Whether the measure is the same before and after the change."""
        return abs(float(self.difference)) < NONE

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of a sampled difference, or None if the difference is exact."""
        most = inf if self.kind == PHASES else self.most
        return self.difference.interval_within(most) if isinstance(self.difference, Estimate) else None

    @property
    def narrower(self) -> float:
        """Factor by which shared dice narrow the interval. The factor is 1 if the difference is exact."""
        of = (self.old, self.new, self.difference)
        if not all(isinstance(one, Estimate) for one in of):
            return 1.0
        old, new, found = (getattr(one, "error", 0.0) for one in of)
        return sqrt(old**2 + new**2) / found if found else 1.0

    def cells(self) -> tuple[object, ...]:
        """The difference as cells of the table: measure, kind, old, new, difference, low, high."""
        most = inf if self.kind == PHASES else self.most
        kind, gained = (CHANCE, GAIN) if self.kind == CHANCE_KIND else (MEAN, Kind(partial(difference, most=most)))
        low, high = self.interval or (float(self.difference), float(self.difference))
        numbers = Figure(self.old, kind), Figure(self.new, kind), Figure(self.difference, gained)
        return self.measure, self.kind, *numbers, low, high


class Fight(Struct, frozen=True):
    """Fight before and after a change, with its differences, largest first.

    `games` is the number of games sampled before and after the change, up to `wanted`, or 0 if the fight was solved.
    """

    name: str
    old: Scenario
    new: Scenario
    differences: tuple[Difference, ...]
    games: int = 0
    wanted: int = 0
    assumptions: Assumptions = {}

    @property
    def is_exact(self) -> bool:
        """Whether the fight was solved exactly rather than sampled."""
        return not self.games

    @property
    def narrower(self) -> float:
        """Mean factor by which shared dice narrow the intervals of the chances that differ.

        The factor is 1 if the fight is exact.
        """
        found = [one.narrower for one in self.differences if one.kind == CHANCE_KIND and not one.is_none]
        return sum(found) / len(found) if found else 1.0

    @property
    def note(self) -> str:
        """Method by which the fight was computed, formatted as a phrase."""
        if self.is_exact:
            return "exact"
        short = "" if self.games == self.wanted else f" of {self.wanted:,}: limit reached"
        words = f"sampled: {self.games:,} games{short} in each world, on shared dice"
        narrower = self.narrower
        return words + (f"; intervals {narrower:.1f} times narrower for that" if narrower > 1 else "")


class Comparison(Answer, Struct, frozen=True):
    """Effect of changes on fights: `fights`, each with its `differences`. Printing it shows tables.

    `changes` describes the changes, and `left_out` names the fights for which no time was left. If no figure
    changes, `reasons` state for each change to the text whether its subject was used at all.

    Examples:
        >>> import pilein
        >>> found = pilein.compare("examples/scrollhammer/duel.toml", values={"profiles.noble.S": 5})
        >>> [round(float(one.difference), 3) for one in found.fights[0].differences if one.measure == "houses wins"]
        [0.112]
    """

    fights: tuple[Fight, ...]
    changes: tuple[str, ...]
    phases: int
    left_out: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides in the first fight."""
        return sides_of(self.fights[0].old) if self.fights else ("", "")

    @property
    def is_same(self) -> bool:
        """Whether no measure changes in any fight."""
        return bool(self.fights) and all(one.is_none for fight in self.fights for one in fight.differences)

    def all_differences(self) -> tuple[tuple[Fight, Difference], ...]:
        """Return every difference with its fight, largest first."""
        every = [(fight, one) for fight in self.fights for one in fight.differences]
        return tuple(sorted(every, key=lambda pair: (pair[1].kind == PHASES, -pair[1].size)))

    @property
    def note(self) -> str:
        """Note on the changes, the method of computation and the fights left out."""
        notes = grouped((fight.note, fight.name) for fight in self.fights)
        lines = [note if len(notes) == 1 else f"{note}: {', '.join(names)}" for note, names in notes.items()]
        if self.left_out:
            lines.append(f"left out, for a limit is reached: {', '.join(self.left_out)}")
        return "\n".join([f"changed: {', '.join(self.changes)}", *lines, *self._out(), *self._unchanged()])

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein lab compare --json`. Exact numbers are "n/d"."""
        return {
            "format": FORMAT,
            **entry(self, "changes phases"),
            "fights": [
                {
                    **entry(fight, "name:fight old.ruleset:ruleset assumptions is_exact:exact games"),
                    "narrower": round(fight.narrower, 3),
                    "differences": plain(Table("", COLUMNS, tuple(one.cells() for one in fight.differences)).records()),
                }
                for fight in self.fights
            ],
            "left_out": self.left_out,
            "reasons": [*self.reasons],
        }

    def to_svg(self) -> str:
        """Draw a bar for each difference, with its interval."""
        shown = [(fight, one) for fight, one in self.all_differences() if not one.is_none and one.kind != PHASES]
        drawn = tuple(self._row(fight, one) for fight, one in shown[:MOST_ROWS])
        notes = () if drawn else ("nothing changes",)
        rests_on = in_a_line(self.fights[0].assumptions) if len(self.fights) == 1 else ""
        return rows(Rows(", ".join(self.changes), self.note.splitlines()[1], drawn, notes, rests_on))

    def _row(self, fight: Fight, one: Difference) -> Row:
        name = one.measure if len(self.fights) == 1 else f"{fight.name}: {one.measure}"
        low, high = one.interval or (0.0, 0.0)
        length, words = float(one.difference) / one.most, [in_words(one.kind, of) for of in (one.old, one.new)]
        bar = (0.0, length, FILL, f"{name}: {100 * length:+.2f} %")
        between = (low / one.most, high / one.most) if one.interval else None
        return Row((name,), (bar,), " -> ".join(words), interval=between)

    def tables(self) -> tuple[Table, ...]:
        """Table of the assumptions and table of the differences, largest first."""
        is_one = len(self.fights) == 1
        seen = [pair for pair in self.all_differences() if not pair[1].is_none]
        more = f" (the largest {MOST_ROWS} of {len(seen)})" if len(seen) > MOST_ROWS else ""
        rows = tuple((fight.name, *one.cells()) for fight, one in seen[:MOST_ROWS])
        columns = Column("fight", TEXT, None if is_one else "fight"), *COLUMNS
        rests_on = assumed(self.fights[0].assumptions if is_one else {})
        return rests_on, Table(f"differences{more}", columns, rows)

    def data(self) -> Table:
        """Table of the differences, with the columns {fight, measure, kind, old, new, difference, low, high}."""
        rows = tuple((fight.name, *one.cells()) for fight, one in self.all_differences())
        return Table("differences", (Column("fight"), *COLUMNS), rows)

    def _out(self) -> Iterator[str]:
        """Yield a line that names the fates that count as being out of the battle."""
        if self.fights and not self.is_same:
            beaten = ruleset_named(self.fights[0].old.ruleset).beaten
            yield f"out of the battle: {' or '.join(beaten)}"

    def _unchanged(self) -> Iterator[str]:
        same = [pair for pair in self.all_differences() if pair[1].is_none]
        if self.is_same:
            yield "nothing changes"
            yield from self.reasons
        elif len(self.fights) == 1 and same:
            yield f"unchanged: {', '.join(one.measure for _, one in same)}"

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.fights)} fights: {', '.join(self.changes)}>"


def plain(value: Any) -> Any:  # noqa: ANN401 - of a record
    """Convert a value for JSON. A fraction becomes "n/d", and an estimate becomes its value."""
    if isinstance(value, list | dict):
        return list(map(plain, value)) if isinstance(value, list) else {key: plain(one) for key, one in value.items()}
    if isinstance(value, Fraction):
        return as_fraction(value)
    return float(value) if isinstance(value, Estimate) else value
