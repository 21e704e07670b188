"""What a battle leaves behind: pictures of its turns, one that moves, its record, and itself to go on with."""

import argparse
from pathlib import Path

from pilein.cli import keeping
from pilein.engine.game import Game
from pilein.engine.saved import save
from pilein.kernel.record import as_json
from pilein.lab.files import write

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
    is_folder = arguments.picture and not _is_file(arguments.picture)
    keeping.assert_writable(arguments, OPTIONS[1:] if is_folder else OPTIONS)
    if is_folder:
        folder = Path(arguments.picture)
        keeping.assert_can_be_written(str(folder / FIRST if folder.is_dir() else folder))


def write_files(game: Game, arguments: argparse.Namespace) -> list[str]:
    """Write what was asked for; the files written.

    Raises:
        BadFile: one cannot be written.

    """
    written = []
    if arguments.save:
        write(arguments.save, save(game))
        written.append(arguments.save)
    if arguments.record:
        write(arguments.record, as_json(game.record))
        written.append(arguments.record)
    return written + _pictures(game, arguments.picture) + _animation(game, arguments.animate)


def _pictures(game: Game, path: str | None) -> list[str]:
    if not path:
        return []
    from pilein.cli.picture.battle import sheet, turns

    if _is_file(path):
        write(path, sheet(game))
        return [path]
    folder = Path(path)
    folder.mkdir(exist_ok=True)
    files = []
    for number, drawing in enumerate(turns(game)):
        files.append(str(folder / TURN.format(number)))
        write(files[-1], drawing)
    return files


def _is_file(picture: str) -> bool:
    """Whether one drawing is asked for, and not a folder of them."""
    return Path(picture).suffix.lower() in (SVG, *DRAWINGS)


def _animation(game: Game, path: str | None) -> list[str]:
    if not path:
        return []
    from pilein.cli.picture.animation import animated

    write(path, animated(game))
    return [path]
