"""`pilein worth`: what it prints and refuses."""

import json

import pytest

from pilein.cli.main import main
from tests.lab.press import FIVES


@pytest.fixture
def threes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "threes.toml").write_text(FIVES.replace("models = 5", "models = 3").replace("models = 4", "models = 3"))
    return "threes.toml"


def test_the_worth_of_everything_is_printed_as_a_table(threes, capsys):
    assert main(["worth", threes, "--of", "guards", "--phases", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("WHAT IT IS WORTH\n")
    assert "as it is: red wins" in out


def test_the_json_document_lists_every_effect(threes, capsys):
    assert main(["worth", threes, "--of", "reavers", "--phases", "1", "--exact", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {"unit", "side", "change", "wins", "gain", "own_losses", "enemy_losses"} == document["effects"][0].keys()
    assert document["phases"] == 1


@pytest.mark.parametrize(
    "arguments", [["--of", "nobody"], ["--phases", "forever"], ["--play", "ask"], ["--rule", "SH-R-999=x"]]
)
def test_bad_input_is_refused_in_one_sentence(threes, capsys, arguments):
    assert main(["worth", threes, *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
