"""Duels between the units of a unit file: who wins, solved exactly where that can be, by several processes."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from pilein.chain.explore.compiler import compiled
from pilein.engine.budget import Meter
from pilein.engine.rulesets import folders, ruleset_named, rulesets_from
from pilein.kernel.errors import BadInput, Spent, TooManyPositions
from pilein.kernel.nearest import hint, listed
from pilein.lab.crew import Crew, Progress
from pilein.lab.figures import WINS
from pilein.lab.limits import MOST_RUNS, assert_not_too_large
from pilein.lab.policies import Policies, policies_of, sides_of
from pilein.lab.scenarios import Scenario
from pilein.lab.simulating import simulate
from pilein.lab.standing import standing_of
from pilein.lab.units import Units

Mode: TypeAlias = Literal["charging", "charged", "standing"]
CHARGING: Final = "charging"  # the first unit has charged
CHARGED: Final = "charged"  # the other has
STANDING: Final = "standing"  # neither has
MODES: tuple[Mode, ...] = (CHARGING, CHARGED, STANDING)
HALF = 0.5
PAIR = 2


class Contender(Struct, frozen=True):
    """A unit of a unit file as it takes part: its name, the options taken, its number of models."""

    unit: str
    options: tuple[str, ...]
    models: int

    @property
    def name(self) -> str:
        """The unit and its options."""
        return " + ".join((self.unit, *self.options))


class Duel(Struct, frozen=True):
    """One duel to solve: two contenders, and who has charged."""

    one: Contender
    other: Contender
    mode: Mode

    def scenario(self, units: Units) -> Scenario:
        """The duel in the press; raises BadInput and BadScenario as `Units.duel` does."""
        charged = {CHARGING: self.one.unit, CHARGED: self.other.unit}.get(self.mode)
        if self.one.unit == self.other.unit and self.mode == CHARGED:
            return self.turned().scenario(units)
        return units.duel(
            self.one.unit,
            self.other.unit,
            models=(self.one.models, self.other.models),
            options=(self.one.options, self.other.options),
            charged=charged,
        )

    def turned(self) -> "Duel":
        """The same duel as the other contender sees it."""
        modes: dict[str, Mode] = {CHARGING: CHARGED, CHARGED: CHARGING}
        return Duel(self.other, self.one, modes.get(self.mode, self.mode))


class Result(Struct, frozen=True):
    """The chances that the first wins and that the other does; `games`: how many were sampled, 0 if it is exact."""

    won: float
    lost: float
    games: int = 0

    @property
    def score(self) -> float:
        """The share of the fight that the first scores: 1 for a win, a half for a fight that nobody wins."""
        return HALF * (1 + self.won - self.lost)

    @property
    def turned(self) -> "Result":
        """The result as the other sees it."""
        return Result(self.lost, self.won, self.games)


class Judge(Struct, frozen=True):
    """How duels are fought: the unit file's text, policies, phases (0: to the end), games where odds are too large.

    `folders` have rulesets: worker processes read them too.
    """

    text: str
    policies: Policies
    phases: int
    games: int
    folders: tuple[str, ...] = field(default_factory=folders)

    def question(self) -> tuple[object, ...]:
        """What decides the result of a duel, as plain values."""
        rules = ruleset_named(Units.from_text(self.text).ruleset)
        return (rules.name, rules.version, self.text, repr(self.policies), self.phases, self.games)

    def begin(self, duels: tuple[Duel, ...], meter: Meter) -> Callable[[range], list[Result]]:
        """The function that fights the duels of some numbers; fewer if a limit is reached."""
        return partial(self._results, self.units(), duels, meter)

    def units(self) -> Units:
        """The units, read from the text."""
        for folder in self.folders:
            rulesets_from(folder)
        return Units.from_text(self.text)

    def _results(self, units: Units, duels: tuple[Duel, ...], meter: Meter, numbers: range) -> list[Result]:
        found: list[Result] = []
        with suppress(Spent):
            for number in numbers:
                meter.check()
                found.append(self.result(units, duels[number], meter))
        return found

    def result(self, units: Units, duel: Duel, meter: Meter) -> Result:
        """Who wins a duel; raises Spent where a limit is reached."""
        scenario = duel.scenario(units)
        ruleset = ruleset_named(scenario.ruleset)
        policies = policies_of(self.policies, scenario.ruleset, sides_of(scenario))
        begun = ruleset.opened(scenario)
        try:
            assert_not_too_large(scenario)
            chain = compiled(ruleset, begun, policies, phases=self.phases, most_runs=MOST_RUNS, meter=meter)
        except TooManyPositions:
            return self._sampled(scenario, meter)
        one, other = standing_of(chain, ruleset, begun.state, phases=self.phases, exact=False).wins
        return Result(float(one), float(other))

    def _sampled(self, scenario: Scenario, meter: Meter) -> Result:
        found = simulate(scenario, self.policies, n=self.games, phases=self.phases, way="games", budget=meter)
        if found.stopped:
            raise found.stopped
        outcome = dict(found.figures.outcome)
        one, other = (float(outcome[WINS.format(side=side)]) for side in sides_of(scenario))
        return Result(one, other, found.games)


def fought(
    judge: Judge, duels: Sequence[Duel], crew: Crew, *, meter: Meter, progress: Progress | None = None
) -> dict[Duel, Result]:
    """The results of some duels; without those after which a limit was reached.

    Raises:
        BadInput: the workers cannot play.
        Spent: the limit is reached in the first duel.

    """
    wanted = tuple(dict.fromkeys(duels))
    begin = partial(judge.begin, wanted)
    found = crew.gathered("duels", list[Result], begin, len(wanted), chunk=1, meter=meter, progress=progress)
    return dict(zip(wanted, found, strict=False))


def contenders(units: Units, names: Sequence[str], models: int | None, points: float | None) -> tuple[Contender, ...]:
    """The units that take part (none named: all), with so many models each, or for so many points, or as usual.

    Raises:
        BadInput: there is no such unit, fewer than two take part, or one cannot have that many models.

    """
    for name in names:
        if name not in units.names:
            remedy = hint(name, units.names, f"the units are {listed(units.names)}")
            raise BadInput(f"there is no unit {name!r}", key="units", remedy=remedy)
    chosen = tuple(dict.fromkeys(names or units.names))
    if len(chosen) < PAIR:
        raise BadInput("a comparison needs two units", key="units", remedy="name two or more, or none for all")
    counts = (units.models_for(name, points) if points is not None else models for name in chosen)
    return tuple(
        Contender(name, (), units.unit(name, models=count).models) for name, count in zip(chosen, counts, strict=True)
    )
