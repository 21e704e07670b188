"""Solved fights, with the exact value of every position and answer, and the regret and exploitability of policies."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

from msgspec import Struct

from pilein.chain.decide.backward_induction import BackwardInduction, Value
from pilein.chain.decide.evaluation import Evaluation, Requests, place_of
from pilein.chain.decide.game_graph import DecisionNode, GameGraph, OpenModel, Players, Tree
from pilein.chain.model.transition_model import Labeller, TransitionModel, unlabelled
from pilein.chain.model.transitions import Transition
from pilein.engine.budget import Meter
from pilein.engine.fixed import FixedAnswers
from pilein.engine.lookahead import Lookahead
from pilein.engine.policies import first, named, uniform
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput, PileInError
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice, Policy
from pilein.kernel.table import Entry
from pilein.lab.game import Game
from pilein.lab.policies import BEST, PolicyOf
from pilein.lab.result import lead_in
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario

COUNTED = 2  # length of an entry with one number
RANDOM = "random"
NOT_THERE = "the solved fight never reaches this position"
ANOTHER = "solve the scenario of the game, for as many phases as the game lasts"


class Regret(Struct, frozen=True):
    """Regret of a policy in each seat: the lead that the policy loses compared with the best answers.

    The regret is 0 if no policy could do better. The lead is the chance to win minus the enemy's chance to win.
    """

    first: Value
    second: Value

    @property
    def mean(self) -> Value:
        """Mean of the regret as the first side and the regret as the second side."""
        return (self.first + self.second) / 2


class Solver:
    """Solved fight. `value` is the lead of the first side if both sides give best answers.

    Leads are exact fractions in small fights and floats otherwise. `states` is the number of positions.

    Examples:
        >>> import pilein
        >>> solver = pilein.solve("examples/scorched/duel.toml", phases=1)
        >>> round(float(solver.value()), 6)
        0.051227
        >>> regret = solver.regret("first")
        >>> round(float(regret.first), 5), round(float(regret.second), 5)
        (0.06272, 0.06101)
        >>> solver.regret(solver.policy).first
        Fraction(0, 1)
    """

    def __init__(
        self, scenario: Scenario, graph: GameGraph, decided: BackwardInduction, fixed: FixedAnswers, *, exact: bool
    ) -> None:
        self.scenario = scenario
        self.exact = exact
        self._graph = graph
        self._decided = decided
        self._fixed = fixed
        self._rules = ruleset_named(scenario.ruleset)
        self._requests = Requests(graph, fixed.answer)
        self._setup = graph.state(graph.first).setup

    @property
    def states(self) -> int:
        """Number of positions in one phase."""
        return len(self._graph.order)

    def value(self, game: Game | None = None) -> Value:
        """Return the lead of the first side under best answers, at the start or from a game's current position.

        Raises:
            PileInError: the fight never reaches the game's position.
        """
        if game is None:
            return self._decided.value
        return self._value(*self._place(game._game.lookahead))  # noqa: SLF001 - our own

    def action_values(self, game: Game) -> dict[Answer, Value]:
        """Return the first side's lead after each answer to a game's pending question, if a question is pending."""
        seen = game._game.lookahead  # noqa: SLF001 - our own
        position, phase, answers = self._place(seen)
        if position not in self._graph.trees:
            return {}
        tree = self._tree(position, answers)
        if not isinstance(tree, DecisionNode):
            return {}
        waiting = self._requests.at(position, answers)
        return dict(zip(waiting.offered, self._decided.worth(tree, position, phase), strict=True))

    @cached_property
    def policy(self) -> "BestPolicy":
        """Policy that gives best answers for either side."""
        return BestPolicy(self)

    def regret(self, policy: PolicyOf) -> Regret:
        """Return the lead that a policy loses in each seat against an enemy with best answers. It is never negative.

        `policy` may answer at random: it may be "random", or a function that returns `Mixed` answers.

        Raises:
            UnknownRule: there is no such policy.
            IllegalAnswer: the policy gives an answer that is not offered.
        """
        one, other = (self._seated(policy, side) for side in (0, 1))
        best = self._decided.value
        return Regret(best - self._played((one, None)), self._played((None, other)) - best)

    def exploitability(self, policy: PolicyOf) -> Value:
        """Return half of the lead that best responses gain against a policy in both seats together.

        It is 0 for best answers. As in OpenSpiel, this is the mean over seats of the gain of a best response. Raises
        as `regret` does.
        """
        one, other = (self._seated(policy, side) for side in (0, 1))
        return (self._played((None, other)) - self._played((one, None))) / 2

    def lead(self, one: PolicyOf, other: PolicyOf) -> Value:
        """Return the lead of the first side when two policies play each other.

        A policy is a name, a function, or "best". Raises as `regret` does.
        """
        return self._played((self._seated(one, 0), self._seated(other, 1)))

    # --- the graph ------------------------------------------------------------------------------------------------

    def _seated(self, policy: PolicyOf, side: int) -> Policy | None:
        if policy == BEST:
            return None
        if policy == RANDOM:
            return uniform
        return named(policy, self.scenario.ruleset, seed=0, side=side) if isinstance(policy, str) else policy

    def _played(self, players: Players) -> Value:
        terminal = partial(lead_in, self._rules)
        return Evaluation(self._graph, self._requests, terminal, players, self._seen, exact=self.exact).value

    def _seen(self, position: Position, phase: int) -> Lookahead:
        return Lookahead(self._rules, self.scenario, position, phase, self._graph.phases, fixed=self._fixed)

    def _place(self, seen: Lookahead) -> tuple[int, int, tuple[Answer, ...]]:
        """Return a game's position in the graph, its phase or round, and the answers given to the current clause."""
        position, graph = seen.position, self._graph
        if position.state.setup != self._setup:  # encoding it would make the graph build states of the other fight
            raise PileInError(NOT_THERE, remedy=ANOTHER)
        for agenda, phase in (
            _rounds(position.agenda, seen.phase) if graph.is_clocked else ((position.agenda, seen.phase),)
        ):
            found = graph.model.encoded(Position(position.state, agenda))
            if phase <= graph.last and graph.knows(found):
                return found, phase, position.answers
        raise PileInError(NOT_THERE, remedy=ANOTHER)

    def _tree(self, position: int, answers: tuple[Answer, ...]) -> Tree:
        try:
            return self._requests.tree(position, answers)
        except LookupError:
            raise PileInError(NOT_THERE, remedy=ANOTHER) from None

    def _value(self, position: int, phase: int, answers: tuple[Answer, ...]) -> Value:
        if position not in self._graph.trees or not answers:
            return self._decided.value_at(position, phase)
        return self._decided.value_of(self._tree(position, answers), position, phase)

    def best_answer(self, seen: Lookahead, choice: Choice) -> Answer:
        """Return the first of the best answers to a question.

        Raises PileInError if the fight never asks the question in this position.
        """
        position, phase, answers = self._place(seen)
        tree = self._tree(position, answers)
        waiting = self._requests.at(position, answers)
        worth = () if isinstance(tree, Transition) else self._decided.worth(tree, position, phase)
        if not worth or waiting.request != choice:
            return first(seen.position.state, choice)  # a single answer: it has no branch
        return waiting.offered[worth.index(max(worth) if choice.side == 0 else min(worth))]

    def loss(self, game: Game, answer: Answer) -> Value:
        """Return the lead that an answer loses for its side, compared with the best answer. It is never negative.

        Raises:
            BadInput: no question is pending, or the question does not offer the answer.
        """
        values = self.action_values(game)
        if not values:
            return self._decided.value * 0
        try:
            position, _, answers = self._place(game._game.lookahead)  # noqa: SLF001 - our own
            mine = tuple(values.values())[place_of(answer, self._requests.at(position, answers))]
        except LookupError:
            remedy = "give one of the game's options"
            raise BadInput(f"the game does not offer the answer {answer!r}", key="answer", remedy=remedy) from None
        side = game._game.lookahead  # noqa: SLF001 - our own
        asked = game.pending
        is_first = asked is not None and getattr(asked, "side", "") == side.position.state.setup.sides[0]
        return max(values.values()) - mine if is_first else mine - min(values.values())


