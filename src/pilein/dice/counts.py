"""Rolls that count dice by what they show."""

from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from pilein.dice.faces import NO_SUBJECT, SIDES, Die, stage_of
from pilein.dice.scores import check_re_roll, faces_law, is_thrown, successes, sure, thrown_faces
from pilein.dice.weights import Law, binomial, law_of_row, multinomial, reduced


class Count(Struct, frozen=True, tag=True):
    """How many D6 show `need` or more; for a need of 1 or less (all) or 7 or more (none) no dice are thrown.

    `re_roll`: "failures", "ones" or "successes" are thrown again, once, after all others.
    """

    dice: int
    need: int
    re_roll: str = ""
    label: str = ""

    def __post_init__(self) -> None:
        check_re_roll(self.re_roll)

    def thrown(self, die: Die) -> int:
        """The number of successes."""
        if not is_thrown(self.need):
            return sure(self.dice, self.need)
        stage_of(die)(self.label, self.need, NO_SUBJECT)
        return successes(thrown_faces(die, self.dice, self.need, self.re_roll), self.need)

    def weights(self) -> Law[int]:
        """The law of that number."""
        return _count(self.dice, self.need, self.re_roll)


class Bands(Struct, frozen=True, tag=True):
    """How many D6 fall into each band: below the first cut, from cut to cut, from the last cut on.

    The first cut is the score needed as far as `re_roll` goes: "failures" are the dice below it.

    Raises:
        ValueError: unless the cuts rise and lie between 2 and 6.

    """

    dice: int
    cuts: tuple[int, ...] = (2, 6)
    re_roll: str = ""
    label: str = ""

    def __post_init__(self) -> None:
        check_re_roll(self.re_roll)
        rising = all(low < high for low, high in pairwise(self.cuts))
        if not self.cuts or not rising or not all(is_thrown(cut) for cut in self.cuts):
            raise ValueError(f"the cuts are {self.cuts}: rising scores from 2 to 6 are needed")

    def thrown(self, die: Die) -> tuple[int, ...]:
        """The number of dice in each band, lowest band first."""
        stage_of(die)(self.label, self.cuts[0], NO_SUBJECT)
        faces = thrown_faces(die, self.dice, self.cuts[0], self.re_roll)
        above = [self.dice, *(successes(faces, cut) for cut in self.cuts), 0]
        return tuple(more - fewer for more, fewer in pairwise(above))

    def weights(self) -> Law[tuple[int, ...]]:
        """The law of these numbers."""
        return _bands(self.dice, self.cuts, self.re_roll)


@lru_cache(maxsize=4096)
def _count(dice: int, need: int, re_roll: str) -> Law[int]:
    if not is_thrown(need):
        return ((sure(dice, need), 1),)
    law = faces_law(need, re_roll)
    bad, good = reduced((sum(law[: need - 1]), sum(law[need - 1 :])))
    return law_of_row(binomial(dice, good, bad))


@lru_cache(maxsize=4096)
def _bands(dice: int, cuts: tuple[int, ...], re_roll: str) -> Law[tuple[int, ...]]:
    law = faces_law(cuts[0], re_roll)
    edges = [0, *(cut - 1 for cut in cuts), SIDES]
    kinds = tuple(
        (
            tuple(int(place == band) for place in range(len(cuts) + 1)),
            sum(law[edges[band] : edges[band + 1]]),
        )
        for band in range(len(cuts) + 1)
    )
    return multinomial(dice, kinds)
