"""Answers to the requests of one run of a clause, from policies and predetermined dice."""

from typing import Any

from pilein.chain.model.transitions import deferred
from pilein.engine.lookahead import Lookahead
from pilein.engine.players import Mixed
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Policy, Request, answered, is_choice
from pilein.tabletop.ruleset import Ruleset

Dice = tuple[tuple[Answer, ...], int, int]  # the dice results of a run; their weight, out of the whole


class Asked:
    """Source of answers for one run of a clause.

    Policies make the choices. Rolls get the given outcomes, and once these are used up, each roll gets its first
    outcome. `others` holds the dice results for further runs, with the results for the next run at the end.
    """

    __slots__ = (
        "_answers",
        "_defers",
        "_given",
        "_policies",
        "_position",
        "_rules",
        "_shown",
        "others",
        "weight",
        "whole",
    )

    def __init__(
        self, rules: Ruleset, policies: tuple[Policy, Policy], position: Position, dice: Dice, *, defers: bool
    ) -> None:
        self._rules = rules
        self._policies = policies
        self._position = position
        self._answers: list[Answer] = []
        self._shown, self.weight, self.whole = dice
        self._given = iter(self._shown)
        self._defers = defers
        self.others: list[Dice] = []

    def __call__(self, request: Request) -> Answer:
        """Return the answer to a request."""
        answer = self._found(request)
        self._answers.append(answer)
        return answer

    def _found(self, request: Request) -> Answer:
        if is_choice(request):
            policy = self._policies[request.side]
            if hasattr(policy, "see"):
                see_whole(policy, self._rules, self._position, self._answers)
            answer = policy(self._position.state, request)
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


def see_whole(policy: Any, rules: Ruleset, position: Position, answers: list[Answer]) -> None:  # noqa: ANN401 - it sees
    """Show the position to a policy that asks for the game. The policy reads the whole position.

    Raises:
        ReadRequired: a part of the state or of an answer has not been read yet.
    """
    here = Position(position.state, position.agenda, tuple(answers))
    hash(here)  # unread parts are read
    policy.see(Lookahead(rules, None, here))
