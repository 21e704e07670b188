"""Rolls that somebody passes or fails: tests, hazards, contests."""

from functools import lru_cache
from typing import ClassVar

from msgspec import Struct

from pilein.dice.contest_laws import NO_DIE, Flags, contest_law, flag_law, fresh_contest_law
from pilein.dice.faces import NO_SUBJECT, SIDES, Die, stage_of
from pilein.dice.rolls import Total
from pilein.dice.scores import is_thrown
from pilein.dice.weights import Law, together


class Test(Struct, frozen=True, tag=True):
    """Passed if the dice add up to `need` or less; with `double_one` also if all show 1.

    With `re_roll` all dice are thrown again, once, if they fail.
    """

    __test__: ClassVar[bool] = False  # not for pytest to collect

    need: int
    dice: int = 2
    double_one: bool = False
    re_roll: bool = False
    label: str = ""

    def thrown(self, die: Die) -> bool:
        """Whether the test is passed."""
        need = self._most()
        stage_of(die)(self.label, need, NO_SUBJECT)
        if sum(die(SIDES) for _ in range(self.dice)) <= need:
            return True
        return self.re_roll and sum(die(SIDES) for _ in range(self.dice)) <= need

    def weights(self) -> Law[bool]:
        """The law of passing."""
        return _test(self._most(), self.dice, self.re_roll)

    def _most(self) -> int:
        return max(self.need, self.dice) if self.double_one else self.need


class Hazards(Struct, frozen=True, tag=True):
    """One D6 for each subject; on `fatal` or less its save follows at once. True: a wound is suffered.

    `saves` names the score needed by each: 7 for none. As elsewhere 1 or less always saves, without a die.
    There are two to the power of the subjects outcomes: ask for few at a time where weights are wanted.
    """

    saves: tuple[int, ...]
    fatal: int = 1
    label: str = ""

    def thrown(self, die: Die) -> Flags:
        """Who suffers a wound."""
        return tuple(self._is_wounded(die, subject) for subject in range(len(self.saves)))

    def weights(self) -> Law[Flags]:
        """The law of these flags."""
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


class Contest(Struct, frozen=True, tag=True):
    """A D6 and a bonus each: a fleeing one is caught if in any of its pairs the chasing total is as high or
    higher.

    All fleeing dice come first, then all chasing dice. A fleeing bonus of -1 rolls nothing and is caught in
    any pair. `pairs` name (fleeing, chasing) by their places. With `fresh` each pair throws its own two
    dice, fleeing one first, in the order of the pairs; where the fleeing one rolls nothing, neither does
    the chasing one.

    Raises:
        ValueError: if a pair names somebody who is not there.

    """

    fleeing: tuple[int, ...]
    chasing: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    fresh: bool = False
    label: str = ""

    def __post_init__(self) -> None:
        for pair in self.pairs:
            if not (0 <= pair[0] < len(self.fleeing) and 0 <= pair[1] < len(self.chasing)):
                raise ValueError(f"pair {pair} is not among {len(self.fleeing)} fleeing, {len(self.chasing)} chasing")

    def thrown(self, die: Die) -> Flags:
        """Which of the fleeing ones are caught."""
        if self.fresh:
            return self._thrown_afresh(die)
        stage = stage_of(die)
        ahead, behind = [], []
        for subject, bonus in enumerate(self.fleeing):
            stage("flee", 0, subject)
            ahead.append(0 if bonus == NO_DIE else bonus + die(SIDES))
        for subject, bonus in enumerate(self.chasing):
            stage("chase", 0, subject)
            behind.append(bonus + die(SIDES))
        return tuple(
            any(self.fleeing[place] == NO_DIE or behind[other] >= ahead[place] for other in chasers)
            for place, chasers in enumerate(self._chasers())
        )

    def weights(self) -> Law[Flags]:
        """The law of these flags."""
        law = fresh_contest_law if self.fresh else contest_law
        return law(self.fleeing, self.chasing, self.pairs)

    def _chasers(self) -> list[list[int]]:
        return [[other for one, other in self.pairs if one == place] for place in range(len(self.fleeing))]

    def _thrown_afresh(self, die: Die) -> Flags:
        stage = stage_of(die)
        caught = [False] * len(self.fleeing)
        for place, other in self.pairs:
            if self.fleeing[place] == NO_DIE:
                caught[place] = True
                continue
            stage("flee", 0, place)
            ahead = self.fleeing[place] + die(SIDES)
            stage("chase", 0, other)
            if self.chasing[other] + die(SIDES) >= ahead:
                caught[place] = True
        return tuple(caught)


@lru_cache(maxsize=4096)
def _test(need: int, dice: int, re_roll: bool) -> Law[bool]:  # noqa: FBT001 - a key of the cache
    good = bad = 0
    for shown, weight in Total(dice).weights():
        good, bad = (good + weight, bad) if shown <= need else (good, bad + weight)
    if re_roll:
        good, bad = good * (good + bad) + bad * good, bad * bad
    return flag_law((bad, good))


@lru_cache(maxsize=1024)
def _hazards(saves: tuple[int, ...], fatal: int) -> Law[Flags]:
    return together([_hazard(save, fatal) for save in saves])


def _hazard(save: int, fatal: int) -> Law[bool]:
    """Weights out of 36: the hazard, then the save."""
    hurt = min(max(fatal, 0), SIDES) * min(max(save - 1, 0), SIDES)
    return flag_law((SIDES * SIDES - hurt, hurt))
