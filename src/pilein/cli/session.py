"""Choose the game to play: a new game, a saved game or an unfinished game."""

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TextIO

from pilein.cli import save_files
from pilein.cli.journals import Journal, going_on, read_journal, taken, unfinished
from pilein.engine import journal as journals
from pilein.engine.game import Game
from pilein.engine.rulesets import BRING, ruleset_named
from pilein.kernel.errors import BadRecord, PileInError, UnknownRule

Begin = Callable[[], Game]
Seat = Callable[[Game], None]  # seats the players named now or in the save
GO_ON, KEEP, DISCARD = "", "n", "d"
ASKED = "Enter: continue it; n: start a new game and keep this one as a save; d: start a new game and discard this one"


def seated(arguments: argparse.Namespace, begin: Begin, seat: Seat) -> tuple[Game, Journal]:
    """Return the game to play and its journal.

    The game is either the new or saved game that is requested, or an unfinished game of the same scenario. If a
    person plays, they choose between the two; otherwise an unfinished game is only reported on standard error.

    Raises:
        PileInError: the input ends before the person has chosen, or the game cannot start.
    """
    game, journal = begin(), Journal(arguments.scenario)
    for path, lock in unfinished(arguments.scenario, is_battle=game.battle):
        try:
            if not has_person(game):
                _mention(path)
            elif (former := _wanted(path, arguments)) is not None:
                seat(former.game)
                journal.go_on(path, lock, former.game, former.file)
                return former.game, journal
        finally:
            if not journal.path:
                lock.release()
    return game, journal


def has_person(game: Game) -> bool:
    """Whether a person answers for one of the sides."""
    return any(player.policy is None for player in game.players)


def from_journal(path: str, seat: Seat) -> tuple[Game, Journal]:
    """Return the game in a journal, and the journal.

    Raises:
        BadFile: the file cannot be read, or another process is playing the game.
        BadRecord: the file is not a journal, or the current rules play it differently.
    """
    lock, journal = taken(path), Journal(path)
    try:
        former = _resumed(path)
        seat(former.game)
        if has_person(former.game):
            journal.go_on(path, lock, former.game, former.file)
    finally:
        if not journal.path:
            lock.release()
    return former.game, journal


class Former(NamedTuple):
    """Unfinished game with its scenario file and the number of its answers."""

    game: Game
    file: str
    answers: int


def _resumed(path: str) -> Former:
    found = read_journal(path)
    try:
        game = journals.resumed(found, ruleset_named(found.record.ruleset))
    except PileInError as error:
        key, words = getattr(error, "key", ""), getattr(error, "message", str(error))
        remedy = BRING if isinstance(error, UnknownRule) else "use the version of pilein that wrote the journal"
        raise BadRecord(words, file=path, key=key, remedy=remedy) from None
    return Former(game, found.file, sum(one.kind == "choice" for one in found.record.answers))


def _mention(path: str) -> None:
    """Report an unfinished game and the way to continue it."""
    words = going_on(read_journal(path).record, path)
    sys.stderr.write(f"pilein: this scenario has an unfinished game; {words}\n")


def _wanted(path: str, arguments: argparse.Namespace) -> Former | None:
    """Return the unfinished game if the person wants to continue it.

    Otherwise keep or discard it as the person chooses.

    Raises:
        PileInError: the input ended.
    """
    try:
        former = _resumed(path)
    except BadRecord as error:
        sys.stderr.write(f"pilein: an unfinished game is left unchanged: {error}\n")
        return None
    out = sys.stderr if arguments.json else sys.stdout
    wanted = _asked(former, path, out)
    if wanted == GO_ON:
        return former
    if wanted == KEEP:
        out.write(f"The unfinished game is kept; {save_files.keep(former.game, arguments.scenario)}\n")
    Path(path).unlink(missing_ok=True)
    return None


def _asked(former: Former, path: str, out: TextIO) -> str:
    """Ask the person what to do with an unfinished game, and return the choice."""
    last = datetime.fromtimestamp(Path(path).stat().st_mtime, UTC).astimezone()
    count = f"{former.answers} answer{'' if former.answers == 1 else 's'}"
    out.write(f"This scenario has an unfinished game ({count}, the last on {last:%Y-%m-%d at %H:%M}): {path}\n")
    while True:
        out.write(f"{ASKED}\n> ")
        out.flush()
        line = typed_line()
        if line is None:
            raise PileInError("the input ended before the question was answered", remedy=going_on(former.game, path))
        if line in (GO_ON, KEEP, DISCARD):
            return line


def typed_line() -> str | None:
    """Read the next line, stripped, or None if the input has ended or is closed.

    Bytes that are not text are preserved, just as Python preserves them in file names.
    """
    if sys.stdin is None or getattr(sys.stdin, "closed", False):
        return None
    if getattr(sys.stdin, "errors", "surrogateescape") != "surrogateescape" and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")
    try:
        line = sys.stdin.readline()
    except OSError:  # the terminal is closed
        return None
    return line.strip() if line else None
