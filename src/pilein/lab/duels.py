"""Solve or play duels between the units of a unit file in several processes.

Positions that several duels of the same two units have in common are solved only once.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import sqrt
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct, field

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import chain_of
from pilein.chain.limits import LIMIT, Limits
from pilein.chain.model.transition_model import TransitionModel
from pilein.engine.budget import Meter
from pilein.engine.rulesets import folders, ruleset_named, rulesets_from
from pilein.kernel.errors import BadInput, Spent, TooManyPositions, TooMuch
from pilein.kernel.nearest import hint, listed
from pilein.kernel.position import Position
from pilein.lab.assumptions import END, Assumptions, played_by
from pilein.lab.figures import WINS
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import INTERRUPTED, assert_not_too_large
from pilein.lab.odds_solving import solved
from pilein.lab.policies import Policies, policies_of, sides_of
from pilein.lab.questions import ending
from pilein.lab.run_options import RunOptions
from pilein.lab.scenarios import Scenario
from pilein.lab.simulating import simulate
from pilein.lab.units import Units
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import Setup

Mode: TypeAlias = Literal["charging", "charged", "standing"]
CHARGING: Final = "charging"  # the first unit has charged
CHARGED: Final = "charged"  # the other unit has charged
STANDING: Final = "standing"  # neither unit has charged
MODES: tuple[Mode, ...] = (CHARGING, CHARGED, STANDING)
TURNED: dict[Mode, Mode] = {CHARGING: CHARGED, CHARGED: CHARGING, STANDING: STANDING}  # as the other sees it
SIDES = ("red", "blue")  # of a duel
HALF = 0.5
PAIR = 2
Done = TypeVar("Done")  # result of a pair
Wins = tuple[float, float]  # each side's chance to win

MOST_RUNS = 500_000  # outcomes beyond which games are faster: modes share them, and one thousand games take as long
MOST_CLAUSES = 40_000  # the same of runs of clauses, where each has few outcomes
LIMITS = Limits(LIMIT, MOST_RUNS, MOST_CLAUSES)
CHEAP = Limits(LIMIT, MOST_RUNS // 20, MOST_CLAUSES // 20)  # a duel within these is little work


class Contender(Struct, frozen=True):
    """Unit of a unit file that takes part in duels, with its chosen options and number of models."""

    unit: str
    options: tuple[str, ...]
    models: int

    @property
    def name(self) -> str:
        """Name of the contender's unit, followed by its options."""
        return " + ".join((self.unit, *self.options))


class Pair(Struct, frozen=True):
    """Two contenders who meet in a duel."""

    one: Contender
    other: Contender

    @property
    def turned(self) -> "Pair":
        """The same pair with the two contenders swapped."""
        return Pair(self.other, self.one)

    @property
    def work(self) -> int:
        """Relative amount of work for the pair's duel. It grows with the number of models of both contenders."""
        return self.one.models * self.other.models

    def scenario(self, units: Units, mode: Mode, active: str | None = None) -> Scenario:
        """Set up the pair's duel in the press.

        It is the turn of the unit that charged. If neither did, it is the turn of `active`, by default the first
        unit. If both units have the same name, only the first can have charged. Raises BadInput and BadScenario as
        `Units.duel` does.
        """
        return units.duel(
            self.one.unit,
            self.other.unit,
            models=(self.one.models, self.other.models),
            options=(self.one.options, self.other.options),
            charged={CHARGING: self.one.unit, CHARGED: self.other.unit}.get(mode),
            active=active,
        )


class Result(Struct, frozen=True):
    """Chance that the first unit wins and chance that the second unit wins.

    `games` is the number of games sampled, 0 if exact.
    """

    won: float
    lost: float
    games: int = 0

    @property
    def score(self) -> float:
        """First unit's share of the fight, counting a win as 1 and a fight without a winner as a half."""
        return HALF * (1 + self.won - self.lost)

    @property
    def error(self) -> float:
        """Standard error of the score. Exact scores have an error of 0."""
        spread = self.won + self.lost - (self.won - self.lost) ** 2
        return HALF * sqrt(spread / self.games) if self.games else 0.0

    @property
    def turned(self) -> "Result":
        """The same result seen from the second unit's side."""
        return Result(self.lost, self.won, self.games)


ByMode = dict[Mode, Result]


class Round(NamedTuple):
    """Pairs to work on, with the name under which results are kept, and the function that begins the work."""

    name: str
    pairs: Sequence[Pair]
    begin: Callable[[Meter], Callable[[range], list[Any]]]


