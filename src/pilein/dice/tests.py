"""Rolls that pass or fail: tests, hazards, and rolls in which a single die is enough to pass."""

from functools import lru_cache
from typing import ClassVar, TypeAlias

from msgspec import Struct

from pilein.dice.counts import is_thrown
from pilein.dice.faces import NO_SUBJECT, SIDES, Die, stage_of
from pilein.dice.rolls import Total
from pilein.dice.weights import Distribution, reduced, together

Flags: TypeAlias = tuple[bool, ...]


def flag_distribution(row: tuple[int, ...]) -> Distribution[bool]:
    """Return the distribution of a flag with (false, true) weights."""
    return tuple((flag, weight) for flag, weight in zip((False, True), reduced(row), strict=True) if weight)


class Test(Struct, frozen=True, tag=True):
    """Test that is passed if the sum of the dice is `need` or less.

    With `double_one` it is also passed if all dice show 1. With `re_roll`, all dice of a failed test are re-rolled
    once. `by` names the owner of the test and `why` gives its modifiers, for display only.
    """

    __test__: ClassVar[bool] = False  # pytest does not collect it

    need: int
    dice: int = 2
    double_one: bool = False
    re_roll: bool = False
    label: str = ""
    by: str = ""
    why: str = ""

    def thrown(self, die: Die) -> bool:
        """Roll the dice, and return whether the test is passed."""
        need = self._highest_need()
        stage_of(die)(self.label, need, NO_SUBJECT, self.by, self.why)
        if sum(die(SIDES) for _ in range(self.dice)) <= need:
            return True
        return self.re_roll and sum(die(SIDES) for _ in range(self.dice)) <= need

    def weights(self) -> Distribution[bool]:
        """Return the weights of a failed test (False) and of a passed test (True)."""
        return _test(self._highest_need(), self.dice, self.re_roll)

    def _highest_need(self) -> int:
        return max(self.need, self.dice) if self.double_one else self.need


class Hazards(Struct, frozen=True, tag=True):
    """Hazards for several subjects, with a D6 rolled for each.

    On `fatal` or less the subject takes a save at once, and suffers a wound if the save fails. `saves` are the
    scores needed: 7 means no save, and 1 or less always saves without a die. The number of outcomes is two to the
    power of the number of subjects, so compute weights only for a few subjects at a time.
    """

    saves: tuple[int, ...]
    fatal: int = 1
    label: str = ""

    def thrown(self, die: Die) -> Flags:
        """Roll for each subject, and return whether it suffers a wound."""
        return tuple(self._is_wounded(die, subject) for subject in range(len(self.saves)))

    def weights(self) -> Distribution[Flags]:
        """Return the distribution of the flags that mark wounded subjects."""
        return _hazards(self.saves, self.fatal)

    def _is_wounded(self, die: Die, subject: int) -> bool:
        stage, save = stage_of(die), self.saves[subject]
        stage(self.label, self.fatal + 1, subject)
        if die(SIDES) > self.fatal:
            return False
        if not is_thrown(save):
            return save > SIDES
        stage("save", save, subject)
        return die(SIDES) < save


class AnyPass(Struct, frozen=True, tag=True):
    """Roll that is passed if at least one of several D6 shows `most` or less.

    The roll fails if there are no dice or `most` is 0 or less, and it passes if there are dice and `most` is 6 or
    more. In these cases no dice are rolled; otherwise all of them are rolled.
    """

    dice: int
    most: int
    label: str = ""

    @property
    def is_thrown(self) -> bool:
        """Whether dice decide the roll."""
        return self.dice > 0 and 0 < self.most < SIDES

    def thrown(self, die: Die) -> bool:
        """Roll the dice, and return whether the roll is passed."""
        if not self.is_thrown:
            return self.dice > 0 and self.most >= SIDES
        stage_of(die)(self.label, self.most, NO_SUBJECT)
        passed = [die(SIDES) <= self.most for _ in range(self.dice)]  # a list: every die is rolled
        return any(passed)

    def weights(self) -> Distribution[bool]:
        """Return the weights of a failed roll (False) and of a passed roll (True)."""
        return _any_pass(self.dice, max(0, min(SIDES, self.most)))


@lru_cache(maxsize=4096)
def _test(need: int, dice: int, re_roll: bool) -> Distribution[bool]:  # noqa: FBT001 - a key of the cache
    good = bad = 0
    for shown, weight in Total(dice).weights():
        good, bad = (good + weight, bad) if shown <= need else (good, bad + weight)
    if re_roll:
        good, bad = good * (good + bad) + bad * good, bad * bad
    return flag_distribution((bad, good))


@lru_cache(maxsize=1024)
def _hazards(saves: tuple[int, ...], fatal: int) -> Distribution[Flags]:
    return together([_hazard(save, fatal) for save in saves])


def _hazard(save: int, fatal: int) -> Distribution[bool]:
    """Return the distribution of a flag, in weights out of 36: whether the hazard wounds a subject despite any save."""
    hurt = min(max(fatal, 0), SIDES) * min(max(save - 1, 0), SIDES)
    return flag_distribution((SIDES * SIDES - hurt, hurt))


@lru_cache(maxsize=1024)
def _any_pass(dice: int, most: int) -> Distribution[bool]:
    fails: int = (SIDES - most) ** dice
    every: int = SIDES**dice
    return flag_distribution((fails, every - fails))
