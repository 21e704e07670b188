"""Fair points, which are prices that match the strength of units.

They are computed from the numbers of models at which one unit is even with another.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, product
from math import log
from pathlib import Path
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.budget import Meter
from pilein.kernel.errors import BadInput
from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.chart import Row, Rows, rows
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.duels import CHARGED, CHARGING, Contender, Judge, Mode, Pair, Round, contenders, in_rounds, known_modes
from pilein.lab.even import Even, even
from pilein.lab.figures_as_data import FORMAT, entry
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import Limit, Phases
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.run_options import run_options
from pilein.lab.strength import Interval, mean_interval, price_intervals
from pilein.lab.table import INTERVAL, MISSING, NUMBER, PRICE, TEXT, Column, Kind, Table, headed
from pilein.lab.units import SIDES, Units
from pilein.lab.worker_pool import Progress, until_spent
from pilein.workers.pool import Workers

LIMIT = "5min,1GB"  # each pair is solved for several numbers of models
GAMES = 1_000  # of a duel that cannot be solved
MOST = 200  # numbers of models that are tried
USUAL = 10.0  # the mean price of a model where the file gives none
BOTH: tuple[Mode, ...] = (CHARGING, CHARGED)
Evens = dict[Pair, Even | Literal[False]]  # by pairs at their usual numbers; False if no number makes them even


class FairUnit(Struct, frozen=True):
    """Unit and its prices per model at its usual size: the `given` price and the `fair` price.

    The given price is 0 if the file has none. The fair price is None if the unit was not even with any other unit.
    """

    unit: str
    models: int
    given: float
    fair: Interval | None


class Upgrade(Struct, frozen=True):
    """Option of a unit with the option's price per model: the price `given`, and the `fair` price with its 95 % bounds.

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

    `evens[row][column]` is the number of models with which the row unit is even with the column unit, which has its
    usual number. It is None on the diagonal, and where no number makes the two units even.

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
    def sides(self) -> tuple[str, str]:
        """Names of the two sides of a duel."""
        return SIDES

    @property
    def note(self) -> str:
        """Text on pairs that no number makes even, prices that cannot be compared, and reasons for missing results."""
        missing = [
            f"{self.units[row].unit} against {self.units[column].unit}"
            for row, evens in enumerate(self.evens)
            for column, one in enumerate(evens)
            if one is None and row != column
        ]
        lines = [f"no number makes them even: {', '.join(missing)}"] if missing and not self.stopped else []
        lines += [self.apart] if self.apart else []
        lines += [f"not everything was computed: {self.stopped}"] if self.stopped else []
        return "\n".join(lines)

    @property
    def apart(self) -> str:
        """Sentence stating that prices can be compared only within groups, or "" if all prices can be compared."""
        groups = self.groups()
        if len(groups) < 2:  # noqa: PLR2004 - one group and another
            return ""
        words = "; ".join(", ".join(group) for group in groups)
        return f"prices can be compared only within a group, since units of different groups are never even: {words}"

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

    def headline(self) -> Table:
        """Table of the prices."""
        return self._prices()

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


# --- the question ----------------------------------------------------------------------------------------------------


def fair_points(  # noqa: PLR0913 - the question, and options for answering it
    units: Units | str | Path,
    *names: str,
    modes: tuple[Mode, ...] = BOTH,
    upgrades: bool = True,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    games: int = GAMES,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = LIMIT,
) -> FairPoints:
    """Find fair prices for units, and the numbers of models at which the units are even with each other.

    The units are those of a unit file, or those in `names`. A unit is even with another, at the other's usual
    number, when both score the same: 1 for a win and a half for a fight without a winner, averaged over `modes`. The
    limits `min` and `max` of the file do not apply. The prices are the best fit to all the numbers found, and have
    the same sum as the given prices. With `upgrades`, each option of a unit is priced too. `workers` and `keep` are
    as in `compare`. Other arguments are as in `odds`, but the default `budget` is five minutes.

    Raises:
        BadScenario: the unit file cannot be read.
        BadInput: a unit or mode is unknown, there are fewer than two units, or the number of workers is invalid.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        Spent: the budget is reached before the first pair is even.
    """
    found = units if isinstance(units, Units) else Units.load(units)
    usual, asked = contenders(found, names, None, None), known_modes(modes)
    optional = [replace(one, options=(option,)) for one in usual if upgrades for option in found.options(one.unit)]
    once = [Pair(one, other) for one, other in combinations(usual, 2)]
    waves = (once, [pair.turned for pair in once], [Pair(one, other) for one, other in product(optional, usual)])
    asked_of = {"policy": policy, "phases": phases, "games": games, "progress": progress, "budget": budget}
    run = run_options(workers=workers, keep=keep, **asked_of)  # type: ignore[arg-type]
    judge = Judge(_without_limits(found, usual).to_toml(), policy, run.phases, run.games)
    rounds = [_wave(found, judge, asked, f"wave {number}", pairs) for number, pairs in enumerate(waves)]
    with run.continued("points", [judge.question(), waves, asked]) as run:
        done, stopped = in_rounds(rounds, list[Even | Literal[False] | None], run, sum(map(len, waves)))
    return _made(found, usual, optional, done, judge.assumptions({"who charges": " and ".join(asked)}), stopped)


