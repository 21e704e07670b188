"""Files of saved games, which are checked before play so that no game is lost when the player quits."""

import argparse
import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

from pilein.cli.journals import LONGEST, going_on, is_journal
from pilein.engine.game import Game
from pilein.engine.saved import save
from pilein.kernel.errors import PileInError
from pilein.lab.drawing.png import as_png, assert_png
from pilein.lab.files import REMEDY, BadFile, contents, create, identity, is_special, reason, remedy_of, write

SAVED = ".saved"
DRAWN = ("picture", "animate", "plot")
GAMES = ("record", "save")
PAGE = "html"
WRITTEN = ("picture", PAGE, "record", "save")
FORCE = "or replace this one with --force"
LOOKED_AT = 4096  # bytes read to recognise a file
SVG = b"<svg"
PNG, PNG_START = ".png", b"\x89PNG\r\n"
PROLOGUES = (SVG, b"<?xml", b"<!--", b"<!DOCTYPE svg")  # how an SVG file may begin
Identity = tuple[int, int] | str
SUFFIX = ".json"
NO_SUFFIXES: Mapping[str, str] = {}


def assert_writable(
    arguments: argparse.Namespace, options: tuple[str, ...] = WRITTEN, suffixes: Mapping[str, str] = NO_SUFFIXES
) -> None:
    """Check before play that the files named by options can be written and replace no file that is needed.

    A drawing may replace a drawing. A record or a save may replace the saved game being played or, with `--force`,
    another file. Commands that have no `--force` make this check themselves. The file of an option in `suffixes` may
    replace any file with that suffix.

    Raises:
        BadFile: a file cannot be written. The error gives the option and the reason.
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
            raise BadFile(f"this file is also {taken[known]}", file=path, key=key, remedy="name a different file")
        taken[known] = f"the file of {key}"
        assert_can_be_written(path)
        _assert_is_for(option, path, key, suffixes)
        if option in GAMES and "force" in arguments:
            assert_may_replace(path, key, is_mine=is_mine or arguments.force)


def _assert_is_for(option: str, path: str, key: str, suffixes: Mapping[str, str]) -> None:
    """Check that a file is of the kind that an option writes."""
    if option in suffixes:
        assert_ends_in(path, suffixes[option], key)
    elif option in DRAWN:
        assert_may_draw(path, key, pixels=option != "animate")
    elif option == PAGE:
        assert_may_write_page(path, key)
    elif option == "save":
        assert_is_regular(path, key)


def assert_named(path: str, key: str = "") -> None:
    """Check that a file name was given and is not "-".

    Raises:
        BadFile: the name is empty, or the dash that elsewhere means standard output.
    """
    if not path:
        raise BadFile("no file is named", key=key, remedy="name a file")
    if path == "-":
        raise BadFile("'-' cannot be used as the name of a file", key=key, remedy="write ./- for a file named -")


def assert_ends_in(path: str, suffix: str, key: str) -> None:
    """Check the suffix of a file's name. Raises BadFile if the suffix is different."""
    if Path(path).suffix.lower() != suffix:
        raise BadFile(
            f"the name of the file does not end in {suffix}",
            file=path,
            key=key,
            remedy=f"use a name ending in {suffix}",
        )


def assert_can_be_written(path: str) -> None:
    """Check that a file can be written.

    Raises:
        BadFile: the file cannot be written. The error gives the reason.
    """
    _identity(path, "")
    folder = Path(os.path.realpath(path)).parent
    if Path(path).is_dir():
        why = "it is a folder"
    elif not Path(path).exists() and not folder.is_dir():
        why = f"there is no folder {str(Path(path).parent)!r}"
    elif not os.access(path if is_special(path) else folder, os.W_OK) or _is_protected(path):
        why = "it is write-protected"
    elif _is_standard_output(path):
        why = "standard output already goes to it"
    else:
        return
    raise BadFile(f"the file cannot be written: {why}", file=path, remedy=REMEDY)


def assert_is_regular(path: str, key: str = "") -> None:
    """Check that the file in which a game is to be saved is not a device or a pipe.

    Raises:
        BadFile: the file is a device or a pipe.
    """
    if is_special(path):
        raise BadFile(
            "this path names a device or a pipe, which cannot store a game",
            file=path,
            key=key,
            remedy="name a regular file",
        )


def is_there(path: str) -> bool:
    """Whether a file with this name exists. Raises BadFile if the name is invalid."""
    return not isinstance(_identity(path, ""), str)


def is_same(one: str, other: str) -> bool:
    """Whether two names refer to the same file."""
    return _known(one) == _known(other)


def assert_may_draw(path: str, key: str = "", *, pixels: bool = True) -> None:
    """Check that a drawing may be written, replacing only other drawings. `pixels` allows a PNG file.

    Raises:
        BadFile: the name has another ending, or an existing file is not a drawing.
        BadInput: a PNG file is requested, and the extra for PNG files is not installed.
    """
    if is_special(path):
        return
    suffix = Path(path).suffix.lower()
    if suffix == PNG and pixels:
        assert_png(key)
    elif suffix not in ("", ".svg"):
        kinds, endings = ("an SVG or PNG file", ".svg or .png") if pixels else ("an SVG file", ".svg")
        raise BadFile(
            f"a drawing is saved as {kinds}, so its file name must end in {endings}",
            file=path,
            key=key,
            remedy=f"use a name ending in {endings}",
        )
    if not _is_empty(path) and not _is_drawing(path):
        raise BadFile("this file already exists and is not a drawing", file=path, key=key, remedy="name another file")


