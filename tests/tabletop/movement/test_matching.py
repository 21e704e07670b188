from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.tabletop.movement.matching import matched, without_clashes

Lengths = dict[int, dict[int, float]]

lengths = st.dictionaries(
    st.integers(0, 4), st.dictionaries(st.integers(0, 6), st.integers(1, 30).map(float), max_size=4), max_size=5
)
pairs = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] < pair[1]), max_size=8)


def by_hand(ways: Lengths, clashing: set[tuple[int, int]]) -> tuple[int, float]:
    """Try every assignment of movers to places, and return the value of the best: the negative number of movers placed,
    and the smallest total length.
    """
    best = (0, 0.0)
    movers = sorted(ways)
    for taken in product(*([None, *ways[mover]] for mover in movers)):
        places = [place for place in taken if place is not None]
        if len(set(places)) < len(places) or any((a, b) in clashing for a in places for b in places):
            continue
        length = sum(ways[mover][place] for mover, place in zip(movers, taken, strict=True) if place is not None)
        best = min(best, (-len(places), length))
    return best


def value(found: dict[int, int], ways: Lengths) -> tuple[int, float]:
    assert len(set(found.values())) == len(found)
    return -len(found), sum(ways[mover][place] for mover, place in found.items())


def sides_of(clashing: set[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    both = clashing | {(b, a) for a, b in clashing}
    return {place: tuple(sorted(b for a, b in both if a == place)) for place in range(7)}


@settings(max_examples=150)
@given(lengths)
def test_the_matching_without_exclusions_is_the_best_of_all_assignments(ways: Lengths) -> None:
    assert value(without_clashes(ways), ways) == by_hand(ways, set())


@settings(max_examples=150)
@given(lengths, pairs)
def test_the_matching_with_mutually_exclusive_places_is_the_best_of_all_assignments(
    ways: Lengths, clashing: set[tuple[int, int]]
) -> None:
    found = matched(ways, sides_of(clashing))
    assert not any((a, b) in clashing for a in found.values() for b in found.values())
    assert value(found, ways) == by_hand(ways, clashing)


def test_a_packing_bound_does_not_change_the_result_of_a_complete_search() -> None:
    ways = {1: {1: 1.0, 2: 2.0}, 2: {2: 1.5, 3: 4.0}, 3: {3: 1.0}}
    clashes = {1: (2,), 2: (1,)}
    assert matched(ways, clashes, [(2,), (1, 3)]) == matched(ways, clashes) == {1: 1, 3: 3}


def test_a_matching_with_more_pairs_is_preferred_to_one_with_shorter_paths() -> None:
    assert matched({1: {1: 1.0, 2: 900.0}, 2: {1: 2.0}}, {}) == {1: 2, 2: 1}


def test_the_matching_of_many_models_reaches_the_packing_bound() -> None:
    """There are forty movers and a row of forty places. Eighty more places lie between the places of the row, and each
    of the eighty excludes two of the row. All movers get a place.
    """
    row = range(0, 120, 3)
    clashes = {place: tuple(one for one in range(place - 2, place + 3) if one != place) for place in range(120)}
    ways = {mover: {place: 1.0 + abs(place - 3 * mover) for place in range(120)} for mover in range(40)}
    found = matched(ways, clashes, [row])
    number, length = value(found, ways)
    assert number == -40
    assert length == pytest.approx(40.0)
