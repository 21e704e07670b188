"""Journal files, which are created at a person's first answer, extended after each answer, and removed once the game is
kept elsewhere.
"""

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pilein.engine import journal
from pilein.engine.game import Game
from pilein.engine.journal import Noted, Unfinished
from pilein.engine.signals import held
from pilein.kernel.errors import PileInError
from pilein.kernel.nearest import in_one_line
from pilein.kernel.record import Record
from pilein.lab.files import BadFile, contents, create, is_special, read, reason, write

if TYPE_CHECKING:
    from pilein.lab.locking import Lock

NAMED = ".journal"
NUMBERED = r"(-\d+)?\.json"
LONGEST = 50  # letters of the scenario's name in the journal's: file names have up to 255 bytes, letters up to four
MOST = 1000  # journals per scenario


class Journal:
    """Journal of one game. The file exists from the first answer until `remove`.

    While this object exists, no other process offers to continue the game or writes to the file.
    """

    def __init__(self, scenario: str) -> None:
        self._scenario = scenario
        self._lock: Lock | None = None
        self._noted = Noted()
        self._opened = -1  # the file descriptor
        self.path = ""
        self.fault = ""  # reason the last answers could not be written

    def note(self, game: Game) -> None:
        """Write the game's changes to disk before returning. If that fails, the error is stored in `fault`."""
        added, noted = journal.line(self._noted, game)
        if not added:
            return
        try:
            with held():
                self._add(game, added)
        except (OSError, ValueError) as error:
            self.fault = reason(error)
        except BadFile as error:
            self.fault = error.message
        else:
            self._noted, self.fault = noted, ""

    def go_on(self, path: str, lock: "Lock", game: Game, scenario: str) -> None:
        """Continue an existing journal of a game that is played from the file `scenario`.

        Raises:
            BadFile: the journal cannot be written. It is left unchanged.
        """
        added, noted = journal.line(Noted(), game)
        write(path, journal.head(game, scenario) + added, sync=True)
        self.path, self._lock, self._noted = path, lock, noted
        self._opened = os.open(path, os.O_WRONLY | os.O_APPEND)

    def remove(self) -> None:
        """Delete the file, because the game is over or kept elsewhere."""
        if self.path:
            with suppress(OSError):
                Path(self.path).unlink()
        self.release()
        self.path, self._noted = "", Noted()

    def release(self) -> None:
        """Close the journal's file, if there is one, and release its lock."""
        if self._opened >= 0:
            os.close(self._opened)
            self._opened = -1
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def advice(self, game: Game) -> str:
        """Return a message that says how to continue the game in the file, or "" if there is no file."""
        return going_on(game, self.path) if self.path and not self.fault else ""

    def _add(self, game: Game, added: bytes) -> None:
        if self._opened < 0:
            self._begin(journal.head(game, os.path.realpath(self._scenario)) + added)
        else:
            _append(self._opened, added)

    def _begin(self, content: bytes) -> None:
        """Create the journal's file under an unused name."""
        faults = []
        for folder in _folders(self._scenario):
            try:
                self.path, self._lock = _created(folder, _stem(self._scenario), content)
            except BadFile as error:
                faults.append(error)
            else:
                self._opened = os.open(self.path, os.O_WRONLY | os.O_APPEND)
                return
        raise faults[0]


def going_on(game: Game | Record, path: str) -> str:
    """Return a message that names the command for continuing the game in a file."""
    return f"continue with `pilein {'battle' if game.battle else 'fight'} {shlex.quote(path)}`"


def is_journal(path: str) -> bool:
    """Whether a file begins like a journal, regardless of its name."""
    try:
        return not is_special(path) and contents(path, len(journal.MARK)) == journal.MARK
    except (OSError, ValueError):
        return False


def read_journal(path: str) -> Unfinished:
    """Read the game in a journal.

    Raises:
        BadFile: the file cannot be read.
        BadRecord: the file is damaged or not a journal.
    """
    return journal.read(read(path), path)


def taken(path: str) -> "Lock":
    """Acquire the lock that is needed to continue a journal.

    Raises:
        BadFile: another process is playing the game.
    """
    lock = _lock(path)
    if not lock.taken():
        raise BadFile("this game is open in another pilein process", file=path, remedy="quit the game there first")
    return lock


def unfinished(scenario: str, *, is_battle: bool) -> "Iterator[tuple[str, Lock]]":
    """Yield the journals of the scenario's games that no process is playing, newest first, each with its lock.

    The caller must release the locks that it does not use.
    """
    for path in sorted(_found(scenario), key=_age):
        lock = _lock(path)
        if not lock.taken():
            continue
        if _belongs_to_game(path, scenario, is_battle=is_battle):
            yield str(path), lock
        else:
            lock.release()


def _belongs_to_game(path: Path, scenario: str, *, is_battle: bool) -> bool:
    """Whether a journal belongs to a game of the scenario. A journal in the temporary folder names its scenario.

    A damaged journal beside the scenario is reported on standard error.
    """
    beside = path.parent.resolve() == _folder(scenario).resolve()
    try:
        found = read_journal(str(path))
    except (PileInError, OSError, ValueError) as error:
        if beside:
            sys.stderr.write(f"pilein: an unfinished game is left unchanged: {in_one_line(str(error))}\n")
        return False
    return found.record.battle == is_battle and (beside or found.file == os.path.realpath(scenario))


def _found(scenario: str) -> list[Path]:
    named = re.compile(re.escape(_stem(scenario) + NAMED) + NUMBERED)
    found = []
    for folder in _folders(scenario):
        with suppress(OSError):
            found += [path for path in folder.iterdir() if named.fullmatch(path.name) and _is_mine(path)]
    return found


def _is_mine(path: Path) -> bool:
    return path.is_file() and (not hasattr(os, "getuid") or path.stat().st_uid == os.getuid())


def _age(path: Path) -> float:
    with suppress(OSError):
        return -path.stat().st_mtime
    return 0.0


def _folders(scenario: str) -> tuple[Path, ...]:
    """Return the folders to try for a journal: the scenario's folder, then the temporary folder if it differs."""
    beside, temporary = _folder(scenario), Path(tempfile.gettempdir())
    return (beside,) if beside.resolve() == temporary.resolve() else (beside, temporary)


def _folder(scenario: str) -> Path:
    return Path(scenario).parent


def _stem(scenario: str) -> str:
    return re.sub(r"\.(saved|journal)(-\d+)?$", "", Path(scenario).stem)[:LONGEST]


def _created(folder: Path, stem: str, content: bytes) -> "tuple[str, Lock]":
    for number in range(1, MOST + 1):
        path = folder / f"{stem}{NAMED}{'' if number == 1 else f'-{number}'}.json"
        lock = _lock(path)
        if path.exists() or not lock.taken():
            continue
        try:
            create(path, content, sync=True)
        except BaseException as error:
            lock.release()
            if not isinstance(error, FileExistsError):
                raise
        else:
            return str(path), lock
    raise BadFile(f"the folder already holds {MOST} journals", file=str(folder), remedy="delete journals of old games")


def _lock(path: str | Path) -> "Lock":
    from pilein.lab.locking import Lock

    return Lock(path)


def _append(number: int, content: bytes) -> None:
    """Append bytes to an open file and flush them to disk. If that fails, the file keeps its former content.

    Raises:
        OSError: the file cannot be written.
    """
    size = os.fstat(number).st_size
    try:
        while content:
            content = content[os.write(number, content) :]
        getattr(os, "fdatasync", os.fsync)(number)
    except BaseException:
        with suppress(OSError):
            os.ftruncate(number, size)
        raise
