"""Every command works for every ruleset, with the same options."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from pilein.engine.rulesets import names
from tests.cli.calling import printed
from tests.lab.lines import FEW_MEN, FEW_ROUNDS, in_the_press, of_another

FEW = {"wab": FEW_MEN, "warstrike": FEW_ROUNDS % 1}
ALL = [pytest.param(name, id=name) for name in names()]


@pytest.fixture
def sample(ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Write a scenario into the current folder with `pilein new`, and return the name of the file."""
    monkeypatch.chdir(tmp_path)
    printed(capsys, "new", ruleset, "new.toml")
    return "new.toml"


@pytest.fixture
def duel(ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a scenario in the press, with one model on each side, into the current folder, and return the name of the
    file.
    """
    monkeypatch.chdir(tmp_path)
    fight = {"guards": 1, "reavers": 1}
    if ruleset == "scrollhammer":
        text = in_the_press(weapon="hand weapon", **fight)
    else:
        text = of_another(ruleset, on_table=False, rulings=FEW.get(ruleset, ""), **fight)
    Path("duel.toml").write_text(text)
    return "duel.toml"


@pytest.mark.parametrize("ruleset", ALL)
def test_a_new_scenario_of_every_ruleset_can_be_checked_played_drawn_and_replayed(
    sample: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "can be played" in printed(capsys, "check", sample)
    printed(capsys, "fight", sample, "--seed", "2", "--picture", "fight.svg", "--record", "fight.json")
    printed(
        capsys, "battle", sample, "--seed", "2", "--turns", "1", "--animate", "battle.svg", "--record", "battle.json"
    )
    for name in ("fight", "battle"):
        assert ET.parse(f"{name}.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own
        assert "give the same" in printed(capsys, "replay", f"{name}.json", "--check")


@pytest.mark.parametrize("ruleset", ALL)
def test_odds_under_every_ruleset_can_be_solved_sampled_and_drawn(
    ruleset: str, duel: str, capsys: pytest.CaptureFixture[str]
) -> None:
    known = json.loads(printed(capsys, "odds", duel, "--phases", "2", "--plot", "odds.svg", "--json"))
    found = json.loads(printed(capsys, "simulate", duel, "--phases", "2", "-n", "4000", "--seed", "5", "--json"))
    assert known["ruleset"] == found["ruleset"] == ruleset
    for who, chance in known["outcome"].items():
        sampled = found["outcome"].get(who, {"decimal": 0.0, "error": 0.0})
        assert sampled["decimal"] == pytest.approx(chance["decimal"], abs=5 * sampled["error"] + 0.002)
    assert ET.parse("odds.svg").getroot().tag.endswith("svg")  # noqa: S314


@pytest.mark.parametrize("ruleset", ALL)
def test_best_answers_under_every_ruleset_do_at_least_as_well_as_the_sensible_policy(
    duel: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sensible = json.loads(printed(capsys, "odds", duel, "--phases", "1", "--json"))["outcome"]
    best = json.loads(printed(capsys, "odds", duel, "--phases", "1", "--play", "red=best,blue=sensible", "--json"))
    lead = sensible["red wins"]["decimal"] - sensible["blue wins"]["decimal"]
    assert best["best"]["value"]["decimal"] >= lead - 1e-9


@pytest.mark.parametrize("ruleset", ALL)
def test_a_sensitivity_analysis_under_every_ruleset_can_be_printed_and_drawn(
    duel: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = (
        "worth",
        duel,
        "--of",
        "guards",
        "--vary",
        "models,weapons",
        "--phases",
        "1",
        "--plot",
        "worth.svg",
        "--json",
    )
    effects = json.loads(printed(capsys, *arguments))["effects"]
    assert any(one["gain"]["decimal"] > 0 for one in effects)
    assert ET.parse("worth.svg").getroot().tag.endswith("svg")  # noqa: S314


@pytest.mark.parametrize("ruleset", ALL)
def test_the_sentences_and_rulings_of_every_ruleset_are_listed(
    ruleset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    book = json.loads(printed(capsys, "rules", ruleset, "--json"))
    assert book["ruleset"] == ruleset
    for kind, key in (("clause", "clauses"), ("ruling", "rulings")):
        first = book[key][0]["id"]
        assert json.loads(printed(capsys, "rules", ruleset, first, "--json"))[kind]["id"] == first
