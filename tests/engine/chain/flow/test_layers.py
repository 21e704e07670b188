"""Ways on in layers: each after all that lead to it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pilein.engine.chain.flow.layers import layers_of

FORWARD = st.sets(st.tuples(st.integers(0, 9), st.integers(1, 4)).map(lambda pair: (pair[0], pair[0] + pair[1])))


def layered(edges, nodes=14):
    ordered = sorted(edges)
    source, target = (np.array([edge[side] for edge in ordered], dtype=np.int64) for side in (0, 1))
    return ordered, layers_of(source, target, nodes)


@given(FORWARD)
def test_every_way_is_gone_once_and_after_all_that_lead_to_its_source(edges):
    ordered, layers = layered(edges)
    assert not any(layer.whirl for layer in layers)
    when = {ordered[way]: number for number, layer in enumerate(layers) for way in layer.ways.tolist()}
    assert sorted(when) == ordered
    assert all(when[one] < when[other] for one in edges for other in edges if one[1] == other[0])


def test_ways_that_lead_to_each_other_are_one_whirl_at_the_end():
    ordered, layers = layered({(0, 1), (1, 2), (2, 1), (2, 3), (3, 4)})
    assert [layer.whirl for layer in layers] == [False, True]
    assert [ordered[way] for way in layers[1].ways.tolist()] == [(1, 2), (2, 1), (2, 3), (3, 4)]
