"""Progress bar on standard error for long computations, shown only in a terminal.

Whether a stream is a terminal is judged without rich, whose import takes longer than a small fight.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from pilein.cli.terminal import Console as Terminal


FORCED = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")  # variables by which rich takes files for terminals


def may_be_terminal(stream: TextIO) -> bool:
    """Whether rich may treat a stream as a terminal."""
    return stream.isatty() or any(os.environ.get(name) for name in FORCED)


def Console(**options: Any) -> "Terminal | None":  # noqa: N802, ANN401 - named like the class, with its options
    """Return standard error as a terminal, or None if it cannot be a terminal. rich is imported only for a terminal."""
    if not may_be_terminal(sys.stderr):
        return None
    from pilein.cli.terminal import Console as Terminal

    return Terminal(**options)


@contextmanager
def progress(of: str = "games") -> Iterator[Callable[[int, int], None] | None]:
    """Yield a function that shows progress when called with (done, wanted), counted in games or another unit.

    Yields None if there is no terminal.
    """
    console = Console(stderr=True)
    if console is None or not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn(of), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(of, total=None)
        yield lambda done, wanted: shown.update(task, completed=done, total=wanted)
