"""Solve fights in the press under different readings. Clauses that no changed ruling affects are compiled only once."""

from functools import partial
from typing import Any, NamedTuple

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import chain_of
from pilein.chain.limits import LIMIT, Limits
from pilein.chain.model.transition_model import TransitionModel, unlabelled
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.kernel.requests import Policy
from pilein.lab.limits import MOST_RUNS, MOST_WORK, assert_not_too_large, within
from pilein.lab.outcome_summary import Standing, standing_of
from pilein.lab.readings import changed_rulings, noting, opening
from pilein.tabletop.scenario import Scenario


class Question(NamedTuple):
    """Terms of a fight: the policies of both sides, the number of phases (0 to play to the end), and whether to solve
    in fractions.
    """

    policies: tuple[Policy, Policy]
    phases: int
    exact: bool


class PressFight:
    """Fight in the press that is compiled once.

    `standing` is its result, and `under` gives its results under other readings. `asked` are the rulings used by
    clauses, by policies or by the drivers that determine the end. Options of other rulings have no effect.

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
        """Whether the fight uses a ruling that the scenario changes, or the scenario begins differently."""
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