def _made(
    units: Units,
    usual: tuple[Contender, ...],
    optional: Sequence[Contender],
    done: Evens,
    rests_on: Assumptions,
    stopped: str,
) -> FairPoints:
    priced = _priced(units, usual, done)
    bought = (_upgrade(units, one, usual, done, priced) for one in optional)
    evens = tuple(tuple(done.get(Pair(one, other)) or None for other in usual) for one in usual)
    return FairPoints(units.ruleset, priced, evens, tuple(one for one in bought if one), rests_on, stopped)


def _wave(
    units: Units, judge: Judge, modes: tuple[Mode, ...], name: str, pairs: Sequence[Pair]
) -> Callable[[Evens], Round]:
    """Return a function that sets up the round in which pairs are made even, given the results of earlier rounds.

    Guesses are made from the results of earlier rounds alone, so that they do not depend on which process finishes
    first.
    """

    def made(done: Evens) -> Round:
        guesses = tuple(_guess(units, pair, done) for pair in pairs)
        return Round(name, pairs, partial(_begun, judge, pairs, modes, guesses))

    return made


def _begun(
    judge: Judge, pairs: Sequence[Pair], modes: tuple[Mode, ...], guesses: Sequence[int], meter: Meter
) -> Callable[[range], list[Even | Literal[False]]]:
    """Return a function that evens out the pairs at the given indices, or fewer pairs if a limit is reached.

    The first unit's number of models varies. The function returns False for a pair that no number makes even.
    """
    units, fights = judge.units(), KnownFights[tuple[float, float]]()

    def found(number: int) -> Even | Literal[False]:
        pair = pairs[number]

        def score(models: int) -> float:
            tried = Pair(replace(pair.one, models=models), pair.other)
            results = judge.results(units, tried, modes, meter, fights)
            return sum(one.score for one in results.values()) / len(results)

        return even(score, _fewest_models(units, pair.one), MOST, guesses[number]) or False

    return partial(until_spent, found)


def _without_limits(units: Units, usual: Sequence[Contender]) -> Units:
    for one in usual:
        units = units.with_unit(one.unit, min=None, max=None, models=one.models)
    return units


def _guess(units: Units, pair: Pair, done: Evens) -> int:
    """Guess how many models make a pair even, from the pair without options, from the reverse pair, or from prices."""
    one, other = pair.one, pair.other
    turned, plain = done.get(pair.turned), done.get(Pair(replace(one, options=()), other))
    if plain:
        return plain.models
    if turned:
        return round(one.models * other.models / turned.number)
    each = units.points(one.unit, models=one.models, options=one.options) / one.models
    points = units.points(other.unit, models=other.models, options=other.options)
    return round(points / each) if each > 0 and points > 0 and not one.options else one.models


def _fewest_models(units: Units, one: Contender) -> int:
    """Return the smallest number of models that a unit can have, including its champions."""
    for models in range(1, one.models):
        with suppress(BadInput):
            units.unit(one.unit, models=models, options=one.options)
            return models
    return one.models


def _priced(units: Units, usual: tuple[Contender, ...], done: Evens) -> tuple[FairUnit, ...]:
    """Compute a price per model for every unit that was made even with at least one other unit."""
    ratios = np.full((len(usual), len(usual)), np.nan)
    for (row, one), (column, other) in product(enumerate(usual), repeat=2):
        if found := done.get(Pair(one, other)):
            ratios[row, column] = other.models / found.number
    given = [units.points(one.unit, models=one.models) / one.models for one in usual]
    known = (~np.isnan(ratios)).any(axis=0) | (~np.isnan(ratios)).any(axis=1)
    prices = price_intervals(ratios)
    scale = _scale(usual, [each if one else 0 for each, one in zip(given, known, strict=True)], prices)
    fair = [
        Interval(scale * one.value, scale * one.low, scale * one.high) if is_known else None
        for one, is_known in zip(prices, known, strict=True)
    ]
    return tuple(
        FairUnit(one.unit, one.models, each, price) for one, each, price in zip(usual, given, fair, strict=True)
    )


def _scale(usual: Sequence[Contender], given: Sequence[float], prices: Sequence[Interval]) -> float:
    """Return the factor that makes the priced units cost as much in total as before."""
    priced = [place for place, each in enumerate(given) if each > 0]
    if not priced:
        return USUAL
    cost = sum(usual[place].models * prices[place].value for place in priced)
    return sum(usual[place].models * given[place] for place in priced) / cost


def _upgrade(
    units: Units,
    one: Contender,
    usual: tuple[Contender, ...],
    done: Evens,
    priced: tuple[FairUnit, ...],
) -> Upgrade | None:
    """Price an option per model. Returns None if the unit with the option could not be made even with any unit."""
    logs = [
        log(other.models / found.number * fair.fair.value)
        for other, fair in zip(usual, priced, strict=True)
        if (found := done.get(Pair(one, other))) and fair.fair
    ]
    base = next(fair for other, fair in zip(usual, priced, strict=True) if other.unit == one.unit)
    if not logs or base.fair is None:
        return None
    asked = units.points(one.unit, models=one.models, options=one.options) / one.models - base.given
    price, without = mean_interval(logs), base.fair.value
    return Upgrade(one.unit, one.options[0], asked, price.value - without, price.low - without, price.high - without)
