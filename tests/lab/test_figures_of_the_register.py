"""Exact figures of Scrollhammer's register as fractions, computed as a user would compute them, from the odds of
scenario files.

A figure about a single clause is computed by `chances`, which plays just that clause.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.requests import first
from pilein.lab.chances import chances
from pilein.lab.odds import odds
from pilein.lab.scenarios import load
from pilein.rulesets.scrollhammer.charge.dangerous_ground import dangerous_test
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge_events import RangeRolled
from pilein.rulesets.scrollhammer.result.result import work_out
from tests.rulesets.scrollhammer.builder import fight_of
from tests.rulesets.scrollhammer.figures import LEADERSHIP, LOWEST_TWO, MORALE, OPEN, ROUGH, TEN_ATTACKS, UNHARMED

FOLDER = Path(__file__).parent / "figures"
STANDARD = "members = [{ standard = true }]\n"


@pytest.fixture
def changed(tmp_path):
    """Return a function that writes the scenario file of a figure with some of its words replaced."""

    def written(name, *exchanges):
        text = (FOLDER / f"{name}.toml").read_text()
        for old, new in exchanges:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / f"{name}.toml"
        path.write_text(text)
        return path

    return written


def opened(path):
    scenario = load(path)
    return ruleset_named(scenario.ruleset).opened(scenario).state


@pytest.mark.parametrize(("name", "expected"), [("charge", OPEN), ("charge_through_difficult", ROUGH)])
@pytest.mark.parametrize("inches", OPEN)
def test_the_probability_of_reaching_an_enemy_matches_figure_f_01_of_the_register(changed, name, expected, inches):
    found = odds(changed(name, ("[10, 14]", f"[10, {11 + inches}]")), "first", exact=True, phases=1)
    assert found.chance("ChargeMade", "guards") == expected[inches]


def test_the_distributions_of_the_charge_range_match_figure_f_01_of_the_register():
    def rolled(event):
        return event.inches if isinstance(event, RangeRolled) else None

    def distribution(name):
        found = chances("scrollhammer", opened(FOLDER / f"{name}.toml"), charge_sub_phase, keep=rolled)
        return {inches: chance for (inches,), chance in found.sequences().items()}

    assert sum(inches * chance for inches, chance in distribution("charge").items()) == 7
    rough = distribution("charge_through_difficult")
    assert rough == LOWEST_TWO
    assert sum(inches * chance for inches, chance in rough.items()) == Fraction(133, 24)


def test_the_wounds_from_ten_attacks_by_guards_on_guards_match_figure_f_03_of_the_register():
    losses = odds(FOLDER / "ten_attacks.toml", exact=True, phases=1).figures.units[1].losses
    assert losses.mean == Fraction(5, 4)
    distribution = dict(losses.chances)
    assert {lost: distribution[lost] for lost in TEN_ATTACKS} == TEN_ATTACKS


@pytest.mark.parametrize("leadership", range(5, 11))
@pytest.mark.parametrize(("margin", "models", "members"), [(1, 10, ""), (2, 15, ""), (3, 20, ""), (4, 19, STANDARD)])
def test_the_odds_of_holding_for_a_unit_beaten_by_ranks_alone_match_figure_f_05_of_the_register(
    changed, leadership, margin, models, members
):
    path = changed("outranked", ("Ld = 8", f"Ld = {leadership}"), ("models = 10\n", f"models = {models}\n{members}"))
    found = odds(path, exact=True, phases=1)
    assert found.figures.margin.chances == ((-margin, 1),)
    assert 1 - found.chance("Broke", "guards") == MORALE[leadership, margin]


@pytest.mark.parametrize(("leadership", "margin"), MORALE)
def test_the_probability_of_holding_after_a_defeat_matches_figure_f_05_of_the_register(changed, leadership, margin):
    battle = opened(changed("lost_combat", ("Ld = 8", f"Ld = {leadership}")))
    lost = battle.beginning(fight_of((0, 1), lead=-margin, met=((0, 1),)))
    found = chances("scrollhammer", lost, work_out, until="sweep")
    assert found.chance(lambda after: not after.fight.aftermath.broken) == MORALE[leadership, margin]


@pytest.mark.parametrize("save", [False, True])
def test_the_losses_of_one_model_crossing_dangerous_ground_match_figure_f_07_of_the_register(changed, save):
    """The full phase is played, and no model strikes the Guard."""
    ground = ('kind = "difficult"', 'kind = "dangerous"')
    near, idle = ("[10, 14]", "[10, 13]"), ("A = 1\nLd = 7", "A = 0\nLd = 7")
    path = changed("charge_through_difficult", ground, near, idle, *([] if save else [("Sv = 4\n", "")]))
    losses = odds(path, "first", exact=True, phases=1).figures.units[0].losses
    assert dict(losses.chances)[0] == UNHARMED[1, save]


@pytest.mark.parametrize(("models", "save"), UNHARMED)
def test_the_losses_in_dangerous_terrain_match_figure_f_07_of_the_register(changed, models, save):
    battle = opened(changed("dangerous", *([] if save else [("Sv = 4\n", "")])))
    found = chances("scrollhammer", battle, *((dangerous_test, model, 1, 0) for model in range(models)))
    assert found.chance(lambda after: after.living(0) == 10) == UNHARMED[models, save]
    assert found.mean(lambda after: 10 - after.living(0)) == Fraction(models, 12 if save else 6)


@pytest.mark.parametrize(("leadership", "expected"), LEADERSHIP.items())
def test_the_odds_of_an_unmodified_leadership_test_match_figure_f_09_of_the_register(changed, leadership, expected):
    brave = ("Ld = 7", f"Ld = {leadership}")
    near = ("[10, 14]", "[10, 13]")
    for path in (
        changed("stand_and_shoot", brave),
        changed("charge_through_difficult", brave, near),
        changed("charge", brave, near, ("facing = 180", "facing = 180\nfalling_back = true")),
    ):
        found = odds(path, "first", exact=True, phases=1)
        assert found.chance("LeadershipTested", "reavers", passed=True) == expected


def test_the_odds_of_a_fight_of_five_against_five_equal_models_match_figure_f_11_of_the_register():
    found = odds(FOLDER / "mirror.toml", exact=True, phases=1)
    for unit in found.figures.units:
        distribution = dict(unit.losses.chances)
        assert [distribution[lost] * 32768 for lost in range(6)] == [16807, 12005, 3430, 490, 35, 1]
    margin = dict(found.figures.margin.chances)
    assert margin[0] == Fraction(109650375, 268435456)
    ahead = sum(chance for lead, chance in margin.items() if lead > 0)
    assert ahead + found.chance("WipedOut", "red") == Fraction(158785081, 536870912)


@pytest.mark.parametrize(("attempts", "expected"), [(False, Fraction(1, 6)), (True, Fraction(19, 72))])
def test_the_value_of_a_counter_attack_matches_figure_f_13_of_the_register(changed, attempts, expected):
    """The margin is the number of unsaved wounds on the Reaver. The Guard does not strike, and it survives two
    wounds.
    """
    path = changed("charge_through_difficult", ("[10, 14]", "[10, 13]"), ("W = 1\nI = 4\nA = 1", "W = 3\nI = 4\nA = 0"))

    def policy(_state, choice):
        return attempts if choice.clause == "SH-TE-03" else first(choice)

    assert -odds(path, policy, exact=True, phases=1).figures.margin.mean == expected
