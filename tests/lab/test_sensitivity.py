"""`pilein.worth` computes the effect of one step up or down in each aspect of a unit."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import pilein
from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, TooManyPositions
from pilein.lab import reasons
from pilein.lab.odds import odds
from pilein.lab.outcome_summary import Standing
from pilein.lab.sensitivity import worth
from pilein.lab.sensitivity_figures import Effect
from pilein.tabletop.loading import loads
from tests.lab.press import FIVES

THREES = FIVES.replace("models = 5", "models = 3").replace("models = 4", "models = 3").replace("charged = true\n", "")


@pytest.fixture(scope="module")
def threes():
    return loads(THREES, vocabulary).scenario


@pytest.fixture(scope="module")
def found(threes):
    return worth(threes, of="guards", phases=1, exact=True)


def test_the_package_exports_the_function_named_worth():
    assert pilein.worth is worth


@pytest.mark.parametrize("change", ["S 3 -> 4", "models 3 -> 4"])
def test_an_effect_in_a_sensitivity_analysis_is_the_difference_between_the_odds_with_and_without_a_change(
    found, change
):
    text = THREES.replace("S = 3\n", "S = 4\n") if change[0] == "S" else THREES.replace("models = 3", "models = 4", 1)
    if change[0] == "S":
        profile, rest = THREES.split("[[unit]]", maxsplit=1)
        strong = profile[profile.index("[profiles") :].replace("guard]", "strong]").replace("S = 3", "S = 4")
        text = profile + strong + "[[unit]]" + rest.replace('profile = "guard"', 'profile = "strong"', 1)
    before, after = (odds(loads(one, vocabulary).scenario, exact=True, phases=1).figures for one in (THREES, text))
    effect = next(one for one in found.effects if one.change == change)
    assert effect.wins == dict(after.outcome)["red wins"]
    assert effect.gain == effect.wins - dict(before.outcome)["red wins"]
    assert effect.own == after.units[0].losses.mean - before.units[0].losses.mean
    assert effect.foes == after.units[1].losses.mean - before.units[1].losses.mean


def test_a_sensitivity_analysis_lists_the_largest_effect_first(found):
    gains = [abs(one.gain) for one in found.effects]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 0


def test_a_sensitivity_analysis_shows_a_gain_for_more_strength_and_a_loss_for_less(found):
    gain = {one.change: one.gain for one in found.effects}
    assert gain["S 3 -> 4"] > 0 > gain["S 3 -> 2"]
    assert "points 0 -> 1" not in gain, "a price changes no fight"


def test_a_sensitivity_analysis_changes_every_unit_unless_one_is_named(threes, found):
    both = worth(threes, phases=1, vary="characteristics", explain=0)
    assert {one.unit for one in both.effects} == {"guards", "reavers"}
    assert {one.unit for one in found.effects} == {"guards"}
    one, other = ({e.change: e.gain for e in both.effects if e.unit == unit} for unit in ("guards", "reavers"))
    assert one["T 3 -> 4"] == pytest.approx(float(next(e.gain for e in found.effects if e.change == "T 3 -> 4")))
    assert one.keys() == other.keys()


def test_the_result_of_a_sensitivity_analysis_can_be_printed_and_has_a_document(found):
    text = str(found)
    assert text.startswith("ASSUMED\n")
    assert "\nWHAT WOULD HELP, AND WHAT WOULD HURT\n" in text
    assert "as it is: red win " in text
    assert "-0.00 " not in text
    assert found._repr_html_().startswith("<table>")
    document = found.document()
    assert document["exact"]
    assert Fraction(document["effects"][0]["gain"]["p"]) == found.effects[0].gain


def test_no_cell_of_the_records_of_a_sensitivity_analysis_holds_several_values(found):
    record = found.to_dict()[0]
    assert list(record) == ["unit", "side", "change", "wins", "gain", "own", "foes", "points", "should"]
    assert not [value for value in record.values() if isinstance(value, tuple)]


def test_a_misspelt_unit_name_in_a_sensitivity_analysis_is_reported_with_a_suggestion(threes):
    with pytest.raises(BadInput, match="gards: the scenario has no unit with this name; did you mean 'guards'"):
        worth(threes, of="gards")


def test_progress_of_a_sensitivity_analysis_is_reported_change_by_change(threes):
    told = []
    worth(
        threes,
        of="guards",
        phases=1,
        vary="models",
        explain=0,
        progress=lambda done, wanted: told.append((done, wanted)),
    )
    assert told[-1] == (len(told), len(told))


def test_a_sensitivity_analysis_of_a_battle_too_large_to_solve_is_refused(threes, monkeypatch):
    monkeypatch.setattr("pilein.lab.sensitivity.LIMIT", 10)
    with pytest.raises(TooManyPositions):
        worth(threes)


def test_a_sensitivity_analysis_omits_a_change_that_makes_the_fight_too_large_to_solve(threes, found, monkeypatch):
    monkeypatch.setattr("pilein.lab.sensitivity.MOST_RUNS", _most_outcomes(threes))
    some = worth(threes, of="guards", phases=1)
    left_out = [one for one in some.left_out if "outcomes to try" in one.reason]
    assert "a standard" in [one.change for one in left_out]
    assert len(some.effects) + len(some.left_out) == len(found.effects) + len(found.left_out)
    (line,) = (line for line in some.note.splitlines() if "outcomes to try" in line)
    assert line.startswith("left out: more than")
    assert all(one.change in line for one in left_out)


def _most_outcomes(scenario):
    return odds(scenario, phases=1).chain.model.tried


def test_a_sensitivity_analysis_can_solve_a_fight_with_over_two_hundred_thousand_states():
    press = Path(__file__).parents[2] / "examples" / "warstrike" / "press.toml"
    found = worth(press, of="red squad", vary="models", explain=0, budget=None)
    assert [one.change for one in found.effects] == ["models 5 -> 4", "models 5 -> 6"]
    assert found.effects[0].gain < 0 < found.effects[1].gain


def test_a_sensitivity_analysis_accepts_a_file_name_as_its_scenario():
    mirror = Path(__file__).parent / "figures" / "mirror.toml"
    assert worth(mirror, of="guards", vary="models", phases=1, explain=0).before.wins[0] == pytest.approx(
        float(dict(odds(mirror, phases=1).figures.outcome)["red wins"])
    )


def test_a_sensitivity_analysis_lists_the_changes_without_effect_in_its_note(found):
    same = [one.change for one in found.effects if one.size == (0, 0)]
    (line,) = re.findall(r"^no effect: guards, .*(?:\n  .*)*", found.note, re.MULTILINE)
    assert all(len(part) <= 100 for part in line.splitlines())
    line = " ".join(line.split())
    for change in same:
        assert change.removeprefix("armed: ") in line
    assert line.count("armed: ") == 1


def test_an_effect_is_not_explained_by_a_sentence_without_which_no_model_falls(threes, monkeypatch):
    """Without such a sentence no model falls, so every change loses its effect, and that loss explains nothing."""
    why = reasons.Why(threes, Standing((0.5, 0.5), (2.0, 2.0)), None, "sensible", 1, None)
    effect = Effect("guards", threes.sides[0].name, "W 1 -> 2", 0.4, -0.1, 0.0, 0.0, should=1)
    unfought = Standing((0.5, 0.5), (0.5, 0.5))
    monkeypatch.setattr(reasons, "_struck", lambda *_: unfought)
    assert reasons._gain_without(why, threes, effect, "SH-AL-01", {"SH-AL-01": unfought}) is None
    monkeypatch.setattr(reasons, "_struck", lambda *_: Standing((0.5, 0.5), (2.0, 1.9)))
    assert reasons._gain_without(why, threes, effect, "SH-CR-12", {"SH-CR-12": why.before}) == 0


def test_an_unknown_unit_in_a_sensitivity_analysis_is_reported_before_anything_is_computed():
    with pytest.raises(BadInput, match="nobody"):
        worth("examples/scrollhammer/demo.toml", of="nobody")


PRESS = Path(__file__).parents[2] / "examples" / "wab" / "press.toml"
KNIGHTS = Path(__file__).parents[2] / "examples" / "scrollhammer" / "knights_and_spears.toml"


def test_a_surprising_effect_in_a_sensitivity_analysis_is_explained_by_the_sentence_it_depends_on(threes):
    """SH-CR-12: the lance slays outright, and every Wound of a slain model counts in the result. A second Wound
    therefore costs more than it saves.
    """
    few = pilein.load(KNIGHTS).with_unit("lancers", models=1, files=1).with_unit("spearmen", models=25)
    found = worth(few, of="spearmen", vary="characteristics", phases=1, explain=1)
    (reason,) = found.reasons
    assert (reason.change, reason.sentence) == ("W 1 -> 2", "SH-CR-12")
    effect = next(one for one in found.effects if one.change == "W 1 -> 2")
    assert effect.is_surprising
    assert effect.gain < -0.005
    assert abs(reason.without) < 1e-9
    before, after = (
        pilein.odds(one.without_sentences("SH-CR-12"), phases=1, exact=False).figures.outcome[0][1]
        for one in (few, few.with_profile("spearman", W=2))
    )
    assert float(reason.without) == pytest.approx(after - before, abs=1e-9)
    line = next(line for line in found.note.splitlines() if line.startswith("why -"))
    assert "for spearmen, W 1 -> 2: " in line
    assert "without SH-CR-12 it would be 0.00" in line


def test_the_largest_effect_in_a_sensitivity_analysis_is_explained_by_the_deciding_sentence(threes):
    found = worth(threes, of="guards", vary="characteristics,models", phases="end", explain=1)
    (reason,) = found.reasons
    assert reason.change == found.effects[0].change
    before, after = reason.decides
    decided = dict(odds(threes, exact=False).figures.decided)
    assert before == pytest.approx(float(decided[reason.sentence]))
    shares = f"{100 * after:.2f} % of fights instead of {100 * before:.2f} %"
    assert f"{shares} end with a unit {reason.short} ({reason.sentence})" in found.note
    assert found.document()["reasons"][0]["sentence"] == reason.sentence
    assert worth(threes, of="guards", phases=1, explain=0).reasons == ()


def test_the_best_buy_in_a_sensitivity_analysis_gains_the_most_per_point(threes):
    prices = {"guard": 8, "halberd": 2, "standard": 10}
    found = worth(threes, of="guards", phases=1, vary="models,bearers,weapons", prices=prices, explain=0)
    cost = {one.change: one.points for one in found.effects}
    assert (cost["models 3 -> 4"], cost["a standard"], cost["armed: halberd"]) == (8, 10, 6)
    assert cost["a musician"] == cost["armed: dagger"] == 0
    best = found.best_buys["red"]
    assert best.per_point == max(one.per_point for one in found.effects if one.per_point)
    assert f"best buy for red: guards, {best.change}: {best.points:g} points, +" in found.note
    assert found.document()["best_buys"]["red"]["change"] == best.change
    assert "difference a point" in str(found)


def test_the_points_of_profiles_are_used_as_prices_in_a_sensitivity_analysis():
    found = worth(KNIGHTS, of="spearmen", vary="models", phases=1, explain=0)
    assert {one.change: one.points for one in found.effects} == {"models 20 -> 21": 6, "models 20 -> 19": -6}


def test_a_piece_of_armour_in_a_sensitivity_analysis_has_the_price_given_for_it():
    prices = {"shield": 1, "large shield": 2, "heavy armour": 4, "light armour": 3}
    found = worth(PRESS, of="legionaries", vary="armour", prices=prices, phases=1, explain=0)
    cost = {one.change: one.points for one in found.effects}  # 24 legionaries in heavy armour with large shields
    assert cost["armour: shield"] == 24 * (1 - 2)
    assert cost["armour: no shield"] == 24 * -2
    assert cost["armour: light armour"] == 24 * (3 - 4)
    assert cost["armour: partial plate armour"] == 24 * -4, "without a price it costs nothing"


def test_an_improved_save_in_a_sensitivity_analysis_has_the_price_given_for_its_score():
    few = pilein.load(KNIGHTS).with_unit("spearmen", models=5)
    found = worth(few, of="spearmen", vary="armour", prices={"Sv 3": 5}, phases=1, explain=0)
    assert {one.change: one.points for one in found.effects}["armour: Sv 3"] == 5 * 5


@pytest.mark.parametrize(
    ("prices", "words"),
    [
        (
            {"halbard": 2},
            "halbard: the scenario has no profile, weapon, armour or bearer with this name; did you mean",
        ),
        ({"halberd": -2}, "halberd: the price cannot be -2; give a price from 0 to 10000"),
        ({"halberd": True}, "halberd: the price cannot be True"),
    ],
)
def test_invalid_prices_in_a_sensitivity_analysis_are_refused(threes, prices, words):
    with pytest.raises(BadInput, match=words):
        worth(threes, prices=prices)


def test_loadouts_with_equal_effects_in_a_sensitivity_analysis_are_merged_into_one_row(found):
    merged = [one.change for one in found.merged]
    assert len(merged) < len(found.effects)
    joined = next(change for change in merged if change.startswith("armed: ") and ", " in change)
    names = joined.removeprefix("armed: ").split(", ")
    same = {
        (one.wins, one.own, one.foes) for one in found.effects if one.change in [f"armed: {name}" for name in names]
    }
    assert len(same) == 1


def test_a_sensitivity_analysis_may_be_restricted_to_chosen_aspects(threes):
    found = worth(threes, of="guards", phases=1, vary="armour,mixtures", explain=0)
    changes = {one.change for one in found.effects}
    assert {"armour: Sv none", "armour: Ward 2", "half armed: halberd"} <= changes
    assert all(change.startswith(("armour: ", "half armed: ")) for change in changes)
    with pytest.raises(BadInput, match="hats: 'hats' cannot be varied; vary characteristics, models, ranks"):
        worth(threes, vary="hats")
