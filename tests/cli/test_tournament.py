"""`pilein tournament` and `pilein games` print tables and JSON, write files, and refuse bad input in one sentence."""

import csv
import json
import re
from pathlib import Path

import pytest

from pilein.cli.main import main
from tests.cli.calling import printed, refused

DUEL = "examples/scorched/duel.toml"


def test_a_tournament_prints_ratings_and_skill_and_pairs_of_players(capsys, tmp_path):
    files = ["--csv", str(tmp_path / "pairs.csv"), "--keep", str(tmp_path / "kept.json")]
    said = printed(
        capsys, "tournament", DUEL, "--play", "first,sensible", "-n", "2", "--phases", "1", "--workers", "1", *files
    )
    assert all(head in said for head in ("RATINGS", "SKILL", "PAIRS", "4 games, both seats"))
    assert len(list(csv.DictReader((tmp_path / "pairs.csv").read_text().splitlines()))) == 1
    assert len(json.loads((tmp_path / "kept.json").read_text())["leads"]) == 4


def test_a_tournament_prints_one_json_document(capsys):
    said = printed(capsys, "tournament", "pilein/parry-v0", "-n", "1", "--workers", "1", "--json")
    found = json.loads(said)
    assert {"ratings", "meetings", "skill", "games", "complete", "format"} == set(found)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--play", "first"], "--play: a tournament needs at least two players"),
        (["--play", "first,,sensible"], "unknown|no policy|there is no"),
        (["--keep", "kept.txt"], "use a name ending in .json"),
        (["-n", "0"], "out of range"),
    ],
)
def test_bad_input_to_the_tournament_command_is_refused_in_one_sentence(capsys, arguments, words):
    assert re.search(words, refused(capsys, "tournament", DUEL, *arguments))


def test_games_of_a_tournament_are_written_as_parquet_and_csv(capsys, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    file, other = tmp_path / "games.parquet", tmp_path / "games.csv"
    said = printed(
        capsys, "games", DUEL, "-n", "9", "--phases", "1", "--workers", "1", "--parquet", str(file), "--csv", str(other)
    )
    assert "9 games played" in said
    table = parquet.read_table(file)
    assert table.num_rows == 9
    assert {"seed", "winner", "lead", "answers"} <= set(table.column_names)
    assert len(list(csv.DictReader(other.read_text().splitlines()))) == 9


def test_writing_games_without_naming_a_file_is_refused(capsys):
    assert "name a file with --parquet or --csv" in refused(capsys, "games", DUEL)


def test_bots_named_on_the_command_line_can_play_a_fight(capsys):
    assert main(["fight", DUEL, "--seed", "3", "--play", "crusade=mcts:5,reavers=expectimax", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["record"]["players"] == ["mcts:5", "expectimax"]
    assert "is not a valid setting for mcts" in refused(capsys, "fight", DUEL, "--play", "mcts:x")
    assert Path(DUEL).exists()
