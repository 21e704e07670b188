"""`pilein.charge` computes the odds of a charge for each distance."""

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

import pilein
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.geometry.ticks import ticks
from pilein.kernel.errors import BadInput
from pilein.lab import charge_solving
from pilein.lab.charges import brought, charge
from pilein.lab.figures import Estimate
from pilein.lab.scenarios import load
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.warstrike import cycle
from pilein.rulesets.warstrike.cycle import begin_cycle
from pilein.tabletop.loading import loads
from tests.enumeration import ends, spread
from tests.lab.press import FIVES

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "figures"
OPEN = "35/36 11/12 5/6 13/18 7/12 5/12 5/18 1/6 1/12 1/36"
ROUGH = "25/27 173/216 139/216 103/216 23/72 7/36 23/216 11/216 1/54 1/216"


def flees(_state, choice):
    answers = dict(choice.candidates())
    return answers.get("flee", next(iter(answers.values())))


def shoots_not(_state, choice):
    answers = dict(choice.candidates())
    return answers.get("no", next(iter(answers.values())))


def test_the_package_exports_the_function_charge():
    assert pilein.charge is charge


@pytest.mark.parametrize(("name", "expected"), [("charge", OPEN), ("charge_through_difficult", ROUGH)])
def test_the_probability_of_reaching_an_enemy_at_each_distance_matches_figure_f_01_of_the_register(name, expected):
    found = charge(FOLDER / f"{name}.toml", distances=range(3, 13))
    assert [row.arrives for row in found.rows] == [Fraction(words) for words in expected.split()]
    assert {row.lost for row in found.rows} == {row.gets_away for row in found.rows} == {0}
    assert [row.fails for row in found.rows] == [1 - row.arrives for row in found.rows]


@pytest.mark.parametrize("inches", [2, 5, 8])
def test_losses_of_a_charger_to_shooting_match_those_found_by_playing_out_every_outcome(inches):
    scenario = load(FOLDER / "stand_and_shoot.toml")
    row = charge(scenario, distances=[inches], policy="first").rows[0]
    battle = ruleset_named("scrollhammer").opened(brought(scenario, 0, 1, ticks(inches))).state
    distribution = ends(battle, close_combat_phase, until=fight_sub_phase.key)
    assert row.arrives == spread(distribution, lambda after: 1 in after.field.touched_units(0))[True]
    assert dict(row.losses.chances) == spread(distribution, lambda after: 1 - after.living(0))
    assert row.lost > 0
    assert row.in_contact == row.arrives


def test_a_target_that_declines_to_shoot_causes_no_losses_to_the_charger():
    found = charge(FOLDER / "stand_and_shoot.toml", distances=[5], policy=("first", shoots_not))
    assert (found.rows[0].arrives, found.rows[0].lost) == (Fraction(5, 6), 0)


def test_a_distant_target_that_flees_usually_escapes():
    found = charge(FOLDER / "charge.toml", distances=[1, 12], policy=("first", flees))
    assert found.rows[1].gets_away > Fraction(9, 10)
    assert found.rows[1].arrives < Fraction(1, 36)


def test_the_odds_of_a_charge_assume_that_it_is_made_even_if_the_policy_would_decline_it():
    def stays(_state, choice):
        answers = dict(choice.candidates())
        return answers.get("no more charges", next(iter(answers.values())))

    assert charge(FOLDER / "charge.toml", distances=[5], policy=(stays, "first")).rows[0].arrives == Fraction(5, 6)


def test_a_distance_is_omitted_and_named_in_the_note_if_it_would_put_the_charger_off_the_table():
    found = charge(FOLDER / "charge.toml", distances=[3, 40])
    assert [row.inches for row in found.rows] == [3]
    assert found.left_out == ((40, "model 1 of 'guards' is off the table"),)
    assert "left out: 40\": model 1 of 'guards' is off the table" in str(found)


def test_charge_odds_can_be_printed_and_converted_to_a_document():
    found = charge(FOLDER / "charge.toml", "guards", "reavers", distances=[4, 7.5])
    assert str(found).startswith("ASSUMED\n")
    assert "\nGUARDS CHARGE REAVERS\n" in str(found)
    assert found._repr_html_().startswith("<table>")
    assert found.document()["distances"][0]["arrives"] == {"p": "11/12", "decimal": pytest.approx(11 / 12)}
    assert found.document()["distances"][1]["inches"] == 7.5


def test_the_short_form_of_charge_odds_gives_the_chance_of_each_possible_outcome_at_every_distance():
    found = charge(FOLDER / "charge.toml", "guards", "reavers", distances=[3, 4])
    assert found.short()[:3] == (
        "Guards charge reavers",
        'charge arrives, 3" 97.22 %, 4" 91.67 %',
        'charge fails, 3" 2.78 %, 4" 8.33 %',
    )