class Judge(Struct, frozen=True):
    """Terms of duels: a unit file's text, the policies, and the number of phases (0 to play to the end).

    `games` is the number of games to sample if a duel cannot be solved. Worker processes also load the rulesets in
    `folders`.
    """

    text: str
    policies: Policies
    phases: int
    games: int
    folders: tuple[str, ...] = field(default_factory=folders)

    def question(self) -> tuple[object, ...]:
        """Return the plain values that determine a duel's result."""
        rules = ruleset_named(self.units().ruleset)
        return (rules.name, rules.version, self.text, repr(self.policies), self.phases, self.games)

    def assumptions(self, more: Assumptions) -> Assumptions:
        """Return the assumptions behind the duels, with `more` inserted among them."""
        phases = f"{self.phases} at most" if self.phases else END
        return {"phases": phases, **more, "policies": played_by(self.policies, SIDES)}

    def units(self) -> Units:
        """Parse the unit file's text."""
        for folder in self.folders:
            rulesets_from(folder)
        return Units.from_text(self.text)

    def results(
        self,
        units: Units,
        pair: Pair,
        modes: tuple[Mode, ...],
        meter: Meter,
        fights: KnownFights[Wins] | None = None,
    ) -> ByMode:
        """Solve or sample the duel in each mode. Raises Spent if a limit is reached.

        `fights` holds results known from other pairs.
        """
        fight = partial(
            self._fight, DuelSolver(self.policies, self.phases, meter, LIMITS, fights or KnownFights()), meter
        )
        return _Meeting(units, pair, fight).results(modes)

    def cheap_results(self, units: Units, pair: Pair, modes: tuple[Mode, ...], meter: Meter) -> ByMode | None:
        """Solve the duel in each mode.

        Returns None if that takes more than a little work. Raises Spent if a limit is reached.
        """
        solver = DuelSolver(self.policies, self.phases, meter, CHEAP)
        try:
            return _Meeting(units, pair, lambda scenario: Result(*solver.wins(scenario))).results(modes)
        except Spent:
            raise
        except TooMuch as error:
            error.__traceback__ = None  # it would keep the compiled battle
            return None

    def _fight(self, solver: "DuelSolver", meter: Meter, scenario: Scenario) -> Result:
        meter.check()
        try:
            return Result(*solver.wins(scenario))
        except TooManyPositions as error:
            error.__traceback__ = None  # it would keep the compiled battle
        found = simulate(scenario, self.policies, n=self.games, phases=self.phases, way="games", budget=meter)
        if found.stopped:
            raise found.stopped
        outcome = dict(found.figures.outcome)
        one, other = (float(outcome[WINS.format(side=side)]) for side in sides_of(scenario))
        return Result(one, other, found.games)


class _Meeting(NamedTuple):
    """Pair of units that fight each other in several modes. `fight` computes the result of a scenario."""

    units: Units
    pair: Pair
    fight: Callable[[Scenario], Result]

    def results(self, modes: tuple[Mode, ...]) -> ByMode:
        """Return the result of the pair's duel in each mode."""
        found, pair = ByMode(), self.pair
        for mode in modes:
            if mode == CHARGED and pair.one == pair.other and CHARGING in found:
                found[mode] = found[CHARGING].turned
            else:
                found[mode] = self._standing(found) if mode == STANDING else self._result(pair, mode)
        return found

    def _standing(self, found: ByMode) -> Result:
        """Return the mean result of two duels, one in each unit's turn. The turn may decide which unit strikes first.

        If the rules do not ask which unit charged, the two duels are those of the other two modes.
        """
        pair = self.pair
        if self.units.may_have_charged:
            one = self.fight(pair.scenario(self.units, STANDING))
            other = one.turned if pair.one == pair.other else self._on_the_others_turn()
        else:
            one, other = (found.get(mode) or self._result(pair, mode) for mode in (CHARGING, CHARGED))
        return Result(HALF * (one.won + other.won), HALF * (one.lost + other.lost), one.games or other.games)

    def _on_the_others_turn(self) -> Result:
        pair = self.pair
        if pair.one.unit == pair.other.unit:  # one name: it means the first
            return self.fight(pair.turned.scenario(self.units, STANDING)).turned
        return self.fight(pair.scenario(self.units, STANDING, active=pair.other.unit))

    def _result(self, pair: Pair, mode: Mode) -> Result:
        if mode == CHARGED and pair.one.unit == pair.other.unit:  # one name: only the first can have charged
            return self._result(pair.turned, CHARGING).turned
        return self.fight(pair.scenario(self.units, mode))


def known_modes(modes: Sequence[str]) -> tuple[Mode, ...]:
    """Return the modes in their usual order. Raises BadInput if there are none or if a mode is unknown."""
    for mode in modes:
        if mode not in MODES:
            remedy = hint(mode, MODES, f"use one of {listed(MODES)}")
            raise BadInput(f"a unit cannot fight in the mode {mode!r}", key="modes", remedy=remedy)
    if not modes:
        raise BadInput("no mode is given", key="modes", remedy=f"give at least one of {listed(MODES)}")
    return tuple(mode for mode in MODES if mode in modes)


