"""All loadouts against each other: the exact odds of every pair, cell by cell."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.chain.explore.compiler import compiled
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import BadInput, BadScenario, Spent, TooManyPositions
from pilein.kernel.requests import Policy
from pilein.lab import questions
from pilein.lab.assumptions import Assumptions, assumed, basis, in_a_line
from pilein.lab.changes import Arms, arms_in, weapons_in
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import Cell, Grid, plotted
from pilein.lab.drawing.plot_parts import percent
from pilein.lab.figures import WINS, Estimate, Number
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section, as_html, as_text
from pilein.lab.fixed import Fixed, both_with_fixed, fixed_answers
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of, phases_of
from pilein.lab.odds_solving import solved
from pilein.lab.policies import SENSIBLE, Policies, policies_of, sides_of
from pilein.lab.report import Records, as_frame
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.simulating import simulate
from pilein.tabletop.scenario import Scenario, Unit

Progress = Callable[[int, int], None]  # (cells done, cells wanted)
Numbers = tuple[tuple[Number | None, ...], ...]  # None: left out
Pair = tuple[tuple[str, ...], tuple[str, ...]]  # the loadout of each unit
Chances = tuple[Number, Number]  # chances that the first unit's side wins, that the other's does

FORMAT = 1
WEAPONS = "weapons"
LEFT_OUT = "-"
SAMPLED = "~"
GAMES = 1_000  # games of a sampled cell
INTERRUPTED = "interrupted"
VARIED = "those of row and column"
HIGH = 9.95  # per cent; below it a decimal is shown


class Matrix(Struct, frozen=True):
    """The odds of the first unit of a scenario against the second, for all loadouts; printing it shows a table.

    `wins[row][column]` is the chance that the first unit's side wins, armed with `rows[row]` against `columns[column]`,
    `losses` that the other's does; in the rest neither does. `phases`: 0 is to the end. A cell with too many positions
    is sampled: its chances are estimates. `assumptions` are what it rests on, `hints` what was probably meant
    otherwise. If a limit is reached, or the user interrupts, the remaining cells are None
    and `stopped` says why.

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
    stopped: str = ""
    is_interrupted: bool = False
    assumptions: Assumptions = {}
    hints: tuple[str, ...] = ()

    def favour(self, row: int, column: int) -> float:
        """How much the first unit is favoured in decided fights: 1 if it always wins, -1 if the other does."""
        won, lost = float(self.wins[row][column] or 0), float(self.losses[row][column] or 0)
        return (won - lost) / (won + lost) if won + lost else 0.0

    def words(self, row: int, column: int) -> str:
        """A cell in words: the chance that the first unit wins, in per cent."""
        won = self.wins[row][column]
        if won is None:
            return LEFT_OUT
        share = 100 * float(won)
        return SAMPLED * isinstance(won, Estimate) + f"{share:.{0 if share >= HIGH else 1}f}"

    @property
    def title(self) -> str:
        """What the numbers mean."""
        return f"Chance in % that {self.units[0]} (row) beats {self.units[1]} (column) {self.span}"

    @property
    def span(self) -> str:
        """The length of the fights, in words."""
        if not self.phases:
            return "in the end"
        return "in one phase" if self.phases == 1 else f"in {self.phases} phases"

    @property
    def note(self) -> str:
        """What was sampled or left out, and why; empty if nothing was."""
        cells = [won for row in self.wins for won in row]
        sampled = sum(isinstance(won, Estimate) for won in cells)
        lines = [f"sampled ({SAMPLED}): {sampled:,} of {len(cells):,} cells: too many positions"] if sampled else []
        if self.stopped:
            lines.append(f"left out (-): {cells.count(None):,} of {len(cells):,} cells: {self.stopped}")
        return "\n".join(lines)

    def document(self) -> dict[str, Any]:
        """The JSON document of `pilein matrix --json`; exact chances are "n/d".

        `sampled` lists the cells that were sampled, as [row, column] from 0.
        """
        stopped = {"stopped": self.note} if self.stopped else {}
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "vary": WEAPONS,
            "units": self.units,
            "sides": self.sides,
            "phases": self.phases,
            "assumptions": self.assumptions,
            "hints": self.hints,
            "exact": self.is_exact,
            "rows": self.rows,
            "columns": self.columns,
            "wins": [[_plain(chance) for chance in chances] for chances in self.wins],
            "losses": [[_plain(chance) for chance in chances] for chances in self.losses],
            "sampled": [
                [row, column]
                for row, chances in enumerate(self.wins)
                for column, won in enumerate(chances)
                if isinstance(won, Estimate)
            ],
            "complete": not self.stopped,
            **stopped,
        }

    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The table, line by line: the numbers of the columns, then each row by number and name with its cells."""
        head = ("", *(str(place) for place in range(1, len(self.columns) + 1)))
        wide = len(str(len(self.rows)))
        names = (f"{place:>{wide}} {name}" for place, name in enumerate(self.rows, 1))
        cells = [[self.words(row, column) for column in range(len(self.columns))] for row in range(len(self.rows))]
        return (head, *((name, *line) for name, line in zip(names, cells, strict=True)))

    def to_dict(self) -> Records:
        """The cells as records: {row, column, wins, losses}; None where a cell was left out."""
        places = product(range(len(self.rows)), range(len(self.columns)))
        return [
            {
                "row": self.rows[row],
                "column": self.columns[column],
                "wins": self.wins[row][column],
                "losses": self.losses[row][column],
            }
            for row, column in places
        ]

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """The records as a data frame of pandas, or of polars; raises BadInput if neither is installed."""
        return as_frame(self.to_dict())

    def to_svg(self) -> str:
        """A picture: a field of cells in the colour of who is favoured."""
        cells = tuple(
            tuple(self._cell(row, column) for column in range(len(self.columns))) for row in range(len(self.rows))
        )
        subtitle = f"{self.ruleset}; rows and columns: how each is armed"
        colours, rests_on = plot_colours(self.sides), in_a_line(self.assumptions)
        return plotted(Grid(self.title, subtitle, self.units, self.rows, self.columns, cells, colours, rests_on))

    def _cell(self, row: int, column: int) -> Cell:
        chances = self.wins[row][column], self.losses[row][column]
        won, lost = ("left out" if chance is None else percent(float(chance)) for chance in chances)
        one, other = self.units
        title = f"{one}, {self.rows[row]}: {won}; {other}, {self.columns[column]}: {lost}"
        return Cell(self.words(row, column), self.favour(row, column), title)

    def __repr__(self) -> str:
        return f"<Matrix of {self.ruleset}: {self.title}, {len(self.rows)} x {len(self.columns)}>"

    def _repr_html_(self) -> str:
        head, *rows = self.lines()
        columns = ((head[0], LEFT), *((name, RIGHT) for name in head[1:]))
        return as_html((*assumed(self.assumptions), Section(self.title, columns, tuple(rows))), self.note)

    def __str__(self) -> str:
        lines = self.lines()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [_line(line, widths) for line in lines]
        rests_on = [as_text(assumed(self.assumptions), "").rstrip(), ""] if self.assumptions else []
        return "\n".join([*rests_on, self.title, "", *table, *(["", self.note] if self.note else [])])


def matrix(  # noqa: PLR0913 - what is asked, and how it may be worked out
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
    """The odds of a fight of two units in the press, for every pair of loadouts of the ruleset and the scenario.

    Each cell is the result of `odds` for these weapons, in floats, or `exact` in fractions. `policy`, `phases`,
    `rulings` and `fixed` are as there. `progress` is called with (cells done, cells wanted). `budget` limits time and
    memory, like "5min,2GB"; None: no limit. When it is spent, or the user interrupts, the remaining cells are left out.
    A cell with too many positions to solve is sampled, with 1,000 games.

    Raises:
        BadScenario: the file or the scenario cannot be played, or one of the weapons cannot be held.
        BadInput: it is not one unit against one in the press, `vary` is not "weapons", or the policy or the
            number of phases is invalid.
        Spent: the budget is reached before the first cell is done.
        UnknownRule: no such policy, ruling or option.

    """
    if vary != WEAPONS:
        raise BadInput("cannot be varied", key=vary, remedy=f"{WEAPONS} can")
    found, span = scenario_of(scenario, rulings), phases_of(phases)
    _assert_duel(found)
    arms = _arms_of(found)
    meter, answers = budget_of(budget).started(), fixed_answers(fixed, found)
    policies = both_with_fixed(answers, policies_of(policy, found.ruleset, sides_of(found)))
    chances = partial(_chances, policies=policies, phases=span, exact=exact, meter=meter)
    cells, is_interrupted = _cells(lambda pair: chances(armed(found, pair)), arms, progress)
    stopped = INTERRUPTED if is_interrupted else str(meter.reached or "")
    rests_on, told = basis(found, policy, answers, phases=span)
    made = _made(found, tuple(arms), cells, phases=span, exact=exact, stopped=stopped)
    return replace(made, assumptions=rests_on | {"weapons": VARIED}, hints=told)


def _cells(
    solve: Callable[[Pair], Chances], arms: Arms, progress: Progress | None
) -> tuple[list[Chances | None], bool]:
    """The cells row by row, None from the one where it was stopped, and whether the user stopped it.

    Raises:
        Spent: a limit is reached in the first cell.
        KeyboardInterrupt: the user interrupts the first cell.

    """
    cells: list[Chances | None] = []
    is_interrupted = False
    wanted = len(arms) ** 2
    try:
        for pair in product(arms.values(), arms.values()):
            cells.append(solve(pair))
            if progress:
                progress(len(cells), wanted)
    except (Spent, KeyboardInterrupt) as stop:
        if not cells:
            raise
        is_interrupted = isinstance(stop, KeyboardInterrupt)
    return cells + [None] * (wanted - len(cells)), is_interrupted


def _arms_of(scenario: Scenario) -> Arms:
    """The loadouts; raises BadInput if there are none."""
    found = arms_in(scenario, vocabulary(scenario.ruleset))
    if not found:
        remedy = "describe some under [weapons.NAME]"
        raise BadScenario(f"{scenario.ruleset} has no weapons by name", remedy=remedy)
    return found


def armed(scenario: Scenario, arms: Pair) -> Scenario:
    """The scenario with these weapons for all models of its two units."""
    known = weapons_in(scenario, vocabulary(scenario.ruleset))
    held = {name: known[name] for names in arms for name in names}
    units = tuple(_holding(unit, names) for unit, names in zip(scenario.units, arms, strict=True))
    return replace(scenario, units=units, weapons={**scenario.weapons, **held})


def _made(
    scenario: Scenario,
    arms: tuple[str, ...],
    cells: list[Chances | None],
    *,
    phases: int,
    exact: bool,
    stopped: str,
) -> Matrix:
    first, second = scenario.units
    return Matrix(
        ruleset=scenario.ruleset,
        units=(first.name, second.name),
        sides=(first.side, second.side),
        phases=phases,
        is_exact=exact,
        rows=arms,
        columns=arms,
        wins=_in_rows([cell and cell[0] for cell in cells], len(arms)),
        losses=_in_rows([cell and cell[1] for cell in cells], len(arms)),
        stopped=stopped,
        is_interrupted=stopped == INTERRUPTED,
    )


def _holding(unit: Unit, weapons: tuple[str, ...]) -> Unit:
    return replace(unit, members=tuple(replace(member, weapons=weapons) for member in unit.members))


def _chances(scenario: Scenario, *, policies: tuple[Policy, Policy], phases: int, exact: bool, meter: Meter) -> Chances:
    """The chances that the side of the first unit wins, and that of the second; sampled if they cannot be solved."""
    ruleset = ruleset_named(scenario.ruleset)
    try:
        chain = compiled(ruleset, ruleset.opened(scenario), policies, phases=phases, meter=meter)
    except TooManyPositions:
        return _sampled(scenario, policies, phases, meter)
    distribution = solved(chain, phases=phases, exact=exact).distribution(
        chain.read(partial(questions.ending, ruleset))
    )
    one, other = (
        distribution.get(WINS.format(side=unit.side), Fraction(0) if exact else 0.0) for unit in scenario.units
    )
    return one, other


def _sampled(scenario: Scenario, policies: tuple[Policy, Policy], phases: int, meter: Meter) -> Chances:
    """The same from games."""
    found = simulate(scenario, policies, n=GAMES, phases=phases, way="games", budget=meter)
    if not found.is_complete and not found.stopped:
        raise KeyboardInterrupt  # a cell of fewer games would look complete
    outcome = dict(found.figures.outcome)
    one, other = (outcome[WINS.format(side=unit.side)] for unit in scenario.units)
    return one, other


def _assert_duel(scenario: Scenario) -> None:
    if scenario.press is None:
        raise BadScenario("a matrix needs the press, not a table", remedy='give [press] pairs = [["ONE", "OTHER"]]')
    if len(scenario.units) != 2:  # noqa: PLR2004 - one against one
        message = f"a matrix needs one unit a side, and there are {len(scenario.units)}"
        raise BadScenario(message, remedy="remove the other units from the scenario")


def _in_rows(cells: list[Number | None], wide: int) -> Numbers:
    return tuple(tuple(cells[start : start + wide]) for start in range(0, len(cells), wide))


def _plain(chance: Number | None) -> float | str | None:
    if chance is None:
        return None
    return str(chance) if isinstance(chance, Fraction) else float(chance)


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return " ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()
