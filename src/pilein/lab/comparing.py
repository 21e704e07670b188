"""Comparisons of fights before and after a change, as tables, data and a picture, and the call to compare fights."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import inf, sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.lab.altering import Value, altered, assert_in_the_text, value_now
from pilein.lab.answer import Answer
from pilein.lab.arguments import rulings_of
from pilein.lab.assumptions import Assumptions, assumed, assumptions, in_a_line
from pilein.lab.drawing.chart import Row, Rows, rows
from pilein.lab.exercised_rules import reasons
from pilein.lab.experiment import Experiment, Finding, Variant
from pilein.lab.fights import assert_of_one_ruleset, fights_of
from pilein.lab.figures import Estimate, Number
from pilein.lab.figures_as_data import FORMAT, entry, plain, unfinished
from pilein.lab.figures_as_words import difference
from pilein.lab.fixed import Fixed
from pilein.lab.limits import DEFAULT, INTERRUPTED, LIMIT_REACHED, Limit, Phases
from pilein.lab.measures import CHANCE as CHANCE_KIND
from pilein.lab.measures import PHASES, in_words, measures_of_both, out_of_battle
from pilein.lab.policies import SENSIBLE, Policies, sides_of
from pilein.lab.run_options import AUTO, GAMES, RunOptions, run_options
from pilein.lab.scenarios import Given, Scenario, found_good
from pilein.lab.simulating_games import Games
from pilein.lab.table import CHANCE, FIGURE, GAIN, MEAN, TEXT, Column, Figure, Kind, Table, grouped
from pilein.lab.treatments import Measured
from pilein.lab.worker_pool import Progress
from pilein.tabletop import scenario as bare
from pilein.tabletop.notation.rulings import STRUCK
from pilein.workers.pool import Workers

MOST_ROWS = 40  # number printed for several fights
FILL = "#5b6770"  # of a bar, for neither side
NONE = 1e-12  # differences between floats that count as none
ALIKE = 5e-5  # differences of chances that are printed alike
SHARE = 0.2  # share of the remaining time for games that show why nothing changes
Worlds = tuple[str, Scenario, Scenario]  # a fight: its name, its old version, its new version
COLUMNS = (
    *(Column("measure", TEXT, ""), Column("kind")),
    *(Column(name, FIGURE, name) for name in ("old", "new", "difference")),
    *(Column("low"), Column("high")),
)


class Difference(Struct, frozen=True):
    """Value of a measure before and after a change, with the difference.

    `kind` is "chance", "models" (a mean number) or "phases". Numbers are fractions if exact, floats if solved in
    floats, and estimates if sampled. The error of a sampled difference takes the shared dice into account.
    `fate_of` is as in `Measure`.
    """

    measure: str
    kind: str
    most: int
    old: Number
    new: Number
    difference: Number
    fate_of: str = ""

    @property
    def size(self) -> float:
        """Size of the difference in a chance or in the share of a unit's models, or 0 for the length of a fight."""
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
        """Return the cells of the difference in the table: measure, kind, old, new, difference, low, high."""
        most = inf if self.kind == PHASES else self.most
        kind, gained = (CHANCE, GAIN) if self.kind == CHANCE_KIND else (MEAN, Kind(partial(difference, most=most)))
        low, high = self.interval or (float(self.difference), float(self.difference))
        numbers = Figure(self.old, kind), Figure(self.new, kind), Figure(self.difference, gained)
        return self.measure, self.kind, *numbers, low, high


