"""Odds of every loadout of one unit against every loadout of another, cell by cell."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import fsum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import compiled
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadScenario, Spent, TooManyPositions
from pilein.kernel.nearest import in_words
from pilein.lab import questions
from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.changes import SHIELDS, TOPICS, WEAPONS, Change, kinds_of, variants
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import favoured, heat_map
from pilein.lab.drawing.plot_parts import percent
from pilein.lab.figures import HOW, IN_SHORT, WINS, Estimate, Number, Ways
from pilein.lab.figures_as_data import FORMAT, entry
from pilein.lab.figures_as_words import percent_give_or_take, ways_in_short
from pilein.lab.fixed import Fixed
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import DEFAULT, INTERRUPTED, Limit, Phases
from pilein.lab.loadouts import JOINED, short_names
from pilein.lab.odds_figures import how_won
from pilein.lab.odds_solving import solved
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.scenarios import Given
from pilein.lab.simulating import simulate
from pilein.lab.table import CELL, MISSING, NUMBER, Cell, Column, Table, grouped, headed
from pilein.lab.terms import Terms, in_turn, terms_of
from pilein.lab.worker_pool import Progress
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario

Numbers = tuple[tuple[Number | None, ...], ...]  # None: left out
Splits = tuple[tuple[Ways | None, ...], ...]
Standing = tuple[Number, Number, Ways | None]  # chances of both units to win, and how (None if sampled)

GAMES = 1_000  # games per sampled cell
VARIED = "those of row and column"
ALONE = "nothing to compare: both units can only have {}; a scenario file can define more weapons, under [weapons.NAME]"
HIGH = 9.95  # per cent; smaller values are shown with a decimal
DIGITS = 9  # decimals of chances that are compared


class Matrix(Answer, Struct, frozen=True):
    """Odds of a scenario's first unit against the second, for all loadouts. Printing the matrix shows a table.

    `wins[row][column]` is the chance that the first unit's side wins if the first unit has `rows[row]` and the second
    has `columns[column]`. `losses[row][column]` is the chance that the second unit's side wins. The remainder is the
    chance that neither wins. `how` splits both chances by ways of winning, as in `Figures`. `vary` names the topics
    that vary. `phases` is the number of phases, or 0 to play to the end. A cell with too many positions is sampled, and
    its chances are estimates. Tables and pictures show the matrix `merged`, with equal rows and equal columns combined.
    `assumptions` are the basis of the odds, and `hints` point out likely mistakes. If a limit is reached or the user
    interrupts, the remaining cells are None and `stopped` gives the reason.

    Examples:
        >>> import pilein
        >>> matrix = pilein.matrix("examples/scrollhammer/duel.toml", phases=1)  # doctest: +SKIP
        >>> matrix.wins[0][1]  # the first loadout against the second  # doctest: +SKIP
        0.1423
    """

    ruleset: str
    units: tuple[str, str]
    sides: tuple[str, str]
    phases: int
    is_exact: bool
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    wins: Numbers
    losses: Numbers
    how: Splits = ()
    vary: str = "weapons"
    stopped: str = ""
    assumptions: Assumptions = {}
    hints: tuple[str, ...] = ()

    def favour(self, row: int, column: int) -> float:
        """Return the first unit's advantage in decided fights, from 1 if it always wins to -1 if it always loses."""
        won, lost = float(self.wins[row][column] or 0), float(self.losses[row][column] or 0)
        return (won - lost) / (won + lost) if won + lost else 0.0

    def words(self, row: int, column: int) -> str:
        """Format a cell as the chance in per cent that the first unit wins."""
        won = self.wins[row][column]
        if won is None or isinstance(won, Estimate):
            return MISSING if won is None else percent_give_or_take(won)
        share = 100 * float(won)
        return f"{share:.{0 if share >= HIGH else 1}f}"

    @property
    def title(self) -> str:
        """Title of the table, which explains the numbers in its cells."""
        span = "in the end" if not self.phases else "in one phase" if self.phases == 1 else f"in {self.phases} phases"
        return f"Chance in % that {self.units[0]} (row) beats {self.units[1]} (column) {span}"

    @property
    def note(self) -> str:
        """Text on cells that were sampled or left out, or on a lack of loadouts to compare. It may be empty."""
        cells = [won for row in self.wins for won in row]
        lines = [ALONE.format(in_words(self.rows[0]))] if len(cells) == 1 else []
        if sampled := sum(isinstance(won, Estimate) for won in cells):
            part = f"{sampled:,} of {len(cells):,} cells"
            lines.append(f"sampled (± half of the 95 % interval): {part}: too many positions")
        if self.stopped:
            lines.append(f"left out (-): {cells.count(None):,} of {len(cells):,} cells: {self.stopped}")
        return "\n".join(lines)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein matrix --json`. Exact chances are "n/d".

        `sampled` lists the sampled cells, as [row, column] from 0.
        """
        places = product(range(len(self.rows)), range(len(self.columns)))
        rows, columns = self._equal()
        return {
            "format": FORMAT,
            **entry(self, "ruleset vary units sides phases assumptions hints is_exact:exact rows columns"),
            "wins": [[_plain(chance) for chance in chances] for chances in self.wins],
            "losses": [[_plain(chance) for chance in chances] for chances in self.losses],
            "how": [[_split(self.sides, ways) for ways in row] for row in self.how],
            "merged_rows": rows,
            "merged_columns": columns,
            "sampled": [[row, column] for row, column in places if isinstance(self.wins[row][column], Estimate)],
            "complete": not self.stopped,
            **({"stopped": self.note} if self.stopped else {}),
        }

    @property
    def merged(self) -> "Matrix":
        """Matrix in which equal rows are merged into one with joined names, and equal columns likewise.

        A cell that was sampled or left out is not equal to any other cell.
        """
        rows, columns = self._equal()
        names = (
            tuple(JOINED.join(one[place] for place in group) for group in groups)
            for one, groups in ((self.rows, rows), (self.columns, columns))
        )
        cells = {
            name: tuple(tuple(of[row[0]][column[0]] for column in columns) for row in rows)
            for name, of in (("wins", self.wins), ("losses", self.losses), ("how", self.how))
            if of
        }
        return replace(self, **dict(zip(("rows", "columns"), names, strict=True)), **cells)

    def _equal(self) -> tuple[list[list[int]], list[list[int]]]:
        """Return the groups of equal rows and the groups of equal columns, each group as a list of numbers."""
        ways = self.how or [[None] * len(self.columns)] * len(self.rows)
        rows = [tuple(map(_key, *lines)) for lines in zip(self.wins, self.losses, ways, strict=True)]
        return _groups_of_equal(rows), _groups_of_equal(zip(*rows, strict=True))

    def tables(self) -> tuple[Table, ...]:
        """Tables of the assumptions, the merged cells (see `merged`), the names in full, and each unit's wins.

        Wins with a loadout are averaged over all loadouts of the opponent.
        """
        shown = self.merged
        full = [
            (f"row {place}", in_words(name))
            for place, (name, short) in enumerate(short_names(shown.rows).items(), 1)
            if in_words(name) != short
        ]
        if shown.columns != shown.rows:
            full += [(f"column {place}", in_words(name)) for place, name in enumerate(shown.columns, 1)]
        turned = tuple(zip(*shown.how, strict=True))
        by_side = ((shown.units, shown.rows, shown.how), (shown.units[::-1], shown.columns, turned))
        ways = (_ways_of(side, self.vary, *one) for side, one in enumerate(by_side))
        return assumed(self.assumptions), shown.cells(), Table("names in full", (headed(""),) * 2, tuple(full)), *ways

    def cells(self) -> Table:
        """Table of the cells, with numbers for columns and numbered names for rows."""
        names = [*short_names(self.columns).values()]
        columns = (Column("", CELL, str(place), name) for place, name in enumerate(names, 1))
        rows = (
            (row + 1, name, *(self.cell(row, column) for column in range(len(names))))
            for row, name in enumerate(short_names(self.rows).values())
        )
        return Table(self.title, (headed("", NUMBER), headed(""), *columns), tuple(rows))

    def cell(self, row: int, column: int) -> Cell:
        """Return one cell of the matrix for a table or a picture."""
        chances = self.wins[row][column], self.losses[row][column]
        ways = (self.how[row][column] if self.how else None) or ((), ())
        won, lost = (
            "left out" if chance is None else percent(float(chance)) + (f" (enemy {ways_in_short(one)})" if one else "")
            for chance, one in zip(chances, ways, strict=True)
        )
        names = in_words(self.rows[row]), in_words(self.columns[column])
        title = f"{self.units[0]}, {names[0]}: {won}; {self.units[1]}, {names[1]}: {lost}"
        return Cell(self.words(row, column), None if chances[0] is None else self.favour(row, column), title)

    def data(self) -> Table:
        """Table of the cells, with the columns {row, column, wins, losses}. The values of a cell left out are None."""
        places = product(range(len(self.rows)), range(len(self.columns)))
        cells = ((self.rows[a], self.columns[b], self.wins[a][b], self.losses[a][b]) for a, b in places)
        return Table(self.title, tuple(map(Column, ("row", "column", "wins", "losses"))), tuple(cells))

    def to_svg(self) -> str:
        """Draw the cells in the favoured unit's colour. Tooltips give both units' ways of winning."""
        shown = self.merged
        names = short_names(shown.rows) | short_names(shown.columns)
        in_full = (f"{short}: {in_words(name)}" for name, short in names.items() if in_words(name) != short)
        scale, notes = favoured(*self.units), (*self.note.splitlines(), *in_full)
        words = self.title, f"{self.ruleset}; rows and columns: {self.vary}", in_a_line(self.assumptions)
        return heat_map(shown.cells(), scale, plot_colours(self.sides), *words, notes)

    def __repr__(self) -> str:
        return f"<Matrix of {self.ruleset}: {self.title}, {len(self.rows)} x {len(self.columns)}>"


def _key(won: Number | None, lost: Number | None, ways: Ways | None) -> Hashable:
    """Return a key that equal cells share, or None for a cell left out. The key of a sampled cell is unique."""
    if won is None or lost is None:
        return None
    if isinstance(won, Estimate) or isinstance(lost, Estimate):
        return object()
    split = tuple(tuple((how, round(float(chance), DIGITS)) for how, chance in side) for side in ways or ())
    return round(float(won), DIGITS), round(float(lost), DIGITS), split


def _groups_of_equal(lines: Iterable[tuple[Hashable, ...]]) -> list[list[int]]:
    """Return groups of equal lines, as lists of line numbers. A line without a known cell is in a group by itself."""
    return [*grouped((line if any(line) else place, place) for place, line in enumerate(lines)).values()]


def _split(sides: tuple[str, str], ways: Ways | None) -> dict[str, dict[str, float | str | None]] | None:
    if ways is None:
        return None
    pairs = zip(sides, ways, strict=True)
    return {side: {how: _plain(chance) for how, chance in one} for side, one in pairs}


def _ways_of(
    side: int, vary: str, units: Sequence[str], names: Sequence[str], cells: Sequence[Sequence[Ways | None]]
) -> Table:
    """Tabulate how a side's unit wins with each loadout, averaged over the known cells in that loadout's line."""
    rows = []
    for place, (name, line) in enumerate(zip(short_names(names).values(), cells, strict=True) if cells else (), 1):
        known = [dict(ways[side]) for ways in line if ways is not None]
        means = (100 * fsum(float(ways.get(how, 0)) for ways in known) / len(known) for how in HOW)
        rows += [(place, name, *means)] if known else []
    seen = [at for at, _ in enumerate(HOW, 2) if any(row[at] for row in rows)]
    columns = (headed("", NUMBER), headed(""), *(headed(f"enemy {IN_SHORT[[*HOW][at - 2]]}", NUMBER) for at in seen))
    shown = tuple((*row[:2], *(f"{row[at]:.1f}" for at in seen)) for row in rows)
    title = f"wins of {units[0]}, in % (average over the {vary} of {units[1]})"
    return Table(title, columns, shown if len(seen) > 1 else ())


def _plain(chance: Number | None) -> float | str | None:
    if chance is None:
        return None
    return str(chance) if isinstance(chance, Fraction) else float(chance)


# --- the question ----------------------------------------------------------------------------------------------------


def matrix(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    policy: Policies = SENSIBLE,
    *,
    vary: str = WEAPONS,
    phases: Phases = "end",
    exact: bool = False,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Matrix:
    """Compute the odds of a duel in the press for every pair of loadouts of its two units.

    `vary` selects the loadouts by one or several words, separated by commas: "weapons" (each loadout of the ruleset
    and the scenario), "shields" (each loadout with a shield), "armour" (each value of each protective
    characteristic), "mixtures" (each loadout for the front half of the plain models). Other arguments are as in
    `odds`. `progress` is called with (cells done, cells wanted). Cells that are not reached before the budget runs
    out or the user interrupts are left out. A cell with too many positions is sampled. Chances are floats or, if
    `exact`, fractions.

    Raises:
        BadScenario: the scenario is not a duel in the press, or a loadout cannot be held; also raised as by `odds`.
        BadInput: `vary` names an unknown topic; also raised as by `odds`.
        Spent: the budget is reached before the first cell is done.
    """
    topics = kinds_of(vary, tuple(TOPICS))
    terms = terms_of(scenario, policy, rulings, fixed, budget, phases=phases, exact=exact)
    _assert_duel(terms.scenario)
    return _matrix(terms, topics, progress)


def _matrix(terms: Terms, topics: tuple[str, ...], progress: Progress | None) -> Matrix:
    found = terms.scenario
    ways = variants(found, 0, topics), variants(found, 1, topics)
    pairs, known = list(product(*ways)), KnownFights[Standing]()

    def solve(pair: tuple[Change, ...]) -> Standing:
        return _standing(terms, known, pair[1].made(pair[0].made(found)))

    done, stop = in_turn(pairs, solve, progress, Spent, KeyboardInterrupt)
    cells, wide = [*done, *[(None, None, None)] * (len(pairs) - len(done))], len(ways[1])
    rows = (zip(*cells[at : at + wide], strict=True) for at in range(0, len(cells), wide))
    wins, losses, how = zip(*rows, strict=True)
    one, other = found.units
    rests_on, hints = terms.basis()
    return Matrix(
        found.ruleset,
        (one.name, other.name),
        (one.side, other.side),
        terms.phases,
        terms.exact,
        tuple(way.words for way in ways[0]),
        tuple(way.words for way in ways[1]),
        *(wins, losses, how, ", ".join(topics)),
        INTERRUPTED if isinstance(stop, KeyboardInterrupt) else str(terms.meter.reached or ""),
        rests_on | ({"weapons": VARIED} if {WEAPONS, SHIELDS} & {*topics} else {}),
        hints,
    )


def _standing(asked: Terms, known: KnownFights[Standing], scenario: Scenario) -> Standing:
    """Return each unit's chance to win and, unless the fight has to be sampled, the ways of winning."""
    label = questions.label(ruleset_named(scenario.ruleset))
    up_to = partial(compiled, policies=asked.policies, phases=asked.phases, label=label)
    wins = [WINS.format(side=unit.side) for unit in scenario.units]

    def read(chain: Chain, ruleset: Ruleset, _opening: BattleState) -> Standing:
        ends = solved(chain, questions.LastDecisive(ruleset), phases=asked.phases, exact=asked.exact)
        outcome = ends.distribution(chain.read(partial(questions.ending, ruleset)))
        one, other = (outcome.get(name, Fraction(0) if asked.exact else 0.0) for name in wins)
        return one, other, how_won(chain, ruleset, ends)

    try:
        return known.solved(scenario, read, asked.exact, up_to, asked.meter)
    except TooManyPositions:
        found = simulate(scenario, asked.policies, n=GAMES, phases=asked.phases, way="games", budget=asked.meter)
    if not found.is_complete and not found.stopped:
        raise KeyboardInterrupt  # with fewer games a cell would look complete
    outcome = dict(found.figures.outcome)
    return outcome[wins[0]], outcome[wins[1]], None


def _assert_duel(scenario: Scenario) -> None:
    if scenario.press is None:
        message, remedy = (
            "units in the press, but these are on a table",
            'write [press] and below it pairs = [["ONE", "OTHER"]]',
        )
        raise BadScenario(f"a matrix needs {message}", remedy=remedy)
    if len(scenario.units) != 2:  # noqa: PLR2004 - one against one
        message = f"a matrix needs one unit on each side, but the scenario has {len(scenario.units)} units"
        raise BadScenario(message, remedy="remove the other units from the scenario")
