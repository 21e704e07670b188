"""Who answers for a side: a person, or a policy."""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from pilein.kernel.requests import Answer, Policy


class Mixed(Struct, frozen=True):
    """A policy's answer by chance: answers, each with a whole-number weight. Only a chain takes it."""

    answers: tuple[tuple[Answer, int], ...]

    def weights(self) -> tuple[tuple[Answer, int], ...]:
        """Each answer with its weight, as a roll has outcomes."""
        return self.answers


@runtime_checkable
class Chancy(Protocol):
    """A policy with chance of its own. Before each question the game tells it how many answers the game has seen.

    Drawn from that moment alone, its answers are the same when the game is taken back and played again.
    """

    moment: int


class Player(Struct, frozen=True):
    """One side's player, by the name that the record keeps; without a policy it is a person, who is waited for."""

    name: str
    policy: Policy | None = None


PERSON = Player("ask")