def write_drawing(path: str, svg: str, key: str) -> None:
    """Write a drawing, converted to pixels for a PNG file. Raises BadFile as `assert_may_draw` does."""
    assert_may_draw(path, key)
    write(path, as_png(svg) if Path(path).suffix.lower() == PNG else svg)


def assert_may_write_page(path: str, key: str) -> None:
    """Check that a replay may be written as a page. It may replace only other replay pages.

    Raises:
        BadFile: the name does not end in .html, or an existing file is not a replay page.
    """
    from pilein.protocol.replay_page import BEGINNING

    if is_special(path):
        return
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise BadFile(
            "a replay is saved as an HTML page, so its file name must end in .html",
            file=path,
            key=key,
            remedy="use a name ending in .html",
        )
    if not _is_empty(path) and not contents(path, LOOKED_AT).startswith(BEGINNING.encode()):
        raise BadFile("this file already exists and is not a replay", file=path, key=key, remedy="name another file")


def assert_may_replace(path: str, key: str, *, is_mine: bool, otherwise: str = FORCE) -> None:
    """Check that a record or a save may be written. It may replace an existing file only if `is_mine` is True.

    Raises:
        BadFile: the file exists, and `is_mine` is False.
    """
    if not is_mine and not is_special(path) and not _is_empty(path):
        raise BadFile("this file already exists", file=path, key=key, remedy=f"name another file, {otherwise}")


def put(path: str, content: bytes, *, is_mine: bool, otherwise: str = FORCE) -> None:
    """Write a record or a save. An existing file is replaced only if `is_mine`, even if the file was just created.

    Raises:
        BadFile: the file exists or cannot be written.
    """
    real = Path(os.path.realpath(path)) if not is_special(path) else Path(path)
    if not real.exists():
        with suppress(FileExistsError):
            create(real, content, sync=True)
            return
    assert_may_replace(path, "", is_mine=is_mine, otherwise=otherwise)
    write(path, content, sync=True)


def is_played_from(scenario: str, path: str) -> bool:
    """Whether a file is the saved game being played, which a newer save may replace."""
    return is_same(scenario, path) and is_saved_game(scenario) and not is_journal(scenario)


def keep(game: Game, scenario: str) -> str:
    """Write the game to a new file in the current folder, or in the temporary folder.

    Returns a message that says how to continue the game.

    Raises:
        PileInError: neither folder can be written to.
    """
    stem = Path(scenario).with_suffix("").name.removesuffix(".journal").removesuffix(SAVED)[:LONGEST]
    for folder in (Path(), Path(tempfile.gettempdir())):
        with suppress(BadFile):
            return going_on(game, str(_kept(folder, stem, save(game))))
    raise PileInError(
        "the game cannot be saved, because neither this folder nor the temporary folder can be written to",
        remedy="change to a folder to which you can write",
    )


def _kept(folder: Path, stem: str, content: bytes) -> Path:
    """Create a new file with this content. Processes that end at the same time write separate files."""
    for number in count(1):
        path = folder / f"{stem}{SAVED}{'' if number == 1 else f'-{number}'}.json"
        with suppress(FileExistsError):
            create(path, content, sync=True)
            return path
    raise AssertionError  # numbers are endless


def _read_files(arguments: argparse.Namespace, written: tuple[str, ...]) -> tuple[tuple[str | None, str], ...]:
    named = (
        ("scenario", "the scenario"),
        ("units", "the unit file"),
        ("record", "the record"),
        ("answers", "the file of --answers"),
    )
    found = [(getattr(arguments, name, None), words) for name, words in named if name not in written]
    several = *getattr(arguments, "others", ()), *getattr(arguments, "scenarios", ())
    return (*found, *((str(path), "a scenario") for path in several))


def _identity(path: str, key: str) -> Identity:
    """Return an identity that is the same for all names of a file. Raises BadFile if the name is invalid."""
    try:
        return identity(path)
    except (OSError, ValueError) as error:
        raise BadFile(
            f"the file cannot be written: {reason(error)}", file=path, key=key, remedy=remedy_of(error)
        ) from None


def _known(path: str) -> Identity:
    """Return the identity of an input file.

    An invalid name is returned unchanged, since the code that reads the file will report the fault.
    """
    try:
        return identity(path)
    except (OSError, ValueError):
        return path


def _is_device(path: str) -> bool:
    return Path(path).exists() and stat.S_ISCHR(Path(path).stat().st_mode)


def _is_protected(path: str) -> bool:
    return Path(path).exists() and not os.access(path, os.W_OK)


def _is_standard_output(path: str) -> bool:
    """Whether the file is a regular file to which standard output is redirected."""
    with suppress(OSError, ValueError, AttributeError):
        out = os.fstat(sys.stdout.fileno())
        return stat.S_ISREG(out.st_mode) and identity(path) == (out.st_dev, out.st_ino)
    return False


def _is_empty(path: str) -> bool:
    """Whether a file is missing or empty."""
    return not Path(path).exists() or Path(path).stat().st_size == 0


def _is_drawing(path: str) -> bool:
    """Whether a file begins like an SVG or PNG picture."""
    try:
        start = contents(path, LOOKED_AT).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError:
        return False
    return start.startswith(PNG_START) or (start.startswith(PROLOGUES) and SVG in start)


def is_saved_game(path: str) -> bool:
    """Whether a file holds a saved game rather than a scenario, because its first character after blanks is a brace.

    A pipe cannot be read twice, so it is judged by its name.
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
