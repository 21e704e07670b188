"""Games kept: files that may be written are known before play, and a game whose player goes away is not lost."""

import argparse
import os
import shlex
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import FrameType

from pilein.cli.saved_games import is_saved_game
from pilein.engine.game import Game
from pilein.engine.saved import save
from pilein.kernel.errors import PileInError
from pilein.lab.files import BadFile, write

SAVED = ".saved"
DRAWN = ("picture", "animate", "plot")
SIGNALS = ("SIGTERM", "SIGHUP")  # the terminal is closed


def assert_writable(arguments: argparse.Namespace, options: tuple[str, ...] = ("picture", "record", "save")) -> None:
    """Look before play whether everything asked for by these options can be written, and over nothing that is needed.

    Raises:
        BadFile: a folder that does not exist, one file for two purposes, one that is read, or a drawing that is no SVG.

    """
    taken = {_real(path): words for path, words in _read_files(arguments, options) if path}
    for option in options:
        path = getattr(arguments, option)
        if not path:
            continue
        goes_on = option == "save" and _real(path) == _real(arguments.scenario) and is_saved_game(path)
        if _real(path) in taken and not goes_on:
            raise BadFile(f"is {taken[_real(path)]} too", file=path, key=f"--{option}", remedy="name another file")
        taken[_real(path)] = f"the file of --{option}"
        if option in DRAWN and Path(path).suffix.lower() not in ("", ".svg"):
            raise BadFile("a drawing is an SVG file", file=path, key=f"--{option}", remedy="let its name end in .svg")
        assert_can_be_written(path)


def assert_can_be_written(path: str) -> None:
    """Look whether a file can be written.

    Raises:
        BadFile: it cannot, for a reason.

    """
    folder = Path(path).parent
    if Path(path).is_dir():
        reason = "is a folder"
    elif not folder.is_dir():
        reason = f"there is no folder {str(folder)!r}"
    elif not os.access(Path(path) if Path(path).exists() else folder, os.W_OK):
        reason = "may not be written"
    else:
        return
    raise BadFile(f"cannot be written: {reason}", file=path, remedy=REMEDY)


def keep(game: Game, scenario: str) -> str:
    """Write the game to a file of its own beside the player, or where that cannot be, and say how to go on with it.

    Raises:
        PileInError: it can be written nowhere.

    """
    for folder in (Path(), Path(tempfile.gettempdir())):
        path = str(_free(folder, Path(scenario).with_suffix("").name.removesuffix(SAVED)))
        try:
            write(path, save(game))
        except BadFile:
            continue
        return f"go on with `pilein {'battle' if game.battle else 'fight'} {shlex.quote(path)}`"
    raise PileInError("the game could be kept nowhere: no folder can be written", remedy="go to one that can")


@contextmanager
def interrupted_by_hanging_up() -> Iterator[None]:
    """Within, a terminal that is closed interrupts as Ctrl-C does."""
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = [(number, signal.signal(number, _interrupt)) for number in numbers]
    try:
        yield
    finally:
        for number, former in before:
            signal.signal(number, former)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _free(folder: Path, name: str) -> Path:
    """A file that is not there yet."""
    names = (f"{name}{SAVED}{'' if number == 1 else f'-{number}'}.json" for number in count(1))
    return next(folder / one for one in names if not (folder / one).exists())


def _read_files(arguments: argparse.Namespace, written: tuple[str, ...]) -> tuple[tuple[str | None, str], ...]:
    named = (("scenario", "the scenario"), ("record", "the record"), ("answers", "the file of --answers"))
    return tuple((getattr(arguments, name, None), words) for name, words in named if name not in written)


def _real(path: str) -> str:
    return os.path.realpath(path)


REMEDY = "name a file in a folder that exists and can be written"
