"""Players: a person or a policy that answers for a side."""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from pilein.kernel.requests import Answer, Policy


class Mixed(Struct, frozen=True):
    """A policy's random answer: answers with whole-number weights. Only the chain accepts this."""

    answers: tuple[tuple[Answer, int], ...]

    def weights(self) -> tuple[tuple[Answer, int], ...]:
        """Each answer with its weight, like the outcomes of a roll."""
        return self.answers


@runtime_checkable
class Chancy(Protocol):
    """A policy with randomness of its own. Before each question the game sets the number of answers so far.

    Since the policy's answers depend on that number alone, they are the same after an undo.
    """

    moment: int


class Player(Struct, frozen=True):
    """A side's player, with the name kept in the record; without a policy, a person whom the game waits for."""

    name: str
    policy: Policy | None = None


PERSON = Player("ask")
