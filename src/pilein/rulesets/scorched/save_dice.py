"""Saves in a combat. They determine the wounds on each model struck, and other counts that matter."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Die, Distribution
from pilein.dice.counts import is_thrown
from pilein.dice.faces import NOBODY, SIDES, Stage, stage_of
from pilein.dice.weights import together
from pilein.kernel.table import Table
from pilein.rulesets.scorched.save_distributions import victim_distribution

Outcome = tuple[tuple[int, ...], ...]
MOST_KEPT = 24  # maximum count of hits or failed saves; larger counts are reported as this number


class Save(Struct, frozen=True):
    """Saving roll, with the score needed (1 never fails, 7 is not rolled) and whether a 1 adds another hit."""

    need: int
    shreds: bool = False


class Added(Struct, frozen=True, cache_hash=True):
    """Hits added by saving rolls of 1, if they differ from the hits landed. The fields are as in `HitDice`."""

    saves: tuple[Save, ...] = ()
    ignore: int = 7
    is_lethal: bool = False


class HitDice(Struct, frozen=True, cache_hash=True):
    """Identical hits on one model.

    `wound` is the score needed to wound (1 means no roll), and `ignore` the score for Feel No Pain (7 means none). A
    hit is saved if any of `saves`, rolled in turn, succeeds. `is_lethal` means that a single wound slays. If a
    saving roll of 1 adds hits, `again` says whether the added hits can add more: "always" or "once". `spares` means
    that the save passes despite such a 1. `keep` names a count to report besides wounds: "extra" hits or "failed"
    saves. `added` describes the added hits if they differ from the hits landed.
    """

    hits: int
    wound: int = 1
    saves: tuple[Save, ...] = ()
    ignore: int = 7
    is_lethal: bool = False
    again: Literal["always", "once"] = "always"
    spares: bool = False
    keep: Literal["", "extra", "failed"] = ""
    added: Added | None = None

    @property
    def following(self) -> "HitDice":
        """Return the hits added by saving rolls of 1."""
        if self.added is None:
            return self
        added = self.added
        return replace(self, saves=added.saves, ignore=added.ignore, is_lethal=added.is_lethal, added=None)

    @property
    def shreds(self) -> bool:
        """Whether a saving roll against these hits can add another hit."""
        return any(save.shreds and is_thrown(save.need) for save in self.saves)

    @property
    def needs_dice(self) -> bool:
        """Whether any die has to be rolled for these hits."""
        if not self.hits or self.wound > SIDES:
            return False
        if is_thrown(self.wound) or any(is_thrown(save.need) for save in self.saves):
            return True
        return is_thrown(self.ignore) and not any(save.need <= 1 for save in self.saves)


class Victim(Struct, frozen=True, cache_hash=True):
    """A model that was struck, with its wounds left and the hits on it in order."""

    room: int
    hit_dice: tuple[HitDice, ...]


class SaveDice(Struct, frozen=True, tag=True):
    """Saves of several victims in turn. The outcome holds (wounds taken, further counts ...) for each victim, with
    wounds capped at the number that the victim has left.

    For the hits of each enemy the dice are rolled in the order: to wound, saves, Feel No Pain for failed saves. If a
    1 adds another hit, the order is hit by hit: save, Feel No Pain, then the added hit. All hits landed are rolled
    for even if the model is slain, but a slain model takes no added hits. `names` lists the victims, for display
    only.
    """

    victims: tuple[Victim, ...]
    label: str = "save"
    names: tuple[str, ...] = ()

    def thrown(self, die: Die) -> tuple[tuple[int, ...], ...]:
        """Roll the dice and return the result of each victim."""
        names = self.names or (NOBODY,) * len(self.victims)
        each = enumerate(zip(self.victims, names, strict=True))
        return tuple(_Throw(die, victim, place, name).outcome() for place, (victim, name) in each)

    def weights(self) -> Distribution[tuple[tuple[int, ...], ...]]:
        """Joint distribution of the victims' results."""
        return _joint(self.victims)

    @property
    def needs_dice(self) -> bool:
        """Whether any die has to be rolled. If not, `weights` has a single outcome."""
        return any(hit_dice.needs_dice for victim in self.victims for hit_dice in victim.hit_dice)


