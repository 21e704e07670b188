"""Lookahead: the part of a game that a searching player may see and play on from.

A lookahead holds the rules, the position and the number of phases, but neither the seed nor the dice. No search can
see the next roll.
"""

from collections.abc import Callable
from typing import Any, Protocol, cast, runtime_checkable

from msgspec import Struct

from pilein.dice import Roll
from pilein.engine.fixed import NONE_FIXED, FixedAnswers
from pilein.engine.history import History
from pilein.engine.play import turned
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice, Pending, Policy, Request, is_choice
from pilein.tabletop.ruleset import Ruleset, following
from pilein.tabletop.scenario import Scenario

Die = Callable[[int], int]  # number of sides -> face
Answering = Callable[[Position, Choice], Answer]  # a player who sees the position, answers to the clause included


class Lookahead(Struct, frozen=True):
    """Game as a searching player sees it, without the future dice.

    `phases` is the number of phases to play, or 0 for all, and `phase` counts from 1. `history` is the past, which
    decides when a `battle` ends. `fixed` answers take precedence over the players' answers.
    """

    rules: Ruleset
    scenario: Scenario | None
    position: Position
    phase: int = 1
    phases: int = 1
    battle: bool = False
    history: History = History()
    fixed: FixedAnswers = NONE_FIXED


@runtime_checkable
class SearchPolicy(Protocol):
    """Policy that searches. Before each question the policy is shown the game, without the dice.

    Examples:
        >>> import pilein
        >>> class Greedy:
        ...     def see(self, game):
        ...         self.game = pilein.Game.at(game)
        ...     def __call__(self, state, choice):
        ...         def lead(option):
        ...             return self.game.with_answer(option.answer).rollout("sensible").lead
        ...         sign = 1 if choice.side == 0 else -1
        ...         return max(self.game.options, key=lambda option: sign * lead(option)).answer
        >>> pilein.play("examples/scorched/duel.toml", (Greedy(), "first"), seed=3)
        <Played of scorched, seed 3: lieutenant 1 of 1, champion 0 of 1>
    """

    def see(self, game: Lookahead) -> None:
        """Remember the game that the next question is about."""


def show(policy: object, game: Callable[[], Lookahead]) -> None:
    """Show the game to a policy that searches."""
    see = getattr(policy, "see", None)
    if see is not None:
        see(game())


def paused(rules: Ruleset, position: Position) -> tuple[Position, Request | None]:
    """Play from a position until a request is pending.

    Returns the position reached and the request, or None if the phase is over.
    """
    while position.agenda:
        try:
            position = turned(rules, position).position
        except Pending as pending:
            return position, pending.request
    return position, None


class Playout:
    """Playout from a position, with given dice and players who see each position. No log is kept.

    Attributes:
        decisions: the number of questions answered so far.
    """

    def __init__(self, rules: Ruleset, answering: Answering, die: Die, fixed: FixedAnswers = NONE_FIXED) -> None:
        self._rules = rules
        self._answering = answering
        self._die = die
        self._fixed = fixed
        self._position: Position | None = None
        self._answers: list[Answer] = []
        self.decisions = 0

    def to_the_end(self, position: Position, phase: int = 1, phases: int = 1) -> Any:  # noqa: ANN401 - a state
        """Play the given number of phases (0 means to the end of the combat), and return the last state."""
        after: Position | None = position
        while after is not None:
            end = self.one_phase(after)
            after = following(self._rules, end, phase, phases)
            phase += 1
        return end.state

    def one_phase(self, position: Position) -> Position:
        """Play to the end of the phase, and return the position reached."""
        while position.agenda:
            self._position, self._answers = position, list(position.answers)
            position = turned(self._rules, position, self._ask).position
        return position

    def _ask(self, request: Request) -> Answer:
        if is_choice(request):
            fixed = self._fixed.answer(request) if self._fixed else None
            self.decisions += 1
            answer = self._answering(self._position_now(), request) if fixed is None else fixed[0]
        else:
            answer = cast("Roll", request).thrown(self._die)
        self._answers.append(answer)
        return answer

    def _position_now(self) -> Position:
        position = self._position
        assert position is not None, "a clause is being played"
        return Position(position.state, position.agenda, tuple(self._answers))


def blind(one: Policy, other: Policy) -> Answering:
    """Return two policies as players that are shown only the state and the question."""

    def answer(position: Position, choice: Choice) -> Answer:
        return (other if choice.side else one)(position.state, choice)

    return answer


def answering(policies: tuple[Policy, Policy], seen: Callable[[Position], Lookahead]) -> Answering:
    """Return two policies as players. A policy that searches is also shown the game."""

    def answer(position: Position, choice: Choice) -> Answer:
        policy = policies[choice.side]
        show(policy, lambda: seen(position))
        return policy(position.state, choice)

    return answer
