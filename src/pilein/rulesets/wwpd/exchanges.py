"""Attacks between crowds. A single roll covers the dice to hit, to wound and to save. Hits are dealt evenly to
identical models.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import product
from math import comb
from typing import Any

from msgspec import Struct

from pilein.dice.faces import Die
from pilein.dice.weights import Distribution, Row, convolved, distribution_of, look_up, together
from pilein.rulesets.wwpd.damage import Body, Damage, Head, Hits, hit_odds, is_marked
from pilein.rulesets.wwpd.re_rolls import GroupedSuccesses, Throw, row_of

# --- The exact distribution of losses among identical heads that take evenly dealt hits ---------------------------


CrowdOutcome = tuple[bool, int]
Group = tuple[tuple[Throw, ...], int, int]  # throws, the score that wounds, the score that saves
Needs = tuple[tuple[int, int], ...]  # (wound, save) for each group
Share = tuple[int, ...]  # hits of each group
Grid = tuple[Row, ...]  # by heads lost: the weights of the numbers of wounds
UNCOUNTED = 0  # wounds are not counted


@lru_cache(maxsize=4096)
def crowd_distribution(heads: int, mark: int, groups: tuple[Group, ...]) -> Distribution[CrowdOutcome]:
    """Distribution of (marked, fallen) for a crowd of identical models, taken over all numbers of hits."""
    needs = tuple((wound, save) for _, wound, save in groups)
    rows = [row_of(throws) for throws, _, _ in groups]
    weights: dict[CrowdOutcome, int] = {}
    for counts in product(*(range(len(row)) for row in rows)):
        look_up()
        often = 1
        for row, count, (wound, save) in zip(rows, counts, needs, strict=True):
            often *= row[count] * sum(hit_odds(wound, save)) ** (len(row) - 1 - count)
        for outcome, weight in _fallen(heads, mark, needs, counts) if often else ():
            weights[outcome] = weights.get(outcome, 0) + often * weight
    return distribution_of({outcome: weight for outcome, weight in weights.items() if weight})


def shares_of(heads: int, counts: Share) -> dict[Share, int]:
    """Map each combination of hits from the groups to the number of models that take this combination. Hits are dealt
    to the models in turn, group by group.

    >>> shares_of(3, (2, 2))
    {(1, 1): 1, (1, 0): 1, (0, 1): 1}
    """
    given: list[Share] = []
    for head in range(heads):
        share, before = [], 0
        for count in counts:
            share.append(len(range((head - before) % heads, count, heads)))
            before += count
        given.append(tuple(share))
    return dict(Counter(given))


def _fallen(heads: int, mark: int, needs: Needs, counts: Share) -> list[tuple[CrowdOutcome, int]]:
    """Weights of (marked, fallen) for the given numbers of hits, split at the mark."""
    every = _totals(heads, UNCOUNTED, needs, counts)
    if not mark:
        return [((False, fallen), weight) for fallen, weight in enumerate(every)]
    below = _totals(heads, mark, needs, counts)
    unmarked = [((False, fallen), weight) for fallen, weight in enumerate(below)]
    rest = [((is_marked(mark, mark), fallen), every[fallen] - less) for fallen, less in enumerate(below)]
    return unmarked + rest


@lru_cache(maxsize=16384)
def _totals(heads: int, limit: int, needs: Needs, counts: Share) -> Row:
    """Weights of the number of models lost, counting only outcomes with fewer than `limit` wounds."""
    grids = [_grid(share, needs, number, limit) for share, number in shares_of(heads, counts).items()]
    *first, last = grids
    if not first:
        return tuple(map(sum, last))
    joined = reduce(lambda one, other: _joined(one, other, limit), first)
    found = [0] * (heads + 1)
    for fallen, row in enumerate(joined):
        look_up()
        for more, other in enumerate(last):
            found[fallen + more] += _below(row, other, limit)
    return tuple(found)


def _below(row: Row, other: Row, limit: int) -> int:
    """Combined weight of all pairs of outcomes, one from each of two rows, with fewer than `limit` wounds in total."""
    if limit == UNCOUNTED:
        return row[0] * other[0]
    sums, so_far = [], 0
    for weight in other:
        so_far += weight
        sums.append(so_far)
    return sum(weight * sums[min(limit - 1 - wounds, len(sums) - 1)] for wounds, weight in enumerate(row))


def _joined(one: Grid, other: Grid, limit: int) -> Grid:
    rows: list[Row] = [(0,)] * (len(one) + len(other) - 1)
    for fallen, row in enumerate(one):
        look_up()
        for more, second in enumerate(other):
            rows[fallen + more] = _added(rows[fallen + more], _cut(convolved(row, second), limit))
    return tuple(rows)


@lru_cache(maxsize=4096)
def _grid(share: Share, needs: Needs, number: int, limit: int) -> Grid:
    """Weights of losses and wounds among `number` models that take the same hits."""
    standing, falling = (_powers(row, number, limit) for row in _head(share, needs, limit))
    rows = []
    for fallen in range(number + 1):
        look_up()
        row = convolved(falling[fallen], standing[number - fallen])
        rows.append(tuple(comb(number, fallen) * weight for weight in _cut(row, limit)))
    return tuple(rows)


def _head(share: Share, needs: Needs, limit: int) -> tuple[Row, Row]:
    """Weights of a model's wounds, first if it survives and then if it is lost."""
    every: Row = (1,)
    stands: Row = (1,)
    for count, (wound, save) in zip(share, needs, strict=True):
        none, safe, lost = hit_odds(wound, save)
        hit: Row = (none, safe + lost)
        harmless: Row = (none, safe)
        if limit == UNCOUNTED:
            hit, harmless = (sum(hit),), (sum(harmless),)
        for _ in range(count):
            every, stands = _cut(convolved(every, hit), limit), _cut(convolved(stands, harmless), limit)
    return stands, tuple(all_of_it - part for all_of_it, part in zip(every, stands, strict=True))