def _rounds(agenda: tuple[Entry, ...], phase: int) -> Iterator[tuple[tuple[Entry, ...], int]]:
    """Yield the agenda with its phase.

    For each entry that may count rounds, also yield the agenda of the first round, with the number of the round.
    """
    yield agenda, phase
    for place, entry in enumerate(agenda):
        if len(entry) == COUNTED and type(entry[1]) is int and entry[1] > 1:
            yield (*agenda[:place], (entry[0], 1), *agenda[place + 1 :]), entry[1]


class BestPolicy:
    """Policy that gives best answers in a solved fight. It is shown the game before each answer."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._seen: Lookahead | None = None

    def see(self, game: Lookahead) -> None:
        """Remember the game's position."""
        self._seen = game

    def __call__(self, _state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the best answer to a question in the remembered position."""
        assert self._seen is not None, "the game has been shown"
        return self._solver.best_answer(self._seen, choice)


def open_model(
    rules: Ruleset,
    begun: Position,
    players: Players,
    fixed: FixedAnswers,
    meter: Meter,
    labeller: Labeller = unlabelled,
) -> OpenModel:
    """Return the model of a fight in which sides without a policy (None) may give any answer."""
    clock = rules.clock(begun)
    if clock is not None and clock.most == 1:
        clock = None  # positions that cannot follow one round are not explored
    model = TransitionModel(rules, (first, first), labeller, clock=clock, meter=meter)
    return OpenModel(model, players, fixed.answer)


def solved(
    scenario: Scenario,
    *,
    phases: int,
    fixed: FixedAnswers,
    limit: int,
    exact: Callable[[int], bool],
    meter: Meter,
) -> Solver:
    """Solve a fight for the given number of phases.

    Raises as `solve` does. The default for `exact` depends on the number of values.
    """
    rules = ruleset_named(scenario.ruleset)
    begun = rules.opened(scenario)
    model = open_model(rules, begun, (None, None), fixed, meter)
    graph = GameGraph(model, begun, phases=phases, limit=limit)
    in_fractions = exact(len(graph.order) * graph.last)
    decided = BackwardInduction(graph, partial(lead_in, rules), exact=in_fractions)
    return Solver(scenario, graph, decided, fixed, exact=in_fractions)