class Fight(Struct, frozen=True):
    """Fight before and after a change, with its differences, largest first.

    `games` is the number of games sampled before and after the change, up to `wanted`, or 0 if the fight was solved.
    If there are fewer games than wanted, `stopped` is the reason.
    """

    name: str
    old: bare.Scenario
    new: bare.Scenario
    differences: tuple[Difference, ...]
    games: int = 0
    wanted: int = 0
    assumptions: Assumptions = {}
    stopped: str = "limit reached"

    @property
    def is_exact(self) -> bool:
        """Whether the fight was solved exactly rather than sampled."""
        return not self.games

    @property
    def narrower(self) -> float:
        """Mean factor by which shared dice narrow the intervals of the chances that differ.

        The factor is 1 if the fight is exact.
        """
        chances = [one for one in self.differences if one.kind == CHANCE_KIND and not one.fate_of]
        found = [one.narrower for one in chances if not one.is_none]
        return sum(found) / len(found) if found else 1.0

    def shows(self, one: Difference) -> bool:
        """Whether to show a difference. Differences in fates are hidden if they are tiny or repeat another measure."""
        # a fate is left out if its chance hardly changes, or changes as much as the chance to be out of the battle
        sizes = {other.measure: other.size for other in self.differences}
        return not one.fate_of or min(one.size, abs(one.size - sizes[out_of_battle(one.fate_of)])) >= ALIKE

    @property
    def note(self) -> str:
        """Method by which the fight was computed, formatted as a phrase."""
        if self.is_exact:
            return "exact"
        short = "" if self.games == self.wanted else f" of {self.wanted:,}: {self.stopped}"
        words = f"sampled: {self.games:,} games{short} in each world, on shared dice"
        narrower = self.narrower
        return words + (f"; intervals {narrower:.1f} times narrower for that" if narrower > 1 else "")