def test_an_unknown_unit_in_a_charge_is_reported_with_a_suggestion():
    with pytest.raises(BadInput, match="--at: 'reaver' is not one of the units to choose from; did you mean 'reavers'"):
        charge(FOLDER / "charge.toml", "guards", "reaver")
    with pytest.raises(BadInput, match="--from: 'reavers' is not one of"):
        charge(FOLDER / "charge.toml", "reavers")


def test_a_charge_in_the_press_is_refused():
    with pytest.raises(BadInput, match="all charges have already been made"):
        charge(loads(FIVES, vocabulary).scenario)


@pytest.mark.parametrize("name", ["hammer_and_wall", "duel", "brawl"])
def test_a_charge_forbidden_to_the_unit_is_refused_and_the_reason_is_given(name):
    with pytest.raises(BadInput, match="units do not charge in Scorched: its rules begin with models in contact"):
        charge(Path(__file__).parents[2] / "examples" / "scorched" / f"{name}.toml")


def test_a_charge_in_wwpd_always_arrives_from_within_eight_inches_and_never_from_further_away():
    found = charge(FOLDER / "eight_inches.toml", distances=[1, 8, 8.1])
    assert [row.arrives for row in found.rows] == [1, 1, 0]
    assert [row.in_contact for row in found.rows] == [3, 3, 0]


def test_a_warstrike_unit_closes_in_through_defensive_fire_unless_it_is_wiped_out():
    """Each of two rifles fells a model with probability 1/4, so at least one of the two models is left in 15 of 16
    cases.
    """
    found = charge(FOLDER / "defensive_fire.toml", distances=[3, 4, 4.1, 6.1])
    assert [row.arrives for row in found.rows] == [Fraction(15, 16), Fraction(15, 16), 0, 0]
    assert [row.lost for row in found.rows] == [Fraction(1, 2)] * 3 + [0]
    assert [row.in_contact for row in found.rows] == [Fraction(3, 2), Fraction(3, 2), 0, 0]


def test_losses_to_defensive_fire_match_those_found_by_playing_out_every_outcome():
    scenario = load(FOLDER / "defensive_fire.toml")
    row = charge(scenario, distances=[3], policy="first").rows[0]
    battle = ruleset_named("warstrike").opened(brought(scenario, 0, 1, ticks(3))).state
    distribution = ends(battle, cycle.close_combat_phase, until=begin_cycle.key)
    assert dict(row.losses.chances) == spread(distribution, lambda after: 2 - after.living(0))
    assert row.arrives == spread(distribution, lambda after: 1 in after.field.touched_units(0))[True]


def test_a_warstrike_unit_closes_in_even_if_its_policy_would_stay_away():
    def stays(_state, choice):
        answers = dict(choice.candidates())
        return answers.get("stay", next(iter(answers.values())))

    assert charge(FOLDER / "defensive_fire.toml", distances=[3], policy=(stays, "first")).rows[0].arrives == Fraction(
        15, 16
    )


def test_the_combat_of_the_charge_is_fought_before_any_other_combat(tmp_path):
    text = (FOLDER / "defensive_fire.toml").read_text()
    others = text[text.index("[[unit]]") : text.index("[table]")].replace("assault", "others").replace("watch", "guard")
    for near, far in (("[10, 10], [11, 10]", "[30, 10], [31, 10]"), ("[10, 14], [11, 14]", "[30, 14], [31, 14]")):
        others = others.replace(near, far)
    (tmp_path / "two.toml").write_text(text.replace("[[unit]]", others + "[[unit]]", 1))
    found = charge(tmp_path / "two.toml", "assault", "watch", distances=[3])
    assert found.rows[0].arrives == Fraction(15, 16)


@pytest.mark.parametrize("wrong", [-1, 201, float("nan"), float("inf")])
def test_charge_odds_refuse_a_value_that_is_not_a_distance(wrong):
    with pytest.raises(BadInput, match="is not a distance from 0 to 200 inches; give"):
        charge(FOLDER / "charge.toml", distances=[3, wrong])


@pytest.mark.parametrize("name", ["charge", "eight_inches"])
@pytest.mark.parametrize("base", ["25mm", "1in square", "30x25mm oval"])
def test_a_charge_from_zero_inches_always_arrives(name, base, tmp_path):
    """At a distance of zero inches, the bases touch without overlapping."""
    path = tmp_path / "near.toml"
    path.write_text((FOLDER / f"{name}.toml").read_text().replace("1in square", base))
    assert charge(path, distances=[0]).rows[0].arrives == 1


FOUR_UNITS = Path(__file__).parents[2] / "examples" / "wab" / "stand_and_shoot.toml"


def test_units_that_do_not_charge_do_not_prevent_a_charge_from_being_solved():
    found = charge(FOUR_UNITS, "legionaries", "bowmen", distances=[6, 7])
    assert [row.games for row in found.rows] == [0, 0]
    assert found.rows[0].arrives > Fraction(95, 100)
    assert found.rows[1].arrives == 0


