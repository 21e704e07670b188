"""Players, who answer for a side. A player is a person or a policy."""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from pilein.kernel.requests import Answer, Policy


class Mixed(Struct, frozen=True):
    """Answer of a policy that decides at random: pairs of an answer and its weight, a whole number.

    An answer with weight 3 is given three times as often as one with weight 1. Functions that compute all outcomes,
    such as `pilein.solve` and `pilein.odds`, accept a mixed answer. In a single game a policy must draw an answer
    itself.

    Examples:
        >>> import pilein
        >>> def either(state, choice):
        ...     return pilein.Mixed(tuple((answer, 1) for words, answer in choice.candidates()))
        >>> pilein.solve("pilein/parry-v0").regret(either).mean == pilein.solve("pilein/parry-v0").regret("random").mean
        True
    """

    answers: tuple[tuple[Answer, int], ...]

    def weights(self) -> tuple[tuple[Answer, int], ...]:
        """Return each answer with its weight, like the outcomes of a roll."""
        return self.answers


@runtime_checkable
class Chancy(Protocol):
    """Policy with its own randomness.

    Before each question the game sets `moment` to the number of answers so far. The policy's answers depend only on
    that number, so they are the same after an undo.
    """

    moment: int


class Player(Struct, frozen=True):
    """Player of a side, with the name stored in the record.

    A player without a policy is a person, for whom the game waits.
    """

    name: str
    policy: Policy | None = None


PERSON = Player("ask")
