"""A command that takes a scenario refuses a unit file in one sentence with a remedy."""

import pytest

from tests.cli.calling import printed, refused
from tests.lab.unit_files import units_of

COMMANDS = [
    "odds",
    "worth",
    "simulate -n 10",
    "matrix",
    "fight",
    "battle",
    "charge",
    "lab compare --set SH-CR-04=2",
    "lab sweep --over SH-CR-04=1..2",
    "lab rulings",
    "lab coverage",
    "lab report -o page.html",
]


@pytest.fixture(autouse=True)
def _units(tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    text = units_of(("levy", 3, 3.0), ('"city guards"', 2, 5.0)).to_toml()
    (tmp_path / "my units.toml").write_text(text + "[armour.mail]\nSv = 5\n")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "units.toml").write_text(text)
    duel = request.config.rootpath / "examples/scrollhammer/duel.toml"
    (tmp_path / "duel.toml").write_text(duel.read_text())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_unit_file_given_as_a_scenario_is_refused_and_the_command_to_use_instead_is_named(command, capsys):
    said = refused(capsys, *command.split(), "my units.toml")
    assert said.startswith(
        "pilein: my units.toml: this file is a unit file, not a scenario; let two of the units fight with "
    )
    assert "`pilein lab matchup 'my units.toml' levy 'city guards'`" in said
    assert 'units = "my units.toml", use = "levy"' in said


@pytest.mark.parametrize("command", ["lab rulings", "lab coverage", "lab compare --set SH-CR-04=2"])
def test_a_folder_of_unit_files_without_a_scenario_is_refused(command, capsys):
    said = refused(capsys, *command.split(), "folder")
    assert "folder: this folder contains unit files but no scenario; name scenarios, or match" in said
    assert "`pilein lab matchup folder/units.toml`" in said


def test_unit_files_beside_scenarios_in_a_folder_are_skipped(tmp_path, capsys):
    (tmp_path / "folder" / "duel.toml").write_text((tmp_path / "duel.toml").read_text())
    out = printed(capsys, "lab", "coverage", "folder", "-n", "2", "--tries", "0", "--workers", "1")
    assert "2 games" in out
