import json

import pytest

from pilein.kernel.errors import BadRecord
from pilein.lab.scenarios import load
from pilein.lab.simulating_files import read, seed_in, write
from pilein.lab.simulating_games import Games
from pilein.lab.tallies import Tally
from tests.lab.press import FIVES


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "fives.toml"
    path.write_text(FIVES)
    return Games(load(path), ("sensible", "sensible"), 0, 7)


@pytest.fixture
def tally():
    found = Tally(3)
    found.note(("outcome",), "red wins", 2)
    found.note(("outcome",), "blue wins", 1)
    found.note(("phases",), 1, 3)
    for unit, beaten in (("guards", 1), ("reavers", 2)):
        found.note(("fate", unit), "destroyed", beaten)
        found.note(("fate", unit), "standing", 3 - beaten)
        found.note(("losses", unit), 4, beaten)
        found.note(("losses", unit), 2, 3 - beaten)
    found.note(("decided",), "SH-CR-09", 3)
    found.note(("event", "Broke", "guards", (("by_choice", True),), "SH-MO-04", None), 2, 1)
    return found


def test_a_simulation_file_is_read_back_with_the_same_results(games, tally, tmp_path):
    path = tmp_path / "kept.json"
    write(path, games, "games", tally)
    found = read(path, games, "games")
    assert (found.games, found.lines()) == (tally.games, tally.lines())
    assert seed_in(path) == 7
    assert [one.name for one in tmp_path.glob("kept*")] == ["kept.json"]


@pytest.mark.parametrize(
    ("other", "way", "message"),
    [
        ({"seed": 8}, "games", "seed"),
        ({}, "walks", "way"),
        ({"phases": 1}, "games", "different scenario, ruleset, ruling, player or number of phases"),
        ({"policies": ("first", "sensible")}, "games", "player or"),
    ],
)
def test_continuing_the_file_of_a_different_simulation_is_refused(games, tally, tmp_path, other, way, message):
    path = tmp_path / "kept.json"
    write(path, games, "games", tally)
    given = {"scenario": games.scenario, "policies": games.policies, "phases": 0, "seed": 7} | other
    with pytest.raises(BadRecord, match=message):
        read(path, Games(**given), way)


@pytest.mark.parametrize("content", [b"{}", b"[1", b"\xff\x00", b""])
def test_an_invalid_simulation_file_is_refused(games, tmp_path, content):
    path = tmp_path / "kept.json"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match="simulate"):
        read(path, games, "games")


def test_a_simulation_file_in_a_newer_format_is_refused(games, tally, tmp_path):
    path = tmp_path / "kept.json"
    write(path, games, "games", tally)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 99}))
    with pytest.raises(BadRecord, match="format 99"):
        read(path, games, "games")


def test_a_missing_or_unwritable_simulation_file_is_reported(games, tally, tmp_path):
    with pytest.raises(BadRecord, match="cannot be read"):
        read(tmp_path / "none.json", games, "games")
    with pytest.raises(BadRecord, match="the file cannot be written"):
        write(tmp_path / "nowhere" / "kept.json", games, "games", tally)


@pytest.mark.parametrize(
    ("kept", "changed"),
    [('"games":3', '"games":-3'), ('"games":3', '"games":4'), ("[[1,3]]", "[[1,-3],[2,6]]"), ("[[1,3]]", "[]")],
)
def test_a_simulation_file_with_missing_games_is_refused(games, tally, tmp_path, kept, changed):
    path = tmp_path / "kept.json"
    write(path, games, "games", tally)
    path.write_text(path.read_text().replace(kept, changed, 1))
    with pytest.raises(BadRecord, match="has been changed since it was saved"):
        read(path, games, "games")
