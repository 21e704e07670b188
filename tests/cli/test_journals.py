"""A game in which a person answers is written to a journal after every answer, and it can be continued from the
journal.
"""

import io
import json
import os
import signal
from pathlib import Path

import pytest

from pilein.cli import journals
from pilein.cli.journals import Journal
from pilein.cli.main import main
from pilein.engine.game import Game
from pilein.lab.files import BadFile
from pilein.lab.scenarios import load
from tests.cli.programs import Terminal, awaited, begun, ended
from tests.duel import RULESET, SAMPLE

EXAMPLES = Path(__file__).parents[2] / "examples"
JOURNAL = "press.journal.json"
ASK = ["--seed", "7", "--play", "ask"]


def typed(monkeypatch, *lines):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


def files():
    return sorted(path.name for path in Path().iterdir() if path.name != "press.toml")


def begun_game(press):
    game = Game(RULESET, load(press), seed=7)
    game.run()
    game.answer("bold")
    return game


@pytest.fixture
def broken_off(press):
    """Return the journal of a game whose program was killed after the single answer "bold"."""
    journal = Journal(press)
    journal.note(begun_game(press))
    journal.release()
    assert files() == [JOURNAL]
    return press


def test_a_finished_or_abandoned_game_leaves_no_journal(press, monkeypatch, capsys):
    typed(monkeypatch, *[""] * 20)
    assert main(["fight", press, *ASK]) == 0
    assert files() == []
    typed(monkeypatch, "1", "q")
    assert main(["fight", press, *ASK]) == 0
    assert files() == ["press.saved.json"]
    typed(monkeypatch, "1", "q")
    assert main(["fight", press, *ASK, "--save", "s.json"]) == 0
    assert files() == ["press.saved.json", "s.json"]


def test_pressing_enter_continues_an_unfinished_game(broken_off, monkeypatch, capsys):
    typed(monkeypatch, "what?", "", "2", "q")
    assert main(["fight", broken_off, *ASK]) == 0
    out = capsys.readouterr().out
    assert "This scenario has an unfinished game (1 answer, the last on 20" in out
    assert out.count("Enter: continue it; n: start a new game") == 2
    assert "red: How do you open? boldly  DU-01" in out
    assert "blue: Do you parry? no  DU-01" in out
    assert files() == ["press.saved.json"]


def test_answering_n_starts_a_new_game_and_keeps_the_unfinished_one(broken_off, monkeypatch, capsys):
    typed(monkeypatch, "n", "2", "u", "q")
    assert main(["fight", broken_off, *ASK]) == 0
    out = capsys.readouterr().out
    assert "The unfinished game is kept; continue with `pilein fight press.saved.json`" in out
    assert "How do you open? warily" not in out.split("undone: How do you open? warily")[1]
    assert json.loads(Path("press.saved.json").read_text())["record"]["answers"][0]["answer"] == "bold"
    assert files() == ["press.saved.json"]


def test_answering_d_discards_the_journal(broken_off, monkeypatch, capsys):
    typed(monkeypatch, "d", "q")
    assert main(["fight", broken_off, *ASK]) == 0
    assert files() == []


def test_end_of_input_at_the_offer_to_continue_keeps_the_journal(broken_off, monkeypatch, capsys):
    typed(monkeypatch)
    assert main(["fight", broken_off, *ASK]) == 2
    assert f"continue with `pilein fight {JOURNAL}`" in capsys.readouterr().err
    assert files() == [JOURNAL]


def test_a_game_between_policies_reports_an_unfinished_game_of_its_scenario_without_continuing_it(broken_off, capsys):
    assert main(["fight", broken_off, "--seed", "7", "--play", "first"]) == 0
    out, err = capsys.readouterr()
    assert "1 phase played" in out
    assert err == f"pilein: this scenario has an unfinished game; continue with `pilein fight {JOURNAL}`\n"
    assert files() == [JOURNAL]


def test_an_unfinished_game_is_continued_if_the_command_names_its_journal(broken_off, monkeypatch, capsys):
    typed(monkeypatch, "2", "q")
    assert main(["fight", JOURNAL]) == 0
    assert "blue: Do you parry? no  DU-01" in capsys.readouterr().out
    assert files() == ["press.saved.json"]


def test_the_journal_of_an_unfinished_game_is_left_unchanged_if_policies_continue_the_game(broken_off, capsys):
    before = Path(JOURNAL).read_bytes()
    assert main(["fight", JOURNAL, "--play", "first"]) == 0
    assert Path(JOURNAL).read_bytes() == before


def test_a_battle_does_not_offer_to_continue_the_journal_of_a_fight(broken_off, monkeypatch, capsys):
    typed(monkeypatch, "q")
    assert main(["battle", broken_off, *ASK]) == 0
    assert "unfinished" not in capsys.readouterr().out


def test_a_journal_with_illegal_moves_is_kept(broken_off, monkeypatch, capsys):
    Path(JOURNAL).write_text(Path(JOURNAL).read_text().replace('"bold"', '"rude"'))
    typed(monkeypatch, "q")
    assert main(["fight", broken_off, *ASK]) == 0
    assert f"an unfinished game is left unchanged: {JOURNAL}" in capsys.readouterr().err
    assert files() == [JOURNAL]


def test_a_damaged_journal_is_named_and_kept(broken_off, monkeypatch, capsys):
    text = Path(JOURNAL).read_bytes()
    damaged = text.replace(b"\n", b"\n{]\n", 1)
    Path(JOURNAL).write_bytes(damaged)
    assert main(["fight", broken_off, "--seed", "3", "--play", "first"]) == 0
    err = capsys.readouterr().err
    assert err.startswith(f"pilein: an unfinished game is left unchanged: {JOURNAL}:2: the journal is damaged")
    assert Path(JOURNAL).read_bytes() == damaged