def outcome_of(table: Table, dice: SaveDice) -> Outcome:
    """Return the wounds and further counts of each victim. No dice are rolled if the result is certain."""
    if dice.needs_dice:
        return cast("Outcome", table.roll(dice))
    return dice.weights()[0][0]


@lru_cache(maxsize=4096)
def _joint(victims: tuple[Victim, ...]) -> Distribution[tuple[tuple[int, ...], ...]]:
    return together([victim_distribution(victim.room, victim.hit_dice, MOST_KEPT) for victim in victims])


class _Throw:
    """Dice of one victim, rolled one after another."""

    def __init__(self, die: Die, victim: Victim, subject: int, name: str) -> None:
        self._die = die
        self._stage: Stage = stage_of(die)
        self._subject = subject, name
        self._victim = victim
        self._wounds = 0

    def outcome(self) -> tuple[int, ...]:
        kept = []
        for hit_dice in self._victim.hit_dice:
            failed, extra = self._struck(hit_dice)
            if hit_dice.keep:
                kept.append(min(MOST_KEPT, extra if hit_dice.keep == "extra" else failed))
        return (min(self._wounds, self._victim.room), *kept)

    def _struck(self, hit_dice: HitDice) -> tuple[int, int]:
        """Resolve identical hits and return (failed saves, extra hits)."""
        hits = sum(self._wounded(hit_dice))
        if not hit_dice.shreds:
            return self._saved_together(hit_dice, hits), 0
        counts = [self._shredded(hit_dice) for _ in range(hits)]
        return sum(failed for failed, _ in counts), sum(extra for _, extra in counts)

    def _wounded(self, hit_dice: HitDice) -> Iterator[bool]:
        if not is_thrown(hit_dice.wound):
            yield from [hit_dice.wound <= 1] * hit_dice.hits
            return
        self._stage("wound", hit_dice.wound, *self._subject)
        for _ in range(hit_dice.hits):
            yield self._die(SIDES) >= hit_dice.wound

    def _saved_together(self, hit_dice: HitDice, hits: int) -> int:
        for save in hit_dice.saves:
            if is_thrown(save.need):
                self._stage("save", save.need, *self._subject)
                hits = sum([self._die(SIDES) < save.need for _ in range(hits)])
            elif save.need <= 1:
                hits = 0
        self._stage("Feel No Pain", hit_dice.ignore, *self._subject)
        for _ in range(hits):
            self._hurt(hit_dice)
        return hits

    def _shredded(self, hit_dice: HitDice) -> tuple[int, int]:
        failed = extra = 0
        while True:
            is_failed, is_one = self._saved_alone(hit_dice)
            failed += is_failed
            if is_failed:
                self._stage("Feel No Pain", hit_dice.ignore, *self._subject)
                self._hurt(hit_dice)
            is_spent = hit_dice.again == "once" and extra == 1
            if not is_one or is_spent or self._wounds >= self._victim.room:
                return failed, extra
            extra += 1
            hit_dice = hit_dice.following

    def _saved_alone(self, hit_dice: HitDice) -> tuple[bool, bool]:
        """Whether all saves failed, and whether a saving roll that can trigger Shred was a 1."""
        is_one = False
        for save in hit_dice.saves:
            if save.need <= 1:
                return False, is_one
            if not is_thrown(save.need):
                continue
            self._stage("save", save.need, *self._subject)
            face = self._die(SIDES)
            is_one = is_one or (save.shreds and face == 1)
            if face >= save.need or (is_one and hit_dice.spares):
                return False, is_one
        return True, is_one

    def _hurt(self, hit_dice: HitDice) -> None:
        if is_thrown(hit_dice.ignore) and self._die(SIDES) >= hit_dice.ignore:
            return
        self._wounds += self._victim.room if hit_dice.is_lethal else 1
