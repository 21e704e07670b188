"""Solve fights in the press and their variants under other readings.

Clauses that no changed ruling affects are compiled only once.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import chain_of
from pilein.chain.limits import LIMIT, Limits
from pilein.chain.model.transition_model import TransitionModel, unlabelled
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import Spent, TooMuch
from pilein.kernel.position import Position
from pilein.kernel.requests import Policy
from pilein.lab.fixed import both_with_fixed
from pilein.lab.limits import INTERRUPTED, MOST_RUNS, MOST_WORK, assert_not_too_large, within
from pilein.lab.outcome_summary import Standing, standing_of
from pilein.lab.policies import policies_of, sides_of
from pilein.lab.readings import changed_rulings, noting, opening
from pilein.lab.run_options import RunOptions
from pilein.lab.simulating_games import Games
from pilein.lab.worker_pool import WorkerPool, until_spent
from pilein.tabletop.scenario import Scenario

Tried = Standing | str | None  # the result, the reason for its absence, or None if nothing changes
Kept = tuple[str | float, ...] | str | None  # the same as a file keeps it: a fraction is a text
ENOUGH = 300_000  # runs of clauses beyond which several processes are faster than one


class Question(NamedTuple):
    """Terms of a fight: the policies of both sides, the number of phases (0 to play to the end), and whether to solve
    in fractions.
    """

    policies: tuple[Policy, Policy]
    phases: int
    exact: bool


class PressFight:
    """Fight in the press. The fight is compiled only once.

    `standing` is the fight's result, and `under` gives the results of the fight under other readings. `asked` holds
    the rulings used by clauses, by policies or by the drivers that determine the end of the fight. Options of other
    rulings have no effect.

    Raises:
        TooMuch: there is too much to solve.
    """

    def __init__(self, scenario: Scenario, question: Question, meter: Meter) -> None:
        assert_not_too_large(scenario)
        self._question = question
        self._limits = Limits(LIMIT, within(meter, MOST_RUNS), work=within(meter, MOST_WORK))
        self._rules = ruleset_named(scenario.ruleset)
        self._opening = opening(self._rules, scenario)
        self._model = self._new_model(self._opening, meter)
        self.standing = self._solved(self._model, self._opening)
        self._elsewhere = frozenset(self._model.asked | self._model.taken())
        self.asked = self._elsewhere.union(*(one.rulings for one in self._model.computed))

    def meets(self, scenario: Scenario) -> bool:
        """Whether the scenario changes a ruling that the fight uses, or starts from a different position."""
        rulings = changed_rulings(self._opening, opening(self._rules, scenario))
        return rulings is None or not rulings.isdisjoint(self.asked)

    def under(self, scenario: Scenario) -> Standing | None:
        """Solve the same fight under other readings. Returns None if the readings change no transition.

        Raises:
            TooMuch: there is too much to solve.
        """
        self._model.meter.check()
        begun = opening(self._rules, scenario)
        rulings = changed_rulings(self._opening, begun)
        if rulings is None or self._rules.clock(begun) != self._model.clock:
            return self._solved(self._new_model(begun, self._model.meter), begun)
        if rulings.isdisjoint(self.asked):
            return None
        variant = self._model.variant(begun, rulings)
        if rulings.isdisjoint(self._elsewhere) and all(map(variant.is_same, self._model.dependent_on(rulings))):
            return None
        return self._solved(variant, begun)

    def _new_model(self, begun: Position, meter: Meter) -> TransitionModel:
        policies = self._question.policies
        new = partial(TransitionModel, self._rules, policies, unlabelled, limits=self._limits, meter=meter)
        model = new(clock=self._rules.clock(begun))
        model.asked |= noting(begun).taken()
        return model

    def _solved(self, model: TransitionModel, begun: Position) -> Standing:
        question = self._question
        chain: Chain = chain_of(model, begun, self._limits, phases=question.phases)
        asked: dict[str, Any] = {"phases": question.phases, "exact": question.exact}
        return standing_of(chain, self._rules, begun.state, **asked)


# --- variants --------------------------------------------------------------------------------------------------------


class PressOptions(Struct, frozen=True):
    """Fight in the press, with its variants, which are solved one by one."""

    games: Games
    variants: tuple[Scenario, ...]
    exact: bool

    def begin(self, meter: Meter) -> Callable[[range], list[Kept]]:
        """Return a function that solves the variants with the given numbers.

        The function solves no variant if there is no time to compile the fight.
        """
        self.games.at_hand()
        try:
            return partial(self.solved, self.fight(meter))
        except Spent:
            return lambda _numbers: []

    def fight(self, meter: Meter) -> PressFight:
        """Compile the unchanged fight. Raises TooMuch if it is too large to solve."""
        scenario = self.games.scenario
        one, other = self.games.policies
        policies = policies_of((one, other), scenario.ruleset, sides_of(scenario))
        question = Question(both_with_fixed(self.games.answers(), policies), self.games.phases, self.exact)
        return PressFight(scenario, question, meter)

    def solved(self, fight: PressFight, numbers: range) -> list[Kept]:
        """Solve the variants with the given numbers, or fewer if a limit of time or memory is reached."""
        return until_spent(lambda number: _kept(_tried(fight, self.variants[number])), numbers)


def _tried(fight: PressFight, variant: Scenario) -> Tried:
    try:
        return fight.under(variant)
    except Spent:
        raise
    except TooMuch as error:
        return error.why


def all_solved(fight: PressFight, options: PressOptions, run: RunOptions, name: str) -> list[Tried]:
    """Solve all variants in order, using several processes if there is enough work.

    Results kept under the name are reused.
    """
    wanted, meter = len(options.variants), run.meter
    pool = run.pool
    begin: Callable[[Meter], Callable[[range], list[Kept]]] = options.begin
    if pool.workers == 1 or fight.standing.work * wanted < ENOUGH:
        pool, begin = WorkerPool(kept=pool.kept), lambda _meter: partial(options.solved, fight)
    try:
        found = pool.gathered(
            name, list[Kept], begin, wanted, chunk=1, meter=meter, progress=run.progress, counted="options"
        )
    except Spent:
        found = []
    why = INTERRUPTED if meter.halted else str(meter.reached or "limit reached")
    return [*map(_result, found)] + [why] * (wanted - len(found))


def _kept(result: Tried) -> Kept:
    if not isinstance(result, Standing):
        return result
    numbers = (*result.wins, *result.losses)
    return tuple(str(one) if isinstance(one, Fraction) else float(one) for one in numbers)


def _result(kept: Kept) -> Tried:
    if not isinstance(kept, tuple):
        return kept
    won, lost, mine, theirs = (Fraction(one) if isinstance(one, str) else one for one in kept)
    return Standing((won, lost), (mine, theirs))
