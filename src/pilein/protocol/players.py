"""Policies at a table. Their answers are recorded, so that a stored table can be replayed without running policies."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from pilein.engine.lookahead import Lookahead, show
from pilein.engine.players import Chancy, Player
from pilein.kernel.codec import frozen, plain
from pilein.kernel.errors import BadRecord
from pilein.kernel.requests import Answer, Choice, Policy
from pilein.protocol.opening import policy_named


class Notes:
    """Policies' answers since the last stored line, either recorded when given or replayed from notes."""

    def __init__(self) -> None:
        self.said: list[Any] = []
        self._given: deque[Any] | None = None

    def begin(self, given: Iterable[Any] | None = None) -> None:
        """Start a new line. If `given` is set, policies repeat the given answers."""
        self.said = []
        self._given = None if given is None else deque(given)

    def answer(self, policy: Policy, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the policy's answer, or the next given answer, and note it."""
        if self._given is None:
            found = policy(state, choice)
        elif self._given:
            found = frozen(self._given.popleft())
        else:
            raise BadRecord("the current rules ask a question that the stored table does not answer", key=choice.clause)
        self.said.append(plain(found))
        return found


class Noted:
    """Policy whose answers are recorded. `moment` is passed on to policies that answer at random."""

    def __init__(self, policy: Policy, notes: Notes) -> None:
        self.moment = 0
        self._policy = policy
        self._notes = notes

    def see(self, game: Lookahead) -> None:
        """Show the game to the policy if it searches."""
        show(self._policy, lambda: game)

    def __call__(self, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the policy's answer and record it."""
        if isinstance(self._policy, Chancy):
            self._policy.moment = self.moment
        return self._notes.answer(self._policy, state, choice)


def seated(name: str, ruleset: str, side: int, *, seed: int, notes: Notes) -> Player:
    """Return a player for a side who answers with the named policy. Raises UnknownRule if there is no such policy."""
    return Player(name, Noted(policy_named(name, ruleset, seed, side), notes))
