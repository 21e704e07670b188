import io
import json
import os
import re
import signal
from pathlib import Path

import pytest

from pilein.cli import battle
from pilein.cli.main import main
from pilein.engine.game import Game
from tests.cli.calling import printed, refused

GAME = ["--seed", "7", "--play", "first"]


def test_a_battle_prints_its_score_after_the_log_of_each_turn(table, capsys):
    out = printed(capsys, "battle", table, *GAME)
    assert "\nPhase 1 of turn 1\n" in out
    assert "\nTurn 1: models out of the battle: red " in out
    assert out.splitlines()[-2].endswith("has no models left in the battle.")
    assert out.endswith("seed 7\n")


def test_the_quiet_option_of_the_battle_command_omits_the_log(table, capsys):
    lines = printed(capsys, "battle", table, *GAME, "--quiet").splitlines()
    assert lines[0].startswith("Turn 1: ")
    assert not any("DU-0" in line for line in lines)


def test_the_battle_command_prints_the_seed_that_it_chose_at_random(table, capsys):
    last = printed(capsys, "battle", table, "--quiet")
    assert re.search(r"seed (\d+) \(--seed \1 gives the same dice\)\n$", last)


def test_an_option_of_the_battle_command_limits_the_number_of_turns(table, capsys):
    out = printed(capsys, "battle", table, *GAME, "--turns", "1", "--quiet")
    assert out.count("Turn ") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--turns", "none"], "'none' is not a whole number; give a whole number from 1 to 100"),
        (["--turns", "101"], "101 is out of range; give a whole number from 1 to 100"),
        (["--play", "rde=first"], "there is no side 'rde'; did you mean 'red'?"),
        (["--picture", "no/folder"], "no/folder: the file cannot be written"),
        (["--animate", "no/where.svg"], "no/where.svg: the file cannot be written"),
        (["--animate", "a.svg", "--picture", "a.svg"], "this file is also the file of --picture"),
        (["--record", "table.toml"], "this file is also the scenario"),
    ],
)
def test_bad_options_of_the_battle_command_are_refused_and_the_reason_is_given(table, options, words, capsys):
    assert words in refused(capsys, "battle", table, *options)


def test_the_json_document_of_a_battle_gives_the_winner_and_the_reason_for_the_result_and_lists_the_turns(
    table, capsys
):
    document = json.loads(printed(capsys, "battle", table, *GAME, "--json"))
    assert set(document["battle"]) == {"winner", "why", "turns"}
    assert document["battle"]["turns"][0]["turn"] == 1
    assert document["record"]["battle"] is True


def test_the_record_of_a_battle_is_replayed_as_a_battle(table, capsys):
    first = printed(capsys, "battle", table, *GAME, "--record", "r.json")
    again = printed(capsys, "replay", "r.json")
    assert again.splitlines()[:-1] == first.splitlines()[:-2]
    assert "the current rules give the same game" in printed(capsys, "replay", "r.json", "--check")


def test_replaying_a_battle_shows_its_outcome_and_draws_its_pictures_again(table, capsys):
    played = json.loads(printed(capsys, "battle", table, *GAME, "--record", "r.json", "--animate", "a.svg", "--json"))
    again = json.loads(printed(capsys, "replay", "r.json", "--animate", "b.svg", "--json"))
    assert again["battle"] == played["battle"]
    assert Path("b.svg").read_text() == Path("a.svg").read_text()


def test_drawing_a_fight_as_a_battle_is_refused(table, capsys):
    printed(capsys, "fight", table, *GAME, "--record", "r.json")
    assert "r.json: --animate: this is the record of a fight, not of a battle" in refused(
        capsys, "replay", "r.json", "--animate", "b.svg"
    )


def test_a_saved_battle_continues_from_its_last_position(table, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["battle", table, "--seed", "7", "--play", "ask", "--save", "s.json"]) == 2
    capsys.readouterr()
    out = printed(capsys, "battle", "s.json", "--play", "first", "--quiet")
    assert out.splitlines()[-2] == printed(capsys, "battle", table, *GAME, "--quiet").splitlines()[-2]


