"""CP-PH, CP-PA: engaged models, both paired and left over."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.engine.script import Script
from pilein.rulesets.scorched.pairing import largest, partners_in_largest, partners_in_maximal
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.state import NOBODY
from tests.rulesets.scorched.builder import M, played, sorted_out

A, X, B, Y = M("a", 0, at=[(10, 10)]), M("x", 1, at=[(11, 10)]), M("b", 0, at=[(12, 10)]), M("y", 1, at=[(13, 10)])


@pytest.mark.clause("CP-PH-01", "CP-PA-01")
def test_only_engaged_models_are_paired_to_fight():
    far = M("far", 0, at=[(20, 20)])
    assert sorted_out(A, X, far) == (((0, 1),),)
    assert sorted_out(A, far, M("z", 1, at=[(30, 30)])) == ()


@pytest.mark.clause("CP-PA-02")
def test_the_player_with_priority_chooses_among_the_largest_pairings():
    """Two models face one enemy, and either of the two can be paired with it."""
    assert sorted_out(A, X, B, answers=[1]) == (((0, 1), (2, 1)),)
    assert sorted_out(A, X, B, answers=[NOBODY]) == (((0, 1), (2, 1)),)


@pytest.mark.clause("CP-PA-03")
def test_a_leftover_model_joins_the_combat_of_an_enemy_it_touches():
    assert sorted_out(A, X, B, active=1, answers=[0]) == (((0, 1), (2, 1)),)
    game = played(A, X, B, dice=[1, 1, 6], answers=[1])
    assert game.told().count("JoinedCombat") == 1
    assert game.scores() == {"a": 5, "x": 8, "b": 5}


@pytest.mark.clause("CP-PA-03")
def test_a_leftover_model_joins_only_one_of_several_combats():
    """C touches X and Y, which are both paired. The enemy whose combat C joins then has two opponents."""
    above = M("c", 0, at=[(12, 11)])
    x, y = M("x", 1, at=[(11, 11)]), M("y", 1, at=[(13, 11)])
    a, b = M("a", 0, at=[(10, 11)]), M("b", 0, at=[(14, 11)])
    combats = sorted_out(a, x, above, y, b, answers=[1, NOBODY, 3])
    assert combats == (((0, 1),), ((2, 3), (4, 3)))


@pytest.mark.clause("CP-PA-05")
def test_the_player_with_priority_chooses_the_order_of_combats():
    units = A, X, M("b", 0, at=[(20, 10)]), M("y", 1, at=[(21, 10)])
    game = played(*units, dice=[1, 1, 1, 1], answers=[1])
    began = [event.models for event in game.script.events if type(event).__name__ == "CombatBegan"]
    assert began == [("b", "y"), ("a", "x")]


@pytest.mark.clause("CP-PA-04")
def test_a_combat_ends_before_the_next_one_starts():
    units = A, X, M("b", 0, at=[(20, 10)]), M("y", 1, at=[(21, 10)])
    told = played(*units, dice=[6, 1, 6, 1], answers=[0]).told()
    assert told.index("Slain") < len(told) - 1 - told[::-1].index("CombatBegan")


def test_a_maximal_pairing_may_have_fewer_pairs_than_the_largest():
    """CP-R-05: B is paired with X, the only enemy that A could fight, so A and Y are left over. Both join the combat,
    which makes it two against two.
    """
    combats = sorted_out(A, X, B, Y, rulings={"CP-R-05": "maximal"}, answers=[NOBODY])
    assert combats == (((0, 1), (2, 1), (2, 3)),)


def test_neither_side_is_outnumbered_in_a_fight_of_two_against_two():
    """CP-R-07: B and X each have two enemies, but the combat has two models on either side."""
    game = played(A, X, B, Y, rulings={"CP-R-05": "maximal"}, answers=[NOBODY], dice=[2, 2, 2, 2])
    assert set(game.scores().values()) == {6}


def test_under_the_free_ruling_a_pairing_may_leave_models_unpaired():
    """CP-R-05 `free`: a model can join only a combat that a pair has begun. Once X has joined such a combat, A can join
    it against X.
    """
    assert sorted_out(A, X, B, Y, rulings={"CP-R-05": "free"}, answers=[NOBODY, NOBODY]) == ()
    combats = sorted_out(A, X, B, Y, rulings={"CP-R-05": "free"}, answers=[NOBODY, 3])
    assert combats == (((0, 1), (2, 1), (2, 3)),)


def test_under_the_nearest_ruling_a_leftover_model_need_not_touch_the_enemy_it_joins():
    """CP-R-06 `nearest`: C touches no model that is in a combat. The nearest such model is X, two inches away."""
    units = A, X, M("c", 0, at=[(14, 10)]), M("y", 1, at=[(15, 10)])
    free = {"CP-R-05": "free"}
    assert sorted_out(*units, rulings=free, answers=[1, NOBODY]) == (((0, 1),),)
    combats = sorted_out(*units, rulings={**free, "CP-R-06": "nearest"}, answers=[1, NOBODY, 1])
    assert combats == (((0, 1), (2, 1), (2, 3)),)


def test_under_the_within_1_ruling_a_model_within_an_inch_is_engaged():
    """CP-R-09: by default, a model is engaged only by base contact."""
    near = M("near", 1, at=[(11.9, 10)])
    assert sorted_out(A, near) == ()
    assert sorted_out(A, near, rulings={"CP-R-09": "within-1"}) == (((0, 1),),)


def test_identical_models_in_the_press_are_paired_without_a_question():
    """Three models fight two enemies. All three are identical, so it does not matter which of them are paired."""
    combats = sorted_out(M("a", 0, models=3), M("x", 1, models=2))
    assert sorted(len(combat) for combat in combats) == [1, 2]
    combats = sorted_out(M("a", 0, models=3), M("x", 1, models=2), frontage=1)
    assert combats == (((0, 3),),)


def test_under_the_d6_ruling_priority_is_rolled_for_in_each_phase():
    """CP-R-53: the first tie is rerolled. A later tie gives priority to the side that did not have it last."""
    units = M("a", 0), M("x", 1)
    game = played(*units, rulings={"CP-R-53": "d6"}, dice=[3, 3, 2, 5, 1, 1])
    assert game.after.active == 1
    again = Script(RULESET, dice=[4, 4, 1, 1]).begin(game.after, combat_phase)
    assert again.active == 0
    assert Script(RULESET, dice=[6, 4, 1, 1]).begin(again, combat_phase).active == 0


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
def test_the_size_computed_for_the_largest_pairing_matches_a_complete_search(graph):
    assert largest(graph) == max(map(len, pairings(graph)))


@given(GRAPHS)
def test_the_partners_offered_in_a_largest_pairing_match_a_complete_search(graph):
    model = min(graph)
    best = [chosen for chosen in pairings(graph) if len(chosen) == largest(graph)]
    partners, may_be_left = partners_in_largest(graph, model)
    assert set(partners) == {foe for chosen in best for one, foe in chosen if one == model}
    assert may_be_left == any(model not in dict(chosen) for chosen in best)


@given(GRAPHS)
def test_the_partners_offered_in_a_maximal_pairing_match_a_complete_search(graph):
    model = min(graph)
    best = [chosen for chosen in pairings(graph) if is_maximal(graph, chosen)]
    partners, may_be_left = partners_in_maximal(graph, model, frozenset())
    assert set(partners) == {foe for chosen in best for one, foe in chosen if one == model}
    assert may_be_left == any(model not in dict(chosen) for chosen in best)


@pytest.mark.clause("CP-PA-02")
def test_in_the_press_the_player_may_leave_all_models_of_one_kind_unpaired():
    """Two models of kind A and one of kind B fight X. Any of the three may be paired, and the two of kind A are
    equivalent.
    """
    units = M("a", 0, models=2), M("b", 0), M("x", 1)
    assert sorted_out(*units, answers=[NOBODY]) == (((0, 3), (1, 3), (2, 3)),)
    game = played(*units, answers=[NOBODY], dice=[1, 1, 1, 1])
    assert [(event.model, event.enemy) for event in game.script.events if type(event).__name__ == "Paired"] == [
        ("b", "x")
    ]


@pytest.mark.clause("CP-PA-03")
def test_under_the_free_ruling_a_leftover_model_may_wait_for_the_enemy_it_touches():
    """CP-R-05 `free`: B and Y are left over. B joins the combat that Y has joined, and therefore fights only Y."""
    a, x = M("a", 0, at=[(10, 10)]), M("x", 1, at=[(11, 10)])
    b, y = M("b", 0, at=[(11, 11)]), M("y", 1, at=[(10, 11)])
    free = {"CP-R-05": "free"}
    assert sorted_out(a, x, b, y, rulings=free, answers=[1, NOBODY, 1, 0]) == (((0, 1), (0, 3), (2, 1)),)
    assert sorted_out(a, x, b, y, rulings=free, answers=[1, NOBODY, NOBODY, 3]) == (((0, 1), (0, 3), (2, 3)),)


@pytest.mark.clause("CP-PA-03")
def test_two_enemies_in_contact_are_equally_near_despite_a_tiny_gap():
    """CP-R-06 `nearest`: Y is a thousandth of an inch away, which counts as touching."""
    a, x, c = M("a", 0, at=[(9, 10)]), M("x", 1, at=[(10, 10)]), M("c", 0, at=[(11, 10)])
    y, b = M("y", 1, at=[(12.0008, 10)]), M("b", 0, at=[(13.0008, 10)])
    combats = sorted_out(a, x, c, y, b, rulings={"CP-R-06": "nearest"}, answers=[1, NOBODY, 3])
    assert combats == (((0, 1),), ((2, 3), (4, 3)))