def test_a_charge_with_too_many_outcomes_is_sampled_and_the_note_says_so(monkeypatch):
    exact = charge(FOLDER / "stand_and_shoot.toml", distances=[2, 5])
    monkeypatch.setattr(charge_solving, "MOST_RUNS", 10)
    sampled = charge(FOLDER / "stand_and_shoot.toml", distances=[2, 5])
    for known, row in zip(exact.rows, sampled.rows, strict=True):
        assert row.games == 500
        for name in ("arrives", "run_down", "gets_away", "fails", "lost", "target_lost", "in_contact"):
            number = getattr(row, name)
            assert isinstance(number, Estimate)
            assert abs(float(number) - float(getattr(known, name))) <= 5 * number.error
    assert sampled.note == (
        "sampled, to the moment when all charges have been made; too many outcomes: 500 games from each distance"
    )
    assert sampled.document()["distances"][0]["arrives"]["error"] == sampled.rows[0].arrives.error
    assert sampled.document()["distances"][0]["games"] == 500


def test_the_note_on_charge_odds_explains_that_a_charge_never_arrives():
    """No unit charges further than twice its Movement. For the cavalry, this is 8 inches."""
    scenario = ROOT / "examples" / "wab" / "stand_and_shoot.toml"
    found = charge(scenario, "horse", "light foot", distances=[6, 17], fixed={"WAB-RX-01": "hold"})
    assert [row.arrives for row in found.rows] == [1, 0]
    assert found.note.splitlines()[1:] == ['from 17": no charge arrives, whatever is rolled']
    nothing = Fraction(0)
    fled = replace(
        found, rows=(found.rows[0], replace(found.rows[1], outcomes=(nothing, nothing, Fraction(1), nothing)))
    )
    assert fled.note.splitlines()[1:] == ['from 17": the target always flees and gets away']


def test_charge_odds_report_their_progress_after_each_distance():
    told = []
    charge(FOLDER / "stand_and_shoot.toml", distances=[3, 4], progress=lambda done, wanted: told.append((done, wanted)))
    assert told == [(1, 2), (2, 2)]


def test_the_note_on_charge_odds_names_the_distances_that_were_sampled(monkeypatch):
    monkeypatch.setattr(charge_solving, "MOST_RUNS", 100)
    monkeypatch.setattr(charge_solving, "GAMES", 50)
    found = charge(FOUR_UNITS, "horse", "light foot", distances=[1, 12])
    assert [row.games for row in found.rows] == [0, 50]
    assert 'from 12" sampled; too many outcomes: 50 games each' in found.note


def test_a_unit_that_returns_to_the_table_does_not_count_as_lost_in_the_charge(tmp_path):
    """WAB-R-28: a unit that pursued off the table returns after a Leadership test, and it may not charge that turn."""
    text = FOUR_UNITS.read_text().replace("models = 7\n", "models = 7\noff_table = true\n")
    path = tmp_path / "away.toml"
    path.write_text(text)
    row = charge(path, "legionaries", "bowmen", distances=[8]).rows[0]
    assert (row.arrives, row.lost) == (0, 0)
    unit = pilein.play(path, seed=3).units[0]
    assert (unit.models_before, unit.models_after) == (8, 8)


def words_of(picture: str) -> list[str]:
    return [one.text or "" for one in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314 - ours


def test_the_picture_of_charge_odds_names_distances_out_of_reach_and_the_reasons_for_gaps():
    """No charge in this scenario is longer than eight inches. Without a note, the columns of zeros would look like an
    empty picture.
    """
    found = pilein.charge("examples/wwpd/charge.toml", distances=(8, 9, 10))
    assert 'from 9", 10": no charge arrives, whatever is rolled' in words_of(found.to_svg())
    missing = replace(found, left_out=((1.0, "no room"), (2.0, "no room"), (3.0, "interrupted")))
    assert {'left out: 1", 2": no room', 'left out: 3": interrupted'} <= set(words_of(missing.to_svg()))


def test_the_picture_of_a_charge_that_never_arrives_shows_no_models_in_contact():
    drawn = words_of(pilein.charge("examples/warstrike/standoff.toml", distances=(4, 5)).to_svg())
    assert not any("come into contact" in line for line in drawn)


def test_a_charge_up_to_a_wall_arrives_if_its_models_are_engaged_across_the_wall():
    """WS-EN-03: after a charge from 1 inch away, three or four stormers face a holder across the wall."""
    wall = pilein.load("examples/warstrike/wall.toml")
    near, far = pilein.charge(wall, distances=(1, 6)).rows
    assert (near.arrives, far.arrives) == (1, 0)
    assert 3 <= near.in_contact <= 4
    (nobody,) = pilein.charge(wall, distances=(1,), rulings={"WS-EN-03": "struck"}).rows
    assert nobody.arrives == 0
