"""Games kept: files that may be written are known before play, and a game whose player goes away is not lost."""

import argparse
import os
import stat
import sys
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path

from pilein.cli.journals import LONGEST, going_on, is_journal
from pilein.engine.game import Game
from pilein.engine.saved import save
from pilein.kernel.errors import PileInError
from pilein.lab.files import REMEDY, BadFile, contents, create, identity, is_special, reason, write

SAVED = ".saved"
DRAWN = ("picture", "animate", "plot")
GAMES = ("record", "save")
FORCE = "or give --force"
LOOKED_AT = 4096  # bytes that tell what a file holds
SVG = b"<svg"
PROLOGUES = (SVG, b"<?xml", b"<!--", b"<!DOCTYPE svg")  # how a drawing may begin
Identity = tuple[int, int] | str
SUFFIX = ".json"


def assert_writable(arguments: argparse.Namespace, options: tuple[str, ...] = ("picture", "record", "save")) -> None:
    """Look before play whether everything asked for by these options can be written, and over nothing that is needed.

    A drawing may replace a drawing. A record or a save may replace the saved game being played, or with `--force`
    another file; what it may where the command has no `--force`, the command itself sees to.

    Raises:
        BadFile: it cannot, with the option and the reason.

    """
    taken = {_known(path): words for path, words in _read_files(arguments, options) if path}
    for option in options:
        path, key = getattr(arguments, option), f"--{option}"
        if path is None:
            continue
        assert_named(path, key)
        known, is_device = _identity(path, key), _is_device(path)
        is_mine = option == "save" and is_played_from(arguments.scenario, path)
        if known in taken and not (is_mine or is_device):
            raise BadFile(f"is {taken[known]} too", file=path, key=key, remedy="name another file")
        taken[known] = f"the file of {key}"
        assert_can_be_written(path)
        if option in DRAWN:
            assert_may_draw(path, key)
        elif option == "save":
            assert_is_regular(path, key)
        if option in GAMES and "force" in arguments:
            assert_may_replace(path, key, is_mine=is_mine or arguments.force)


def assert_named(path: str, key: str = "") -> None:
    """Look whether a file is named at all.

    Raises:
        BadFile: there is no name, or it is the dash that elsewhere means standard output.

    """
    if not path:
        raise BadFile("a file is needed", key=key, remedy="name one")
    if path == "-":
        raise BadFile("'-' names no file", key=key, remedy="write ./- for a file of that name")


def assert_can_be_written(path: str) -> None:
    """Look whether a file can be written.

    Raises:
        BadFile: it cannot, for a reason.

    """
    _identity(path, "")
    folder = Path(os.path.realpath(path)).parent
    if Path(path).is_dir():
        why = "is a folder"
    elif not Path(path).exists() and not folder.is_dir():
        why = f"there is no folder {str(Path(path).parent)!r}"
    elif not os.access(path if is_special(path) else folder, os.W_OK) or _is_protected(path):
        why = "may not be written"
    elif _is_standard_output(path):
        why = "standard output goes there"
    else:
        return
    raise BadFile(f"cannot be written: {why}", file=path, remedy=REMEDY)


def assert_is_regular(path: str, key: str = "") -> None:
    """Look whether a save may go there: not to a device or a pipe.

    Raises:
        BadFile: it is one.

    """
    if is_special(path):
        raise BadFile("is a device or a pipe, which keeps nothing", file=path, key=key, remedy="name another file")


def is_there(path: str) -> bool:
    """Whether there is anything of that name; raises BadFile where the name can be none."""
    return not isinstance(_identity(path, ""), str)


def is_same(one: str, other: str) -> bool:
    """Whether two names lead to one file."""
    return _known(one) == _known(other)


def assert_may_draw(path: str, key: str = "") -> None:
    """Look whether a drawing may be written: no other kind of file is replaced by one.

    Raises:
        BadFile: the name is of another kind of drawing, or there is a file that is none.

    """
    if is_special(path):
        return
    if Path(path).suffix.lower() not in ("", ".svg"):
        raise BadFile("a drawing is an SVG file", file=path, key=key, remedy="let its name end in .svg")
    if not _is_empty(path) and not _is_drawing(path):
        raise BadFile("is there already, and is no drawing", file=path, key=key, remedy="name another file")


