"""What one more or less of everything is worth."""

from fractions import Fraction
from pathlib import Path

import pytest

import pilein
from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, TooManyPositions
from pilein.lab.odds import odds
from pilein.lab.worth import worth
from pilein.tabletop.loading import loads
from tests.lab.press import FIVES

THREES = FIVES.replace("models = 5", "models = 3").replace("models = 4", "models = 3").replace("charged = true\n", "")


@pytest.fixture(scope="module")
def threes():
    return loads(THREES, vocabulary).scenario


@pytest.fixture(scope="module")
def found(threes):
    return worth(threes, of="guards", phases=1, exact=True)


def test_the_package_hands_on_the_call():
    assert pilein.worth is worth


@pytest.mark.parametrize("change", ["S 3 -> 4", "models 3 -> 4"])
def test_an_effect_is_the_difference_of_two_odds(found, change):
    text = THREES.replace("S = 3\n", "S = 4\n") if change[0] == "S" else THREES.replace("models = 3", "models = 4", 1)
    if change[0] == "S":
        profile, rest = THREES.split("[[unit]]", maxsplit=1)
        strong = profile[profile.index("[profiles") :].replace("guard]", "strong]").replace("S = 3", "S = 4")
        text = profile + strong + "[[unit]]" + rest.replace('profile = "guard"', 'profile = "strong"', 1)
    before, after = (odds(loads(one, vocabulary).scenario, exact=True).figures for one in (THREES, text))
    effect = next(one for one in found.effects if one.change == change)
    assert effect.wins == dict(after.outcome)["red wins"]
    assert effect.gain == effect.wins - dict(before.outcome)["red wins"]
    assert effect.own == after.units[0].losses.mean - before.units[0].losses.mean
    assert effect.foes == after.units[1].losses.mean - before.units[1].losses.mean


def test_the_greatest_effect_comes_first(found):
    gains = [abs(one.gain) for one in found.effects]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 0


def test_more_strength_helps_and_less_does_not(found):
    gain = {one.change: one.gain for one in found.effects}
    assert gain["S 3 -> 4"] > 0 > gain["S 3 -> 2"]
    assert gain["points 0 -> 1"] == 0


def test_every_unit_is_changed_unless_one_is_named(threes, found):
    both = worth(threes, phases=1)
    assert {one.unit for one in both.effects} == {"guards", "reavers"}
    assert {one.unit for one in found.effects} == {"guards"}
    one, other = ({e.change: e.gain for e in both.effects if e.unit == unit} for unit in ("guards", "reavers"))
    assert one["T 3 -> 4"] == pytest.approx(float(next(e.gain for e in found.effects if e.change == "T 3 -> 4")))
    assert one.keys() == other.keys()


def test_it_prints_itself_and_has_a_document(found):
    text = str(found)
    assert text.startswith("ASSUMED\n")
    assert "\nSENSITIVITY\n" in text
    assert "as it is: red wins" in text
    assert "-0.00 " not in text
    assert found._repr_html_().startswith("<table>")
    document = found.document()
    assert document["exact"]
    assert Fraction(document["effects"][0]["gain"]["p"]) == found.effects[0].gain


def test_a_unit_that_is_not_there_is_told(threes):
    with pytest.raises(BadInput, match="gards: there is no such unit; did you mean 'guards'"):
        worth(threes, of="gards")


def test_progress_is_told(threes):
    told = []
    worth(threes, of="guards", phases=1, progress=lambda done, wanted: told.append((done, wanted)))
    assert told[-1] == (len(told), len(told))


def test_a_battle_too_large_is_refused(threes, monkeypatch):
    monkeypatch.setattr("pilein.lab.worth.LIMIT", 10)
    with pytest.raises(TooManyPositions):
        worth(threes)


def test_a_change_that_makes_too_much_of_a_fight_is_left_out(threes, found, monkeypatch):
    monkeypatch.setattr("pilein.lab.worth.MOST_RUNS", _most_outcomes(threes))
    some = worth(threes, of="guards", phases=1)
    left_out = [one for one in some.left_out if "outcomes to try" in one.reason]
    assert "a standard" in [one.change for one in left_out]
    assert len(some.effects) + len(some.left_out) == len(found.effects) + len(found.left_out)
    (line,) = (line for line in some.note.splitlines() if "outcomes to try" in line)
    assert line.startswith("left out: more than")
    assert all(one.change in line for one in left_out)


def _most_outcomes(scenario):
    return odds(scenario, phases=1).chain.model.tried


def test_when_all_have_been_work_enough_the_rest_is_left_out_in_one_line(threes, found, monkeypatch):
    monkeypatch.setattr("pilein.lab.worth.MOST_WORK", 3 * found.before.work)
    some = worth(threes, of="guards", phases=1)
    assert 2 <= len(some.effects) <= 6
    assert some.note.count("would take too long (ask about one unit, or fewer phases): guards, ") == 1
    assert worth(threes, of="guards", phases=1).left_out == some.left_out


def test_a_file_will_do():
    mirror = Path(__file__).parent / "figures" / "mirror.toml"
    assert worth(mirror, of="guards", phases=1).before.wins[0] == pytest.approx(
        float(dict(odds(mirror).figures.outcome)["red wins"])
    )


def test_an_unknown_unit_is_told_before_anything_is_reckoned():
    with pytest.raises(BadInput, match="nobody"):
        worth("examples/scrollhammer/demo.toml", of="nobody")
