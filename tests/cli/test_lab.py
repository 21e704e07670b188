import csv
import json
from pathlib import Path
from unittest.mock import Mock

import pytest

from pilein.cli.main import main
from tests.cli.calling import printed, refused
from tests.lab.brawls import BRAWL, ON_A_TABLE, TEXTS

TEXT = ("--rulesets", str(TEXTS), "--workers", "1")


@pytest.fixture(autouse=True)
def brawls(apart, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("press.toml").write_text(BRAWL)
    Path("table.toml").write_text(ON_A_TABLE)


def test_rulings_with_an_effect_are_printed_separately_from_those_without(capsys):
    out = printed(capsys, "lab", "rulings", "press.toml", *TEXT)
    assert "BR-R-01  none    50.00 %   25.00 %    -16.67      +8.33  0.25 (+0.08)  0.50 (-0.17)" in out
    assert "change neither winner nor losses: BR-R-01 once; BR-R-03 no\nnot met: 1 ruling\n" in out


def test_the_effects_of_rulings_are_printed_for_each_scenario_in_a_folder(capsys):
    out = printed(capsys, "lab", "rulings", ".", "-n", "50", *TEXT)
    assert out.splitlines()[1].split() == ["ruling", "option", "press", "table"]
    assert "table: as it is: red win" in out


def test_the_effects_of_rulings_can_be_written_as_json_as_csv_and_as_a_picture(capsys):
    out = printed(capsys, "lab", "rulings", "press.toml", "--json", "--csv", "r.csv", "--plot", "r.svg", *TEXT)
    (fight,) = json.loads(out)["fights"]
    assert fight["not_met"] == ["BR-R-02"]
    with Path("r.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["side"] for row in rows] == ["red", "blue"]
    assert float(rows[0]["gain"]) == pytest.approx(-1 / 6)
    assert Path("r.svg").read_text().startswith("<svg")


def test_the_coverage_of_sentences_is_printed_and_written_to_files(capsys):
    files = ("--html", "c.html", "--csv", "c.csv", "--plot", "c.svg")
    out = printed(capsys, "lab", "coverage", "press.toml", "table.toml", "-n", "60", "--tries", "60", *files, *TEXT)
    assert "5 sentences: 3 mattered, 1 never mattered, 0 not tried, 1 never reached" in out
    assert "written: c.html" in out
    assert "<!DOCTYPE html>" in Path("c.html").read_text()
    assert len(Path("c.csv").read_text().splitlines()) == 10
    document = json.loads(printed(capsys, "lab", "coverage", "press.toml", "-n", "20", "--json", *TEXT))
    assert document["games"] == 20


def test_random_fights_use_the_ruleset_named_in_the_command(capsys):
    out = printed(capsys, "lab", "coverage", "warstrike", "--random", "2", "-n", "1", "--tries", "1", *TEXT)
    assert "2 games of 2 fights" in out


@pytest.mark.parametrize("command", ["rulings", "coverage"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing.toml",), "missing.toml: this file does not exist"),
        (("empty",), "empty: this folder contains no scenario file (.toml)"),
        (
            ("press.toml", "hoplon.toml"),
            "the scenarios belong to different rulesets: press (brawl), hoplon (scrollhammer)",
        ),
        (
            ("press.toml", "--play", "red=first,second"),
            "--play red=first,second: this option does not name a policy for each side",
        ),
        (("press.toml", "--play", "nobody"), "there is no policy 'nobody'"),
        (("press.toml", "--play", "green=first"), "there is no side 'green'"),
        (("press.toml", "--phases", "never"), "--phases"),
        (("press.toml", "--csv", "figures.txt"), "figures.txt: --csv: the name of the file does not end in"),
        (
            ("press.toml", "--csv", "press.toml"),
            "press.toml: --csv: this file is also a scenario",
        ),
        (("press.toml", "--csv", "nowhere/r.csv"), "cannot be written: there is no folder 'nowhere'"),
        (("press.toml", "--rule", "BR-R-09=no"), "there is no ruling 'BR-R-09'"),
        (("press.toml", "--limit", "soon"), "--limit: the limit 'soon' cannot be used"),
    ],
)
def test_bad_input_to_lab_commands_is_refused_in_one_sentence_and_nothing_is_written(
    capsys, request, command, arguments, words
):
    Path("empty").mkdir()
    duel = request.config.rootpath / "examples/scrollhammer/duel.toml"
    Path("hoplon.toml").write_text(duel.read_text())
    before = sorted(Path().rglob("*"))
    assert words in refused(capsys, "lab", command, *arguments, *TEXT)
    assert sorted(Path().rglob("*")) == before


def test_an_unreadable_folder_is_not_reported_as_empty(capsys, monkeypatch):
    Path("locked").mkdir()
    monkeypatch.setattr(Path, "iterdir", Mock(side_effect=PermissionError(13, "Permission denied")))
    said = refused(capsys, "lab", "rulings", "locked", "--workers", "1")
    assert said.startswith("pilein: locked: the folder cannot be read: permission denied; ")


def test_random_fights_without_a_ruleset_are_refused(capsys):
    assert "there is no ruleset 'chess'" in refused(capsys, "lab", "coverage", "chess", "--random", "2", *TEXT)


def test_probabilities_of_conditions_are_printed_with_the_odds(capsys):
    asked = ("--chance", "one.lost == 0 and other.lost == 1", "--joint", "one,other", "--given", "not other.lost == 0")
    out = printed(capsys, "odds", "press.toml", *asked, "--rulesets", str(TEXTS))
    assert "one.lost == 0 and other.lost == 1  100.00 %  1" in out
    assert "one.lost \\ other.lost         1" in out
    document = json.loads(printed(capsys, "odds", "press.toml", *asked, "--json", "--rulesets", str(TEXTS)))
    assert document["asked"]["chances"][0]["chance"]["p"] == "1/1"


def test_the_odds_command_with_only_a_condition_prints_the_odds_of_each_outcome_under_that_condition(capsys):
    out = printed(capsys, "odds", "press.toml", "--given", "other.lost == 0", "--rulesets", str(TEXTS))
    assert 'outcome == "blue wins"' in out
    assert "50.00 %  1/2" in out


def test_an_answer_given_as_a_condition_is_listed_among_the_assumptions(capsys, request):
    fight = str(request.config.rootpath / "examples/scrollhammer/flight.toml")
    document = json.loads(
        printed(capsys, "odds", fight, "--given", "SH-RE-02=hold", "--phases", "1", "--json", "--limit", "10s")
    )
    assert "SH-RE-02=hold" in document["assumptions"]["answers"]


@pytest.mark.parametrize("option", ["--chance", "--given", "--joint"])
def test_an_invalid_condition_is_refused_before_anything_is_solved(capsys, option):
    words = "one.lost >" if option != "--joint" else "one.lost >,other"
    assert main(["odds", "missing.toml", option, words]) == 2
    assert option in capsys.readouterr().err
