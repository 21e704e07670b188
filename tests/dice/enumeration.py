"""The slow way to the law of a roll: throw it with every run of faces that it can ask for."""

from collections.abc import Callable
from fractions import Fraction

from pilein.dice import Law, Outcome, Roll, check
from pilein.dice.weights import Shown


class FacesUsedUp(Exception):  # noqa: N818 - it asks for more
    """The roll wants one more die."""


def faces(*shown: int) -> Callable[[int], int]:
    """Build a die that shows these faces in order."""
    left = iter(shown)

    def die(sides: int) -> int:
        for face in left:
            assert 1 <= face <= sides
            return face
        raise FacesUsedUp(sides)

    return die


def outcome_of(roll: Roll, *shown: int) -> Outcome:
    """Throw exactly these faces: none may be missing or left over."""
    die = faces(*shown)
    outcome = roll.thrown(die)
    try:
        die(6)
    except FacesUsedUp:
        return outcome
    raise AssertionError("faces are left over")


def law_by_faces(roll: Roll) -> dict[Outcome, Fraction]:
    """Chances of all outcomes, from the faces alone."""
    law: dict[Outcome, Fraction] = {}
    runs: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while runs:
        shown, chance = runs.pop()
        try:
            outcome = roll.thrown(faces(*shown))
        except FacesUsedUp as wanted:
            (sides,) = wanted.args
            runs += [((*shown, face), chance / sides) for face in range(1, sides + 1)]
        else:
            law[outcome] = law.get(outcome, Fraction(0)) + chance
    return law


def law_by_weights(weights: Law[Shown]) -> dict[Shown, Fraction]:
    """Chances of all outcomes, from weights that are a proper law."""
    check(weights)
    total = sum(weight for _, weight in weights)
    return {outcome: Fraction(weight, total) for outcome, weight in weights}


def assert_both_readings_agree(roll: Roll) -> None:
    """Check that faces and weights tell the same."""
    assert law_by_weights(roll.weights()) == law_by_faces(roll)
