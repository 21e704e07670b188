"""Functions that run commands in a separate process, to test signals, terminals, full disks and leftover files."""

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2] / "src"
PATIENCE = 60  # seconds
PROGRAM = """
import os, signal, sys
for one in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(one, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
largest = int(os.environ.get("LARGEST", "0"))
if largest:
    import resource
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
if os.environ.get("TERMINAL"):
    import fcntl, termios
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
if os.environ.get("CLOSED"):
    os.close(0)
    sys.stdin = None
from pilein.cli.main import main
sys.exit(main())
"""


def begun(*arguments: str, **options) -> subprocess.Popen[str]:
    """Start the command as the leader of a new process group.

    `LARGEST` limits the size, in bytes, of the files that the command writes. `CLOSED` closes its standard input.
    """
    settings: dict[str, str] = {
        key: str(options.pop(key)) for key in ("LARGEST", "TERMINAL", "CLOSED") if key in options
    }
    environment = dict(os.environ) | {"PYTHONPATH": str(SOURCE), "COLUMNS": "100", "TERM": "dumb"}
    given: dict[str, Any] = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
    } | options
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        env=environment | settings,
        start_new_session=True,
        **given,
    )


def ended(program: subprocess.Popen[str], typed: str | None = None) -> tuple[int, str, str]:
    """Wait for the program to end, and return its exit code, standard output and standard error."""
    try:
        out, err = program.communicate(typed, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        program.kill()
        raise
    return program.returncode, out, err


def ran(*arguments: str, typed: str | None = None, **options) -> tuple[int, str, str]:
    given: dict[str, Any] = {"stdin": subprocess.PIPE} if typed is not None else {}
    return ended(begun(*arguments, **(given | options)), typed)


def awaited(sight: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not sight():
        assert time.monotonic() < until, "nothing came of it"
        time.sleep(0.02)


class Terminal:
    """A command that runs in a pseudo-terminal of its own and receives typed input."""

    def __init__(self, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        streams = {"stdin": slave, "stdout": slave, "stderr": slave}
        self.program = begun(*arguments, **streams, text=False, TERMINAL=1)
        os.close(slave)
        self.shown = ""

    def types(self, typed: bytes) -> None:
        os.write(self._master, typed)

    def shows(self, words: str) -> None:
        """Wait until the terminal has shown the given text, and skip past it."""
        until = time.monotonic() + PATIENCE
        while words not in self.shown:
            assert time.monotonic() < until, self.shown
            if select.select([self._master], [], [], 1)[0]:
                self.shown += os.read(self._master, 4096).decode(errors="replace")
        self.shown = self.shown.partition(words)[2]

    def closed(self) -> int:
        os.close(self._master)
        return self.program.wait(PATIENCE)

    def ended(self) -> int:
        """Wait until the command ends by itself or is killed, and return its exit code."""
        code = self.program.wait(PATIENCE)
        os.close(self._master)
        return code


def children_of(group: int) -> list[int]:
    """Return the processes of a process group, except its leader."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z" and int(status.parent.name) != group:
            found.append(int(status.parent.name))
    return found


def worked(program: subprocess.Popen[str]) -> float:
    """Return the CPU seconds that a running program has used so far."""
    fields = Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
