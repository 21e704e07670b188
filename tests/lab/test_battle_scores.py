from msgspec.structs import replace

from pilein.geometry.ticks import INCH
from pilein.lab.battle_scores import Score, holder, score, scoring
from pilein.tabletop.objectives import Break, Destroy, Hold, Objective
from pilein.tabletop.scenario import Scenario
from tests.duel import ON_A_TABLE, RULESET, Duel, scenario

PLACE = Hold(10 * INCH, 9 * INCH, 2 * INCH, points=3, name="the ford")  # below red's first model, 10 inches up


def about(*aims: Objective) -> Scenario:
    return replace(scenario(ON_A_TABLE), objectives=aims)


def having_lost(*models: int) -> Duel:
    """Return a state of two models against two on a table after the given models have fallen."""
    state: Duel = RULESET.opened(scenario(ON_A_TABLE)).state
    return replace(state, field=state.field.without(frozenset(models)))


def test_each_slain_model_scores_a_point_if_the_scenario_sets_no_other_way_to_score():
    assert scoring(about()) == scoring(about(Break(50))) == (Destroy(),)
    assert score(RULESET, about(), [having_lost(0, 2, 3)]) == Score(1, 1, points=(2, 1), out=(1, 2))


def test_destruction_may_be_scored_by_units_instead_of_models():
    found = about(Destroy(of="units", points=5))
    assert score(RULESET, found, [having_lost(0, 2, 3)]).points == (5, 0)


def test_points_for_breaking_the_enemy_are_scored_once_and_never_lost():
    found = about(Break(50, points=4))
    assert score(RULESET, found, [having_lost(2)]).points == (4, 0)
    assert score(RULESET, found, [having_lost(2), having_lost()]).points == (4, 0)


def test_an_objective_is_held_by_the_nearest_unit_within_the_radius():
    assert holder(RULESET, having_lost(), PLACE) == "red"
    assert holder(RULESET, having_lost(0, 1), PLACE) == "blue"
    assert holder(RULESET, having_lost(0, 1), replace(PLACE, radius=INCH)) == ""


def test_no_side_holds_an_objective_that_is_equally_near_to_units_of_both_sides():
    between = Hold(10 * INCH, round(10.49215 * INCH), INCH)
    assert holder(RULESET, having_lost(), between) == ""


def test_a_fleeing_unit_holds_no_objective():
    fleeing = replace(RULESET, fate=lambda _, unit: "fleeing" if unit == 0 else "standing", beaten=("fleeing",))
    assert holder(fleeing, having_lost(), PLACE) == "blue"


def test_an_objective_scores_only_at_the_end_of_the_battle_by_default():
    played = score(RULESET, about(PLACE), [having_lost()] * 4)
    assert played.points == (3, 0)
    assert played.held == (("the ford", "red"),)


def test_an_objective_scores_at_the_end_of_every_turn_if_its_key_each_turn_is_set():
    """Red holds the objective at the end of the first two turns, and blue holds it at the end of the third, during
    which red loses a model.
    """
    states = [having_lost()] * 4 + [having_lost(0, 1)]
    assert score(RULESET, about(replace(PLACE, each_turn=True)), states).points == (6, 3)


def test_an_objective_of_one_side_scores_only_for_that_side():
    assert score(RULESET, about(Destroy(side="blue")), [having_lost(0, 2)]).points == (0, 1)
