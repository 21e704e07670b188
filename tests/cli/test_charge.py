import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pilein.cli.main import main

SHOT_AT = Path(__file__).parents[1] / "lab" / "figures" / "stand_and_shoot.toml"


@pytest.fixture
def shot_at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(SHOT_AT, "shot_at.toml")
    return "shot_at.toml"


def test_the_odds_of_a_charge_are_printed_as_a_table(shot_at, capsys):
    assert main(["charge", shot_at, "--from", "guards", "--at", "reavers", "--distances", "3..5"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ASSUMED\n  phases      the charges of one phase")
    lines = out[out.index("GUARDS CHARGE REAVERS\n") :].splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ['3"', '4"', '5"']


def test_the_json_document_of_a_charge_has_fractions(shot_at, capsys):
    assert main(["charge", shot_at, "--distances", "3,5.5", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["inches"] for one in document["distances"]] == [3, 5.5]
    assert set(document["distances"][0]["losses"]) == {"0", "1"}


def test_the_charge_command_draws_the_odds_of_a_charge(shot_at, capsys):
    assert main(["charge", shot_at, "--distances", "3..5", "--plot", "charge.svg"]) == 0
    assert "written: charge.svg" in capsys.readouterr().out
    words = [element.text for element in ET.parse("charge.svg").iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    assert "guards charge reavers" in words
    assert "the share of their 1 models that guards lose on the way, on average" in words


@pytest.mark.parametrize(
    "arguments",
    [
        ["--distances", "5..3"],
        ["--distances", "far"],
        ["--distances", "1..1000"],
        ["--from", "nobody"],
        ["--play", "ask"],
        ["--plot", "shot_at.toml"],
    ],
)
def test_bad_input_to_the_charge_command_is_refused_in_one_sentence(shot_at, capsys, arguments):
    assert main(["charge", shot_at, *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("distances", ["9..11", "9", "95"])
def test_a_charge_that_is_impossible_or_never_arrives_is_still_drawn(capsys, distances, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (
        main(["charge", str(SHOT_AT.with_name("eight_inches.toml")), "--distances", distances, "--plot", "charge.svg"])
        == 0
    )
    assert "written: charge.svg" in capsys.readouterr().out
    words = [element.text for element in ET.parse("charge.svg").iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    assert ("no distance at which the unit could stand" in words) == (distances == "95")


def test_the_drawing_of_a_charge_names_the_omitted_distances(shot_at, capsys):
    assert main(["charge", shot_at, "--distances", "3,4,90,95", "--plot", "charge.svg"]) == 0
    words = [element.text for element in ET.parse("charge.svg").iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    assert "left out: 90\", 95\": model 1 of 'guards' is off the table" in words
