"""Several volleys in one roll, such as all simultaneous attacks of both sides."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from pilein.dice.counts import (
    AUTOMATIC,
    NO_TARGET,
    Target,
    Volley,
    faces_again,
    is_thrown,
    needed_to_hit,
    needed_to_wound,
    successes,
    sure,
    thrown_faces,
)
from pilein.dice.faces import NOBODY, SIDES, Die, stage_of
from pilein.dice.pool_distributions import PoolOutcome, losses_distributions, pool_distribution
from pilein.dice.weights import Distribution


class Pool(Struct, frozen=True, tag=True):
    """Volleys and their targets, rolled together.

    The outcome is (kept, lost): the counts kept for each volley, and the losses of each target. Volley by volley, all
    dice to hit are rolled, then all dice to wound; re-rolls follow the other dice of their stage. Saves come next,
    target by target and, for each target, volley by volley. A save is re-rolled at once. A target without room rolls
    no more saves and loses no more wounds. With `saves_per_group` the saves against a volley follow its dice to
    wound. `strikers` names the owner of each volley and `struck` names the owner of each target, for display only.

    Raises:
        ValueError: a volley has an unknown target.
    """

    volleys: tuple[Volley, ...]
    targets: tuple[Target, ...]
    saves_per_group: bool = False
    label: str = ""
    strikers: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for volley in self.volleys:
            if not NO_TARGET <= volley.target < len(self.targets):
                raise ValueError(f"a volley names target {volley.target}, but the pool has no such target")

    def thrown(self, die: Die) -> PoolOutcome:
        """Roll the attacks and saves, and return the counts kept and the losses."""
        throw = _Throw(die, self)
        for subject in range(len(self.volleys)):
            throw.attacks(subject)
            if self.saves_per_group:
                throw.saves(subject)
        if not self.saves_per_group:
            for subject in self._in_order_of_saves():
                throw.saves(subject)
        return throw.outcome()

    def weights(self) -> Distribution[PoolOutcome]:
        """Return the distribution of the outcome (kept, lost)."""
        return pool_distribution(self.volleys, self.targets)

    def unseen(self, hide: Callable[[Distribution[int]], Any]) -> tuple[tuple[tuple[()], ...], tuple[Any, ...]] | None:
        """Return an outcome in which `hide(distribution)` replaces each loss, or None if volleys keep counts."""
        if any(volley.keep for volley in self.volleys):
            return None
        return ((),) * len(self.volleys), tuple(map(hide, losses_distributions(self.volleys, self.targets)))

    def striker(self, subject: int) -> str:
        """Return the owner of a volley, or "" if it is not named."""
        return self.strikers[subject] if self.strikers else NOBODY

    def saver(self, target: int) -> str:
        """Return the owner of a target, or "" if it is not named."""
        return self.struck[target] if self.struck else NOBODY

    def _in_order_of_saves(self) -> list[int]:
        return sorted(range(len(self.volleys)), key=lambda subject: self.volleys[subject].target)


class _Counts(Struct):
    """Counts of one volley, named as in `keep`."""

    ones: int
    hits: int
    glances: int
    wounds: int
    sixes: int
    saved: int = 0


class _Throw:
    """State of a pool while its dice are being rolled."""

    __slots__ = ("_counts", "_die", "_lost", "_pool", "_stage")

    def __init__(self, die: Die, pool: Pool) -> None:
        self._die = die
        self._stage = stage_of(die)
        self._pool = pool
        self._counts: list[_Counts] = []
        self._lost = [0] * len(pool.targets)

    def attacks(self, subject: int) -> None:
        volley, by = self._pool.volleys[subject], self._pool.striker(subject)
        need = needed_to_hit(volley)
        hits, ones = sure(volley.dice, need), 0
        if is_thrown(need):
            self._stage("hit", need, subject, by)
            faces = thrown_faces(self._die, volley.dice, need, volley.re_roll_hits)
            hits, ones = successes(faces, need), faces.count(1)
        need = needed_to_wound(volley)
        wounds, sixes = sure(hits, need), 0
        if volley.six_wounds or is_thrown(need):
            self._stage("wound", need, subject, by)
            faces = thrown_faces(self._die, hits, need, volley.re_roll_wounds)
            wounds = successes(faces, need)
            sixes = faces.count(SIDES) if volley.six_wounds else 0
        self._counts.append(_Counts(ones, hits, hits - wounds, wounds - sixes, sixes))

    def saves(self, subject: int) -> None:
        """Roll the saves against a volley while its target has room."""
        volley, counts = self._pool.volleys[subject], self._counts[subject]
        if volley.target == NO_TARGET:
            return
        wounds, need = counts.wounds + counts.sixes, volley.save
        room = self._pool.targets[volley.target].room - self._lost[volley.target]
        if is_thrown(need):
            self._stage("save", need, subject, self._pool.saver(volley.target))
            counts.saved, lost = _saves(self._die, wounds, room, volley)
        else:
            counts.saved = wounds if need <= AUTOMATIC and room else 0
            lost = min(wounds - counts.saved, room)
        self._lost[volley.target] += lost

    def outcome(self) -> PoolOutcome:
        kept = tuple(
            tuple(getattr(counts, word) for word in volley.keep)
            for volley, counts in zip(self._pool.volleys, self._counts, strict=True)
        )
        return kept, tuple(self._lost)


def _saves(die: Die, wounds: int, room: int, volley: Volley) -> tuple[int, int]:
    """Roll saves one wound at a time until the room is used up. Return (saved, lost)."""
    again = faces_again(volley.save, volley.re_roll_saves)
    saved = lost = 0
    while saved + lost < wounds and lost < room:
        face = die(SIDES)
        if face in again:
            face = die(SIDES)
        if face >= volley.save:
            saved += 1
        else:
            lost += 1
    return saved, lost
