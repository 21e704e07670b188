"""The effects of rulings agree with calculations by hand, with separate solutions of each option, and with sampled
games.
"""

from fractions import Fraction
from itertools import count

import pytest
from msgspec.structs import replace

import pilein
from pilein.engine.budget import UNLIMITED, Budget
from pilein.kernel.errors import BadInput
from pilein.lab.policies import policies_of, sides_of
from pilein.lab.press import PressFight, PressOptions, Question
from pilein.lab.readings import OptionEffect, options_of, tried
from pilein.lab.scenarios import load
from pilein.lab.simulating_games import Games

PRESSES = ("scrollhammer/duel", "scorched/duel")


def test_the_effects_of_rulings_in_a_brawl_match_the_calculation_by_hand(brawls):
    """Without the bonus, red hits with probability 1/2, and blue wins half of the remaining games. Red therefore wins
    with probability 1/2 and blue with 1/4.
    """
    (fight,) = pilein.rulings("press.toml", exact=True).fights
    assert fight.wins == (Fraction(2, 3), Fraction(1, 6))
    (effect,) = fight.effects
    assert effect.option.key == "BR-R-01=none"
    assert effect.wins == (Fraction(1, 2), Fraction(1, 4))
    assert effect.gains == (Fraction(-1, 6), Fraction(1, 12))
    assert effect.more_lost == (Fraction(1, 12), Fraction(-1, 6))
    assert effect.size == (pytest.approx(1 / 6), pytest.approx(1 / 6))
    assert [one.key for one in fight.without_effect] == ["BR-R-01=once", "BR-R-03=no"]
    assert fight.not_met == ("BR-R-02",), "nobody is a crowd"


def test_the_size_of_an_effect_that_takes_wins_from_both_sides_is_the_sum_of_both_losses():
    option, *_ = options_of(load("examples/scrollhammer/duel.toml"))
    both = OptionEffect(option, (0.4, 0.4), (1.0, 1.0), (-0.1, -0.1), (0.0, 0.0))
    one = OptionEffect(option, (0.65, 0.35), (1.0, 1.0), (0.15, -0.15), (0.0, 0.0))
    assert (both.size[0], one.size[0]) == (pytest.approx(0.2), pytest.approx(0.15)), "a fifth end otherwise"


def table_of(path):
    """Return the header and the first row of the table that is printed for a fight."""
    return str(pilein.rulings(path)).split("RULINGS THAT MATTER\n")[1].splitlines()[:2]


def test_the_gains_of_both_sides_are_listed_if_an_option_changes_the_probability_of_a_draw(brawls):
    head, row = table_of("press.toml")
    assert "red gain  blue gain" in head
    assert row.split()[6:8] == ["-16.67", "+8.33"]


def test_only_one_gain_is_listed_for_an_option_if_every_fight_has_a_winner():
    head, row = table_of("examples/scrollhammer/duel.toml")
    assert head.count("gain") == 1
    assert row.split()[6] == "-3.46"


def test_effects_of_rulings_sampled_with_shared_dice_agree_with_the_odds_within_four_standard_errors(brawls):
    solved, sampled = (pilein.rulings(f"{name}.toml", games=2000).fights[0] for name in ("press", "table"))
    assert sampled.games == 2000
    assert [one.option for one in sampled.effects] == [one.option for one in solved.effects]
    assert sampled.without_effect == solved.without_effect
    assert sampled.not_met == solved.not_met
    for one, other in zip(sampled.effects, solved.effects, strict=True):
        for name in ("wins", "gains", "losses", "more_lost"):
            for estimate, exact in zip(getattr(one, name), getattr(other, name), strict=True):
                assert abs(float(estimate) - float(exact)) <= 4 * estimate.error


def test_effects_of_rulings_sampled_with_shared_dice_have_narrower_intervals_than_those_sampled_separately(brawls):
    """With two separate samples of 2,000 games, a difference has the variance (2/9 + 1/4) / 2,000. With shared dice,
    its variance is 5/36 / 2,000.
    """
    (fight,) = pilein.rulings("table.toml", games=2000).fights
    apart = ((2 / 9 + 1 / 4) / 2000) ** 0.5
    together = (5 / 36 / 2000) ** 0.5
    assert fight.effects[0].gains[0].error == pytest.approx(together, rel=0.1)
    assert together < 0.6 * apart


