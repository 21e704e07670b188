"""Transitions are sorted into layers in which each transition comes after all those that lead to it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pilein.chain.layers import layers_of

FORWARD = st.sets(st.tuples(st.integers(0, 9), st.integers(1, 4)).map(lambda pair: (pair[0], pair[0] + pair[1])))


def layered(edges, nodes=14):
    ordered = sorted(edges)
    source, target = (np.array([edge[side] for edge in ordered], dtype=np.int64) for side in (0, 1))
    return ordered, layers_of(source, target, nodes)


@given(FORWARD)
def test_every_transition_is_in_exactly_one_layer_and_follows_all_transitions_that_lead_to_its_source(edges):
    ordered, layers = layered(edges)
    assert not any(layer.is_cyclic for layer in layers)
    layered_transitions = ((number, one) for number, layer in enumerate(layers) for one in layer.transitions.tolist())
    when = {ordered[transition]: number for number, transition in layered_transitions}
    assert sorted(when) == ordered
    assert all(when[one] < when[other] for one in edges for other in edges if one[1] == other[0])


def test_transitions_in_a_cycle_and_after_it_form_the_last_layer():
    ordered, layers = layered({(0, 1), (1, 2), (2, 1), (2, 3), (3, 4)})
    assert [layer.is_cyclic for layer in layers] == [False, True]
    assert [ordered[transition] for transition in layers[1].transitions.tolist()] == [(1, 2), (2, 1), (2, 3), (3, 4)]
