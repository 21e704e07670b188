"""Merging identical enemies does not change the best pairing of a few models."""

from hypothesis import given
from hypothesis import strategies as st

from pilein.rulesets.scorched.policy.forecast import value_of
from pilein.rulesets.scorched.policy.sorting import Lookahead
from tests.rulesets.scorched.builder import M, battle

STRONG, WEAK = {"points": 90}, {"points": 10}
FIGHT = battle(
    M("a", 0, WS=6, W=2, models=2),
    M("b", 0, WS=3, models=2),
    M("x", 1, WS=3, models=3, more=STRONG),
    M("y", 1, WS=5, W=2, models=2, more=WEAK),
)
OWN, FOES = range(4), range(4, 9)
GRAPHS = st.dictionaries(st.sampled_from(OWN), st.lists(st.sampled_from(FOES), unique=True).map(tuple), min_size=1).map(
    lambda graph: dict(sorted(graph.items()))
)


def best(graph, used):
    if not graph:
        return 0, 0.0
    model, *later = graph
    rest = {other: graph[other] for other in later}
    found = [best(rest, used)]
    for enemy in graph[model]:
        if enemy not in used:
            pairs, worth = best(rest, used | {enemy})
            found.append((pairs + 1, worth + value_of(FIGHT, model, enemy)))
    return max(found)


@given(GRAPHS, st.sampled_from([*FOES, -1]))
def test_skipping_identical_enemies_in_the_search_does_not_change_the_best_pairing(graph, taken):
    assert Lookahead(FIGHT, graph).best(taken) == best(graph, frozenset({taken}))
