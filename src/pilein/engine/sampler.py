"""Sampler for battles with too many positions to compile, which plays them game by game.

Each game has its own dice, derived from the seed and the game's number, so its result does not depend on when or
where it is played.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from pilein.dice import Roll
from pilein.engine.budget import UNMETERED
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.lookahead import Lookahead, show
from pilein.engine.play import playing
from pilein.engine.players import Chancy
from pilein.engine.sources import Dice
from pilein.kernel.events import Event
from pilein.kernel.position import Position, Ran
from pilein.kernel.requests import Answer, Policy, Request, answered, is_choice
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset, following

JUDGES_OUR_OWN = os.environ.get("PILEIN_JUDGE") == "1"  # validate the answers of the project's own policies too
STREAM_BITS = 32  # bits for a game's number
Throw = Callable[[Roll], Any]  # gives the outcome of a roll


class Ended(NamedTuple):
    """A finished game, with its last state and the number of phases played."""

    state: BattleState
    phases: int


def stream(seed: int, number: int) -> int:
    """Return the seed of one game in a simulation. With this seed, `pilein fight` plays the same game."""
    return (seed << STREAM_BITS) + number


class Playing:
    """Game played by policies, with rolls from `throw`. Each event is passed to `hear`.

    `throw` gives the outcome of a roll, from `Dice` or from dice that two games share. `check` is called before each
    clause and each answer, and may raise an exception to stop the game. `clauses` counts the clauses. `memory`
    reuses clauses that other games with the same policies have played. `trusted` means that the policies are built
    in. Tests prove that their answers are legal, so the answers are not validated again unless PILEIN_JUDGE=1 is set
    in the environment. `seen` is the game at its beginning; policies that ask for the game are shown it at each
    question.
    """

    def __init__(
        self,
        policies: tuple[Policy, Policy],
        throw: Dice | Throw,
        hear: Callable[[Event], object] = lambda _: None,
        check: Callable[[], None] = UNMETERED.check,
        memory: ClauseMemory | None = None,
        *,
        trusted: bool = False,
        seen: Lookahead | None = None,
    ) -> None:
        self._searches = any(hasattr(policy, "see") for policy in policies)  # a SearchPolicy: much quicker to ask so
        self._seen = seen
        self._position: Position | None = None
        self._given: list[Answer] = []
        self._phase = (1, 1)
        self._trusted = trusted and not JUDGES_OUR_OWN
        self.clauses = 0
        self._memory = memory
        self._check = check
        self._policies = policies
        self._throw = throw if not isinstance(throw, Dice) else lambda roll: roll.thrown(throw.die)
        self._hear = hear
        self.answers = 0
        self.state: Any = None

    def to_the_end(self, rules: Ruleset, opening: Position, phases: int) -> Ended:
        """Play a number of phases, where 0 means until no units are in contact.

        Raises:
            IllegalAnswer: a policy gives an answer that the rules do not allow.
        """
        phase = 0
        after: Position | None = opening
        while after is not None:
            phase += 1
            self._phase = (phase, phases)
            for ran in self.phase(rules, after):
                for event in ran.events:
                    self._hear(event)
            after = following(rules, Position(self.state, ()), phase, phases)
        return Ended(self.state, phase)

    def until(self, rules: Ruleset, opening: Position, clause: str) -> Any:  # noqa: ANN401 - the ruleset's state
        """Play a phase to its end, or until the clause with this key is next, and return the state reached.

        Raises:
            IllegalAnswer: a policy gives an answer that the rules do not allow.
        """
        for ran in self.phase(rules, opening):
            for event in ran.events:
                self._hear(event)
            if ran.position.agenda and ran.position.agenda[0][0] == clause:
                break
        return self.state

    def phase(self, rules: Ruleset, position: Position) -> Iterator[Ran]:
        """Play every clause of a phase. Yields each clause's result after the clause has run.

        `state` is the state after the latest clause, and `answers` is the number of answers so far.

        Raises:
            IllegalAnswer: a policy gives an answer that the rules do not allow.
        """
        self.state, self._position, self._given = position.state, position, []
        self._seen = self._seen or Lookahead(rules, None, position)
        self._check()
        if self._memory is None or self._memory.is_given_up:
            clauses = playing(rules, position, lambda request: self._answer(self.state, request))
        else:
            clauses = self._memory.playing(position, self._answer)
        for ran in clauses:
            self.state, self._position, self._given = ran.position.state, ran.position, []
            self.clauses += 1
            self._check()
            yield ran

    def _answer(self, state: Any, request: Request) -> Answer:  # noqa: ANN401 - the ruleset's state
        answer = self._found(state, request)
        if self._searches:
            self._given.append(answer)
        return answer

    def _look(self) -> Lookahead:
        seen, position = self._seen, self._position
        assert position is not None, "a clause is being played"
        assert seen is not None, "a phase is being played"
        phase, phases = self._phase
        here = Position(position.state, position.agenda, tuple(self._given))
        return replace(seen, position=here, phase=phase, phases=phases)

    def _found(self, state: Any, request: Request) -> Answer:  # noqa: ANN401 - the ruleset's state
        self._check()
        number = self.answers
        self.answers += 1
        if not is_choice(request):
            return self._throw(cast("Roll", request))
        policy = self._policies[request.side]
        if isinstance(policy, Chancy):
            policy.moment = number
        if self._searches:
            show(policy, self._look)
        answer = policy(state, request)
        return answer if self._trusted else answered(request, answer)
