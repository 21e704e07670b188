"""The exact law of what a crowd of like heads loses to hits that are dealt out evenly."""

from collections import Counter
from functools import lru_cache, reduce
from itertools import product
from math import comb

from pilein.dice.damage import hit_odds, is_marked
from pilein.dice.heaps import Throw, row_of
from pilein.dice.watching import look_up
from pilein.dice.weights import Law, Row, convolved, law_of

CrowdOutcome = tuple[bool, int]
Heap = tuple[tuple[Throw, ...], int, int]  # throws, the score that wounds, the score that saves
Needs = tuple[tuple[int, int], ...]  # (wound, save) of each heap
Share = tuple[int, ...]  # hits of each heap
Grid = tuple[Row, ...]  # by heads that fall: the weights of so many wounds
UNCOUNTED = 0  # wounds are not told apart


@lru_cache(maxsize=4096)
def crowd_law(heads: int, mark: int, heaps: tuple[Heap, ...]) -> Law[CrowdOutcome]:
    """The law of (marked, fallen): all numbers of hits, and who falls by them."""
    needs = tuple((wound, save) for _, wound, save in heaps)
    rows = [row_of(throws) for throws, _, _ in heaps]
    weights: dict[CrowdOutcome, int] = {}
    for counts in product(*(range(len(row)) for row in rows)):
        look_up()
        often = 1
        for row, count, (wound, save) in zip(rows, counts, needs, strict=True):
            often *= row[count] * sum(hit_odds(wound, save)) ** (len(row) - 1 - count)
        for outcome, weight in _fallen(heads, mark, needs, counts) if often else ():
            weights[outcome] = weights.get(outcome, 0) + often * weight
    return law_of({outcome: weight for outcome, weight in weights.items() if weight})


def shares_of(heads: int, counts: Share) -> dict[Share, int]:
    """How many heads get which hits, where they are dealt by turns, heap by heap in a row.

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
    """The weights of (marked, fallen) for so many hits: those below the mark, and the rest of all."""
    every = _totals(heads, UNCOUNTED, needs, counts)
    if not mark:
        return [((False, fallen), weight) for fallen, weight in enumerate(every)]
    below = _totals(heads, mark, needs, counts)
    unmarked = [((False, fallen), weight) for fallen, weight in enumerate(below)]
    rest = [((is_marked(mark, mark), fallen), every[fallen] - less) for fallen, less in enumerate(below)]
    return unmarked + rest


@lru_cache(maxsize=16384)
def _totals(heads: int, limit: int, needs: Needs, counts: Share) -> Row:
    """By heads that fall, the weight of fewer than `limit` wounds."""
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
    """The weight of fewer than `limit` wounds in two rows together."""
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
    """What so many heads lose that get the same hits."""
    standing, falling = (_powers(row, number, limit) for row in _head(share, needs, limit))
    rows = []
    for fallen in range(number + 1):
        look_up()
        row = convolved(falling[fallen], standing[number - fallen])
        rows.append(tuple(comb(number, fallen) * weight for weight in _cut(row, limit)))
    return tuple(rows)


def _head(share: Share, needs: Needs, limit: int) -> tuple[Row, Row]:
    """The weights of so many wounds of a head that stands, and of one that falls."""
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
    """A row convolved with itself, from no time to so many times."""
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
