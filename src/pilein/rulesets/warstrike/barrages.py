"""Barrages: hits, saves and kills combined in one roll. An unsaved hit kills if all dice of its test pass."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from pilein.dice.counts import is_thrown
from pilein.dice.faces import NOBODY, SIDES, Die, stage_of
from pilein.dice.weights import Distribution, distribution_of, look_up, together

SQUARE = SIDES * SIDES
Suffered = tuple[int, bool, int]  # hits, whether any save failed, kills
BarrageOutcome = tuple[Suffered, ...]


class Score(Struct, frozen=True, tag=True):
    """Score needed on a D6: `need` or more or, if `opposed`, a lead of more than `need` over the opponent's D6.

    No dice are rolled if the score cannot fail (1 or less, opposed -6 or less) or cannot succeed (7 or more, opposed
    5 or more).
    """

    need: int
    opposed: bool = False

    @property
    def is_thrown(self) -> bool:
        """Whether the score must be rolled for."""
        return -SIDES < self.need < SIDES - 1 if self.opposed else is_thrown(self.need)

    @property
    def weight(self) -> int:
        """Number of the 36 possible pairs of dice that succeed."""
        if self.opposed:
            return sum(one - other > self.need for one in range(1, SIDES + 1) for other in range(1, SIDES + 1))
        return SIDES * max(0, min(SIDES, SIDES + 1 - self.need))

    def met(self, die: Die) -> bool:
        """Roll for the score, with the striker's own die first, and return whether it is met."""
        if not self.is_thrown:
            return self.weight > 0
        if self.opposed:
            return die(SIDES) - die(SIDES) > self.need
        return die(SIDES) >= self.need


class Burst(Struct, frozen=True, tag=True):
    """Identical dice to hit, with their number, the score to hit, and the lot that takes the hits."""

    dice: int
    hit: Score
    lot: int


class Lot(Struct, frozen=True, tag=True):
    """Identical hits, with their target, the score that saves a hit, and the test that an unsaved hit must pass to
    kill.

    An unsaved hit kills if each of `tests` dice shows `most` or less. With 0 dice every unsaved hit kills. If `most`
    is 6 or more, or 0 or less, no dice are rolled, because either every die would pass or none would.
    """

    target: int
    save: Score
    tests: int = 0
    most: int = SIDES

    @property
    def is_tested(self) -> bool:
        """Whether a roll decides if an unsaved hit kills."""
        return self.tests > 0 and 0 < self.most < SIDES


