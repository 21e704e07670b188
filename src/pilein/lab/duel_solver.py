"""Solve duels in the press, reusing positions solved for the same two units."""

from functools import partial

from msgspec import Struct, field

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import chain_of
from pilein.chain.limits import LIMIT, Limits
from pilein.chain.model.transition_model import TransitionModel
from pilein.engine.budget import Meter
from pilein.kernel.position import Position
from pilein.lab.figures import WINS
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import assert_not_too_large
from pilein.lab.odds_solving import solved
from pilein.lab.policies import Policies, policies_of
from pilein.lab.questions import ending
from pilein.lab.scenarios import Scenario
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import Setup

Wins = tuple[float, float]  # each side's chance to win

MOST_RUNS = 500_000  # outcomes beyond which games are faster: modes share them, and one thousand games take as long
MOST_CLAUSES = 40_000  # the same of runs of clauses, where each has few outcomes
LIMITS = Limits(LIMIT, MOST_RUNS, MOST_CLAUSES)
CHEAP = Limits(LIMIT, MOST_RUNS // 20, MOST_CLAUSES // 20)  # a duel within these is little work


class DuelSolver(Struct, eq=False):
    """Solver of duels under given policies, for a number of phases. 0 phases means playing to the end.

    After a round it hardly matters which unit charged, so a duel with the same set-up as the previous duel reuses
    its transition model, in which most positions are already solved. `fights` holds results known from other units
    or equipment.
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
        """Compile a duel, with the previous transition model if that had the same set-up."""
        setup, clock = begun.state.setup, ruleset.clock(begun)
        if self.before is None or self.before[0] != setup or self.before[1].clock != clock:
            policies = policies_of(self.policies, setup.ruleset, setup.sides)
            model = TransitionModel(ruleset, policies, clock=clock, limits=self.limits, meter=meter)
            self.before = setup, model
        return chain_of(self.before[1], begun, self.limits, phases=self.phases)
