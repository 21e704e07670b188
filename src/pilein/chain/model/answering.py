"""Answers to the requests of one run of a clause, from policies and predetermined dice."""

from typing import Any

from pilein.chain.model.transitions import deferred
from pilein.engine.players import Mixed
from pilein.kernel.requests import Answer, Policy, Request, answered, is_choice

Dice = tuple[tuple[Answer, ...], int, int]  # the dice results of a run; their weight, out of the whole


class Asked:
    """Source of answers for one run of a clause.

    Policies choose; rolls get the given outcomes, then their first one. `others` are the dice results for further
    runs, the next run's last.
    """

    def __init__(self, policies: tuple[Policy, Policy], state: Any, dice: Dice, *, defers: bool) -> None:  # noqa: ANN401
        self._policies = policies
        self._state = state
        self._shown, self.weight, self.whole = dice
        self._given = iter(self._shown)
        self._defers = defers
        self.others: list[Dice] = []

    def __call__(self, request: Request) -> Answer:
        """Return the answer to a request."""
        if is_choice(request):
            answer = self._policies[request.side](self._state, request)
            if not isinstance(answer, Mixed):
                return answered(request, answer)
            return self._next(answer)
        return (deferred(request) if self._defers else None) or self._next(request)

    def _next(self, chance: Any) -> Answer:  # noqa: ANN401 - a roll, or a mixed answer
        for outcome in self._given:
            return outcome
        weights: list[tuple[Answer, int]] = list(chance.weights())
        shown, weight, whole = self._shown, self.weight, self.whole * sum(share for _, share in weights)
        self.others += [((*shown, other), weight * share, whole) for other, share in reversed(weights[1:])]
        first, share = weights[0]
        self._shown, self.weight, self.whole = (*shown, first), weight * share, whole
        return first
