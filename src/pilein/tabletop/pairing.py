"""Pairing as many as can be: models with places, chargers with enemies, fighters with fighters."""

from collections.abc import Mapping

Wishes = Mapping[int, tuple[int, ...]]  # of each, what it can be paired with, the best first


def paired(wishes: Wishes) -> dict[int, int]:
    """A largest pairing: with whom each of those wished for is paired, as far as it is.

    >>> paired({1: (7, 8), 2: (7,), 3: (7, 8)})
    {7: 2, 8: 1}
    """
    partner: dict[int, int] = {}
    for one in wishes:
        _finds_partner(wishes, one, partner, set())
    return partner


def _finds_partner(wishes: Wishes, one: int, partner: dict[int, int], tried: set[int]) -> bool:
    """Pair one more, moving those before it to others where that helps."""
    for other in wishes[one]:
        if other not in tried:
            tried.add(other)
            if other not in partner or _finds_partner(wishes, partner[other], partner, tried):
                partner[other] = one
                return True
    return False
