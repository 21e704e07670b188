"""Odds of several scenarios side by side. Differing figures come first, then equal figures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import in_words
from pilein.lab.answer import LINES, Answer, first_of
from pilein.lab.assumptions import Assumptions, assumed
from pilein.lab.drawing import plot
from pilein.lab.figures import HOW, WINS, Estimate, Figures, Number, difference_of
from pilein.lab.figures_as_data import FORMAT, as_number, chances_of, entry, unfinished
from pilein.lab.figures_as_tables import in_short
from pilein.lab.fixed import Fixed
from pilein.lab.limits import DEFAULT, INTERRUPTED, Asked, Limit
from pilein.lab.odds import Odds, Progress, odds
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.scenarios import Given
from pilein.lab.table import CHANCE, CHANGE, FIGURE, GAIN, MEAN, MISSING, Figure, Kind, Records, Table, headed
from pilein.lab.terms import in_turn

Wanted = TypeVar("Wanted")
Several = Mapping[str, Given] | Sequence[Given]
OUTCOME, WAYS, FATE, LOSSES, PHASES = "outcome", "wins", "fate", "losses", "phases"
CHANCES = (OUTCOME, WAYS, FATE)
SAME = 5e-5  # numbers that differ by less are shown as the same
TWO = 2
DIFFERENCE = Kind(str, is_optional=True)


class Compared(Struct, frozen=True):
    """Figure compared between scenarios: its kind, its unit or side, its value, and its number in each scenario.

    The kinds are outcome, wins (ways in which a side wins), fate, losses (mean models lost) and phases (mean
    number). The number is None in a scenario in which the figure has no meaning.
    """

    figure: str
    of: str
    value: str
    numbers: tuple[Number | None, ...]

    @property
    def words(self) -> str:
        """Text that labels the figure's row."""
        if self.figure == LOSSES:
            return f"{self.of}: models lost"
        if self.figure == FATE:
            return f"{self.of}: {self.value}"
        return f"  {HOW[self.value]}" if self.figure == WAYS else self.value

    @property
    def differs(self) -> bool:
        """Whether the figure differs between scenarios. A missing number counts as 0."""
        known = [float(number or 0) for number in self.numbers]
        return max(known) - min(known) >= SAME

    @property
    def kind(self) -> Kind:
        """Kind used to format the figure's numbers."""
        return CHANCE if self.figure in CHANCES else MEAN

    def cell(self, number: Number | None) -> str:
        """Format one of the figure's numbers for the table."""
        return self.kind.cell(number)

    def cells(self) -> tuple[object, ...]:
        """Cells of the figure's row in the table: the label, the numbers and the difference."""
        return self.words, *(Figure(number, self.kind) for number in self.numbers), self.difference()

    def difference(self) -> str:
        """Format the second number minus the first, with chances in percentage points.

        Returns "" if the numbers are equal, or if there are more than two.
        """
        if len(self.numbers) != TWO or not self.differs:
            return ""
        found = difference_of(*(number or 0.0 for number in self.numbers))
        return (GAIN if self.kind is CHANCE else CHANGE).cell(found)