class Comparison(Answer, Struct, frozen=True):
    """Effect of changes on fights. Printing the comparison shows tables.

    `fights` holds each fight with its `differences`. `changes` describes the changes, and `left_out` names the fights
    for which no time was left. `stopped` states how far the work got before the user interrupted it, or is "". If no
    figure changes, `reasons` state for each change to the text whether the changed part of the text was used at all.

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
    stopped: str = ""

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

    def _shown(self) -> list[tuple[Fight, Difference]]:
        return [pair for pair in self.all_differences() if pair[0].shows(pair[1])]

    @property
    def note(self) -> str:
        """Text on the changes, the method of computation and the fights left out."""
        notes = grouped((fight.note, fight.name) for fight in self.fights)
        lines = [note if len(notes) == 1 else f"{note}: {', '.join(names)}" for note, names in notes.items()]
        if self.left_out:
            lines.append(f"left out, {self.stopped or LIMIT_REACHED}: {', '.join(self.left_out)}")
        elif self.stopped:
            lines.append(self.stopped)
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
            **unfinished(self.stopped),
        }

    def to_svg(self) -> str:
        """Draw a bar for each difference, with its interval."""
        shown = [(fight, one) for fight, one in self._shown() if not one.is_none and one.kind != PHASES]
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
        seen = [pair for pair in self._shown() if not pair[1].is_none]
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
        same = [pair for pair in self._shown() if pair[1].is_none]
        if self.is_same:
            yield "nothing changes"
            yield from self.reasons
        elif len(self.fights) == 1 and same:
            yield f"unchanged: {', '.join(one.measure for _, one in same)}"

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.fights)} fights: {', '.join(self.changes)}>"


# --- the question ----------------------------------------------------------------------------------------------------


def compare(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given | Sequence[Given],
    other: Given | None = None,
    *,
    values: Mapping[str, Value] | None = None,
    rulings: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    fixed: Fixed = None,
    way: str = AUTO,
    games: int = GAMES,
    seed: int = 0,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Comparison:
    """Compare one or several fights (files, folders) before and after changes.

    The changes are `values` by key (numbers of the text, {"SH-CR-04": 2}, and values of the scenario file,
    {"profiles.guard.S": 4}), `rulings`, and sentences left out (`without`). Alternatively `other` is the fight after
    the change. `way` is "exact", "sampled" or "auto". "sampled" plays `games` games before and as many after the
    change, with shared dice, and "auto" solves exactly if that is less work. Other arguments are as in `odds` and
    `simulate`. Fights are omitted if no time is left for them. `keep` names a file for partial results. Repeating
    the call continues from these results.

    Raises:
        BadScenario: a scenario cannot be played.
        BadInput: there is nothing to compare, a key or ruling is unknown, a value cannot be used, the scenarios use
            several rulesets, or a number is invalid.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        TooMuch: there is too much to solve and `way` is "exact", or a limit is reached before the first game is over.
    """
    asked = {"way": way, "games": games, "seed": seed, "progress": progress, "budget": budget}
    run = run_options(workers=workers, keep=keep, policy=policy, phases=phases, fixed=fixed, **asked)  # type: ignore[arg-type]
    of_text = {**rulings_of(rulings), **dict.fromkeys(without, STRUCK)}
    changes = {**(values or {}), **of_text}
    return _compared(_pairs(scenario, other, changes, of_text), changes, run)


def _compared(pairs: Sequence[Worlds], changes: Mapping[str, Value], run: RunOptions) -> Comparison:
    experiment = Experiment("compare", tuple(Variant(name, new, old) for name, old, new in pairs))
    findings, stopped = experiment.findings_so_far(run)
    found = tuple(fight_of(one, run) for one in findings)
    left = tuple(name for name, _, _ in pairs[len(found) :])
    compared = Comparison(found, _in_words(changes, pairs), run.phases, left, stopped=stopped)
    if not compared.is_same or stopped:
        return compared
    return replace(compared, reasons=reasons([run.games_of(one.old) for one in found], changes, run.meter.part(SHARE)))


def _pairs(
    scenario: Given | Sequence[Given], other: Given | None, changes: Mapping[str, Value], of_text: Mapping[str, str]
) -> list[Worlds]:
    """List the fights by name, each before and after the change. `of_text` holds changes to rulings and sentences."""
    if other is not None:
        return [_two(scenario, other, changes)]
    if not changes:
        remedy = "give a change, or exactly two scenarios"
        raise BadInput("there is neither a change nor a second scenario to compare", remedy=remedy)
    fights = [(fight.name, found_good(fight.scenario)) for fight in fights_of(scenario)]
    assert_in_the_text(fights[0][1], of_text)
    return [(name, one, altered(one, changes)) for name, one in fights]


def _two(scenario: Given | Sequence[Given], other: Given, changes: Mapping[str, Value]) -> Worlds:
    """Pair two scenarios as one fight before and after the change."""
    if changes:
        remedy = "give either a second scenario or changes, but not both"
        raise BadInput("changes cannot be combined with a second scenario", key="other", remedy=remedy)
    one, two = fights_of(scenario), fights_of(other)
    if len(one) != 1 or len(two) != 1:
        raise BadInput(
            "a comparison without changes needs exactly one scenario on each side",
            key="other",
            remedy="give one scenario on each side",
        )
    old, new = found_good(one[0].scenario), found_good(two[0].scenario)
    assert_of_one_ruleset((*one, *two), "other")
    if sides_of(old) != sides_of(new):
        names = " and ".join(f"{own} against {foe}" for own, foe in (sides_of(old), sides_of(new)))
        raise BadInput(
            f"the sides of the scenarios have different names: {names}",
            key="other",
            remedy="give the sides the same names, in the same order",
        )
    return f"{one[0].name} and {two[0].name}", old, new


def fight_of(found: Finding, run: RunOptions) -> Fight:
    """Convert a finding to a fight before and after the change."""
    old, new = map(run.games_of, found.variant.scenarios)
    differences = _differences(old, new, found.old, found.new, found.gain)
    wanted = 0 if found.is_exact else run.games
    fight = Fight(found.variant.name, old.scenario, new.scenario, differences, found.games, wanted, _rests_on(old))
    return replace(fight, stopped=INTERRUPTED) if run.stopped else fight


def _rests_on(games: Games) -> Assumptions:
    return assumptions(games.scenario, games.policies, phases=games.phases, fixed=games.answers())


def _differences(old: Games, new: Games, before: Measured, after: Measured, gain: Measured) -> tuple[Difference, ...]:
    """Return the difference that the change makes to each measure.

    Chances and shares of models lost come first, in decreasing order, then the lengths of fights.
    """
    measures = measures_of_both(old.scenario, new.scenario)
    found = [
        Difference(one.name, one.kind, one.most, before[one.name], after[one.name], gain[one.name], one.fate_of)
        for one in measures
    ]
    return tuple(sorted(found, key=lambda one: (one.kind == PHASES, -one.size)))


def _in_words(changes: Mapping[str, Value], pairs: Sequence[Worlds]) -> tuple[str, ...]:
    if not changes:
        return (pairs[0][0].replace(" and ", " -> "),)
    return tuple(_in_short(key, value, pairs) for key, value in changes.items())


def _in_short(key: str, value: Value, pairs: Sequence[Worlds]) -> str:
    """Format a change briefly, with the former value if all fights share it."""
    if value == STRUCK:
        return f"without {key}"
    before = {str(now) for _, old, _ in pairs if (now := value_now(old, key)) is not None}
    return f"{key}={'none' if value is None else value}{f' (was {before.pop()})' if len(before) == 1 else ''}"
