"""Scenarios take their units from unit files."""

from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadScenario
from tests.unit_files.muster import MUSTER, changed

FIGHT = """
ruleset = "scrollhammer"
active = "red"
units = "units.toml"

[[unit]]
name = "first"
side = "red"
use = "guards"
models = 12
options = ["captain"]
charged = true

[[unit]]
name = "second"
side = "blue"
use = "riders"

[press]
pairs = [["first", "second"]]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "units.toml").write_text(MUSTER)
    (tmp_path / "fight.toml").write_text(FIGHT)
    return tmp_path


def test_a_scenario_may_take_units_from_a_file_and_state_their_options_and_statuses(folder: Path):
    scenario = pilein.Scenario.load(folder / "fight.toml")
    assert repr(scenario) == "<Scenario of scrollhammer: 12 first (red) against 6 second (blue)>"
    first, second = scenario.units
    assert [member.models for member in first.members] == [1, 11]
    assert first.members[0].values["champion"] is True
    assert first.statuses["charged"] is True
    assert scenario.profiles[second.members[0].profile].values["type"] == "cavalry"
    assert pilein.Scenario.from_text(scenario.to_toml()) == scenario  # whole without the unit file


def test_a_changed_number_in_the_unit_file_carries_over_to_the_scenario(folder: Path):
    before = pilein.Scenario.load(folder / "fight.toml")
    (folder / "units.toml").write_text(changed(("S = 3", "S = 6")))
    after = pilein.Scenario.load(folder / "fight.toml")
    strengths = [
        [scenario.profiles[unit.members[-1].profile].values["S"] for unit in scenario.units]
        for scenario in (before, after)
    ]
    assert strengths == [[3, 3], [6, 6]]


def test_units_of_several_files_may_have_profiles_of_the_same_name(folder: Path):
    (folder / "others.toml").write_text(
        changed(("S = 3", "S = 6"), ("[units.riders]", "[units.raiders]")).replace("units.guards", "units.wardens")
    )
    text = FIGHT.replace('"units.toml"', '["units.toml", "others.toml"]').replace('use = "riders"', 'use = "raiders"')
    (folder / "fight.toml").write_text(text.replace('options = ["captain"]\n', ""))
    scenario = pilein.Scenario.load(folder / "fight.toml")
    assert [scenario.profiles[unit.members[-1].profile].values["S"] for unit in scenario.units] == [3, 6]


@pytest.mark.parametrize(
    ("old", "new", "key", "message"),
    [
        ('use = "guards"', 'use = "guard"', "unit[1].use", "no unit file named at the top has a unit 'guard'"),
        ("models = 12", "models = 50", "unit[1].models", "guards cannot have 50 models"),
        ('["captain"]', '["capten"]', "unit[1].options", "guards has no option 'capten'"),
        (
            "models = 12",
            'models = 12\nweapons = ["axe"]',
            "unit[1].weapons",
            "the unit file already gives this unit's weapons",
        ),
        ('units = "units.toml"', "", "unit[1].use", "`use` needs a unit file, but the scenario names none"),
        ('units = "units.toml"', 'units = "none.toml"', "units", "this file does not exist"),
        ('units = "units.toml"', "units = []", "units", "the scenario names 0 unit files"),
        (
            'use = "riders"',
            'profile = "guard"\nmodels = 3\noptions = ["x"]',
            "unit[2].options",
            "only a unit from a unit file can have options",
        ),
    ],
)
def test_every_fault_in_a_scenario_with_unit_files_is_located(folder: Path, old: str, new: str, key: str, message: str):
    (folder / "fight.toml").write_text(FIGHT.replace(old, new))
    with pytest.raises(BadScenario) as error:
        pilein.Scenario.load(folder / "fight.toml")
    assert error.value.key == key
    assert message in error.value.message


def test_faults_in_the_scenario_and_in_its_units_are_all_reported_at_once(folder: Path):
    (folder / "fight.toml").write_text(
        FIGHT.replace('use = "guards"', 'use = "guard"').replace("charged = true", "chargd = true")
    )
    with pytest.raises(BadScenario) as error:
        pilein.Scenario.load(folder / "fight.toml")
    assert [fault.key for fault in error.value.faults] == ["unit[1].use", "unit[1].chargd"]


def test_a_fault_in_a_unit_file_is_reported_with_the_file_and_the_line(folder: Path):
    (folder / "units.toml").write_text(changed(("WS = 4", "WS = 40")))
    with pytest.raises(BadScenario, match=r"units.toml:5: profiles.guard.WS: 40 is too large") as error:
        pilein.Scenario.load(folder / "fight.toml")
    assert error.value.key == "units"


@pytest.mark.parametrize("named", ['"missing.toml"', '["units.toml", "missing.toml"]'])
def test_a_missing_unit_file_is_the_only_fault_reported(folder: Path, named: str):
    """The units that would take their parts from the file are not reported as faulty too."""
    (folder / "fight.toml").write_text(FIGHT.replace('"units.toml"', named))
    with pytest.raises(BadScenario, match=r"missing.toml: this file does not exist") as error:
        pilein.Scenario.load(folder / "fight.toml")
    assert [fault.key for fault in error.value.faults] == ["units"]


def test_units_for_a_different_ruleset_are_refused(folder: Path):
    (folder / "fight.toml").write_text(FIGHT.replace("scrollhammer", "wab"))
    with pytest.raises(BadScenario, match="are for scrollhammer, but the scenario is for"):
        pilein.Scenario.load(folder / "fight.toml")


def test_a_scenario_given_as_a_string_or_a_dictionary_cannot_refer_to_unit_files():
    with pytest.raises(BadScenario, match="unit files are looked up relative to the scenario file"):
        pilein.Scenario.from_text(FIGHT)
    with pytest.raises(BadScenario, match="a scenario given as text cannot name unit files"):
        pilein.Scenario.from_dict({"ruleset": "scrollhammer", "units": "units.toml"})


def test_the_load_function_recognises_a_unit_file_and_returns_its_units(folder: Path):
    assert isinstance(pilein.load(folder / "units.toml"), pilein.Units)
    assert isinstance(pilein.load(folder / "fight.toml"), pilein.Scenario)


def test_a_unit_file_in_place_of_a_scenario_is_reported_as_such(folder: Path):
    """The headings of the unit file are not reported as further faults."""
    with pytest.raises(
        BadScenario, match="this file is a unit file, not a scenario; let two of the units fight with"
    ) as caught:
        pilein.odds(folder / "units.toml")
    assert caught.value.faults == (caught.value,)
    assert f"`pilein lab matchup {folder / 'units.toml'} " in caught.value.remedy


@pytest.mark.parametrize("named", ["fight.toml", "other.toml"])
def test_a_scenario_in_place_of_a_unit_file_is_reported_as_such(folder: Path, named: str):
    """It makes no difference whether that scenario itself uses a unit file."""
    own = FIGHT.replace('units = "units.toml"', "")
    (folder / "other.toml").write_text(own)
    with pytest.raises(BadScenario, match="this file is a scenario, not a unit file") as caught:
        pilein.Units.load(folder / named)
    assert caught.value.faults == (caught.value,)
    (folder / "using.toml").write_text(FIGHT.replace("units.toml", named))
    with pytest.raises(BadScenario, match=rf"{named}:\d+: this file is a scenario, not a unit file"):
        pilein.Scenario.load(folder / "using.toml")


def test_units_defined_within_a_scenario_are_refused_with_the_reason(folder: Path):
    (folder / "both.toml").write_text((folder / "units.toml").read_text() + FIGHT[FIGHT.index("[[unit]]") :])
    with pytest.raises(BadScenario, match=r"units: a scenario cannot define units under \[units.NAME\]"):
        pilein.odds(folder / "both.toml")
