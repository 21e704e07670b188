"""Write the files of a game (save, record and drawings), however the game ends.

The journal is removed once the game is safe.
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pilein.cli.interrupts import Interrupted, joined
from pilein.cli.journals import Journal, going_on
from pilein.cli.save_files import is_played_from, put
from pilein.engine.game import Game
from pilein.engine.saved import save
from pilein.kernel.errors import PileInError
from pilein.kernel.record import as_json
from pilein.lab.files import BadFile

Draw = Callable[[], list[str]]  # writes the requested drawings; returns their files


@contextmanager
def leaving(game: Game, arguments: argparse.Namespace, journal: Journal, draw: Draw) -> Iterator[list[str]]:
    """Run the block that plays the game, then write the requested files and add their names to the yielded list.

    If a file cannot be written, the other files are written nevertheless.

    Raises:
        BadFile: a file cannot be written. The error says where the game is kept.
        KeyboardInterrupt, PileInError: play ended with this exception. The message also says where the game is kept.
    """
    written: list[str] = []
    try:
        yield written
    except KeyboardInterrupt as interruption:
        words = joined(*map(str, _written(game, arguments, journal, draw, written)), _kept(game, arguments, written))
        raise Interrupted.of(interruption, words) from None
    except PileInError as error:
        words = joined(*map(str, _written(game, arguments, journal, draw, written)), _kept(game, arguments, written))
        error.remedy = words or error.remedy
        raise
    except Exception:
        _written(game, arguments, journal, draw, written)
        raise
    faults = _written(game, arguments, journal, draw, written)
    if faults:
        raise _first(faults)


def _written(
    game: Game, arguments: argparse.Namespace, journal: Journal, draw: Draw, written: list[str]
) -> list[BadFile]:
    """Write all requested files, and return the errors."""
    faults: list[BadFile] = []
    for write in (_saving(game, arguments), _recording(game, arguments), draw):
        try:
            written += write()
        except BadFile as error:
            faults.append(error)
    if arguments.save in written or (game.is_over and not faults):
        journal.remove()
    if faults and journal.path:
        faults[-1].remedy = joined(faults[-1].remedy, journal.advice(game))
    journal.release()
    return faults


def _first(faults: list[BadFile]) -> BadFile:
    """Return the first of several errors, with the other errors added to the remedy."""
    first, *rest = faults
    first.remedy = joined(first.remedy, *map(str, rest))
    return first


def _saving(game: Game, arguments: argparse.Namespace) -> Draw:
    def write() -> list[str]:
        path = arguments.save
        if not path:
            return []
        put(path, save(game), is_mine=arguments.force or is_played_from(arguments.scenario, path))
        return [path]

    return write


def _recording(game: Game, arguments: argparse.Namespace) -> Draw:
    def write() -> list[str]:
        if not arguments.record:
            return []
        put(arguments.record, as_json(game.record), is_mine=arguments.force)
        return [arguments.record]

    return write


def _kept(game: Game, arguments: argparse.Namespace, written: list[str]) -> str:
    return going_on(game, arguments.save) if arguments.save in written else ""