def assert_may_replace(path: str, key: str, *, is_mine: bool, otherwise: str = FORCE) -> None:
    """Look whether a record or a save may be written: a file that is there is not replaced unasked.

    Raises:
        BadFile: there is a file, and it is not `is_mine`.

    """
    if not is_mine and not is_special(path) and not _is_empty(path):
        raise BadFile("is there already", file=path, key=key, remedy=f"name another file, {otherwise}")


def put(path: str, content: bytes, *, is_mine: bool, otherwise: str = FORCE) -> None:
    """Write a record or a save; a file that is there, perhaps since a moment ago, is replaced only if it `is_mine`.

    Raises:
        BadFile: there is one, or it cannot be written.

    """
    real = Path(os.path.realpath(path)) if not is_special(path) else Path(path)
    if not real.exists():
        with suppress(FileExistsError):
            create(real, content, sync=True)
            return
    assert_may_replace(path, "", is_mine=is_mine, otherwise=otherwise)
    write(path, content, sync=True)


def is_played_from(scenario: str, path: str) -> bool:
    """Whether a file is the saved game being played, so that it may be saved there again."""
    return is_same(scenario, path) and is_saved_game(scenario) and not is_journal(scenario)


def keep(game: Game, scenario: str) -> str:
    """Write the game to a file of its own beside the player, or where that cannot be, and say how to go on with it.

    Raises:
        PileInError: it can be written nowhere.

    """
    stem = Path(scenario).with_suffix("").name.removesuffix(".journal").removesuffix(SAVED)[:LONGEST]
    for folder in (Path(), Path(tempfile.gettempdir())):
        with suppress(BadFile):
            return going_on(game, str(_kept(folder, stem, save(game))))
    raise PileInError("the game cannot be kept: no folder can be written", remedy="go to one that can")


def _kept(folder: Path, stem: str, content: bytes) -> Path:
    """A file that was not there before, with this content: of several who leave at once each has one of their own."""
    for number in count(1):
        path = folder / f"{stem}{SAVED}{'' if number == 1 else f'-{number}'}.json"
        with suppress(FileExistsError):
            create(path, content, sync=True)
            return path
    raise AssertionError  # numbers do not end


def _read_files(arguments: argparse.Namespace, written: tuple[str, ...]) -> tuple[tuple[str | None, str], ...]:
    named = (("scenario", "the scenario"), ("record", "the record"), ("answers", "the file of --answers"))
    return tuple((getattr(arguments, name, None), words) for name, words in named if name not in written)


def _identity(path: str, key: str) -> Identity:
    """What a file is, under all its names; raises BadFile where the name can be none."""
    try:
        return identity(path)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot be written: {reason(error)}", file=path, key=key, remedy=REMEDY) from None


def _known(path: str) -> Identity:
    """What a file is that is read, which sees to its name."""
    try:
        return identity(path)
    except (OSError, ValueError):
        return path


def _is_device(path: str) -> bool:
    return Path(path).exists() and stat.S_ISCHR(Path(path).stat().st_mode)


def _is_protected(path: str) -> bool:
    return Path(path).exists() and not os.access(path, os.W_OK)


def _is_standard_output(path: str) -> bool:
    """Whether a regular file is what standard output has been sent to."""
    with suppress(OSError, ValueError, AttributeError):
        out = os.fstat(sys.stdout.fileno())
        return stat.S_ISREG(out.st_mode) and identity(path) == (out.st_dev, out.st_ino)
    return False


def _is_empty(path: str) -> bool:
    """Whether nothing is there, or nothing in it."""
    return not Path(path).exists() or Path(path).stat().st_size == 0


def _is_drawing(path: str) -> bool:
    """Whether a file starts like an SVG."""
    try:
        start = contents(path, LOOKED_AT).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError:
        return False
    return start.startswith(PROLOGUES) and SVG in start


def is_saved_game(path: str) -> bool:
    """Whether a file holds a saved game, not a scenario: its first character other than a blank is a brace.

    What cannot be looked at before it is read, like a pipe, is judged by its name.
    """
    if Path(path).suffix.lower() == SUFFIX:
        return True
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as opened:
            return opened.read(LOOKED_AT).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    except (OSError, ValueError):
        return False