def test_an_abandoned_battle_is_kept_and_continues_as_a_battle(table, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    out = printed(capsys, "battle", table, "--seed", "7", "--play", "ask")
    assert "continue with `pilein battle table.saved.json`" in out
    assert "The battle is not over.\n" in out
    again = printed(capsys, "battle", "table.saved.json", "--play", "first")
    assert again.splitlines()[-2] == printed(capsys, "battle", table, *GAME, "--quiet").splitlines()[-2]


def test_a_saved_fight_cannot_continue_as_a_battle(table, capsys):
    printed(capsys, "fight", table, *GAME, "--save", "s.json")
    assert "this scenario is a fight of a few phases, not a battle" in refused(capsys, "battle", "s.json")


def test_a_turn_limit_is_refused_for_a_saved_battle(table, capsys):
    printed(capsys, "battle", table, *GAME, "--save", "s.json")
    assert "this option cannot be changed in a saved game" in refused(capsys, "battle", "s.json", "--turns", "3")


def test_the_battle_command_writes_one_picture_per_turn_into_a_folder(table, capsys):
    out = printed(capsys, "battle", table, *GAME, "--picture", "turns")
    names = sorted(path.name for path in Path("turns").iterdir())
    assert names[:2] == ["turn-00.svg", "turn-01.svg"]
    assert len(names) == out.count("Turn ") + 1
    assert f"written: {Path('turns') / 'turn-01.svg'}\n" in out


def test_ctrl_c_stops_a_battle_and_keeps_the_results_so_far(table, capsys, monkeypatch):
    steps = iter(range(100))
    step = Game.step

    def interrupted(game):
        if next(steps) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return step(game)

    monkeypatch.setattr(battle.Game, "step", interrupted)
    before = signal.getsignal(signal.SIGINT)
    assert main(["battle", table, *GAME, "--record", "r.json", "--animate", "a.svg"]) == 130
    out = capsys.readouterr().out
    assert "The battle is not over.\n" in out
    assert Path("a.svg").exists()
    assert signal.getsignal(signal.SIGINT) == before


def test_a_continued_battle_prints_the_seed_that_it_was_started_with(table, capsys):
    printed(capsys, "battle", table, *GAME, "--save", "s.json")
    assert printed(capsys, "battle", "s.json", "--quiet").endswith("seed 7\n")


@pytest.mark.parametrize(
    ("option", "file", "kinds", "endings"),
    [
        ("--animate", "a.png", "an SVG file", ".svg"),
        ("--picture", "a.gif", "an SVG or PNG file", ".svg or .png"),
        ("--picture", "turns.pdf", "an SVG or PNG file", ".svg or .png"),
    ],
)
def test_a_battle_picture_in_an_unknown_format_is_refused(table, option, file, kinds, endings, capsys):
    words = f"a drawing is saved as {kinds}, so its file name must end in {endings}; use a name ending in {endings}"
    assert words in refused(capsys, "battle", table, option, file)
    assert not Path(file).exists()


def test_a_picture_file_may_have_its_extension_in_capitals(table, capsys):
    assert printed(capsys, "battle", table, *GAME, "--quiet", "--picture", "A.SVG").endswith("written: A.SVG\n")
    assert Path("A.SVG").is_file()


@pytest.mark.parametrize("option", ["--picture", "--animate"])
def test_the_replay_command_refuses_to_draw_a_picture_while_checking_a_record(table, option, capsys):
    printed(capsys, "battle", table, *GAME, "--record", "r.json")
    words = refused(capsys, "replay", "r.json", "--check", option, "b.svg")
    assert f"--check cannot be combined with {option}, because --check draws nothing; omit --check or {option}" in words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--picture", "r.json"], "r.json: --picture: this file is also the record; name a different file"),
        (["--animate", "no/where.svg"], "no/where.svg: the file cannot be written"),
        (["--animate", "a.svg", "--picture", "a.svg"], "this file is also the file of --picture"),
        (["--animate", "a.gif"], "a drawing is saved as an SVG file, so its file name must end in .svg"),
    ],
)
def test_the_replay_command_never_overwrites_an_input_file(table, options, words, capsys):
    printed(capsys, "battle", table, *GAME, "--record", "r.json")
    assert words in refused(capsys, "replay", "r.json", *options)


def test_a_saved_battle_is_refused_as_a_record(table, capsys):
    printed(capsys, "battle", table, *GAME, "--save", "s.json")
    words = refused(capsys, "replay", "s.json")
    assert "s.json: this file is a saved game, not a record; continue it with `pilein fight`" in words