def test_a_journal_in_use_by_another_process_is_neither_offered_nor_opened(broken_off, monkeypatch, capsys):
    lock = journals.taken(JOURNAL)
    try:
        typed(monkeypatch, "2", "q")
        assert main(["fight", broken_off, *ASK]) == 0
        assert "unfinished" not in capsys.readouterr().out
        assert main(["fight", JOURNAL]) == 2
        assert f"{JOURNAL}: this game is open in another pilein process" in capsys.readouterr().err
    finally:
        lock.release()
    assert files() == [JOURNAL, "press.saved.json"]


def test_given_dice_are_saved_with_the_game(press, monkeypatch, capsys):
    typed(monkeypatch, "1", "", "")
    assert main(["fight", press, "--play", "ask", "--dice", "5,2,6"]) == 2
    err = capsys.readouterr().err
    assert "dice are given, but" in err
    assert "continue with `pilein fight press.saved.json`; use --dice to give the dice still to be rolled" in err
    assert err.count("\n") == 1
    typed(monkeypatch, *[""] * 20)
    assert main(["fight", "press.saved.json", "--dice", "6,6,1,1,1,1,1,1,1,1,1,1,1"]) in (0, 2)
    assert "to hit 4+  6 6 6" in capsys.readouterr().out.replace("3+", "4+")


def test_the_journal_of_a_game_in_an_unwritable_folder_is_kept_elsewhere(press, tmp_path, monkeypatch, capsys):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(journals.tempfile, "gettempdir", lambda: str(elsewhere))
    create = journals.create

    def refused(path, content, **how):
        if Path(path).resolve().parent == tmp_path.resolve():
            raise BadFile("cannot be written: Read-only file system", file=str(path), remedy="go elsewhere")
        create(path, content, **how)

    monkeypatch.setattr(journals, "create", refused)
    journal, game = Journal(press), begun_game(press)
    journal.note(game)
    assert [path.name for path in elsewhere.iterdir() if path.suffix == ".json"] == [JOURNAL]
    journal.release()
    assert [path for path, lock in journals.unfinished(press, is_battle=False)] == [str(elsewhere / JOURNAL)]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "press.toml").write_text(SAMPLE)
    assert list(journals.unfinished(str(tmp_path / "other" / "press.toml"), is_battle=False)) == []


def test_a_full_disk_is_reported_and_the_journal_is_written_at_the_next_answer(press, monkeypatch, capsys):
    journal, game = Journal(press), begun_game(press)
    journal.note(game)
    size = Path(JOURNAL).stat().st_size
    with monkeypatch.context() as patch:
        patch.setattr(os, "fdatasync", _full)
        game.answer(False)
        journal.note(game)
    assert journal.fault == "No space left on device"
    assert Path(JOURNAL).stat().st_size == size
    game.undo()
    game.answer(True)
    journal.note(game)
    assert journal.fault == ""
    found = journals.read_journal(JOURNAL)
    assert [one.answer for one in found.record.answers if one.kind == "choice"][:2] == ["bold", True]
    journal.remove()
    assert files() == []


def _full(_number):
    raise OSError(28, "No space left on device")


DUEL = EXAMPLES / "scrollhammer" / "stand_and_shoot.toml"


@pytest.fixture
def shooting(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "press.toml").write_text(DUEL.read_text())
    return "press.toml"


def answered(terminal, times):
    for _ in range(times):
        terminal.shows("> ")
        terminal.types(b"\n")
    terminal.shows("> ")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGQUIT])
def test_killing_the_program_in_the_middle_of_a_game_loses_no_answer(shooting, number):
    terminal = Terminal("fight", shooting, *ASK)
    answered(terminal, 2)
    terminal.program.send_signal(number)
    assert terminal.ended() == -number
    assert JOURNAL in files()
    again = Terminal("fight", shooting, *ASK)
    again.shows("unfinished game (2 answers")
    again.shows("> ")
    again.types(b"\n")
    answered(again, 0)
    again.types(b"q\n")
    assert again.ended() == 0
    answers = json.loads(Path("press.saved.json").read_text())["record"]["answers"]
    assert sum(one["kind"] == "choice" for one in answers) == 2
    assert files() == ["press.saved.json"]


def test_a_game_stays_in_its_journal_when_the_terminal_is_closed(shooting):
    terminal = Terminal("fight", shooting, *ASK)
    answered(terminal, 1)
    assert terminal.closed() == 129
    assert files() == ["press.saved.json"]


def test_a_question_is_repeated_after_undecodable_bytes_are_typed_at_a_terminal(shooting):
    terminal = Terminal("fight", shooting, *ASK)
    terminal.shows("> ")
    terminal.types(b"\xe9\n")
    terminal.shows("is not an answer")
    terminal.shows("> ")
    terminal.types(b"q\n")
    assert terminal.ended() == 0


def test_four_games_are_saved_to_four_files_if_they_are_quit_at_the_same_time(shooting):
    programs = [begun("fight", shooting, *ASK, stdin=-1) for _ in range(4)]
    for program in programs:
        program.stdin.write("\n")
        program.stdin.flush()
    awaited(lambda: len([name for name in files() if ".journal" in name]) == 4)
    said = [ended(program)[2] for program in programs]
    kept = [name for name in files() if ".saved" in name]
    assert len(kept) == 4
    assert all(any(f"`pilein fight {name}`" in err for err in said) for name in kept)
    assert files() == kept
