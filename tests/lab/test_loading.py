"""`pilein.load` reads every kind of file."""

from pathlib import Path

import pytest

import pilein
from pilein.engine import journal
from pilein.engine.game import Game as Played
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.record import as_json

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scrollhammer/duel.toml"
BOARDING = ROOT / "examples/warstrike/boarding.toml"
OLD = ROOT / "tests/compatibility/v0_1_0"


def test_files_are_recognised_by_their_content_when_they_are_loaded(tmp_path):
    game = pilein.Game(BOARDING, seed=1)
    game.choose(0)
    game.save(tmp_path / "saved")
    (tmp_path / "record").write_bytes(as_json(game.record))
    saved, recorded = pilein.load(tmp_path / "saved"), pilein.load(tmp_path / "record")
    assert isinstance(pilein.load(BOARDING), pilein.Scenario)
    assert saved.position == recorded.position == game.position


def test_an_interrupted_game_is_resumed_from_its_journal(tmp_path):
    scenario = pilein.Scenario.load(BOARDING)
    game = Played(ruleset_named("warstrike"), scenario, seed=1)
    game.run()
    text = journal.head(game, str(BOARDING))
    game.answer(1)
    (tmp_path / "journal").write_bytes(text + journal.line(journal.Noted(), game)[0])
    again = pilein.load(tmp_path / "journal")
    game.run()
    assert again.position == game.position


def test_a_saved_simulation_can_be_shown_again(tmp_path):
    done = pilein.simulate(DUEL, "sensible", n=300, seed=5, save=tmp_path / "kept", phases=1)
    again = pilein.load(tmp_path / "kept")
    assert isinstance(again, pilein.Simulated)
    assert again.document() == done.document()


def test_a_saved_simulation_that_does_not_name_its_scenario_is_refused_and_a_remedy_is_given(tmp_path):
    with pytest.raises(pilein.BadRecord, match="resume=path"):
        pilein.load(next(OLD.glob("*.simulation.json")))
    pilein.simulate(DUEL, _first, n=50, save=tmp_path / "kept", way="games", phases=1)
    with pytest.raises(pilein.BadRecord, match="resume=path"):
        pilein.load(tmp_path / "kept")


def _first(_state, choice):
    return next(choice.candidates())[1]


@pytest.mark.parametrize("path", sorted(OLD.glob("scorched-*.json")), ids=lambda path: path.name)
def test_records_and_saves_of_earlier_versions_can_be_loaded(path):
    assert isinstance(pilein.load(path), pilein.Game)


def test_a_missing_file_and_a_file_not_written_by_pilein_are_refused(tmp_path):
    (tmp_path / "other.json").write_text('{"a": 1}')
    with pytest.raises(pilein.BadRecord, match="this file contains nothing that can be loaded"):
        pilein.load(tmp_path / "other.json")
    with pytest.raises(pilein.BadScenario, match="this file does not exist"):
        pilein.load(tmp_path / "nowhere.toml")


def test_loading_a_file_as_a_given_type_refuses_files_of_other_types(tmp_path):
    units = "examples/warstrike/units/units.toml"
    assert pilein.load(units, pilein.Units).ruleset == "warstrike"
    with pytest.raises(pilein.BadInput, match=r"units.toml: kind: this file is a unit file, not a scenario; name a s"):
        pilein.load(units, pilein.Scenario)
