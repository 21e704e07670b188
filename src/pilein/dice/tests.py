"""Rolls that somebody passes or fails: tests, hazards, contests."""

from functools import lru_cache
from typing import ClassVar, TypeAlias

from msgspec import Struct

from pilein.dice.counts import is_thrown
from pilein.dice.faces import NO_SUBJECT, SIDES, Die, stage_of
from pilein.dice.rolls import Total
from pilein.dice.weights import Distribution, distribution_of, look_up, reduced, together

Flags: TypeAlias = tuple[bool, ...]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
NO_DIE = -1  # the bonus of a fleeing one that rolls nothing
NOBODY = -SIDES - 2  # a chasing total below every fleeing one


def flag_distribution(row: tuple[int, ...]) -> Distribution[bool]:
    """The distribution of a flag from its (false, true) weights."""
    return tuple((flag, weight) for flag, weight in zip((False, True), reduced(row), strict=True) if weight)


@lru_cache(maxsize=1024)
def contest_distribution(fleeing: tuple[int, ...], chasing: tuple[int, ...], pairs: Pairs) -> Distribution[Flags]:
    """One die each: given the best chasing totals, the fleeing dice are independent."""
    best = {(NOBODY,) * len(fleeing): 1}
    for chaser, bonus in enumerate(chasing):
        chased = tuple(one for one, other in pairs if other == chaser)
        if chased:
            best = _with_chaser(best, chased, bonus)
    weights: dict[Flags, int] = {}
    for totals, weight in best.items():
        look_up()
        for flags, more in _caught(fleeing, totals):
            weights[flags] = weights.get(flags, 0) + weight * more
    return distribution_of(weights)


@lru_cache(maxsize=1024)
def fresh_contest_distribution(fleeing: tuple[int, ...], chasing: tuple[int, ...], pairs: Pairs) -> Distribution[Flags]:
    """Two dice for each pair: one gets away only by getting away in every pair."""
    distributions = []
    for place, bonus in enumerate(fleeing):
        away = every = 1
        for one, other in pairs:
            if one == place:
                away *= 0 if bonus == NO_DIE else _escapes(bonus, chasing[other])
                every *= SIDES * SIDES
        distributions.append(flag_distribution((away, every - away)))
    return together(distributions)


def _with_chaser(best: dict[tuple[int, ...], int], chased: tuple[int, ...], bonus: int) -> dict[tuple[int, ...], int]:
    grown: dict[tuple[int, ...], int] = {}
    for totals, weight in best.items():
        look_up()
        for face in range(1, SIDES + 1):
            shown = bonus + face
            key = tuple(max(one, shown) if place in chased else one for place, one in enumerate(totals))
            grown[key] = grown.get(key, 0) + weight
    return grown


def _caught(fleeing: tuple[int, ...], totals: tuple[int, ...]) -> list[tuple[Flags, int]]:
    """Weights over six to the power of the fleeing ones, whatever the totals: they may be added up."""
    flags: list[tuple[Flags, int]] = [((), 1)]
    for bonus, behind in zip(fleeing, totals, strict=True):
        caught = min(max(behind - bonus, 0), SIDES)
        if bonus == NO_DIE:
            caught = 0 if behind == NOBODY else SIDES
        steps = ((False, SIDES - caught), (True, caught))
        flags = [((*before, flag), weight * more) for before, weight in flags for flag, more in steps if more]
    return flags


def _escapes(fleeing: int, chasing: int) -> int:
    """In how many of 36 throws the fleeing total is higher."""
    return sum(min(max(fleeing + face - chasing - 1, 0), SIDES) for face in range(1, SIDES + 1))


# --- Rolls that somebody passes or fails: tests, hazards, contests -----------------------------------------------


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

    def weights(self) -> Distribution[bool]:
        """The distribution of passing."""
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

    def weights(self) -> Distribution[Flags]:
        """The distribution of these flags."""
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

    def weights(self) -> Distribution[Flags]:
        """The distribution of these flags."""
        distribution = fresh_contest_distribution if self.fresh else contest_distribution
        return distribution(self.fleeing, self.chasing, self.pairs)

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
    """Weights out of 36: the hazard, then the save."""
    hurt = min(max(fatal, 0), SIDES) * min(max(save - 1, 0), SIDES)
    return flag_distribution((SIDES * SIDES - hurt, hurt))
