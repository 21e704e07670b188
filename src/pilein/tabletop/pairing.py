"""Maximum matchings, such as models with places, chargers with enemies, or fighters with fighters."""

from collections.abc import Iterator, Mapping

Wishes = Mapping[int, tuple[int, ...]]  # possible partners of each left-hand value, best first


def paired(wishes: Wishes) -> dict[int, int]:
    """Return a maximum matching that maps each matched right-hand value to its partner.

    >>> paired({1: (7, 8), 2: (7,), 3: (7, 8)})
    {7: 2, 8: 1}
    """
    pairing = _Pairing(wishes)
    for one in wishes:
        pairing.add(one)
    return pairing.partner


def most_pairs(wishes: Wishes) -> dict[int, int]:
    """Return a maximum matching. This function is faster than `paired`, but may return different pairs."""
    pairing = _Pairing(wishes)
    left = [one for one in wishes if not pairing.add_unmoved(one)]
    for one in left:
        pairing.add(one)
    return pairing.partner


class _Pairing:
    """Kuhn's augmenting-path algorithm on an explicit stack, because a path may run through every model."""

    def __init__(self, wishes: Wishes) -> None:
        self.partner: dict[int, int] = {}
        self._wishes = dict(wishes)
        self._dead: set[int] = set()  # values from which no free value can ever be reached
        self._free: dict[int, Iterator[int]] = {}  # remaining unassigned wishes, by list of wishes

    def add(self, one: int) -> None:
        """Match another left-hand value, reassigning earlier partners if necessary."""
        tried: set[int] = set()
        untried: dict[int, Iterator[int]] = {}  # remaining wishes, by list of wishes
        path, taken = [one], list[int]()
        while path:
            other = self._next(path[-1], tried, untried)
            if other is None:
                path.pop()
                del taken[-1:]
                continue
            tried.add(other)
            taken.append(other)
            if other not in self.partner:
                self.partner.update(reversed(list(zip(taken, path, strict=True))))
                return
            path.append(self.partner[other])
        self._dead |= tried

    def add_unmoved(self, one: int) -> bool:
        """Match a left-hand value to its first free wish. Return whether a wish was free."""
        wished = self._wishes[one]
        left = self._free.setdefault(id(wished), iter(wished))
        other = next((other for other in left if other not in self.partner), None)
        if other is not None:
            self.partner[other] = one
        return other is not None

    def _next(self, one: int, tried: set[int], untried: dict[int, Iterator[int]]) -> int | None:
        """Return the next wish not yet tried in this search. A list shared by several values is scanned only once."""
        wished = self._wishes[one]
        left = untried.setdefault(id(wished), iter(wished))
        return next((other for other in left if other not in tried and other not in self._dead), None)
