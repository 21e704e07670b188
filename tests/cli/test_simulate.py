import io
import json
import re
import signal
import subprocess
import sys
import time

import pytest
from rich.console import Console

from pilein.cli import progress
from pilein.cli.main import main
from pilein.lab.tallies import Tally
from tests.cli.calling import printed, refused
from tests.lab.press import FIVES

GAMES = ["-n", "24", "--seed", "7", "--play", "first", "--workers", "1"]


@pytest.fixture
def fives(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fives.toml").write_text(FIVES)
    return "fives.toml"


def test_the_output_of_a_simulation_shows_intervals_and_states_how_games_were_sampled(fives, capsys):
    out = printed(capsys, "simulate", fives, *GAMES, "--phases", "end", "--way", "games")
    assert "red wins" in out
    assert re.search(r"red wins +\d+ % \(\d+ to \d+\)", out)
    assert out.endswith("sampled: 24 games played, seed 7\n")


def test_a_simulation_of_a_fight_in_the_press_walks_over_its_compiled_graph(fives, capsys):
    out = printed(capsys, "simulate", fives, *GAMES)
    assert out.endswith("sampled: 24 fights walked over the compiled battle, seed 7\n")


def test_the_simulate_command_prints_the_seed_that_it_chose_at_random(fives, capsys):
    last = printed(capsys, "simulate", fives, "-n", "24").splitlines()[-1]
    assert last.endswith("(drawn; --seed gives the same figures)")


def test_events_are_listed_with_a_simulation_on_request(fives, capsys):
    assert "EVENTS" not in printed(capsys, "simulate", fives, *GAMES)
    assert "EVENTS" in printed(capsys, "simulate", fives, *GAMES, "--events")


def test_the_json_document_of_a_simulation_is_that_of_the_odds_plus_standard_errors(fives, capsys):
    document = json.loads(printed(capsys, "simulate", fives, *GAMES, "--json"))
    assert (document["format"], document["exact"], document["games"], document["seed"]) == (1, False, 24, 7)
    assert set(document["outcome"]["red wins"]) == {"decimal", "error", "low", "high"}
    assert document["events"]
    ends = json.loads(printed(capsys, "simulate", fives, *GAMES, "--json", "--ends"))
    assert ends["events"] == []


def test_a_saved_simulation_can_be_continued_with_more_games(fives, capsys):
    whole = printed(capsys, "simulate", fives, *GAMES, "--way", "games", "--json")
    half = ["-n", "16", "--seed", "7", "--play", "first", "--workers", "1", "--way", "games"]
    assert "written: kept.json" in printed(capsys, "simulate", fives, *half, "--save", "kept.json")
    rest = ["-n", "24", "--play", "first", "--workers", "1", "--way", "games"]
    assert printed(capsys, "simulate", fives, *rest, "--resume", "kept.json", "--json") == whole


def test_an_interrupted_simulation_prints_its_results_so_far(fives, capsys, monkeypatch):
    add = Tally.add

    def adding(tally, other):
        add(tally, other)
        if tally.games == 16:
            raise KeyboardInterrupt

    monkeypatch.setattr(Tally, "add", adding)
    assert main(["simulate", fives, *GAMES, "--way", "games"]) == 130
    assert capsys.readouterr().out.endswith("sampled: 16 games played, seed 7; interrupted\n")


def test_a_single_game_of_a_simulation_can_be_replayed_from_its_seed(fives, capsys):
    """The simulation has the highest possible seed, and the game replayed is its first."""
    highest = 2**32 - 1
    one_game = ("-n", "1", "--phases", "1", "--seed", str(highest), "--way", "games", "--json")
    document = json.loads(printed(capsys, "simulate", fives, *one_game))
    units = json.loads(printed(capsys, "fight", fives, "--seed", str(highest << 32), "--json"))["units"]
    lost = {unit["unit"]: str(unit["models_before"] - unit["models_after"]) for unit in units}
    assert {unit: list(distribution) for unit, distribution in document["losses"].items()} == {
        unit: [one] for unit, one in lost.items()
    }


def test_fights_on_a_table_are_simulated_by_games_and_fights_in_the_press_by_walks(table, press, capsys):
    for scenario, way in ((table, "games"), (press, "walks")):
        document = json.loads(printed(capsys, "simulate", scenario, *GAMES, "--json"))
        assert (document["ruleset"], document["way"]) == ("duel", way)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--play", "ask"], "--play ask"),
        (["--play", "clever"], "no player 'clever'"),
        (["-n", "0"], "-n: 0 is out of range"),
        (["-n", "few"], "-n: 'few' is not a whole number"),
        (["-n", str(10**13)], "-n: 10000000000000 is out of range; give a whole number from 1 to 1,000,000,000,000"),
        (["--workers", "1000"], "--workers: 1000 is out of range; give a whole number from 1 to 256"),
        (
            ["--play", "best"],
            "only `pilein odds` can search for the best answers; name a policy such as first or sensible",
        ),
        (["--plot", "fives.toml"], "fives.toml: --plot: this file is also the scenario"),
        (
            ["--plot", "figures.gif"],
            "--plot: a drawing is saved as an SVG or PNG file, so its file name must end in .svg or .png",
        ),
        (["--plot", "none/figures.svg"], "there is no folder 'none'"),
        (["--save", "fives.toml"], "fives.toml: --save: this file is also the scenario; name a different file"),
        (["--save", "a.svg", "--plot", "a.svg"], "this file is also the file of --plot"),
        (["--way", "walks", "--play", "random"], "'walks' does not support random"),
        (["--resume", "none.json"], "none.json"),
        (["--phases", "0"], "--phases"),
        (["--rule", "SH-R-99=gap"], "SH-R-99"),
    ],
)
def test_bad_input_to_the_simulate_command_is_refused_in_one_sentence(fives, capsys, arguments, words):
    assert words in refused(capsys, "simulate", fives, *arguments)


def test_the_simulate_command_shows_no_progress_bar_without_a_terminal(fives, capsys):
    main(["simulate", fives, *GAMES])
    assert capsys.readouterr().err == ""


def test_a_progress_bar_is_shown_on_standard_error_at_a_terminal(monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(progress, "Console", lambda **_: Console(file=shown, force_terminal=True, width=80))
    with progress.progress() as told:
        told(500, 1000)
        told(1000, 1000)
    assert "1000/1000" in shown.getvalue()


def test_closing_a_terminal_interrupts_the_simulation(fives, tmp_path):
    program = "import sys\nfrom pilein.cli.main import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
    (tmp_path / "play.py").write_text(program)
    arguments = ["simulate", fives, "-n", "10000000", "--way", "games", "--workers", "1", "--save", "kept.json"]
    with subprocess.Popen([sys.executable, "play.py", *arguments], stdout=subprocess.PIPE, text=True) as player:
        for _ in range(200):
            if (tmp_path / "kept.json").exists():
                break
            time.sleep(0.1)
        player.send_signal(signal.SIGTERM)
        out, _ = player.communicate(timeout=30)
    assert player.returncode == 143
    assert "interrupted" in out
