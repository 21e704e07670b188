"""The distribution of a roll, found slowly but independently, from every sequence of faces that the dice can show."""

from collections.abc import Iterator
from fractions import Fraction

from pilein.dice import Distribution, Outcome, Roll, check
from pilein.dice.weights import Shown


class FacesUsedUp(Exception):  # noqa: N818 - it asks for more
    """Error raised when a roll needs another die, but all given faces have been used."""


class Faces:
    """Dice that show the given faces in order and then ask for one more."""

    def __init__(self, *shown: int) -> None:
        self.left = list(reversed(shown))

    def __call__(self, sides: int) -> int:
        if not self.left:
            raise FacesUsedUp(sides)
        face = self.left.pop()
        assert 1 <= face <= sides
        return face


def outcome_of(roll: Roll, *shown: int) -> Outcome:
    """Return the outcome of a roll whose dice show exactly the given faces, no more and no fewer."""
    die = Faces(*shown)
    outcome = roll.thrown(die)
    assert not die.left, "faces are left over"
    return outcome


def every_throw(roll: Roll, *, most: int | None = None) -> Iterator[tuple[Outcome, Fraction]]:
    """Yield the outcome and the probability of every sequence of faces of a roll. The same outcome may occur
    repeatedly.

    Sequences of more than `most` dice are left out.
    """
    runs: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while runs:
        shown, chance = runs.pop()
        try:
            outcome = outcome_of(roll, *shown)
        except FacesUsedUp as wanted:
            (sides,) = wanted.args
            if len(shown) == most:
                continue
            runs += [((*shown, face), chance / sides) for face in range(1, sides + 1)]
            continue
        yield outcome, chance


def distribution_by_faces(roll: Roll, *, most: int | None = None) -> dict[Outcome, Fraction]:
    """Return the probabilities of all outcomes of at most `most` dice, computed from the faces alone."""
    distribution: dict[Outcome, Fraction] = {}
    for outcome, chance in every_throw(roll, most=most):
        distribution[outcome] = distribution.get(outcome, Fraction(0)) + chance
    return distribution


def distribution_by_weights(weights: Distribution[Shown]) -> dict[Shown, Fraction]:
    """Return the probabilities of all outcomes according to the weights, after checking that the weights form a
    distribution.
    """
    check(weights)
    total = sum(weight for _, weight in weights)
    return {outcome: Fraction(weight, total) for outcome, weight in weights}


def assert_both_readings_agree(roll: Roll) -> None:
    """Assert that faces and weights give the same distribution."""
    assert distribution_by_weights(roll.weights()) == distribution_by_faces(roll)
