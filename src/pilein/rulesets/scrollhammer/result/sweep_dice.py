"""The dice of a Sweeping Advance: who is beaten, who is equalled, who gets away."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from msgspec import Struct

from pilein.dice import Die, Law
from pilein.dice.weights import law_of

D6 = 6
NO_DIE = -1  # the Initiative of a fleeing unit that rolls nothing
AWAY, EQUALLED, BEATEN = -1, 0, 1
Pairs = tuple[tuple[int, int], ...]
Margins = tuple[int, ...]


class Pursuit(Struct, frozen=True, tag=True):
    """D6 and Initiative of each fleeing unit, then of each chasing one; every pair is compared.

    The outcome names for each fleeing unit the worst that any chaser did to it: BEATEN, EQUALLED or AWAY. `pairs` are
    (fleeing, chasing) by their places. With `fresh` every pair throws its own two dice, the fleeing one first. One
    whose Initiative is NO_DIE rolls nothing, nor does anybody against it under `fresh`: it is beaten.
    """

    fleeing: tuple[int, ...]
    chasing: tuple[int, ...]
    pairs: Pairs
    fresh: bool = False
    label: str = "sweeping advance"

    def thrown(self, die: Die) -> Margins:
        """What becomes of each fleeing unit."""
        return self._compared(tuple(die(D6) for _ in range(self._dice())))

    def weights(self) -> Law[Margins]:
        """The law of what becomes of them."""
        return _law(self.fleeing, self.chasing, self.pairs, fresh=self.fresh)

    def _dice(self) -> int:
        rolling = [place for place, initiative in enumerate(self.fleeing) if initiative != NO_DIE]
        if self.fresh:
            return 2 * sum(fleeing in rolling for fleeing, _ in self.pairs)
        return len(rolling) + len(self.chasing)

    def _compared(self, faces: tuple[int, ...]) -> Margins:
        left = iter(faces)
        totals = self._totals_afresh(left) if self.fresh else self._totals(left)
        worst = [AWAY] * len(self.fleeing)
        for (place, _), (ahead, behind) in zip(self.pairs, totals, strict=True):
            margin = (behind > ahead) - (behind < ahead)
            worst[place] = max(worst[place], BEATEN if self.fleeing[place] == NO_DIE else margin)
        return tuple(worst)

    def _totals(self, left: Iterator[int]) -> list[tuple[int, int]]:
        ahead = [0 if initiative == NO_DIE else initiative + next(left) for initiative in self.fleeing]
        behind = [initiative + next(left) for initiative in self.chasing]
        return [(ahead[fleeing], behind[chasing]) for fleeing, chasing in self.pairs]

    def _totals_afresh(self, left: Iterator[int]) -> list[tuple[int, int]]:
        found = []
        for fleeing, chasing in self.pairs:
            initiative = self.fleeing[fleeing]
            rolled = (0, 0) if initiative == NO_DIE else (initiative + next(left), self.chasing[chasing] + next(left))
            found.append(rolled)
        return found


@lru_cache(maxsize=256)
def _law(fleeing: tuple[int, ...], chasing: tuple[int, ...], pairs: Pairs, *, fresh: bool) -> Law[Margins]:
    """Every throw weighs the same: units that break from one combat are few."""
    pursuit = Pursuit(fleeing, chasing, pairs, fresh)
    weights: dict[Margins, int] = {}
    for faces in product(range(1, D6 + 1), repeat=pursuit._dice()):  # noqa: SLF001 - the roll's own law
        margins = pursuit._compared(faces)  # noqa: SLF001
        weights[margins] = weights.get(margins, 0) + 1
    return law_of(weights)
