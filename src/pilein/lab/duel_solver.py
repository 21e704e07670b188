"""Solve duels in the press, reusing positions solved for the same two units."""

from functools import partial

from pilein.chain.explore.compiler import chain_of
from pilein.chain.limits import LIMIT, Limits
from pilein.chain.model.transition_model import TransitionModel
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.lab.figures import WINS
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import assert_not_too_large
from pilein.lab.odds_solving import solved
from pilein.lab.policies import Policies, policies_of, sides_of
from pilein.lab.questions import ending
from pilein.lab.scenarios import Scenario
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import Setup

Wins = tuple[float, float]  # each side's chance to win

MOST_RUNS = 500_000  # outcomes beyond which games are faster: modes share them, and one thousand games take as long
MOST_CLAUSES = 40_000  # the same of runs of clauses, where each has few outcomes
LIMITS = Limits(LIMIT, MOST_RUNS, MOST_CLAUSES)
CHEAP = Limits(LIMIT, MOST_RUNS // 20, MOST_CLAUSES // 20)  # a duel within these is little work


class DuelSolver:
    """Solver of duels under given policies, for a number of phases. 0 phases means playing to the end.

    After a round it hardly matters which unit charged, so a duel with the same set-up as the previous duel reuses
    its transition model, in which most positions are already solved. `fights` holds results known from other units
    or equipment.
    """

    def __init__(
        self, policies: Policies, phases: int, meter: Meter, limits: Limits, fights: KnownFights[Wins] | None = None
    ) -> None:
        self._policies = policies
        self._phases = phases
        self._meter = meter
        self._limits = limits
        self._fights = fights or KnownFights[Wins]()
        self._before: tuple[Setup, TransitionModel] | None = None

    def wins(self, scenario: Scenario) -> Wins:
        """Return each side's chance to win.

        Raises:
            TooManyPositions: playing games would be faster.
            Spent: a limit of time or memory is reached.
        """
        assert_not_too_large(scenario)
        ruleset = ruleset_named(scenario.ruleset)
        begun = ruleset.opened(scenario)

        def solve() -> tuple[TransitionModel, Wins]:
            model = self._model(scenario, ruleset, begun)
            chain = chain_of(model, begun, self._limits, phases=self._phases)
            ends = solved(chain, None, phases=self._phases, exact=False)
            endings = ends.distribution(chain.read(partial(ending, ruleset)))
            one, other = (float(endings.get(WINS.format(side=side), 0)) for side in begun.state.setup.sides)
            return model, (one, other)

        return self._fights.result(self._limits, begun, self._meter, solve)

    def _model(self, scenario: Scenario, ruleset: Ruleset, begun: Position) -> TransitionModel:
        setup, clock = begun.state.setup, ruleset.clock(begun)
        if self._before is None or self._before[0] != setup or self._before[1].clock != clock:
            policies = policies_of(self._policies, scenario.ruleset, sides_of(scenario))
            model = TransitionModel(ruleset, policies, clock=clock, limits=self._limits, meter=self._meter)
            self._before = setup, model
        return self._before[1]
