"""Scores with second chances: a 1 that would never miss is thrown again, and so is a 6 that would never do.

A score of 1 fails by two ones in a row (1 of 36), a score of 7 succeeds by two sixes in a row. A score below 1 succeeds
and one above 7 fails without dice.
"""

from pilein.dice.faces import SIDES
from pilein.dice.weights import Row

SURE = 0  # a score that succeeds without dice
LEAST, MOST = 1, SIDES + 1  # scores for which a die may be thrown twice
NEVER = MOST + 1  # a score that fails without dice


def has_dice(need: int) -> bool:
    """Whether dice are thrown for this score."""
    return SURE < need < NEVER


def face_again(need: int) -> int:
    """The face that is thrown again, once; 0 if none is."""
    if need == LEAST:
        return 1
    return SIDES if need == MOST else 0


def succeeds(face: int, need: int) -> bool:
    """Whether a die succeeds by the face that it shows at last."""
    return face >= min(max(need, LEAST + 1), MOST - 1)


def odds(need: int) -> Row:
    """(failing, succeeding) weights out of 36.

    >>> odds(4), odds(1), odds(7), odds(8)
    ((18, 18), (1, 35), (35, 1), (36, 0))
    """
    whole = SIDES * SIDES
    if not has_dice(need):
        return (0, whole) if need <= SURE else (whole, 0)
    if face_again(need):
        return (1, whole - 1) if need == LEAST else (whole - 1, 1)
    bad = (need - 1) * SIDES
    return (bad, whole - bad)