def in_rounds(
    rounds: Iterable[Callable[[dict[Pair, Done]], Round]],
    kind: type[list[Done | None]],
    run: RunOptions,
    wanted: int,
) -> tuple[dict[Pair, Done], str]:
    """Work through pairs in rounds, until all are done or a limit or the user stops the work.

    Returns the results, and the reason for stopping early or "". Each round is made from the results of earlier
    rounds. A pair without a result waits for a later round.

    Raises:
        BadInput: the workers cannot play.
        Spent: the limit is reached in the first pair.
        KeyboardInterrupt: the user interrupts the first pair.
    """
    done: dict[Pair, Done] = {}
    try:
        for made in rounds:
            (name, pairs, begin), before, found = made(done), done, kind()
            for found in run.pool.totals(name, kind, begin, len(pairs), chunk=1, meter=run.meter):
                done = before | {pair: one for pair, one in zip(pairs, found, strict=False) if one is not None}
                if run.progress:
                    run.progress(len(done), wanted)
            if len(found) < len(pairs):
                return done, _why_stopped(run.meter)
    except (Spent, KeyboardInterrupt) as stop:
        if not done:
            raise
        return done, INTERRUPTED if isinstance(stop, KeyboardInterrupt) else _why_stopped(run.meter)
    return done, ""


def _why_stopped(meter: Meter) -> str:
    """Return the limit that stopped the remaining duels. Worker processes report only that a limit was reached."""
    return str(meter.reached or "the limit on time or memory was reached; raise it with --limit (in Python, `budget`)")


def contenders(units: Units, names: Sequence[str], models: int | None, points: float | None) -> tuple[Contender, ...]:
    """Return the units that take part, each with its number of models. If no unit is named, all units take part.

    The number of models is `models`, or the number that `points` buy, or the unit's usual number.

    Raises:
        BadInput: a unit is unknown, fewer than two take part, a unit cannot have that many models, or both `models` and
            `points` are given.
    """
    if models is not None and points is not None:
        raise BadInput("models and points cannot both be given", key="points", remedy="give either models or points")
    for name in names:
        if name not in units.names:
            remedy = hint(name, units.names, f"name one of the units: {listed(units.names)}")
            raise BadInput(f"the unit file has no unit {name!r}", key="units", remedy=remedy)
    chosen = tuple(dict.fromkeys(names or units.names))
    if len(chosen) < PAIR:
        raise BadInput(
            "a comparison needs at least two units",
            key="units",
            remedy="name at least two units, or name none to compare all units",
        )
    counts = (units.models_for(name, points) if points is not None else models for name in chosen)
    return tuple(
        Contender(name, (), units.unit(name, models=count).models) for name, count in zip(chosen, counts, strict=True)
    )


# --- solving ---------------------------------------------------------------------------------------------------------


class DuelSolver(Struct, eq=False):
    """Solver of duels under given policies. If `phases` is 0, duels are played to the end.

    After a round it hardly matters which unit charged. A duel with the same set-up as the previous duel therefore
    reuses that duel's transition model, in which most positions are already solved. `fights` holds results known from
    other units or equipment.
    """

    policies: Policies
    phases: int
    meter: Meter
    limits: Limits
    fights: KnownFights[Wins] = field(default_factory=KnownFights[Wins])
    before: tuple[Setup, TransitionModel] | None = None

    def wins(self, scenario: Scenario) -> Wins:
        """Return each side's chance to win.

        Raises:
            TooManyPositions: playing games would be faster.
            Spent: a limit of time or memory is reached.
        """
        assert_not_too_large(scenario)
        return self.fights.solved(scenario, self._read, self.limits, self._compiled, self.meter)

    def _read(self, chain: Chain, ruleset: Ruleset, opening: BattleState) -> Wins:
        ends = solved(chain, None, phases=self.phases, exact=False)
        endings = ends.distribution(chain.read(partial(ending, ruleset)))
        one, other = (float(endings.get(WINS.format(side=side), 0)) for side in opening.setup.sides)
        return one, other

    def _compiled(self, ruleset: Ruleset, begun: Position, meter: Meter) -> Chain:
        """Compile a duel. The previous duel's transition model is reused if the set-up is the same."""
        setup, clock = begun.state.setup, ruleset.clock(begun)
        if self.before is None or self.before[0] != setup or self.before[1].clock != clock:
            policies = policies_of(self.policies, setup.ruleset, setup.sides)
            model = TransitionModel(ruleset, policies, clock=clock, limits=self.limits, meter=meter)
            self.before = setup, model
        return chain_of(self.before[1], begun, self.limits, phases=self.phases)
