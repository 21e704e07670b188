"""Rolls that add up dice. `by` names the owner of the dice and `why` their modifiers, for display only."""

from functools import lru_cache
from math import comb

from msgspec import Struct

from pilein.dice.faces import SIDES, Die
from pilein.dice.weights import Distribution, convolved, distribution_of, distribution_of_row

HALF = 3  # sides of a D3


class Total(Struct, frozen=True, tag=True):
    """Roll that adds up several dice with the same number of sides."""

    dice: int
    sides: int = SIDES
    label: str = ""
    by: str = ""
    why: str = ""

    def thrown(self, die: Die) -> int:
        """Roll the dice and add them up."""
        return sum(die(self.sides) for _ in range(self.dice))

    def weights(self) -> Distribution[int]:
        """Return the distribution of the sum of all dice."""
        return _total(self.dice, self.sides)


class Lowest(Struct, frozen=True, tag=True):
    """Roll of several D6, of which the `keep` lowest are added up."""

    keep: int
    dice: int
    label: str = ""
    by: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        _check_keep(self.keep, self.dice)

    def thrown(self, die: Die) -> int:
        """Roll the dice and add up the lowest faces."""
        return sum(sorted(die(SIDES) for _ in range(self.dice))[: self.keep])

    def weights(self) -> Distribution[int]:
        """Return the distribution of the sum of the lowest faces."""
        return _lowest(self.keep, self.dice)


class Highest(Struct, frozen=True, tag=True):
    """Roll of several D6, of which the `keep` highest are added up."""

    keep: int
    dice: int
    label: str = ""
    by: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        _check_keep(self.keep, self.dice)

    def thrown(self, die: Die) -> int:
        """Roll the dice and add up the highest faces."""
        faces = sorted((die(SIDES) for _ in range(self.dice)), reverse=True)
        return sum(faces[: self.keep])

    def weights(self) -> Distribution[int]:
        """Return the distribution of the sum of the highest faces."""
        return _highest(self.keep, self.dice)


class D3s(Struct, frozen=True, tag=True):
    """Roll that adds up several D3, each of which is half a D6, rounded up."""

    dice: int
    label: str = ""
    by: str = ""
    why: str = ""

    def thrown(self, die: Die) -> int:
        """Roll the dice and add up the halved faces."""
        return sum((die(SIDES) + 1) // 2 for _ in range(self.dice))

    def weights(self) -> Distribution[int]:
        """Return the distribution of the sum of the halved faces."""
        return _total(self.dice, HALF)


def _check_keep(keep: int, dice: int) -> None:
    if not 0 <= keep <= dice:
        raise ValueError(f"a roll of {dice} dice cannot keep {keep} of them; keep 0 to {dice}")


@lru_cache(maxsize=4096)
def _total(dice: int, sides: int) -> Distribution[int]:
    row: tuple[int, ...] = (1,)
    for _ in range(dice):
        row = convolved(row, (1,) * sides)
    return distribution_of_row(row, dice)


@lru_cache(maxsize=4096)
def _highest(keep: int, dice: int) -> Distribution[int]:
    mirrored = (SIDES + 1) * keep
    return tuple((mirrored - low, weight) for low, weight in reversed(_lowest(keep, dice)))


@lru_cache(maxsize=4096)
def _lowest(keep: int, dice: int) -> Distribution[int]:
    """Distribution of the sum of the `keep` lowest of several D6.

    Faces are assigned from the lowest up. The state is (dice without a face yet, sum of the kept dice), and each
    state has a weight.
    """
    dealt = {(dice, 0): 1}
    for face in range(1, SIDES):
        grown: dict[tuple[int, int], int] = {}
        for (left, kept), weight in dealt.items():
            room = max(0, keep - (dice - left))
            for number in range(left + 1):
                key = (left - number, kept + face * min(number, room))
                grown[key] = grown.get(key, 0) + weight * comb(left, number)
        dealt = grown
    sums: dict[int, int] = {}
    for (left, kept), weight in dealt.items():
        low = kept + SIDES * min(left, max(0, keep - (dice - left)))
        sums[low] = sums.get(low, 0) + weight
    return distribution_of(sums)
