"""The drawings that a battle leaves behind: pictures of its turns, and one that moves."""

import argparse
from pathlib import Path

from pilein.cli import keeping
from pilein.engine.game import Game
from pilein.lab.files import REMEDY, BadFile, reason, write

OPTIONS = ("picture", "animate", "record", "save")
SVG = ".svg"
DRAWINGS = (".png", ".jpg", ".jpeg", ".gif", ".pdf", ".webp")  # that no folder is meant by
TURN = "turn-{:02}.svg"
FIRST = TURN.format(0)


def assert_writable(arguments: argparse.Namespace) -> None:
    """Look before play whether everything asked for can be written, and over nothing that is needed.

    Raises:
        BadFile: a folder that does not exist, or one file for two purposes.

    """
    if arguments.picture is not None:
        keeping.assert_named(arguments.picture, "--picture")
    is_folder = arguments.picture and not _is_file(arguments.picture)
    keeping.assert_writable(arguments, OPTIONS[1:] if is_folder else OPTIONS)
    if is_folder:
        folder = Path(arguments.picture)
        keeping.assert_can_be_written(str(folder / FIRST if folder.is_dir() else folder))
        for path in folder.glob("turn-*.svg"):
            keeping.assert_may_draw(str(path), "--picture")


def drawn(game: Game, arguments: argparse.Namespace) -> list[str]:
    """Draw what was asked for; the files written.

    Raises:
        BadFile: one cannot be written.

    """
    return _pictures(game, arguments.picture) + _animation(game, arguments.animate)


def _pictures(game: Game, path: str | None) -> list[str]:
    if not path:
        return []
    from pilein.lab.drawing.battle import sheet, turns

    if _is_file(path):
        _draw(path, sheet(game), "--picture")
        return [path]
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot be made: {reason(error)}", file=path, key="--picture", remedy=REMEDY) from None
    files = []
    for number, drawing in enumerate(turns(game)):
        files.append(str(folder / TURN.format(number)))
        _draw(files[-1], drawing, "--picture")
    return files


def _draw(path: str, drawing: str, option: str) -> None:
    keeping.assert_may_draw(path, option)
    write(path, drawing)


def _is_file(picture: str) -> bool:
    """Whether one drawing is asked for, and not a folder of them: by its name, or for there is a file already."""
    is_there = keeping.is_there(picture) and not Path(picture).is_dir()
    return is_there or Path(picture).suffix.lower() in (SVG, *DRAWINGS)


def _animation(game: Game, path: str | None) -> list[str]:
    if not path:
        return []
    from pilein.lab.drawing.animation import animated

    _draw(path, animated(game), "--animate")
    return [path]
