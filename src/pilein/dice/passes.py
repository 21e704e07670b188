"""Rolls of which one die is enough."""

from functools import lru_cache

from msgspec import Struct

from pilein.dice.faces import NO_SUBJECT, SIDES, Die, stage_of
from pilein.dice.weights import Distribution, distribution_of


class AnyPass(Struct, frozen=True, tag=True):
    """Passed if at least one of some D6 shows `most` or less.

    No dice, or 0 or less, fails; 6 or more passes with any dice at all; neither throws them.
    """

    dice: int
    most: int
    label: str = ""

    @property
    def is_thrown(self) -> bool:
        """Whether dice decide."""
        return self.dice > 0 and 0 < self.most < SIDES

    def thrown(self, die: Die) -> bool:
        """Whether it is passed; all dice are thrown."""
        if not self.is_thrown:
            return self.dice > 0 and self.most >= SIDES
        stage_of(die)(self.label, self.most, NO_SUBJECT)
        passed = [die(SIDES) <= self.most for _ in range(self.dice)]  # no die is spared
        return any(passed)

    def weights(self) -> Distribution[bool]:
        """The distribution of passing."""
        return _any_pass(self.dice, max(0, min(SIDES, self.most)))


@lru_cache(maxsize=1024)
def _any_pass(dice: int, most: int) -> Distribution[bool]:
    fails: int = (SIDES - most) ** dice
    whole: int = SIDES**dice
    return distribution_of({False: fails, True: whole - fails})
