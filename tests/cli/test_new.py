"""`pilein new` writes scenarios for every game: on a table, in the press and as a battle. Every scenario can be fought
without changes.
"""

import json
from pathlib import Path

import pytest

import pilein
from pilein.engine.rulesets import ruleset_named
from pilein.lab.scenarios import Scenario
from tests.cli.calling import printed, refused
from tests.rulesets.texts import NAMES

BLOWS = {"Struck", "Scored"}  # a blow, by the events of the rulesets
SEEDS = range(4)
NEAR_CERTAIN = 0.99
Capture = pytest.CaptureFixture[str]


def kinds_of_events(text: str, seed: int) -> set[str]:
    played = pilein.play(Scenario.from_text(text), seed=seed)
    return {type(event).__name__ for event in played.events}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_are_made_when_a_sample_scenario_is_played(name: str, seed: int) -> None:
    assert kinds_of_events(ruleset_named(name).sample, seed) & BLOWS


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_are_made_in_the_first_phase_of_each_sample_press(name: str, seed: int) -> None:
    assert kinds_of_events(ruleset_named(name).sample_of("press"), seed) & BLOWS


@pytest.mark.parametrize("name", NAMES)
def test_no_outcome_of_a_sample_press_is_certain(name: str) -> None:
    scenario = Scenario.from_text(ruleset_named(name).sample_of("press"))
    assert scenario.press is not None
    outcome = dict(pilein.odds(scenario, phases=1).figures.outcome)
    assert all(float(chance) < NEAR_CERTAIN for chance in outcome.values())
    assert sum(float(chance) > 0 for chance in outcome.values()) > 1


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_battle_lasts_six_turns_and_has_two_objectives_and_leads_to_attacks(name: str) -> None:
    scenario = Scenario.from_text(ruleset_named(name).sample_of("battle"))
    assert scenario.turns == 6
    assert len(scenario.objectives) == 2
    found = pilein.battle(scenario, seed=2)
    assert {type(event).__name__ for event in found.events} & BLOWS


def test_attacks_are_made_in_the_first_phase_of_the_starter_scenario_of_a_new_ruleset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, apart: None
) -> None:
    monkeypatch.chdir(tmp_path)
    printed(capsys, "new-ruleset", "border", "-o", "own")
    printed(capsys, "--rulesets", "own", "new", "border", "fight.toml", "--press")
    assert " slain by " in printed(capsys, "--rulesets", "own", "fight", "fight.toml", "--seed", "1")
    figures = printed(capsys, "--rulesets", "own", "odds", "fight.toml")
    assert " 100.00 %" not in figures.split("UNITS", 1)[0]


@pytest.mark.parametrize(("option", "command"), [("--press", "odds"), ("--battle", "battle")])
def test_the_new_command_prints_instructions_for_using_the_file(
    option: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    said = printed(capsys, "new", "wab", "mine.toml", option)
    assert f"`pilein {command} mine.toml`" in said
    assert printed(capsys, "check", "mine.toml").startswith("mine.toml: can be played")


def test_the_new_command_without_a_game_lists_the_games(capsys: Capture) -> None:
    said = printed(capsys, "new")
    assert all(name in said for name in NAMES)
    assert set(NAMES) <= set(json.loads(printed(capsys, "new", "--json"))["rulesets"])


def test_the_error_names_the_requested_sample_if_the_ruleset_lacks_it(capsys: Capture) -> None:
    said = refused(capsys, "new", "duel", "--battle")
    assert "duel has no sample battle to start from; write a sample as `sample_battle.toml`" in said


def test_combining_the_options_press_and_battle_is_refused(capsys: Capture) -> None:
    assert "not allowed with argument" in refused(capsys, "new", "wab", "--press", "--battle")


@pytest.mark.parametrize("kind", ["press", "battle", ""])
@pytest.mark.parametrize("name", ["scrollhammer", "wab"])
def test_a_new_scenario_explains_the_type_of_a_profile(name: str, kind: str) -> None:
    text = ruleset_named(name).sample_of(kind) if kind else ruleset_named(name).sample
    assert '# type = "cavalry"' in text


def test_an_option_of_the_new_command_may_precede_the_file(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert printed(capsys, "new", "wab", "--press", "fight.toml").startswith("written: fight.toml")
    assert "fight.toml: can be played (wab" in printed(capsys, "check", "fight.toml").splitlines()[0]
