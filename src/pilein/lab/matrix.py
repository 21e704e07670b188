"""All ways to be armed set against each other: the exact odds of every pair, cell by cell."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.chain.chain import compiled
from pilein.kernel.errors import BadInput, BadScenario
from pilein.lab import questions
from pilein.lab.arms import Arms, arms_in, weapons_in
from pilein.lab.figures import WINS, Number
from pilein.lab.odds_policies import Chosen, policies_of
from pilein.lab.odds_solving import solved
from pilein.lab.rulesets import rules, vocabulary
from pilein.lab.scenarios import scenario_of
from pilein.lab.spans import Phases, phases_of
from pilein.tabletop.scenario import Scenario, Unit

Progress = Callable[[int, int], None]  # (cells done, cells wanted)
Numbers = tuple[tuple[Number, ...], ...]
Chances = tuple[Number, Number]  # that the first unit's side wins, that the other's does

FORMAT = 1
WEAPONS = "weapons"
HIGH = 9.95  # per cent, below which a decimal is shown


class Matrix(Struct, frozen=True):
    """How the first unit of a scenario fares against the second, armed in every way; printing it shows a table.

    `wins[row][column]` is the chance that the first unit's side wins when it is armed as `rows` says and the other as
    `columns` says, `losses` that the other's does; what is left is nobody's. `phases`: 0 is to the end.
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

    def favour(self, row: int, column: int) -> float:
        """By how much the first unit is favoured, of all fights that anybody wins: 1 it alone wins, -1 the other."""
        won, lost = float(self.wins[row][column]), float(self.losses[row][column])
        return (won - lost) / (won + lost) if won + lost else 0.0

    def words(self, row: int, column: int) -> str:
        """A cell in words: the chance that the first unit wins, in per cent."""
        share = 100 * float(self.wins[row][column])
        return f"{share:.{0 if share >= HIGH else 1}f}"

    @property
    def title(self) -> str:
        """What the numbers are."""
        return f"Chance in % that {self.units[0]} (row) beats {self.units[1]} (column) {self.span}"

    @property
    def span(self) -> str:
        """How long they fight."""
        if not self.phases:
            return "in the end"
        return "in one phase" if self.phases == 1 else f"in {self.phases} phases"

    def document(self) -> dict[str, Any]:
        """The JSON document of `pilein matrix --json`; chances worked out in fractions are "n/d"."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "vary": WEAPONS,
            "units": self.units,
            "sides": self.sides,
            "phases": self.phases,
            "exact": self.is_exact,
            "rows": self.rows,
            "columns": self.columns,
            "wins": [[_plain(chance) for chance in chances] for chances in self.wins],
            "losses": [[_plain(chance) for chance in chances] for chances in self.losses],
        }

    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The table, line by line: the numbers of the columns, then each row by number and name with its cells."""
        head = ("", *(str(place) for place in range(1, len(self.columns) + 1)))
        wide = len(str(len(self.rows)))
        names = (f"{place:>{wide}} {name}" for place, name in enumerate(self.rows, 1))
        cells = [[self.words(row, column) for column in range(len(self.columns))] for row in range(len(self.rows))]
        return (head, *((name, *line) for name, line in zip(names, cells, strict=True)))

    def __str__(self) -> str:
        lines = self.lines()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [_line(line, widths) for line in lines]
        return "\n".join([self.title, "", *table])


def matrix(
    scenario: Scenario | str | Path,
    policy: Chosen = "sensible",
    *,
    vary: str = WEAPONS,
    phases: Phases = "end",
    exact: bool = False,
    rulings: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Matrix:
    """The odds of a fight of two units in the press for every two ways to be armed that the ruleset knows,
    and with the scenario's own weapons.

    Each cell is what `odds` says of the scenario with these weapons, in floats, or `exact` in fractions. `policy`,
    `phases` and `rulings` are as there. `progress` is told (cells done, cells wanted).

    Raises:
        BadScenario: the file or the scenario cannot be played, or one of the weapons cannot be held.
        BadInput: it is not one unit against one in the press, `vary` names something else than weapons, or there
            is no such policy or number of phases.
        TooManyPositions: in one cell there are more than odds can be worked out for.
        UnknownRule: no such policy, ruling or option.

    """
    if vary != WEAPONS:
        raise BadInput("cannot be varied", key=vary, remedy=f"{WEAPONS} can")
    found, span = scenario_of(scenario, rulings), phases_of(phases)
    _assert_duel(found)
    arms = _arms_of(found)
    chances = partial(_chances, policies=policies_of(policy, found.ruleset), phases=span, exact=exact)
    cells = []
    for pair in product(arms.values(), arms.values()):
        cells.append(chances(armed(found, pair)))
        if progress:
            progress(len(cells), len(arms) ** 2)
    return _made(found, tuple(arms), cells, phases=span, exact=exact)


def _arms_of(scenario: Scenario) -> Arms:
    """The ways to be armed; raises BadInput where there are none."""
    found = arms_in(scenario, vocabulary(scenario.ruleset))
    if not found:
        remedy = "describe some under [weapons.NAME]"
        raise BadScenario(f"{scenario.ruleset} knows no weapons by name", remedy=remedy)
    return found


def armed(scenario: Scenario, arms: tuple[tuple[str, ...], tuple[str, ...]]) -> Scenario:
    """The scenario, all models of its two units holding these weapons."""
    known = weapons_in(scenario, vocabulary(scenario.ruleset))
    held = {name: known[name] for names in arms for name in names}
    units = tuple(_holding(unit, names) for unit, names in zip(scenario.units, arms, strict=True))
    return replace(scenario, units=units, weapons={**scenario.weapons, **held})


def _made(scenario: Scenario, arms: tuple[str, ...], cells: list[Chances], *, phases: int, exact: bool) -> Matrix:
    first, second = scenario.units
    return Matrix(
        ruleset=scenario.ruleset,
        units=(first.name, second.name),
        sides=(first.side, second.side),
        phases=phases,
        is_exact=exact,
        rows=arms,
        columns=arms,
        wins=_in_rows([won for won, _ in cells], len(arms)),
        losses=_in_rows([lost for _, lost in cells], len(arms)),
    )


def _holding(unit: Unit, weapons: tuple[str, ...]) -> Unit:
    return replace(unit, members=tuple(replace(member, weapons=weapons) for member in unit.members))


def _chances(scenario: Scenario, *, policies: Any, phases: int, exact: bool) -> Chances:  # noqa: ANN401
    """The chances that the side of the first unit wins, and that of the second."""
    ruleset = rules(scenario.ruleset)
    chain = compiled(ruleset, ruleset.opened(scenario), policies, phases=phases)
    law = solved(chain, phases=phases, exact=exact).law(chain.read(partial(questions.ending, ruleset)))
    one, other = (law.get(WINS.format(side=unit.side), Fraction(0) if exact else 0.0) for unit in scenario.units)
    return one, other


def _assert_duel(scenario: Scenario) -> None:
    if scenario.press is None:
        raise BadScenario("a matrix needs the press, not a table", remedy='give [press] pairs = [["ONE", "OTHER"]]')
    if len(scenario.units) != 2:  # noqa: PLR2004 - one against one
        message = f"a matrix needs one unit a side, and there are {len(scenario.units)}"
        raise BadScenario(message, remedy="take the other units out of the scenario")


def _in_rows(cells: list[Number], wide: int) -> Numbers:
    return tuple(tuple(cells[start : start + wide]) for start in range(0, len(cells), wide))


def _plain(chance: Number) -> float | str:
    return str(chance) if isinstance(chance, Fraction) else float(chance)


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return " ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()
