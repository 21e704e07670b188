"""Scenarios can be built, changed and written in Python."""

import pickle
from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadInput, BadScenario, UnknownRule
from pilein.lab.scenarios import Scenario, load

ROOT = Path(__file__).parents[2]
FILES = [*sorted(ROOT.glob("examples/*/*.toml")), *sorted(ROOT.glob("src/pilein/rulesets/*/sample.toml"))]
PRESS = ROOT / "examples/warstrike/press.toml"
DUEL = ROOT / "examples/scrollhammer/duel.toml"
TABLE = ROOT / "examples/wwpd/charge.toml"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_scenario_written_as_text_or_as_values_can_be_read_back_unchanged(path):
    scenario = load(path)
    assert Scenario.from_text(scenario.to_toml()) == scenario
    assert Scenario.from_dict(scenario.to_dict()) == scenario


def test_two_scenarios_with_the_same_values_are_equal():
    one, other = load(PRESS), load(PRESS)
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != one.with_unit("red squad", models=6)


def test_the_repr_of_a_scenario_is_one_short_line():
    assert repr(load(PRESS)) == "<Scenario of warstrike: 5 red squad (red) against 5 blue squad (blue)>"


def test_a_scenario_can_be_built_from_python_values():
    built = Scenario.from_dict(
        {
            "ruleset": "warstrike",
            "active": "red",
            "profiles": {"trooper": {"Mv": 6, "WS": 3, "Str": 3, "Ar": 2, "Ld": 2, "Nv": 3}},
            "weapons": {"bayonet": {"AP": 2}},
            "unit": [
                {"name": f"{side} squad", "side": side, "profile": "trooper", "models": 5, "weapons": ("bayonet",)}
                for side in ("red", "blue")
            ],
            "press": {"pairs": [("red squad", "blue squad")]},
        }
    )
    assert built == load(PRESS)


def test_a_fault_in_values_given_in_python_is_reported_with_its_key_but_without_a_line():
    with pytest.raises(BadScenario) as fault:
        load(PRESS).with_unit("red squad", modles=6)
    assert (fault.value.key, fault.value.line, fault.value.file) == ("unit[1].modles", 0, "")
    assert "did you mean 'models'" in str(fault.value)


def test_units_of_a_scenario_can_be_changed_or_added_or_removed_in_python():
    scenario = load(PRESS)
    assert scenario.with_unit("red squad", models=9).units[0].models == 9
    three = scenario.with_keys(
        press={"pairs": [["red squad", "blue squad"], ["red squad", "more"]]},
        unit=[*scenario.to_dict()["unit"], {"name": "more", "side": "blue", "profile": "trooper", "models": 2}],
    )
    assert [unit.name for unit in three.units] == ["red squad", "blue squad", "more"]
    assert three.without_unit("more") == scenario


def test_a_unit_can_be_added_to_a_scenario_on_a_table():
    scenario = load(TABLE)
    side, profile = scenario.sides[0].name, next(iter(scenario.profiles))
    more = scenario.with_unit("more", side=side, profile=profile, models=1, positions=[[1, 1]])
    assert more.units[-1].name == "more"


def test_changing_a_unit_that_a_scenario_lacks_is_refused_with_a_suggestion():
    with pytest.raises(BadInput, match="did you mean 'red squad'"):
        load(PRESS).with_unit("red sqad", models=3)
    with pytest.raises(BadInput, match="the scenario has no unit with this name"):
        load(PRESS).without_unit("green squad")


def test_profiles_weapons_and_top_level_keys_of_a_scenario_can_be_changed_in_python():
    scenario = load(PRESS).with_profile("trooper", WS=5).with_weapon("bayonet", AP=1).with_keys(active="blue")
    assert scenario.profiles["trooper"].values["WS"] == 5
    assert scenario.weapons["bayonet"]["AP"] == 1
    assert scenario.active == "blue"


def test_changing_the_number_of_models_of_a_unit_with_a_single_member_changes_that_member():
    member = {"profile": "trooper", "models": 1, "leader": True}
    led = load(PRESS).with_unit("red squad", profile=None, models=None, weapons=None, members=[member])
    assert led.to_dict()["unit"][0].get("profile") is None
    (changed,) = led.with_unit("red squad", models=2, weapons=["bayonet"]).units[0].members
    assert (changed.models, changed.weapons, changed.values["leader"]) == (2, ("bayonet",), True)


def test_rulings_can_be_set_and_sentences_struck_in_a_scenario_in_python():
    scenario = load(DUEL)
    read = scenario.with_rulings({"SH-R-65": "on-dice"})
    assert (
        pilein.odds(read, phases=1).document()
        == pilein.odds(scenario, rulings={"SH-R-65": "on-dice"}, phases=1).document()
    )
    assert read.with_rulings({"SH-R-65": "default"}).rulings["SH-R-65"].option == "default"
    assert scenario.without_sentences("SH-MO-02").struck == ("SH-MO-02",)
    with pytest.raises(UnknownRule):
        scenario.without_sentences("SH-MO-99")
