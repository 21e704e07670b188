import json
from xml.etree import ElementTree as ET

import pytest

from pilein.cli.main import main
from tests.cli.calling import refused
from tests.lab.press import FIVES


@pytest.fixture
def threes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "threes.toml").write_text(FIVES.replace("models = 5", "models = 3").replace("models = 4", "models = 3"))
    return "threes.toml"


def test_the_worth_of_every_change_is_printed_as_a_table(threes, capsys):
    assert main(["worth", threes, "--of", "guards", "--phases", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ASSUMED\n  phases      1 phase\n  charged     guards\n")
    assert "\nWHAT WOULD HELP, AND WHAT WOULD HURT\n" in out
    assert "as it is: red win " in out


def test_the_json_document_of_the_worth_command_lists_every_effect(threes, capsys):
    assert main(["worth", threes, "--of", "reavers", "--phases", "1", "--exact", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {"unit", "side", "change", "surprising", "wins", "gain", "own_losses", "enemy_losses"} == document[
        "effects"
    ][0].keys()
    assert document["phases"] == 1


def test_the_picture_drawn_by_the_worth_command_shows_the_size_of_each_effect(threes, capsys):
    assert (
        main(
            [
                "worth",
                threes,
                "--of",
                "guards",
                "--phases",
                "1",
                "--vary",
                "models,characteristics",
                "--plot",
                "worth.svg",
                "--json",
            ]
        )
        == 0
    )
    effects = json.loads(capsys.readouterr().out)["effects"]
    words = [element.text for element in ET.parse("worth.svg").iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    seen = [one for one in effects if abs(one["gain"]["decimal"]) > 1e-6]
    assert seen
    assert [text for text in words if text.startswith(("+", "-"))] == [
        f"{100 * one['gain']['decimal']:+.2f}" for one in seen
    ]
    assert [text for text in words if text == "guards"] == ["guards"] * len(seen)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--of", "nobody"],
        ["--phases", "forever"],
        ["--play", "ask"],
        ["--rule", "SH-R-999=x"],
        ["--plot", "threes.toml"],
    ],
)
def test_bad_input_to_the_worth_command_is_refused_in_one_sentence(threes, capsys, arguments):
    assert main(["worth", threes, *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_worth_command_names_the_best_buy_if_prices_are_given(threes, capsys):
    told = ["--of", "guards", "--phases", "1", "--vary", "models,weapons", "--explain", "0"]
    assert main(["worth", threes, *told, "--price", "guard=8,halberd=2"]) == 0
    assert "best buy for red: guards, " in capsys.readouterr().out


@pytest.mark.parametrize("price", ["halberd", "halberd=cheap", "=3", "halberd=-1"])
def test_an_invalid_price_is_refused(threes, capsys, price):
    assert "is not a name with its price; write prices in the form shield=1,halberd=2.5" in refused(
        capsys, "worth", threes, "--price", price
    )


def test_a_repeated_price_is_refused(threes, capsys):
    assert "'halberd' has two prices; give each price once" in refused(
        capsys, "worth", threes, "--price", "halberd=1,halberd=2"
    )