class Barrage(Struct, frozen=True, tag=True):
    """Roll for bursts of attacks, for the lots that receive their hits, and for the kills on each target, up to the
    target's cap.

    The outcome is (hits, whether any save failed, kills) for each target. Dice are rolled in this order: to hit,
    burst by burst; saves, lot by lot; tests, lot by lot, with all dice of a test together. `by` names the strikers
    and `on` each target, for display only.

    Raises:
        ValueError: a burst's lot or a lot's target does not exist.
    """

    bursts: tuple[Burst, ...]
    lots: tuple[Lot, ...]
    caps: tuple[int, ...]
    label: str = ""
    by: str = ""
    on: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not all(0 <= burst.lot < len(self.lots) for burst in self.bursts):
            raise ValueError(f"the lot of a burst must be one of the {len(self.lots)} lots")
        if not all(0 <= lot.target < len(self.caps) for lot in self.lots):
            raise ValueError(f"the target of a lot must be one of the {len(self.caps)} targets")

    def thrown(self, die: Die) -> BarrageOutcome:
        """Roll the dice and return the losses of each target."""
        hits = self._hits(die)
        failed = [self._failed(die, place, hits[place]) for place in range(len(self.lots))]
        kills = [self._kills(die, place, failed[place]) for place in range(len(self.lots))]
        return tuple(self._suffered(target, hits, failed, kills) for target in range(len(self.caps)))

    def weights(self) -> Distribution[BarrageOutcome]:
        """Exact distribution of all targets' losses."""
        return together(self.distributions())

    def distributions(self) -> tuple[Distribution[Suffered], ...]:
        """Exact distribution of each target's losses. Targets are independent."""
        return tuple(self._distribution_of(target) for target in range(len(self.caps)))

    def unseen(self, hide: Callable[[Distribution[Suffered]], Any]) -> tuple[Any, ...]:
        """Outcome with `hide` applied to the distribution of each target. This is permitted because targets are
        independent.
        """
        return tuple(map(hide, self.distributions()))

    def _target_of(self, place: int) -> str:
        return self.on[self.lots[place].target] if self.on else NOBODY

    def _hits(self, die: Die) -> list[int]:
        stage, hits = stage_of(die), [0] * len(self.lots)
        for subject, burst in enumerate(self.bursts):
            if burst.hit.is_thrown:
                stage("hit", burst.hit.need, subject, self.by)
            hits[burst.lot] += sum(burst.hit.met(die) for _ in range(burst.dice))
        return hits

    def _failed(self, die: Die, place: int, hits: int) -> int:
        save = self.lots[place].save
        if save.is_thrown:
            stage_of(die)("save", save.need, place, self._target_of(place))
        return sum(not save.met(die) for _ in range(hits))

    def _kills(self, die: Die, place: int, failed: int) -> int:
        lot = self.lots[place]
        if not lot.is_tested:
            return failed if not lot.tests or lot.most > 0 else 0
        stage_of(die)("kill", lot.most, place, self._target_of(place))
        tests = [[die(SIDES) <= lot.most for _ in range(lot.tests)] for _ in range(failed)]  # no die is spared
        return sum(map(all, tests))

    def _suffered(self, target: int, hits: list[int], failed: list[int], kills: list[int]) -> Suffered:
        mine = [place for place, lot in enumerate(self.lots) if lot.target == target]
        unsaved = sum(failed[place] for place in mine)
        killed = min(self.caps[target], sum(kills[place] for place in mine))
        return sum(hits[place] for place in mine), unsaved > 0, killed

    def _distribution_of(self, target: int) -> Distribution[Suffered]:
        fates: dict[tuple[int, ...], int] = {}
        for burst in self.bursts:
            lot = self.lots[burst.lot]
            if lot.target == target and burst.dice:
                fate = _fate(burst.hit, lot)
                fates[fate] = fates.get(fate, 0) + burst.dice
        return _distribution(tuple(sorted(fates.items())), self.caps[target])


def _fate(hit: Score, lot: Lot) -> tuple[int, ...]:
    """Weights, for one die, of a miss, a saved hit, an unsaved hit that does not kill, and a killing hit."""
    hits, saves = hit.weight, lot.save.weight
    whole = SIDES**lot.tests
    kills = max(0, min(SIDES, lot.most)) ** lot.tests
    missed = (SQUARE - hits) * SQUARE * whole
    unsaved = hits * (SQUARE - saves)
    return missed, hits * saves * whole, unsaved * (whole - kills), unsaved * kills


@lru_cache(maxsize=4096)
def _distribution(fates: tuple[tuple[tuple[int, ...], int], ...], cap: int) -> Distribution[Suffered]:
    distribution: dict[Suffered, int] = {(0, False, 0): 1}
    for fate, dice in fates:
        for _ in range(dice):
            look_up()
            distribution = _with_die(distribution, fate, cap)
    return distribution_of(distribution)


def _with_die(distribution: dict[Suffered, int], fate: tuple[int, ...], cap: int) -> dict[Suffered, int]:
    grown: dict[Suffered, int] = {}
    for (hits, failed, kills), weight in distribution.items():
        ends = (
            (hits, failed, kills),
            (hits + 1, failed, kills),
            (hits + 1, True, kills),
            (hits + 1, True, min(cap, kills + 1)),
        )
        for end, share in zip(ends, fate, strict=True):
            if share:
                grown[end] = grown.get(end, 0) + weight * share
    return grown
