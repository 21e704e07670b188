"""The policy's forecasts are the expected results of a round of combat."""

import pytest

from pilein.rulesets.scrollhammer.policy.forecast import confidence, forecast, lead_of
from pilein.rulesets.scrollhammer.policy.previews import preview_table
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, OGRE, U, battle, changed, fight_of


def fought(*units, pairs=((0, 1),), **more):
    made = battle(*units, pairs=pairs, **more)
    return made.beginning(fight_of(tuple(range(len(units))), met=tuple(pairs)))


def expected(made):
    return forecast(made, preview_table(made))


def test_sides_that_strike_in_the_same_step_are_forecast_to_strike_at_full_strength():
    made = fought(U("guards", 0, [(GUARD, 4)]), U("others", 1, [(GUARD, 4)]))
    # four attacks each, an eighth of them is an unsaved wound
    assert dict(expected(made).lost) == pytest.approx({0: 0.5, 1: 0.5})


def test_models_forecast_to_fall_before_their_step_are_not_counted_as_striking():
    made = fought(U("guards", 0, [(GUARD, 9)]), U("imps", 1, [(IMP, 2)]))
    assert expected(made).by(1) == 2
    assert expected(made).by(0) == 0


def test_no_side_is_forecast_to_lose_more_wounds_than_it_has_left():
    made = fought(U("ogres", 0, [(OGRE, 9)]), U("imps", 1, [(IMP, 3)]))
    assert expected(made).by(1) == 3


def test_in_the_press_a_forecast_counts_only_models_that_can_reach_the_enemy():
    wide = expected(fought(U("guards", 0, [(GUARD, 9)]), U("ogres", 1, [(OGRE, 9)])))
    narrow = expected(fought(U("guards", 0, [(GUARD, 9)]), U("ogres", 1, [(OGRE, 9)]), frontage=2))
    # two in contact and two behind them
    assert narrow.by(1) == pytest.approx(wide.by(1) * 4 / 9)


def test_on_a_table_a_forecast_counts_only_models_that_can_reach_the_enemy():
    made = battle(
        U("guards", 0, [(GUARD, 3)], [(10, 10), (11, 10), (30, 10)]), U("imps", 1, [(IMP, 3)], row(10, 11, 3))
    )
    made = made.beginning(fight_of((0, 1)))
    # two in reach: 2 * 4/9
    assert expected(made).by(1) == pytest.approx(8 / 9)


def test_the_lead_in_a_forecast_includes_the_bonuses_for_ranks_and_numbers_and_standards():
    block = U("guards", 0, [(changed(GUARD, standard=True), 1), (GUARD, 14)], formation="ranks", files=5)
    made = fought(block, U("others", 1, [(GUARD, 15)]))
    bare = sum(lost if unit else -lost for unit, lost in expected(made).lost)
    assert lead_of(made, preview_table(made), expected(made), 0) == pytest.approx(bare + 3)
    assert lead_of(made, preview_table(made), expected(made), 1) == pytest.approx(-bare - 3)


def test_a_mirror_match_is_forecast_to_be_even():
    even = fought(U("guards", 0, [(GUARD, 9)]), U("others", 1, [(GUARD, 9)]))
    assert confidence(even, preview_table(even), 0) == 0


def test_of_two_forecasts_with_equal_leads_the_one_with_fewer_attacks_is_more_certain():
    few = fought(U("guards", 0, [(GUARD, 9)]), U("statues", 1, [(changed(GUARD, A=0), 99)]))
    many = fought(U("guards", 0, [(GUARD, 19)]), U("others", 1, [(GUARD, 10), (changed(GUARD, A=0), 89)]))
    leads = [lead_of(made, preview_table(made), expected(made), 0) for made in (few, many)]
    assert leads[0] == pytest.approx(leads[1])
    assert confidence(few, preview_table(few), 0) > confidence(many, preview_table(many), 0)
