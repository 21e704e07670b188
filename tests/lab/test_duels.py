"""A duel between two contenders plays the fight that its mode describes, exactly or by sampling, from both sides."""

import pytest

import pilein
from pilein.lab.assumptions import contact
from pilein.lab.duels import CHARGED, CHARGING, MODES, STANDING, TURNED, Contender, Judge, Pair
from pilein.lab.limits import budget_of
from tests.lab.unit_files import GREAT_WEAPONS, OTHERS, units_of

UNLIMITED = budget_of("none").started()


def _results(units, pair, modes=MODES, games=100):
    return Judge(units.to_toml(), "sensible", 0, games).results(units, pair, modes, UNLIMITED)


def _chances(scenario):
    outcome = dict(pilein.odds(scenario, phases="end").figures.outcome)
    return float(outcome.get("red wins", 0)), float(outcome.get("blue wins", 0))


def test_a_duel_of_a_unit_against_itself_can_give_an_option_to_only_one_of_the_two_sides():
    """A different unit that is armed as the option says must give the same results, whichever of the two units
    charges.
    """
    units = units_of(("guards", 3, 5.0), option=GREAT_WEAPONS.format(name="guards", option="axes"))
    named = units_of(("guards", 3, 5.0), ("axemen", 3, 5.0)).with_unit("axemen", weapons=["great weapon"])
    one, other = Contender("guards", ("axes",), 3), Contender("guards", (), 3)
    found = _results(units, Pair(one, other))
    expected = _results(named, Pair(Contender("axemen", (), 3), other))
    assert found[CHARGING] != found[CHARGED].turned
    for mode in MODES:
        assert (found[mode].won, found[mode].lost) == pytest.approx((expected[mode].won, expected[mode].lost))


def test_a_unit_matched_against_itself_has_mirrored_odds():
    like = Contender("guards", (), 3)
    found = _results(units_of(("guards", 3, 5.0)), Pair(like, like))
    assert found[CHARGED] == found[CHARGING].turned
    assert found[STANDING].won == pytest.approx(found[STANDING].lost)


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_duels_in_every_mode_match_the_odds_under_every_ruleset(text):
    units = pilein.Units.from_text(text)
    one, other = (Contender(name, (), units.unit(name).models) for name in units.names)
    found = _results(units, Pair(one, other))
    for mode, charged in ((CHARGING, one.unit), (CHARGED, other.unit)):
        expected = _chances(units.duel(one.unit, other.unit, charged=charged))
        assert (found[mode].won, found[mode].lost) == pytest.approx(expected)
        assert found[mode].games == 0
    turns = [_chances(units.duel(one.unit, other.unit, active=unit.unit)) for unit in (one, other)]
    mean = [sum(chances) / 2 for chances in zip(*turns, strict=True)]
    assert (found[STANDING].won, found[STANDING].lost) == pytest.approx(mean)
    assert found[STANDING].games == 0


@pytest.mark.parametrize("text", [OTHERS["wwpd"], OTHERS["warstrike"]], ids=["wwpd", "warstrike"])
def test_a_standing_duel_is_the_mean_of_a_duel_in_the_turn_of_each_side_if_no_rule_depends_on_charging(text):
    """In WarStrike, the active side fights first, so each turn favours one side. A unit against itself is still an even
    match.
    """
    units = pilein.Units.from_text(text)
    one, other = (Contender(name, (), units.unit(name).models) for name in units.names)
    found = _results(units, Pair(one, other))
    assert found[STANDING].won == pytest.approx((found[CHARGING].won + found[CHARGED].won) / 2)
    assert _results(units, Pair(one, other), (STANDING,))[STANDING] == found[STANDING]
    itself = _results(units, Pair(one, one))[STANDING]
    assert itself.won == pytest.approx(itself.lost)


@pytest.mark.parametrize("text", [OTHERS["wab"], OTHERS["warstrike"]], ids=["wab", "warstrike"])
def test_swapping_the_two_units_of_a_duel_swaps_its_results(text):
    units = pilein.Units.from_text(text)
    one, other = (Contender(name, (), units.unit(name).models) for name in units.names)
    found, turned = _results(units, Pair(one, other)), _results(units, Pair(other, one))
    for mode in MODES:
        seen = turned[TURNED[mode]].turned
        assert (found[mode].won, found[mode].lost) == pytest.approx((seen.won, seen.lost))


def test_a_duel_too_large_to_solve_is_sampled_with_the_same_games_as_a_simulation():
    units = units_of(("levy", 200, 3.0), ("guards", 120, 5.0))
    pair = Pair(Contender("levy", (), 200), Contender("guards", (), 120))
    (found,) = _results(units, pair, (STANDING,), games=2).values()
    assert found.games == 2
    turns = [pair.scenario(units, STANDING, active=one.unit) for one in (pair.one, pair.other)]
    again = [dict(pilein.simulate(one, n=2, phases="end").figures.outcome) for one in turns]
    mean = {side: sum(float(one[f"{side} wins"]) for one in again) / 2 for side in ("red", "blue")}
    assert (found.won, found.lost) == (mean["red"], mean["blue"])


def test_exact_and_sampled_duels_agree_within_four_standard_errors(monkeypatch: pytest.MonkeyPatch):
    units = units_of(("levy", 6, 3.0), ("guards", 5, 5.0))
    pair = Pair(Contender("levy", (), 6), Contender("guards", (), 5))
    exact = _results(units, pair, (CHARGING,))[CHARGING]
    monkeypatch.setattr("pilein.lab.limits.MOST_MODELS", 1)
    sampled = _results(units, pair, (CHARGING,), games=400)[CHARGING]
    assert sampled.games == 400
    assert sampled.won == pytest.approx(exact.won, abs=4 * (exact.won * (1 - exact.won) / 400) ** 0.5)


def test_units_in_ranks_fight_a_duel_with_as_many_models_as_their_files_bring_into_contact():
    """If all models struck, a weapon that lets a third rank fight would have no value."""
    units = pilein.Units.load("examples/scrollhammer/units/units.toml")
    assert "frontage" not in units.duel("guards", "riders").to_dict()["press"]
    assert (
        contact(units.duel("guards", "riders"))
        == "5 of 20 guards (5 wide, 10 strike), 4 of 8 riders (4 wide, 8 strike)"
    )
    shorter = units.with_weapon("pike", ranks=2)
    duels = (one.duel("guards", "riders", models=(15, 8), options=(["pikes"], [])) for one in (units, shorter))
    three, two = (_chances(duel)[0] for duel in duels)
    assert three > two


def test_all_models_of_units_that_do_not_form_ranks_are_in_contact_in_a_duel():
    units = pilein.Units.from_text(OTHERS["wwpd"])
    assert "frontage" not in units.duel(*units.names).to_dict()["press"]
