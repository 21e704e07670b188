"""Pairings against counting them all."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pilein.rulesets.scorched.pairing import largest, partners_in_largest, partners_in_maximal

GRAPHS = st.dictionaries(
    st.integers(0, 4), st.sets(st.integers(10, 14)).map(lambda foes: tuple(sorted(foes))), min_size=1, max_size=4
)


def pairings(graph):
    edges = [(model, foe) for model, foes in graph.items() for foe in foes]
    for size in range(len(graph) + 1):
        for chosen in combinations(edges, size):
            if len({one for one, _ in chosen}) == len({foe for _, foe in chosen}) == size:
                yield chosen


def is_maximal(graph, chosen):
    used = {model for pair in chosen for model in pair}
    return not any(model not in used and foe not in used for model, foes in graph.items() for foe in foes)


@given(GRAPHS)
def test_the_largest_pairing_is_as_large_as_any(graph):
    assert largest(graph) == max(map(len, pairings(graph)))


@given(GRAPHS)
def test_partners_are_those_of_some_largest_pairing(graph):
    model = min(graph)
    best = [chosen for chosen in pairings(graph) if len(chosen) == largest(graph)]
    partners, may_be_left = partners_in_largest(graph, model)
    assert set(partners) == {foe for chosen in best for one, foe in chosen if one == model}
    assert may_be_left == any(model not in dict(chosen) for chosen in best)


@given(GRAPHS)
def test_partners_are_those_of_some_maximal_pairing(graph):
    model = min(graph)
    best = [chosen for chosen in pairings(graph) if is_maximal(graph, chosen)]
    partners, may_be_left = partners_in_maximal(graph, model, frozenset())
    assert set(partners) == {foe for chosen in best for one, foe in chosen if one == model}
    assert may_be_left == any(model not in dict(chosen) for chosen in best)
