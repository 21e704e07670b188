"""A clock: what counts the rounds of a phase that a ruling ends after so many."""

from msgspec import Struct


class Clock(Struct, frozen=True):
    """The stable key of a clause that comes after each round, with the number of rounds played as its one argument.

    It does the same for every number from 0 to less than `most`, and no other clause does anything else for another
    number; with `most` it ends what still goes on. It asks for no dice.
    """

    clause: str
    most: int