@lru_cache(maxsize=1024)
def _powers(row: Row, most: int, limit: int) -> Grid:
    """Powers of a row under convolution, from the zeroth up to the power `most`."""
    found: list[Row] = [(1,)]
    for _ in range(most):
        look_up()
        found.append(_cut(convolved(found[-1], row), limit))
    return tuple(found)


def _cut(row: Row, limit: int) -> Row:
    return row if limit == UNCOUNTED else row[:limit]


def _added(one: Row, other: Row) -> Row:
    short, long = sorted((one, other), key=len)
    return tuple(weight + (short[place] if place < len(short) else 0) for place, weight in enumerate(long))


class Against(Struct, frozen=True):
    """Target of a group's hits, with the crowd, the score to wound and the score to save."""

    crowd: int
    wound: int
    save: int


class Crowd(Struct, frozen=True):
    """Crowd of identical models with a single Wound each.

    `mark` or more wounds mark the crowd (0 means never). `turn` is the turn of the models that strike the crowd.
    """

    heads: int
    mark: int = 0
    turn: int = 0


class Exchange(Struct, frozen=True, tag=True):
    """Roll for all attacks of a Melee between crowds. The outcome is (marked, number lost) for each crowd.

    The hits of each group are dealt to the models of a crowd in turn, and the next group continues where the last
    one stopped. Dice are rolled in the order of `GroupedSuccesses` and then of `Damage`. `throwers`, `strikers` and
    `struck` name the owners of the rolls, the strikers and the crowds, for display only.

    Raises:
        ValueError: the crowd that a group's hits are meant for does not exist or has no models.
    """

    throws: tuple[Throw, ...]
    against: tuple[Against, ...]
    crowds: tuple[Crowd, ...]
    label: str = ""
    throwers: tuple[str, ...] = ()
    strikers: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for one in self.against:
            if not 0 <= one.crowd < len(self.crowds) or self.crowds[one.crowd].heads < 1:
                raise ValueError(f"{one} has no enemy to strike")

    def thrown(self, die: Die) -> tuple[CrowdOutcome, ...]:
        """Roll the dice and return, for each crowd, whether it is marked and the number of models lost."""
        counts = GroupedSuccesses(self.throws, len(self.against), "hit", self.throwers).thrown(die)
        bodies = tuple(self._body(place, counts) for place in range(len(self.crowds)))
        return tuple(
            (marked, sum(map(sum, lots))) for marked, lots in Damage(bodies, "", self.strikers, self.struck).thrown(die)
        )

    def weights(self) -> Distribution[tuple[CrowdOutcome, ...]]:
        """Exact distribution of the outcome. The crowds are independent of each other."""
        return together(self.distributions())

    def distributions(self) -> tuple[Distribution[CrowdOutcome], ...]:
        """Exact distribution for each crowd on its own."""
        return tuple(crowd_distribution(*self._groups(place)) for place in range(len(self.crowds)))

    def unseen(self, hide: Callable[[Distribution[CrowdOutcome]], Any]) -> tuple[Any, ...]:
        """Outcome with `hide` applied to the distribution of each crowd. This is permitted because crowds are
        independent.
        """
        return tuple(map(hide, self.distributions()))

    def _groups(self, place: int) -> tuple[int, int, tuple[Group, ...]]:
        """Number of models in a crowd, its mark, and (throws, wound, save) for each group."""
        groups = tuple(
            (tuple(throw for throw in self.throws if throw.group == group), one.wound, one.save)
            for group, one in enumerate(self.against)
            if one.crowd == place
        )
        return self.crowds[place].heads, self.crowds[place].mark, groups

    def _body(self, place: int, counts: tuple[int, ...]) -> Body:
        crowd = self.crowds[place]
        groups = [group for group, one in enumerate(self.against) if one.crowd == place]
        shares = dealt([counts[group] for group in groups], crowd.heads)
        heads = tuple(
            Head(
                tuple(
                    Hits(count, self.against[group].wound, self.against[group].save)
                    for group, count in zip(groups, share, strict=True)
                    if count
                )
            )
            for share in shares
        )
        return Body(heads, crowd.mark, crowd.turn)


def dealt(counts: list[int], heads: int) -> list[tuple[int, ...]]:
    """Deal hits to models in turn, group by group without a break. Return each model's hits by group.

    >>> dealt([3, 2], 2)
    [(2, 1), (1, 1)]
    """
    shares = [[0] * len(counts) for _ in range(heads)]
    place = 0
    for group, count in enumerate(counts):
        for _ in range(count):
            shares[place % heads][group] += 1
            place += 1
    return [tuple(share) for share in shares]
