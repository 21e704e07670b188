"""No data is lost, and no record, save or drawing is replaced without consent."""

import io
import json
import os
import subprocess
from pathlib import Path

import pytest

from pilein.cli import finalise
from pilein.cli.main import main
from pilein.lab import files
from pilein.lab.locking import locked_for_us
from tests.cli.calling import printed, refused
from tests.cli.programs import begun, ran
from tests.lab.press import FIVES

EXAMPLES = Path(__file__).parents[2] / "examples"
SHOOTING = str(EXAMPLES / "scrollhammer" / "stand_and_shoot.toml")
GAME = ["--seed", "7", "--play", "first"]


def typed(monkeypatch, *lines):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


@pytest.mark.parametrize("command", ["fight", "battle"])
@pytest.mark.parametrize("option", ["--record", "--save"])
def test_the_force_option_replaces_an_existing_file(table, capsys, command, option):
    Path("mine.json").write_text("mine")
    said = refused(capsys, command, table, *GAME, option, "mine.json")
    assert f"mine.json: {option}: this file already exists; name another file, or replace this one with --force" in said
    assert Path("mine.json").read_text() == "mine"
    printed(capsys, command, table, *GAME, option, "mine.json", "--force")
    assert Path("mine.json").read_bytes().startswith(b"{")


@pytest.mark.parametrize("option", ["--record", "--save", "--picture"])
def test_an_empty_file_may_be_overwritten(press, capsys, option):
    Path("empty").touch()
    printed(capsys, "fight", press, *GAME, option, "empty")
    assert Path("empty").stat().st_size > 0


def test_input_files_are_not_replaced_even_with_the_force_option(press, capsys):
    Path("other").hardlink_to(press)
    for path in (press, "other"):
        assert "this file is also the scenario" in refused(capsys, "fight", press, *GAME, "--save", path, "--force")


def test_a_file_created_while_the_game_is_being_played_is_not_replaced(press, capsys, monkeypatch):
    monkeypatch.setattr(finalise, "save", lambda _game: Path("s.json").write_text("theirs") and b"ours")
    assert "s.json: this file already exists" in refused(
        capsys, "fight", press, *GAME, "--save", "s.json", "--record", "r.json"
    )
    assert Path("s.json").read_text() == "theirs"
    assert Path("r.json").exists()  # the rest is written


DRAWING = '\ufeff<?xml version="1.0"?>\n<!-- mine -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.mark.parametrize(
    "command",
    [
        ["fight", "--picture"],
        ["battle", "--picture"],
        ["battle", "--animate"],
        ["odds", "--plot"],
        ["simulate", "-n", "8", "--workers", "1", "--plot"],
    ],
)
def test_a_drawing_never_replaces_a_file_that_is_not_a_drawing(table, capsys, command):
    name, *options = command
    for path, content in (("a.svg", DRAWING), ("b", DRAWING), ("c.svg", "not a drawing"), ("d", "<?xml ?><a/>")):
        Path(path).write_text(content)
    os.link(table, "hard.svg")
    Path("soft.svg").symlink_to(table)
    for path in ("a.svg", "b"):
        assert main([name, table, *options, path]) == 0
        assert Path(path).read_bytes().startswith(b"<svg")
    capsys.readouterr()
    for path in ("c.svg", "d"):
        assert f"{path}: {options[-1]}: this file already exists and is not a drawing" in refused(
            capsys, name, table, *options, path
        )
    for path in ("hard.svg", "soft.svg"):
        assert "this file is also the scenario" in refused(capsys, name, table, *options, path)
    assert "ruleset" in Path(table).read_text()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", "--picture: the value is empty; give"),
        ("-", "--picture: '-' cannot be used as the name of a file; write ./- for a file named -"),
        ("a" * 300, "File name too long"),
        ("a\0b", "null byte"),
        ("no/where.svg", "there is no folder 'no'"),
        ("loop", "Too many levels of symbolic links"),
    ],
)
@pytest.mark.parametrize("command", ["fight", "battle"])
def test_impossible_file_names_are_refused_before_play(table, capsys, path, words, command, monkeypatch):
    Path("loop").symlink_to("loop")
    monkeypatch.setattr("pilein.engine.game.Game.step", lambda _: pytest.fail("it is played"))
    assert words in refused(capsys, command, table, *GAME, "--picture", path)
    if path not in ("", "-"):
        assert words in refused(capsys, command, table, *GAME, "--save", path)


