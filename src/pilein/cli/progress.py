"""Progress bar on standard error for long computations, shown only in a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pilein.cli.terminal import Console


@contextmanager
def progress(of: str = "games") -> Iterator[Callable[[int, int], None] | None]:
    """Yield a function to be called with (done, wanted), counted in games or another unit.

    Yields None if there is no terminal.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = TextColumn(of), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(of, total=None)
        yield lambda done, wanted: shown.update(task, completed=done, total=wanted)
