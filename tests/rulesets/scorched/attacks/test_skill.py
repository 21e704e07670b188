"""CP-OU, CP-TH: the Weapon Skill with which a model fights."""

import pytest

from tests.rulesets.scorched.builder import M, played


def test_under_the_difference_ruling_an_outnumbered_model_loses_skill_by_the_difference_in_numbers():
    units = M("a", 0, WS=5), M("b", 1, models=3)
    assert played(*units, dice=[1, 1, 1, 1]).scores()["a"] == 1 + 2
    assert played(*units, dice=[1, 1, 1, 1], rulings={"CP-R-07": "difference"}).scores()["a"] == 1 + 3


@pytest.mark.parametrize(("reading", "score"), [("default", 6), ("no-floor", 5), ("floor-1", 7)])
def test_a_ruling_sets_how_low_a_skill_may_fall(reading, score):
    """CP-R-08: a model of WS 1 fights two enemies."""
    game = played(M("a", 0, WS=1), M("b", 1, models=2), dice=[6, 1, 1], rulings={"CP-R-08": reading})
    assert game.scores()["a"] == score


@pytest.mark.parametrize(("face", "score"), [(1, 5), (2, 4), (6, 10)])
def test_under_the_both_conditional_ruling_cleave_lowers_the_skill_only_on_a_natural_2_to_5(face, score):
    ruling = {"CP-R-52": "both-conditional"}
    game = played(M("a", 0, weapons=["two-handed weapon"]), M("b", 1, W=5), dice=[face, *[1] * 5], rulings=ruling)
    assert game.scores()["a"] == score