@pytest.mark.parametrize("name", PRESSES)
def test_results_shared_between_options_of_rulings_equal_the_results_of_solving_each_option_separately(name):
    """Each option is solved twice: once by a fight that shares results between options, and once from scratch."""
    scenario = load(f"examples/{name}.toml")
    policies = policies_of("sensible", scenario.ruleset, sides_of(scenario))
    question, meter = Question(policies, 1, exact=False), UNLIMITED.started()
    fight = PressFight(scenario, question, meter)
    known = 0
    for option in options_of(scenario):
        other = tried(scenario, option)
        if isinstance(other, str) or not fight.meets(other):
            continue
        shared = fight.under(other) or fight.standing
        fresh = PressFight(other, question, meter).standing
        for mine, theirs in zip((*shared.wins, *shared.losses), (*fresh.wins, *fresh.losses), strict=True):
            assert mine == pytest.approx(theirs, abs=1e-11), option.key
        known += 1
    assert known, "some ruling is met"


def test_trying_an_option_does_not_change_the_odds_of_the_original_fight():
    scenario = load("examples/scrollhammer/duel.toml")
    question = Question(policies_of("sensible", "scrollhammer", sides_of(scenario)), 1, exact=True)
    fight = PressFight(scenario, question, UNLIMITED.started())
    option, back = scenario.with_rulings({"SH-R-65": "off-dice"}), scenario.with_rulings({"SH-R-65": "default"})
    first = fight.under(option)
    assert first is not None
    assert fight.under(back) is None
    again = fight.under(option)
    assert again is not None
    assert (again.wins, again.losses) == (first.wins, first.losses)


def test_an_option_already_in_force_is_compared_with_the_default(brawls):
    (fight,) = pilein.rulings("press.toml", rulings={"BR-R-01": "none"}).fights
    assert fight.effects[0].option.key == "BR-R-01=default"
    assert float(fight.effects[0].gains[0]) == pytest.approx(1 / 6)


def test_the_effects_of_rulings_on_a_folder_of_fights_form_one_table_with_a_column_for_each_fight(brawls):
    found = pilein.rulings(brawls, games=100)
    assert [fight.name for fight in found.fights] == ["press", "table"]
    (section,) = found.sections()
    assert [head for head, _ in section.columns] == ["ruling", "option", "press", "table"]
    assert section.rows[0][:3] == ("BR-R-01", "none", "-16.67")
    assert found.to_svg().startswith("<svg")


def test_the_effects_of_rulings_are_the_same_for_any_number_of_workers(brawls):
    one, two = (pilein.rulings("table.toml", games=64, workers=workers) for workers in (1, 2))
    assert one.document() == two.document()


def test_the_effects_of_rulings_implement_the_report_interface(brawls):
    found = pilein.rulings("press.toml", exact=True)
    assert isinstance(found, pilein.Report)
    assert found.document()["fights"][0]["effects"][0]["gains"]["red"] == {"p": "-1/6", "decimal": -1 / 6}
    records = found.to_dict()
    assert [record["side"] for record in records] == ["red", "blue"]
    assert "BR-R-01  none" in str(found)
    assert found.to_svg().startswith("<svg")


def test_the_picture_of_rulings_states_the_number_of_omitted_options_and_the_reason_for_the_omission(brawls):
    found = pilein.rulings("press.toml", exact=True)
    fight = found.fights[0]
    spent = replace(
        fight, effects=(), left_out=tuple((one.option, "the limit of 60 s was reached") for one in fight.effects)
    )
    picture = replace(found, fights=(spent,)).to_svg()
    assert f"left out, {len(fight.effects)}: the limit of 60 s was reached" in picture


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ([], "no scenario is named"),
        ("empty", "contains no scenario file"),
        ("missing.toml", "this file does not exist"),
        (
            ["press.toml", "duel.toml"],
            r"the scenarios belong to different rulesets: press \(brawl\), duel \(scrollhammer\)",
        ),
    ],
)
def test_scenarios_that_cannot_be_compared_are_refused_in_a_comparison_of_rulings(brawls, given, fault, request):
    (brawls / "empty").mkdir()
    duel = request.config.rootpath / "examples/scrollhammer/duel.toml"
    (brawls / "duel.toml").write_text(duel.read_text())
    with pytest.raises(BadInput, match=fault):
        pilein.rulings(given)


def test_comparing_rulings_raises_an_error_if_the_limit_leaves_no_time_for_a_result(brawls):
    seconds = map(float, count())  # one more at each look at the clock
    with pytest.raises(pilein.Spent):
        pilein.rulings("table.toml", budget=Budget(seconds=1, memory=None, clock=seconds.__next__))


def test_a_worker_that_has_no_time_left_to_compile_the_fight_returns_no_result(brawls):
    """Each worker compiles the fight itself, and reaching a limit while doing so is not an error."""
    scenario = load("press.toml")
    games = Games(scenario, ("sensible", "sensible"), 0, 0, {})
    options = PressOptions(games, (scenario,), exact=False)
    assert options.begin(Budget(seconds=0.0).started())(range(1)) == []
