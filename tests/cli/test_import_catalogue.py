"""`pilein import` writes either both a unit file and its report or nothing at all, and it reports a fault in one
sentence.
"""

import json
from pathlib import Path

import pytest

from pilein.cli.main import main
from tests.cli.calling import printed, refused
from tests.importers.samples import CATALOGUE, SYSTEM, written

Capture = pytest.CaptureFixture[str]
NO_TEAM = "'Horse' is left out: chariots have no beasts here"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "levies.cat", CATALOGUE)
    written(tmp_path, "battles.gst", SYSTEM)


def importing(*others: str, file: str = "levies.cat", ruleset: str = "scrollhammer") -> tuple[str, ...]:
    return ("import", file, "--ruleset", ruleset, "-o", "units.toml", *others)


def test_the_unit_file_written_by_an_import_passes_the_check_and_its_units_can_fight(capsys: Capture):
    said = printed(capsys, *importing())
    assert "UNITS: 3 taken, 1 changed, 1 doubtful, 2 left out\n" in said
    assert "  left out  Dragon [Model]: a mount with W 6: the ruleset allows at most 1\n" in said
    assert said.endswith("written: units.toml (5 units)\n")
    assert Path("units.toml").read_text().startswith("# Units for scrollhammer, imported from levies.cat.\n")
    checked = printed(capsys, "check", "units.toml")
    assert checked.startswith("units.toml: every unit can fight (scrollhammer, 5 units)\n")
    assert f"hint: Chariot is doubtful: {NO_TEAM}\n" in checked
    fight = 'ruleset = "scrollhammer"\nactive = "red"\nunits = "units.toml"\n'
    for name, side in (("Riders", "red"), ("Levy", "blue")):
        fight += f'[[unit]]\nname = "{name}"\nside = "{side}"\nuse = "{name}"\n'
    Path("fight.toml").write_text(fight + '[press]\npairs = [["Riders", "Levy"]]\n')
    assert "red wins" in printed(capsys, "odds", "fight.toml", "--phases", "1")


def test_the_import_report_is_written_as_text_and_as_json(capsys: Capture):
    said = printed(capsys, *importing("--report", "report.txt"))
    assert said.startswith(Path("report.txt").read_text().rstrip("\n"))
    document = json.loads(printed(capsys, *importing("--report", "report.json", "--json", "--force")))
    assert document["file"] == "units.toml"
    kept = json.loads(Path("report.json").read_text())
    assert kept == {key: value for key, value in document.items() if key != "file"}
    assert kept["counts"]["unit"] == {"taken": 3, "changed": 1, "doubtful": 1, "left out": 2}


def test_the_check_command_reports_the_units_of_a_file_as_json(capsys: Capture):
    printed(capsys, *importing())
    document = json.loads(printed(capsys, "check", "units.toml", "--json"))
    doubts = document.pop("doubtful")
    assert document == {"format": 1, "file": "units.toml", "ruleset": "scrollhammer", "units": 5, "faults": []}
    assert doubts == {"Chariot": [NO_TEAM]}


def test_the_check_command_reports_all_faults_of_a_unit_file(capsys: Capture):
    printed(capsys, *importing())
    text = Path("units.toml").read_text().replace("WS = 6", "WS = 60").replace('mount = "Horse"', 'mount = "Hose"')
    Path("units.toml").write_text(text)
    assert main(["check", "units.toml"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "profiles.Chief.WS: 60 is too large; write a number from 0 to 10" in first
    assert "units.Riders.mount: there is no mount 'Hose'; did you mean 'Horse'?" in second


def test_an_import_replaces_an_existing_file_only_with_the_force_option(capsys: Capture):
    Path("units.toml").write_text("mine")
    assert (
        "units.toml: --output: this file already exists; name another file, or replace this one with --force"
        in refused(capsys, *importing())
    )
    assert Path("units.toml").read_text() == "mine"
    printed(capsys, *importing("--force"))
    assert "units" in Path("units.toml").read_text()


def test_an_import_without_a_unit_that_can_fight_writes_no_file(capsys: Capture):
    assert main([*importing("--report", "report.txt", ruleset="wwpd")]) == 2
    said = capsys.readouterr()
    assert "no unit in this file can fight under wwpd; see the report" in said.err
    assert "UNITS: 7 left out" in said.out
    assert "UNITS: 7 left out" in Path("report.txt").read_text()
    assert not Path("units.toml").exists()


def test_importing_a_hostile_catalogue_writes_no_file(capsys: Capture):
    Path("bad.cat").write_text('<!DOCTYPE a [<!ENTITY b "c">]><catalogue id="&b;"/>')
    assert "bad.cat: the file declares a document type or entities" in refused(capsys, *importing(file="bad.cat"))
    assert not Path("units.toml").exists()
    document_code = main([*importing("--json", file="bad.cat")])
    assert document_code == 2
    assert json.loads(capsys.readouterr().out)["file"] == "bad.cat"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("import", "levies.cat", "--ruleset", "wab", "-o", "levies.cat"),
            "this is one of the files to import and would be overwritten",
        ),
        (("import", "levies.cat", "--ruleset", "wab", "-o", "none/units.toml"), "there is no folder 'none'"),
        (("import", "levies.cat", "--ruleset", "wab", "-o", "-"), "'-' cannot be used as the name of a file"),
        (("import", "levies.cat", "--ruleset", "wabb", "-o", "u.toml"), "did you mean 'wab'?"),
        (("import", "none.cat", "--ruleset", "wab", "-o", "u.toml"), "cannot be read: no such file"),
        (importing("--report", "units.toml"), "this file is already used for --output"),
        (("import", "levies.cat", "-o", "u.toml"), "--ruleset"),
        (("import", "--ruleset", "wab", "-o", "u.toml"), "FILE"),
    ],
)
def test_bad_input_to_an_import_is_refused_in_one_sentence(capsys: Capture, arguments: tuple[str, ...], words: str):
    assert words in refused(capsys, *arguments)
    assert not Path("units.toml").exists()


def test_the_check_command_repeats_the_doubts_that_an_import_reported_about_a_unit(capsys: Capture):
    printed(capsys, *importing())
    text = Path("units.toml").read_text().replace("[units.Levy]\n", '[units.Levy]\ndoubtful = ["no crew"]\n', 1)
    Path("units.toml").write_text(text)
    assert "hint: Levy is doubtful: no crew\n" in printed(capsys, "check", "units.toml")
    assert json.loads(printed(capsys, "check", "units.toml", "--json"))["doubtful"]["Levy"] == ["no crew"]


def test_the_json_report_of_an_import_has_all_its_lines_even_if_no_unit_can_fight(capsys: Capture):
    assert main([*importing("--json", ruleset="wwpd")]) == 2
    document = json.loads(capsys.readouterr().out)
    assert document["message"].startswith("no unit in this file can fight under wwpd")
    assert [one["fate"] for one in document["lines"] if one["what"] == "unit"] == ["left out"] * 7
