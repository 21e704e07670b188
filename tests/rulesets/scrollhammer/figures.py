"""Exact figures of the register, obtained by several routes: from the dice alone, from clauses, and from odds."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import TypeVar

Key = TypeVar("Key")


def _distribution(keys: Iterable[Key], words: str) -> dict[Key, Fraction]:
    return dict(zip(keys, map(Fraction, words.split()), strict=True))


# F-01: the chance to reach an enemy, by inches, through open and through difficult ground.
OPEN = _distribution(range(3, 13), "35/36 11/12 5/6 13/18 7/12 5/12 5/18 1/6 1/12 1/36")
ROUGH = _distribution(range(3, 13), "25/27 173/216 139/216 103/216 23/72 7/36 23/216 11/216 1/54 1/216")
# F-01: the distribution of the lowest two of three dice.
LOWEST_TWO = {shown: Fraction(ways, 216) for shown, ways in enumerate((16, 27, 34, 36, 34, 27, 19, 12, 7, 3, 1), 2)}
# F-03: the chance that ten attacks of guards on guards cost them none, one and so on.
TEN_ATTACKS = _distribution(
    range(5),
    "282475249/1073741824 201768035/536870912 259416045/1073741824 12353145/134217728 12353145/536870912",
)
# F-05: the chance to hold, by Leadership and how far the combat was lost.
MORALE = _distribution(
    product(range(5, 11), range(1, 7)),
    """
    1/6 1/12 1/36 1/36 1/36 1/36
    5/18 1/6 1/12 1/36 1/36 1/36
    5/12 5/18 1/6 1/12 1/36 1/36
    7/12 5/12 5/18 1/6 1/12 1/36
    13/18 7/12 5/12 5/18 1/6 1/12
    5/6 13/18 7/12 5/12 5/18 1/6
    """,
)
# F-07: the chance that dangerous ground harms nobody, by how many cross it and whether they have a save of 4+.
UNHARMED = _distribution(
    product((1, 5, 10), (False, True)),
    "5/6 11/12 3125/7776 161051/248832 9765625/60466176 25937424601/61917364224",
)
# F-09: the chance to pass a test on a Leadership.
LEADERSHIP = _distribution(range(4, 11), "1/6 5/18 5/12 7/12 13/18 5/6 11/12")
