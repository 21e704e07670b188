"""The strongly connected components equal those found by following every path."""

from hypothesis import given
from hypothesis import strategies as st

from pilein.chain.solve.absorbing import strongly_connected_components

GRAPHS = st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 7), max_size=3))


def reached(graph, start):
    found, waiting = {start}, [start]
    while waiting:
        for other in graph.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


@given(GRAPHS)
def test_a_strongly_connected_component_is_a_set_of_mutually_reachable_places(graph):
    groups = strongly_connected_components(0, lambda place: graph.get(place, ()))
    assert sorted(place for group in groups for place in group) == sorted(reached(graph, 0))
    for group in groups:
        for place in group:
            mutual = {other for other in reached(graph, place) if place in reached(graph, other)}
            assert mutual == set(group)


@given(GRAPHS)
def test_a_strongly_connected_component_follows_all_components_that_lead_to_it(graph):
    groups = strongly_connected_components(0, lambda place: graph.get(place, ()))
    order = {place: number for number, group in enumerate(groups) for place in group}
    assert all(order[place] <= order[other] for place in order for other in graph.get(place, ()))


def test_strongly_connected_components_of_a_long_path_are_found_without_deep_recursion():
    groups = strongly_connected_components(0, lambda place: [place + 1] if place < 50_000 else [])
    assert len(groups) == 50_001