class SideBySide(Answer, Struct, frozen=True):
    """Odds of several scenarios, by name. Printing the odds shows a table with a column for each scenario.

    `odds` contains the full results of each scenario. `rows` are the figures compared: winners and ways of winning,
    fates of units, mean losses, and the mean number of phases. Sides, units and fates are matched by name, even
    across rulesets. If the user interrupted, `stopped` is "interrupted", and `left_out` names the scenarios that were
    not computed.

    Examples:
        >>> import pilein
        >>> duel = pilein.load("examples/scrollhammer/duel.toml")
        >>> both = pilein.side_by_side({"as it is": duel, "two kings": duel.with_unit("hill king", models=2)})
        >>> [round(float(number), 3) for number in both.rows[0].numbers]  # hills win
        [0.516, 0.863]
    """

    names: tuple[str, ...]
    odds: tuple[Odds, ...]
    left_out: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def rows(self) -> tuple[Compared, ...]:
        """Compared figures.

        Differing figures come first, and each group is in the order outcome, fates and losses, phases.
        """
        found = [Compared(*key, self._numbers(key)) for key in _keys([one.figures for one in self.odds])]
        return tuple(sorted(found, key=lambda row: not _is_shown_first(row, found)))

    def _numbers(self, key: tuple[str, str, str]) -> tuple[Number | None, ...]:
        return tuple(dict(_figures(one.figures)).get(key) for one in self.odds)

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints about likely mistakes, each with the name of its scenario."""
        return tuple(f"{name}: {hint}" for name, one in zip(self.names, self.odds, strict=True) for hint in one.hints)

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides in the first scenario."""
        return self.odds[0].sides

    @property
    def side_of(self) -> dict[str, str]:
        """Map the name of each unit in the first scenario to its side."""
        return self.odds[0].side_of

    @property
    def note(self) -> str:
        """Methods by which the odds of the scenarios were computed."""
        lines = [f"{name}: {one.note}" for name, one in zip(self.names, self.odds, strict=True)]
        return "\n".join([*lines, f"left out, {self.stopped}: {', '.join(self.left_out)}"] if self.left_out else lines)

    @property
    def shared(self) -> Assumptions:
        """Assumptions common to all scenarios."""
        return {
            about: words for about, words in _basis(self.odds[0]).items() if len({*self._each_scenario(about)}) == 1
        }

    @property
    def different(self) -> dict[str, tuple[str, ...]]:
        """Assumptions that differ. Each topic is mapped to its text in each scenario, or to "-" where there is none."""
        abouts = dict.fromkeys(about for one in self.odds for about in _basis(one))
        return {about: self._each_scenario(about) for about in abouts if len({*self._each_scenario(about)}) > 1}

    def _each_scenario(self, about: str) -> tuple[str, ...]:
        return tuple(_basis(one).get(about, MISSING) for one in self.odds)

    def tables(self) -> tuple[Table, ...]:
        """Tables of common assumptions, assumptions of each scenario, differing figures and equal figures."""
        columns = (headed(""), *(headed(name, FIGURE) for name in self.names), headed("difference", DIFFERENCE))
        rows, assumptions = self.rows, tuple((about, *words) for about, words in self.different.items())
        return (
            assumed(self.shared),
            Table("assumed differently", (headed(""), *map(headed, self.names)), assumptions),
            Table("different", columns, tuple(row.cells() for row in rows if _is_shown_first(row, rows))),
            Table("the same", columns, tuple(row.cells() for row in rows if not _is_shown_first(row, rows))),
        )

    def short(self) -> tuple[str, ...]:
        """Return a line for each scenario, with its name and its outcome, but at most five lines."""
        pairs = zip(self.names, self.odds, strict=True)
        return tuple(first_of([f"{name}: {in_short(one.figures)}" for name, one in pairs], LINES))

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein odds A B --json`: `compared` by figure, and each scenario's document."""
        compared = [
            {
                **entry(row, "figure of value differs"),
                "numbers": [None if number is None else as_number(number) for number in row.numbers],
            }
            for row in self.rows
        ]
        return {
            "format": FORMAT,
            **entry(self, "names shared:assumptions different:assumed_differently"),
            "compared": compared,
            "odds": [one.document() for one in self.odds],
            **unfinished(self.stopped),
        }

    def to_dict(self) -> Records:
        """Return one record per number: {figure, of, value, scenario, number, error}. Missing numbers are left out."""
        return [
            {
                **entry(row, "figure of value"),
                "scenario": name,
                "number": number.value if isinstance(number, Estimate) else number,
                "error": number.error if isinstance(number, Estimate) else 0.0,
            }
            for row in self.rows
            for name, number in zip(self.names, row.numbers, strict=True)
            if number is not None
        ]

    def to_svg(self) -> str:
        """Draw, for each scenario, a bar with winners and ways of winning, and the losses of each unit."""
        told = (f"{about}: {' / '.join(words)}" for about, words in self.different.items())
        shared = (f"{about}: {words}" for about, words in self.shared.items())
        each = {in_words(name): one.figures for name, one in zip(self.names, self.odds, strict=True)}
        return plot.side_by_side(each, " · ".join((*told, *shared)))

    def __repr__(self) -> str:
        return f"<SideBySide: {', '.join(self.names)}>"


def side_by_side(  # noqa: PLR0913 - as `odds`
    scenarios: Several,
    policy: Policies = SENSIBLE,
    *,
    phases: Asked = "end",
    exact: bool | None = None,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    progress: Progress | None = None,
    workers: int = 1,
    budget: Limit = DEFAULT,
) -> SideBySide:
    """Compute the odds of several scenarios, given as {name: scenario or path} or a list, and compare their figures.

    Other arguments are as in `odds` and apply to each scenario. `budget` limits each scenario separately. Scenarios
    may use different rulesets as long as policies, rulings and fixed answers exist in all of them.

    Raises:
        BadInput: there are fewer than two scenarios; also raised as by `odds`.
    """
    named = _named(scenarios)
    if len(named) < TWO:
        raise BadInput("a comparison needs at least two scenarios", key="scenarios", remedy="name more scenarios")
    asked: dict[str, Any] = {"phases": phases, "exact": exact, "rulings": rulings, "fixed": fixed, "budget": budget}
    return beside(named, lambda one: odds(one, policy, **asked, progress=progress, workers=workers))


def beside(named: Mapping[str, Wanted], solve: Callable[[Wanted], Odds]) -> SideBySide:
    """Return the odds of scenarios by name, computed by `solve` in order until the user interrupts.

    Raises KeyboardInterrupt if the user interrupts before there are any odds.
    """
    found: list[Odds] = []

    def solved(one: Wanted) -> Odds:
        if found and found[-1].is_interrupted:
            raise KeyboardInterrupt
        found.append(solve(one))
        return found[-1]

    _, stop = in_turn(list(named.values()), solved, None, KeyboardInterrupt)
    names, stopped = tuple(named), INTERRUPTED if stop or found[-1].is_interrupted else ""
    return SideBySide(names[: len(found)], tuple(found), names[len(found) :], stopped)


def _named(scenarios: Several) -> dict[str, Given]:
    """Map names to scenarios, giving a name to each scenario that has none."""
    if isinstance(scenarios, Mapping):
        return {str(name): one for name, one in scenarios.items()}
    return dict(zip(names_of(scenarios), scenarios, strict=True))


def names_of(scenarios: Sequence[Given]) -> tuple[str, ...]:
    """Return distinct names for the scenarios.

    A file is named without its folder and suffix, and a scenario built in Python by a number.
    """
    paths = [Path(one) if isinstance(one, str | Path) else None for one in scenarios]
    stems = [path.stem if path else str(place) for place, path in enumerate(paths, 1)]
    names = [
        stem if stems.count(stem) == 1 or path is None else str(path) for stem, path in zip(stems, paths, strict=True)
    ]
    return tuple(name if names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, 1))


def _basis(one: Odds) -> Assumptions:
    return {"rules": one.scenario.ruleset, **one.assumptions}


def _keys(each: Sequence[Figures]) -> Iterator[tuple[str, str, str]]:
    """Yield the keys of all figures, without repeats: outcomes with their ways of winning, units, then phases."""
    known = dict.fromkeys(key for figures in each for key, _ in _figures(figures))
    outcomes = [key for key in known if key[0] == OUTCOME]
    for key in outcomes:
        yield key
        yield from (way for how in HOW for way in known if way[0] == WAYS and way[2] == how and _won(way) == key[2])
    units = dict.fromkeys(key[1] for key in known if key[0] in (FATE, LOSSES))
    yield from (key for unit in units for key in known if key[1] == unit and key[0] in (FATE, LOSSES))
    yield from (key for key in known if key[0] == PHASES)


def _won(way: tuple[str, str, str]) -> str:
    return WINS.format(side=way[1])


def _figures(figures: Figures) -> Iterator[tuple[tuple[str, str, str], Number]]:
    for unit in figures.units:
        yield (LOSSES, unit.unit, "mean"), unit.losses.mean
    for (figure, of, value), chance in chances_of(figures):
        if figure in CHANCES:
            yield (figure, of, str(value)), chance
    if figures.lasting is not None:
        yield (PHASES, "", "phases played"), figures.lasting
    elif figures.phases.chances:
        yield (PHASES, "", "phases played"), figures.phases.mean


def _is_shown_first(row: Compared, rows: Sequence[Compared]) -> bool:
    """Whether a row, or another row of the same family, differs. Ways of winning stay below the row of their sum."""
    return any(one.differs for one in rows if _family(one) == _family(row)) if _family(row) else row.differs


def _family(row: Compared) -> str:
    """Return the group of a row, or "" if it has none. A side's wins and its ways of winning form one group."""
    if row.figure == WAYS:
        return WINS.format(side=row.of)
    return row.value if row.figure == OUTCOME else ""
