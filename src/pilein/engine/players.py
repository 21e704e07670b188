"""Players, who answer for a side. A player is a person or a policy."""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from pilein.kernel.requests import Answer, Policy


class Mixed(Struct, frozen=True):
    """Random answer of a policy: the possible answers with whole-number weights. Only the chain accepts random
    answers.
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
