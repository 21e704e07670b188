"""After INT, TERM or HUP, the game so far is kept and printed, the exit code is that of the signal, and no traceback is
printed.
"""

import os
import re
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path

import pytest

from pilein.cli.interrupts import INTERRUPTIONS, Interrupted
from pilein.cli.main import main
from pilein.engine.game import Game
from pilein.engine.signals import SIGNALS, held
from tests.cli.calling import printed
from tests.cli.programs import awaited, begun, children_of, ended, worked
from tests.lab.press import FIVES

CODES = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux shows them")
EXAMPLES = Path(__file__).parents[2] / "examples"
BEGUN = 0.6  # seconds of the processor: more than the start takes, and far less than the work


@pytest.fixture
def fives(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fives.toml").write_text(FIVES)
    return "fives.toml"


def to_group(program, number):
    os.killpg(program.pid, number)


def simulating(fives):
    games = ["-n", "10000000", "--seed", "1", "--way", "games", "--workers", "2", "--save", "kept.json"]
    return begun("simulate", fives, *games)


@pytest.mark.parametrize(("number", "code"), CODES)
def test_results_are_kept_and_printed_after_a_signal_to_the_process_group_during_play(fives, number, code):
    program = simulating(fives)
    awaited(lambda: Path("kept.json").exists())
    to_group(program, number)
    to_group(program, number)  # as `timeout` does, and a terminal that closes
    returned, out, err = ended(program)
    assert (returned, err) == (code, "")
    games = int(re.search(r"sampled: ([\d,]+) games played, seed 1; interrupted", out)[1].replace(",", ""))
    assert f'"games":{games},' in Path("kept.json").read_text()
    awaited(lambda: not children_of(program.pid))


@pytest.mark.parametrize(("number", "code"), CODES)
def test_a_signal_to_the_process_group_while_workers_are_starting_causes_no_traceback(fives, number, code):
    program = simulating(fives)
    awaited(lambda: len(children_of(program.pid)) >= 2)
    to_group(program, number)
    returned, _, err = ended(program)
    assert returned == code
    assert err in ("", "pilein: interrupted\n")
    awaited(lambda: not children_of(program.pid))


def test_worker_processes_end_when_their_parent_process_ends(fives):
    program = simulating(fives)
    awaited(lambda: Path("kept.json").exists())
    program.kill()
    ended(program)
    awaited(lambda: not children_of(program.pid))


@pytest.mark.parametrize(("number", "code"), CODES)
@pytest.mark.parametrize(
    "arguments",
    [
        ["odds", "scrollhammer/horde_against_ranks.toml", "--phases", "end"],
        ["worth", "scrollhammer/stubborn.toml"],
        ["matrix", "scrollhammer/horde_against_ranks.toml"],  # seconds for its first cell
    ],
)
def test_an_interrupted_computation_prints_one_line(arguments, number, code):
    command, scenario, *rest = arguments
    program = begun(command, str(EXAMPLES / scenario), *rest)
    awaited(lambda: "numpy" in Path(f"/proc/{program.pid}/maps").read_text())  # it has begun
    program.send_signal(number)
    assert ended(program) == (code, "", "pilein: interrupted\n")


@pytest.mark.parametrize(("number", "code"), CODES)
def test_an_interruption_while_a_charge_is_being_solved_prints_one_line(tmp_path, number, code):
    """Solving a charge of this many models takes a minute. The command asks for a single distance, so there is no
    partial result to print.
    """
    scenario = tmp_path / "hundreds.toml"
    scenario.write_text(hundreds())
    program = begun("charge", str(scenario), "--distances", "5")
    awaited(lambda: worked(program) > BEGUN)
    program.send_signal(number)
    assert ended(program) == (code, "", "pilein: interrupted\n")


def hundreds() -> str:
    """Return a scenario in which sixty breakers charge three hundred legionaries who carry javelins."""
    text = (EXAMPLES / "scrollhammer" / "stand_and_shoot.toml").read_text()
    rows = [[round(3 + 1.3 * column, 1), round(14 - 1.3 * row, 1)] for row in range(4) for column in range(15)]
    text, changes = re.subn(r"positions = \[.*?\n\]", f"positions = {rows}", text, flags=re.DOTALL)
    assert changes == 1
    for before, after in {
        "models = 9": "models = 59",
        "models = 14": "models = 300",
        "x = 13.6, y = 18, facing = 180, files = 5": "x = 13.6, y = 30, facing = 180, files = 20",
        "width = 28": "width = 40",
        "depth = 28": "depth = 72",
    }.items():
        assert before in text
        text = text.replace(before, after)
    return text


@pytest.mark.parametrize(("number", "code"), CODES)
@pytest.mark.parametrize("command", ["fight", "battle"])
def test_an_interrupted_game_between_policies_prints_its_results_and_is_saved(
    table, monkeypatch, capsys, command, number, code
):
    """The signal comes in the middle of a clause, so the game is saved as it was before that clause."""
    asked, ask = iter(range(100)), Game._ask

    def interrupted(game, request):
        answer = ask(game, request)
        if next(asked) == 4:
            os.kill(os.getpid(), number)
            os.kill(os.getpid(), number)
        return answer

    before = signal.getsignal(number)
    files = ["--record", "r.json", "--save", "s.json"]
    with monkeypatch.context() as patch:
        patch.setattr(Game, "_ask", interrupted)
        assert main([command, table, "--seed", "7", "--play", "first", *files]) == code
    assert signal.getsignal(number) == before
    out, err = capsys.readouterr()
    assert "written: s.json" in out
    assert "not over" in out
    assert err == ""
    whole = printed(capsys, command, table, "--seed", "7", "--play", "first", "--json")
    assert printed(capsys, command, "s.json", "--json") == whole


class Freed:
    """An object to which a weak reference can be made."""


def sleep_after_a_callback_that_raises(number):
    freed = Freed()
    watch = weakref.ref(freed, lambda _: signal.raise_signal(number))
    del freed  # Python drops what a callback of a weak reference raises
    assert watch() is None
    time.sleep(60)


@pytest.mark.parametrize(("number", "code"), CODES)
def test_an_interruption_is_raised_again_if_python_dropped_it_in_a_callback(capsys, number, code):
    with pytest.raises(Interrupted) as interruption, INTERRUPTIONS.heard():
        sleep_after_a_callback_that_raises(number)
    assert interruption.value.number == number
    assert INTERRUPTIONS.code == code
    assert capsys.readouterr().err == ""


def test_an_interruption_is_delivered_as_soon_as_signals_are_no_longer_held_back(monkeypatch):
    heard = []
    before = signal.signal(signal.SIGTERM, lambda *_: heard.append("late"))
    try:
        with held():
            os.kill(os.getpid(), signal.SIGTERM)
            assert heard == []
        assert heard == ["late"]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_process_ignores_signals_if_it_is_started_while_they_are_held_back():
    with held():
        program = subprocess.Popen(["/bin/sleep", "30"])
    try:
        for number in SIGNALS:
            program.send_signal(number)
        with pytest.raises(subprocess.TimeoutExpired):
            program.wait(0.3)
    finally:
        program.kill()
        program.wait()


def test_python_still_reports_dropped_exceptions_that_are_not_interruptions(monkeypatch):
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: reported.append(str(dropped.exc_value)))
    with INTERRUPTIONS.heard():
        freed = Freed()
        watch = weakref.ref(freed, lambda _: 1 / 0)
        del freed
        assert watch() is None
    assert reported == ["division by zero"]
