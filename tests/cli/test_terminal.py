"""A phase of each game is played at a real terminal, with the map, physical dice, questions left to the policy, and
undo after the end.
"""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds
COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
WANTED = re.compile(r": (\d+) (?:die|dice)\n> $")
GAMES = {
    "scrollhammer": "second_round",
    "warstrike": "boarding",
    "wab": "stand_and_shoot",
    "scorched": "duel",
    "wwpd": "charge",
}


class Terminal:
    """The controlling end of a pseudo-terminal in which a program runs."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.seen = ""

    def read(self) -> str:
        """Return the text printed since the last call, up to the next prompt or the end of the program."""
        found, until = "", time.monotonic() + PATIENCE
        while not found.endswith("\n> ") and time.monotonic() < until:
            if select.select([self._descriptor], [], [], 1.0)[0]:
                try:
                    found += COLOURS.sub("", os.read(self._descriptor, 65536).decode().replace("\r", ""))
                except OSError:  # the program has ended
                    break
        self.seen += found
        return found

    def type(self, line: str) -> None:
        os.write(self._descriptor, f"{line}\n".encode())


@contextmanager
def at_a_terminal(folder: Path, *arguments: str) -> Iterator[tuple[Terminal, "subprocess.Popen[bytes]"]]:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pilein.cli.main", *arguments]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "50"}
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment)
    os.close(theirs)
    try:
        yield Terminal(ours), program
    finally:
        program.kill()
        program.wait()
        os.close(ours)


@pytest.mark.parametrize("game", GAMES)
def test_a_phase_of_every_game_can_be_played_and_undone_at_a_terminal(game: str, tmp_path: Path) -> None:
    scenario = ROOT / "examples" / game / f"{GAMES[game]}.toml"
    faces, typed = cycle((5, 3, 6, 1, 2, 4, 4)), ["m", "?"]
    with at_a_terminal(tmp_path, "fight", str(scenario), "--play", "ask", "--dice", "ask") as (terminal, program):
        is_undone = False
        while shown := terminal.read():
            wanted = WANTED.search(shown.replace("\n\n", "\n"))
            if wanted:
                terminal.type(" ".join(str(next(faces)) for _ in range(int(wanted[1]))))
            elif "It is over" in shown[-200:]:
                terminal.type("" if is_undone else "u")
                is_undone = True
            else:
                terminal.type(typed.pop(0) if typed else "a")
        assert program.wait(timeout=10) == 0
    assert is_undone
    assert "undone: " in terminal.seen
    assert "1 phase played" in terminal.seen
    assert "models 0" in terminal.seen, "the map"
