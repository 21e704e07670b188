"""Assignment of movers to mutually exclusive places: as many movers as possible, then the shortest total path.

Movers and places are plain numbers. `most_contacts` uses the assignment for places around enemies.
"""

from collections.abc import Collection, Mapping, Sequence

Ways = Mapping[int, Mapping[int, float]]  # mover -> place it reaches -> length of the path
Clashes = Mapping[int, Collection[int]]  # place -> places that cannot be occupied at the same time
Matching = dict[int, int]  # mover -> place

NODES = 2000  # steps of the exact search; beyond these the best result so far is taken
UNMATCHED = 1e10  # ticks: longer than all paths together
BARRED = 4 * UNMATCHED


def matched(ways: Ways, clashes: Clashes, packings: Sequence[Collection[int]] = ()) -> Matching:
    """Assign as many movers as possible to places without clashes, with the minimum total length.

    `packings` are initial sets of compatible places. The best matching of each set is found exactly, and an exact
    search over all places then continues from the best matching for at most NODES steps.

    >>> matched({1: {7: 1.0, 8: 5.0}, 2: {7: 2.0}}, {})
    {1: 8, 2: 7}
    >>> matched({1: {7: 1.0, 8: 5.0}, 2: {9: 2.0}}, {7: (9,), 9: (7,)})
    {1: 8, 2: 9}
    """
    if not _may_clash(ways, clashes):
        return without_clashes(ways)
    found = [without_clashes(_among(ways, packing)) for packing in packings]
    best = min(found, key=lambda one: _value(one, ways), default={})
    search = _Search(clashes, best, _value(best, ways))
    search.look({mover: dict(places) for mover, places in ways.items() if places}, {}, 0.0)
    return dict(sorted(search.best.items()))


def without_clashes(ways: Ways) -> Matching:
    """Return the best matching of movers with compatible places by the Hungarian method."""
    movers = sorted(mover for mover, places in ways.items() if places)
    places = sorted({place for mover in movers for place in ways[mover]})
    rows = [
        [*(ways[mover].get(place, BARRED) for place in places), *(UNMATCHED for _ in movers)] for mover in movers
    ]  # no mover is forced to take a place
    hungarian = _Hungarian(rows)
    for row in range(len(rows)):
        hungarian.add(row)
    pairs = sorted((row, column) for column, row in enumerate(hungarian.owner) if row >= 0 and column < len(places))
    return {movers[row]: places[column] for row, column in pairs}


class _Hungarian:
    """Hungarian method that adds rows one by one, each with the cheapest reassignment of earlier rows."""

    def __init__(self, costs: Sequence[Sequence[float]]) -> None:
        self.costs = costs
        columns = len(costs[0]) if costs else 0
        self.owner = [-1] * columns  # row assigned to each column
        self._row_price = [0.0] * len(costs)
        self._column_price = [0.0] * columns

    def add(self, row: int) -> None:
        """Assign a column to another row."""
        columns = range(len(self.owner))
        least, before = [float("inf")] * len(columns), [-1] * len(columns)
        settled: list[int] = []
        open_, at, here = set(columns), -1, row
        while here >= 0:
            far, price, known = least[at] if at >= 0 else 0.0, self._row_price[here], self.costs[here]
            for column in open_:
                cost = far + known[column] - price - self._column_price[column]
                if cost < least[column]:
                    least[column], before[column] = cost, at
            at = min(open_, key=lambda column: (least[column], column))
            open_.remove(at)
            settled.append(at)
            here = self.owner[at]
        self._row_price[row] += least[at]
        for column in settled[:-1]:
            self._row_price[self.owner[column]] += least[at] - least[column]
            self._column_price[column] -= least[at] - least[column]
        while before[at] >= 0:
            self.owner[at] = self.owner[before[at]]
            at = before[at]
        self.owner[at] = row


class _Search:
    """Branch and bound. It branches on the mover with the fewest places left and tries its nearest place first; leaving
    the mover without a place comes last.
    """

    def __init__(self, clashes: Clashes, best: Matching, value: tuple[int, float]) -> None:
        self.clashes, self.best, self.value = clashes, best, value
        self.nodes = 0

    def look(self, left: dict[int, dict[int, float]], taken: Matching, length: float) -> None:
        """Continue the search from a partial matching. `left` maps each unassigned mover to its free places."""
        self.nodes += 1
        value = -len(taken), length
        if value < self.value:
            self.best, self.value = dict(taken), value
        bound = -len(taken) - len(left), length + sum(min(places.values()) for places in left.values())
        if not left or self.nodes > NODES or bound[0] > self.value[0] or bound >= self.value:
            return
        mover = min(left, key=lambda one: (len(left[one]), one))
        places = left[mover]
        rest = {other: found for other, found in left.items() if other != mover}
        for place in sorted(places, key=lambda one: (places[one], one)):
            gone = {place, *self.clashes.get(place, ())}
            free = {other: {one: far for one, far in found.items() if one not in gone} for other, found in rest.items()}
            kept = {other: found for other, found in free.items() if found}
            self.look(kept, {**taken, mover: place}, length + places[place])
        self.look(rest, taken, length)


def _value(matching: Matching, ways: Ways) -> tuple[int, float]:
    """Return the sort key of a matching: minus its size, then its total length. Smaller keys are better."""
    return -len(matching), sum(ways[mover][place] for mover, place in matching.items())


def _among(ways: Ways, packing: Collection[int]) -> dict[int, dict[int, float]]:
    return {mover: {place: far for place, far in found.items() if place in packing} for mover, found in ways.items()}


def _may_clash(ways: Ways, clashes: Clashes) -> bool:
    reached = {place for found in ways.values() for place in found}
    return any(not reached.isdisjoint(clashes.get(place, ())) for place in reached)