def test_the_pictures_of_a_battle_never_replace_files_that_are_not_drawings(table, capsys):
    Path("plain").write_text("x")
    assert "plain: --picture: this file already exists and is not a drawing" in refused(
        capsys, "battle", table, *GAME, "--picture", "plain"
    )
    Path("turns").mkdir()
    Path("turns/turn-01.svg").write_text("mine")
    assert "is not a drawing" in refused(capsys, "battle", table, *GAME, "--picture", "turns")
    assert [path.name for path in Path("turns").iterdir()] == ["turn-01.svg"]
    assert "No space left" in refused(capsys, "battle", table, *GAME, "--quiet", "--picture", "/dev/full")


def test_records_and_drawings_may_be_written_to_devices_but_saves_may_not(press, capsys):
    printed(capsys, "fight", press, *GAME, "--record", "/dev/null", "--picture", "/dev/null")
    assert "--save: this path names a device or a pipe" in refused(capsys, "fight", press, *GAME, "--save", "/dev/null")


def test_a_full_disk_leaves_the_existing_save_intact(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert ran("fight", SHOOTING, "--seed", "1", "--save", "g.json")[0] == 0
    before = Path("g.json").read_bytes()
    code, _, err = ran("fight", "g.json", "--save", "g.json", "--record", "r.json", LARGEST=2048)
    assert code == 2
    assert "g.json: the file cannot be written: File too large" in err
    assert err.count("\n") == 1
    assert Path("g.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["g.json"]


def test_the_journal_is_kept_when_a_full_disk_prevents_a_save(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("s.toml").write_text(Path(SHOOTING).read_text())
    arguments = ["fight", "s.toml", "--seed", "1", "--play", "ask", "--save", "g.json"]
    ran(*arguments, typed="\n")
    size = Path("g.json").stat().st_size
    Path("g.json").unlink()
    code, _, err = ran(*arguments, typed="\n", LARGEST=size - 100)  # a journal is shorter
    assert code == 2
    assert "File too large" in err
    assert "continue with `pilein fight s.journal.json`" in err
    assert ran("fight", "s.journal.json", "--save", "g.json", typed="\n" * 40)[0] == 0
    assert not Path("s.journal.json").exists()


# --- what is typed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["é".encode("latin-1"), b"9" * 4301, b"=" + b"9" * 4301, b"[" * 900 + b"]" * 900, b"s a\0b", b'"\\ud800"']
)
def test_an_empty_standard_input_ends_the_game(tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    program = begun("fight", SHOOTING, "--seed", "1", "--play", "ask", stdin=subprocess.PIPE, text=False)
    out, err = program.communicate(b"\n" + line + b"\nq\n", timeout=60)
    assert (program.returncode, err) == (0, b"")
    assert out.count(b"\n> ") == 3
    assert [path.name for path in tmp_path.iterdir()] == ["stand_and_shoot.saved.json"]


def test_a_closed_standard_input_ends_the_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = ran("fight", SHOOTING, "--seed", "1", "--play", "ask", CLOSED=1)
    assert (code, err) == (
        2,
        "pilein: the input ended before the question was answered; supply more input, or name a policy with --play\n",
    )


def test_an_exclamation_mark_is_needed_after_s_to_overwrite_a_file_that_the_game_did_not_write(
    press, monkeypatch, capsys
):
    Path("mine.json").write_text("mine")
    scenario = Path(press).read_text()
    lines = [f"s {press}", f"s! {press}", "s mine.json", "s /dev/null", "s -", "s a.json", "2", "s a.json", "q"]
    typed(monkeypatch, *lines)
    assert main(["fight", press, "--seed", "7", "--play", "ask"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.count(f"{press}: s: this file is the scenario, which would be overwritten; name a different file") == 2
    assert "mine.json: this file already exists; name another file, or type s! FILE to replace this one" in out
    assert "/dev/null: s: this path names a device or a pipe" in out
    assert out.count("saved to a.json") == 2  # its own file may be saved again
    assert (Path(press).read_text(), Path("mine.json").read_text()) == (scenario, "mine")
    typed(monkeypatch, "s! mine.json", "s! press.journal.json", "q")
    assert main(["fight", press, "--seed", "7", "--play", "ask"]) == 0
    assert Path("mine.json").read_bytes().startswith(b"{")


def test_false_is_not_accepted_as_the_number_0_in_an_answer(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, "[false]", "[0]", "q")
    leaders = str(EXAMPLES / "wwpd" / "leaders.toml")
    assert main(["fight", leaders, "--seed", "0", "--play", "ask", "--save", "g.json"]) == 0
    assert "[false] is not legal" in capsys.readouterr().out
    assert main(["fight", "g.json", "--play", "sensible"]) == 0


# --- simulations -------------------------------------------------------------------------------------------------


@pytest.fixture
def fives(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fives.toml").write_text(FIVES)
    return "fives.toml"


def simulated(*more, way="games", play="first"):
    return ["simulate", "fives.toml", "--play", play, "--workers", "1", "--way", way, *more]


def games_in(path):
    return json.loads(Path(path).read_text())["games"]


def test_a_simulation_continued_from_its_file_reports_that_it_was_continued(fives, capsys):
    whole = printed(capsys, *simulated("-n", "24", "--seed", "7", "--json"))
    printed(capsys, *simulated("-n", "16", "--seed", "7", "--save", "k.json"))
    out = printed(capsys, *simulated("-n", "24", "--save", "k.json"))
    assert "\ncontinued the 16 saved games of k.json\nwritten: k.json\n" in out
    assert "seed 7" in out
    assert "(drawn" not in out
    assert main(simulated("-n", "8", "--seed", "7", "--save", "k.json", "--json")) == 0
    again, err = capsys.readouterr()
    assert json.loads(again) == json.loads(whole)
    assert err == "pilein: continued the 24 saved games of k.json\n"
    assert games_in("k.json") == 24


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (
            simulated("--seed", "8"),
            "seed: the games were saved with the seed 7, but 8 is given; continue with --seed 7, or choose",
        ),
        (simulated("--phases", "3"), "belongs to a simulation with a different"),
        (
            simulated(way="walks"),
            "way: the games were saved with the way 'games', but 'walks' is given; continue with --way games, or",
        ),
        (simulated(play="sensible"), "belongs to a simulation with a different"),
    ],
)
def test_a_file_saved_by_a_different_simulation_is_refused_before_play(fives, capsys, other, words, monkeypatch):
    printed(capsys, *simulated("-n", "16", "--seed", "7", "--save", "k.json"))
    monkeypatch.setattr("pilein.lab.simulating._sample", lambda *_: pytest.fail("it is played"))
    assert words in refused(capsys, *other, "-n", "8", "--save", "k.json")
    assert games_in("k.json") == 16


def test_a_saved_simulation_never_replaces_a_file_of_a_different_kind(fives, capsys):
    Path("mine").write_text("mine")
    Path("k.json.part").write_text("mine")
    os.link("mine", "k.json.lock")
    assert "mine: " in refused(capsys, *simulated("-n", "8", "--save", "mine"))
    printed(capsys, *simulated("-n", "8", "--save", "k.json"))
    assert Path("mine").read_text() == Path("k.json.part").read_text() == "mine"
    printed(capsys, *simulated("-n", "8", "--seed", "1", "--save", "other.json"))
    said = refused(capsys, *simulated("-n", "8", "--save", "k.json", "--resume", "other.json"))
    assert "k.json: --save: the file already holds the results of other games" in said
    assert "names a device" in refused(capsys, *simulated("-n", "8", "--save", "/dev/null"))
    Path("real.json").touch()
    Path("link.json").symlink_to("real.json")
    printed(capsys, *simulated("-n", "8", "--save", "link.json"))
    assert Path("link.json").is_symlink()
    assert games_in("real.json") == 8
    assert not list(Path().glob(".pilein*"))


def test_a_second_process_writing_to_the_same_file_is_refused_at_once(fives, capsys):
    with locked_for_us("k.json"):
        said = refused(capsys, *simulated("-n", "8", "--save", "k.json"))
    assert said == (
        "pilein: k.json: another pilein process is writing this file; wait until it has ended, or choose another file\n"
    )
    assert not Path("k.json").exists()


def test_no_figures_are_lost_if_the_disk_becomes_full_during_a_simulation(fives, capsys, monkeypatch):
    monkeypatch.setattr("pilein.lab.files._replace", failing_after(1))
    assert main(simulated("-n", "64", "--seed", "7", "--save", "k.json")) == 2
    out, err = capsys.readouterr()
    assert "sampled: 64 games played" in out
    assert "written" not in out
    assert err.startswith("pilein: k.json: the file cannot be written: No space left on device")
    assert games_in("k.json") == 8


def failing_after(times):
    done, whole = [], files._replace

    def replace(target, content, **how):
        done.append(target)
        if len(done) > times:
            raise OSError(28, "No space left on device")
        whole(target, content, **how)

    return replace
