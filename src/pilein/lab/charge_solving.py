"""Odds of a single charge, solved in fractions or, if there are too many outcomes, sampled.

The choice depends on the amount of work, never on the time it takes, so the same charge always gets the same kind of
odds.
"""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial

from msgspec import Struct

from pilein.chain.explore.compiler import compiled
from pilein.engine.budget import UNMETERED, Meter
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.fixed import NONE_FIXED, FixedAnswers
from pilein.engine.play import turned
from pilein.engine.sampler import Playing, stream
from pilein.engine.sources import Dice
from pilein.kernel.errors import Spent, TooMuch
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer as Answered
from pilein.kernel.requests import Pending, Policy, Request, answered, is_choice
from pilein.lab.charge_figures import ARRIVES, FAILS, GETS_AWAY, OUTCOMES, RUN_DOWN, ChargeOdds
from pilein.lab.figures import Distribution, share
from pilein.lab.fixed import both_with_fixed
from pilein.lab.limits import TABLE_LIMIT
from pilein.lab.odds_solving import Chances, solved
from pilein.lab.tallies import Answer, Question, Tally
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Charging, Ruleset
from pilein.tabletop.scenario import Scenario

MOST_RUNS = 10_000  # runs of clauses beyond which sampling is faster
GAMES = 500  # games sampled if there are too many outcomes
PER_GAME = 20  # approximate number of clauses run in a game up to the end of its charges
OUTCOME, TOUCHING, LOST, TARGET_LOST = QUESTIONS = (("outcome",), ("touching",), ("lost",), ("target lost",))
Models = tuple[int, int]  # charger and target before the charge


class Effort(Struct, frozen=True):
    """Limits on the work that may be done to find the odds of a charge.

    At most `clauses` clauses are run to solve the charge (None means no limit). If that is not enough, `games` games
    are sampled.
    """

    clauses: int | None
    games: int


class Charger(Struct, eq=False):
    """Solver for one charge, given the rules, the charger, the target, the policies, the budget and the fixed answers.

    `work` is the number of clauses run so far. If `are_ours`, both policies are built in, so games sampled from the
    same distance can share a cache of clauses.
    """

    ruleset: Ruleset
    charging: Charging
    unit: int
    target: int
    policies: tuple[Policy, Policy]
    meter: Meter = UNMETERED
    fixed: FixedAnswers = NONE_FIXED
    are_ours: bool = False
    work: int = 0

    def odds(self, scenario: Scenario, inches: float) -> ChargeOdds:
        """Return the odds of the charge in a scenario in which the unit is `inches` from its target.

        Raises:
            Spent: a limit is reached before the odds are solved, or before the first game is over.
        """
        return self.odds_from(self.ruleset.opened(scenario), inches)

    def odds_from(self, begun: Position, inches: float, effort: Effort | None = None) -> ChargeOdds:
        """Return the odds of the charge from a position before charges are declared. Raises Spent as `odds` does."""
        models, policies = self._left(begun.state), self._answering(begun)
        effort = effort or Effort(None, GAMES)
        try:
            return self._worked_out(begun, policies, models, inches, effort.clauses)
        except Spent:
            raise
        except TooMuch as error:
            self.work += error.work + PER_GAME * effort.games
            return self._sampled(begun, policies, models, inches, effort.games)

    def _answering(self, begun: Position) -> tuple[Policy, Policy]:
        side = begun.state.setup.units[self.unit].side
        policies = list(self.policies)
        policies[side] = self.charging.declaring(self.unit, self.target, policies[side])
        return both_with_fixed(self.fixed, (policies[0], policies[1]))

    def _worked_out(
        self, begun: Position, policies: tuple[Policy, Policy], models: Models, inches: float, clauses: int | None
    ) -> ChargeOdds:
        over = self.charging.over
        up_to = partial(compiled, limit=TABLE_LIMIT, most_runs=MOST_RUNS, most_clauses=clauses, until=over)
        chain = up_to(self.ruleset, begun, policies, phases=1, meter=self.meter)
        self.work += chain.model.runs
        ends = solved(chain, phases=1, exact=True)
        read = chain.read(lambda state: tuple(answer for _, answer in self._answers(state, models)))
        outcome, *counts = (ends.distribution([answers[at] for answers in read]) for at in range(len(QUESTIONS)))
        chances = tuple(Fraction(outcome.get(word, 0)) for word in OUTCOMES)
        touching, lost, target_lost = map(_distribution, counts)
        return ChargeOdds(inches, chances, touching, lost, target_lost)

    def _sampled(
        self, begun: Position, policies: tuple[Policy, Policy], models: Models, inches: float, games: int
    ) -> ChargeOdds:
        """Sample the requested number of games, or as many as time allows, with the same dice at each distance."""
        tally, diced = Tally(), self._before_dice(begun, policies)
        memory = ClauseMemory(self.ruleset, self.meter.bytes_for_memory) if self.are_ours else None
        try:
            for number in range(games):
                playing = Playing(policies, Dice(stream(0, number)), check=self.meter.check, memory=memory)
                self._note(tally, playing.until(self.ruleset, diced, self.charging.over), models)
        except Spent:
            if not tally.games:
                raise
        outcome, never = tally.chances(OUTCOME), share(0, tally.games)
        chances = tuple(outcome.get(word, never) for word in OUTCOMES)
        touching, lost, target_lost = map(tally.distribution, QUESTIONS[1:])
        return ChargeOdds(inches, chances, touching, lost, target_lost, tally.games)

    def _note(self, tally: Tally, state: BattleState, models: Models) -> None:
        tally.games += 1
        for question, answer in self._answers(state, models):
            tally.note(question, answer)

    def _before_dice(self, begun: Position, policies: tuple[Policy, Policy]) -> Position:
        """Return the position before the first roll. Every sampled game starts from this position."""
        position = begun

        def answer(request: Request) -> Answered:
            self.meter.check()
            if not is_choice(request):
                raise Pending(request)
            return answered(request, policies[request.side](position.state, request))

        with suppress(Pending):
            while position.agenda and position.agenda[0][0] != self.charging.over:
                position = turned(self.ruleset, position, answer).position
        return position

    def _answers(self, state: BattleState, models: Models) -> Iterator[tuple[Question, Answer]]:
        """Yield each question about the state after all charges, with the answer."""
        outcome, (own, theirs) = self._outcome(state), self._left(state)
        yield OUTCOME, outcome
        yield TOUCHING, self._touching(state) if outcome == ARRIVES else 0
        yield LOST, models[0] - own
        yield TARGET_LOST, models[1] if outcome == RUN_DOWN else models[1] - theirs

    def _outcome(self, state: BattleState) -> str:
        """Return the outcome of the charge, as one of OUTCOMES."""
        rules, target = self.ruleset, self.target
        if not rules.left(state, target):
            return RUN_DOWN
        if self._touching(state):
            return RUN_DOWN if self.charging.caught(state, target) else ARRIVES
        return GETS_AWAY if rules.fate(state, target) in rules.beaten else FAILS

    def _left(self, state: BattleState) -> Models:
        return self.ruleset.left(state, self.unit), self.ruleset.left(state, self.target)

    def _touching(self, state: BattleState) -> int:
        """Count the charging models that fight the target, whether they touch it or not."""
        touching = sum(self.target in units for units in state.field.units_met(self.unit).values())
        return touching + self.charging.facing(state, self.unit, self.target)


def _distribution(chances: Chances) -> Distribution:
    known = ((value, chance) for value, chance in chances.items() if isinstance(value, int) and chance)
    return Distribution(tuple(sorted(known)))
