"""The gaps between a model and the models of a unit are sorted, with the nearest first."""

from pilein.geometry.ticks import INCH
from pilein.tabletop.distances import gaps_from, gaps_from_units, sorted_by_distance
from tests.geometry.crowds import chances
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, reavers

FIELD = battle(guards([(10, 10)]), reavers([(10, 16), (10, 13), (10, 11)])).plane


def test_gaps_are_listed_with_the_nearest_model_first() -> None:
    assert gaps_from(FIELD, 0, 1) == ((0, 3), (2 * INCH, 2), (5 * INCH, 1))


def test_gaps_to_a_stationary_unit_are_computed_only_once() -> None:
    found = gaps_from(FIELD, 0, 1)
    assert gaps_from(FIELD.wounded(0, 0), 0, 1) is found


def test_gaps_to_several_units_are_merged_into_one_list() -> None:
    field = battle(guards([(10, 10)]), reavers([(10, 16)]), reavers([(10, 13)], name="others")).plane
    assert gaps_from_units(field, 0, (1, 2)) == ((2 * INCH, 2), (5 * INCH, 1))
    assert gaps_from_units(field, 0, (1,)) == gaps_from(field, 0, 1)


def test_models_are_sorted_by_the_distance_from_the_nearest_goal_and_then_by_number() -> None:
    dice = chances(3)
    corners = [(dice.randint(2, 22), dice.randint(2, 22)) for _ in range(60)]
    plane = battle(guards(corners[:30]), reavers(corners[30:])).plane
    goals = [plane.shape(model) for model in plane.models(1)]

    def square(model: int) -> float:
        body = plane.shape(model)
        return min((goal.x - body.x) ** 2 + (goal.y - body.y) ** 2 for goal in goals)

    assert sorted_by_distance(plane, range(30), goals) == tuple(sorted(range(30), key=lambda one: (square(one), one)))
    assert sorted_by_distance(plane, range(3), ()) == (0, 1, 2)
