"""Answers about one fight, solved or sampled, with figures by side and by unit, tables and a picture."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import hint, listed
from pilein.lab.answer import LINES, Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.plot import plotted
from pilein.lab.figures import WINS, Figures, Number, UnitFigures
from pilein.lab.figures_as_data import as_arrays, as_records
from pilein.lab.figures_as_tables import in_short, tables
from pilein.lab.figures_as_words import mean, percent
from pilein.lab.table import Records, Table
from pilein.tabletop.scenario import Scenario

if TYPE_CHECKING:
    from numpy.typing import NDArray

Named = TypeVar("Named")


class ByName(dict[str, Named]):
    """Values by the name of a side or unit. An unknown name raises BadInput with the nearest name as a suggestion."""

    def __init__(self, pairs: Iterable[tuple[str, Named]], what: str) -> None:
        super().__init__(pairs)
        self._what = what

    def __missing__(self, name: str) -> Named:
        remedy = hint(str(name), self, f"name one of the {self._what}s: {listed(list(self))}")
        raise BadInput(f"there is no {self._what} with this name", key=str(name), remedy=remedy)

    def __reduce__(self) -> tuple[Any, ...]:
        return ByName, (tuple(self.items()), self._what)


class FightAnswer(Answer):
    """Answer about one fight, with `wins` by side, `units` by name, tables, records, arrays and a picture."""

    scenario: Scenario
    figures: Figures
    assumptions: Assumptions
    hints: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides of the fight."""
        return self.figures.sides

    @property
    def side_of(self) -> dict[str, str]:
        """Map each unit's name to its side."""
        return {unit.unit: unit.side for unit in self.figures.units}

    @property
    def wins(self) -> ByName[Number]:
        """Chance that each side wins, by the side's name.

        Examples:
            >>> import pilein
            >>> round(float(pilein.odds("examples/scrollhammer/duel.toml").wins["hills"]), 3)
            0.516
        """
        outcome = dict(self.figures.outcome)
        return ByName(((side, outcome[WINS.format(side=side)]) for side in self.figures.sides), "side")

    @property
    def units(self) -> ByName[UnitFigures]:
        """Figures of each unit, by name.

        Examples:
            >>> import pilein
            >>> round(float(pilein.odds("examples/scrollhammer/duel.toml").units["noble"].losses.mean), 3)
            0.427
        """
        return ByName(((unit.unit, unit) for unit in self.figures.units), "unit")

    def tables(self) -> tuple[Table, ...]:
        """Return the table of assumptions and the tables of figures."""
        return (assumed(self.assumptions), *tables(self.figures, self.scenario.ruleset))

    def short(self) -> tuple[str, ...]:
        """Return the answer in at most five lines: opponents, outcomes, losses, likeliest fates, and method."""
        each = self.figures.units
        fight = " against ".join(
            ", ".join(f"{one.models} {one.unit}" for one in each if one.side == side) for side in self.figures.sides
        )
        lost = ", ".join(f"{one.unit} {mean(one.losses.mean)} of {one.models}" for one in each)
        fates = "; ".join(f"{one.unit}: {_likeliest(one)}" for one in each)
        about = f"{fight} ({self.scenario.ruleset}, {self.assumptions.get('phases', '')})"
        return (about, in_short(self.figures), f"models lost: {lost}", fates, self.note)[:LINES]

    def to_dict(self) -> Records:
        """Return the figures as records: {figure, of, value, chance, error, low, high}."""
        return as_records(self._complete())

    def to_numpy(self) -> "dict[str, NDArray[Any]]":
        """Return the distributions as arrays that hold the chance of each value from 0 upwards; see `as_arrays`."""
        return as_arrays(self._complete())

    def to_svg(self) -> str:
        """Draw the winner, the fate and losses of each unit, and the length of the fight."""
        return self.drawn(self.scenario.ruleset, self.note)

    def drawn(self, name: str | Path, note: str) -> str:
        """Draw the answer with the scenario's name and a note on the method."""
        return plotted(self.figures, str(name), note, in_a_line(self.assumptions))

    def _complete(self) -> Figures:
        return self.figures

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.scenario.ruleset}: {in_short(self.figures)}>"


def _likeliest(unit: UnitFigures) -> str:
    fate, chance = unit.fates[0]
    return f"{fate} {percent(chance)}"
