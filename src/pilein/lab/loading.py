"""Load any file that Pile In can read. The kind of file is recognised from its content."""

import re
from pathlib import Path
from typing import TypeVar, overload

from pilein.engine import game as engine
from pilein.engine import journal, replay
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.documents import decoded
from pilein.kernel.errors import BadInput, BadRecord
from pilein.kernel.record import from_plain
from pilein.lab import files
from pilein.lab.arguments import path_of
from pilein.lab.game import Game
from pilein.lab.scenarios import Scenario
from pilein.lab.simulated import Simulated, saved_simulation
from pilein.lab.units import Units
from pilein.tabletop.notation.files import LONGEST

BLANKS = b"\xef\xbb\xbf \t\r\n"
Content = TypeVar("Content", bound=Scenario | Units | Game | Simulated)
KINDS: dict[type, str] = {Scenario: "a scenario", Units: "a unit file", Game: "a game", Simulated: "a simulation"}
REMEDY = "name a scenario, a unit file, a saved game, a record or a saved simulation"


@overload
def load(path: str | Path) -> Scenario: ...
@overload
def load(path: str | Path, kind: type[Content]) -> Content: ...
def load(path: str | Path, kind: type[object] | None = None) -> object:
    """Return the contents of a file: a scenario, units, a game (saved, recorded or unfinished) or a saved simulation.

    A game resumes where it was saved or where its record ends, and waits for both sides' answers. Type checkers
    treat the contents as a scenario unless `kind` is Units, Game or Simulated.

    Examples:
        >>> import pilein
        >>> pilein.load("examples/warstrike/press.toml")
        <Scenario of warstrike: 5 red squad (red) against 5 blue squad (blue)>
        >>> pilein.load("examples/warstrike/units/units.toml", pilein.Units).ruleset
        'warstrike'

    Raises:
        BadScenario: a scenario cannot be played. The error names file, line, key and remedy.
        BadRecord: a file is damaged, or the current rules play it differently.
        BadFile: the file cannot be read.
        BadInput: the file is not of the requested `kind`.
    """
    found = _contents(path)
    if kind is not None and not isinstance(found, kind):
        named, wanted = (KINDS.get(one, one.__name__) for one in (type(found), kind))
        raise BadInput(f"this file is {named}, not {wanted}", file=str(path), key="kind", remedy=f"name {wanted}")
    return found


def _contents(path: str | Path) -> Scenario | Units | Game | Simulated:
    path_of(path, "a scenario, a unit file, a game or a simulation")
    if not _is_document(path):
        return Units.load(path) if is_unit_file(path) else Scenario.load(path)
    content = files.read(path)
    if content.startswith(journal.MARK):
        unfinished = journal.read(content, str(path))
        return _running(journal.resumed(unfinished, ruleset_named(unfinished.record.ruleset)))
    plain = decoded(content, file=str(path), remedy=REMEDY)
    keys = plain.keys() if isinstance(plain, dict) else ()
    if "position" in keys:
        return Game.load(path)
    if "tally" in keys:
        return saved_simulation(path)
    if "answers" in keys:
        record = from_plain(plain, str(path))
        return _running(replay.replayed(record, ruleset_named(record.ruleset)))
    raise BadRecord("this file contains nothing that can be loaded", file=str(path), remedy=REMEDY)


def is_unit_file(path: str | Path) -> bool:
    """Whether a file contains units, judged by its headings. A pipe counts as a scenario, since it can be read only
    once.
    """
    try:
        return not files.is_special(path) and UNITS.search(files.contents(path, LONGEST)) is not None
    except (OSError, ValueError):
        return False  # reading it as a scenario reports what is wrong


def _running(game: engine.Game) -> Game:
    """Play a game to its next question and return it."""
    game.run()
    return Game.of(game)


def _is_document(path: str | Path) -> bool:
    """Whether a file contains JSON, judged by its first character. A pipe counts as a scenario."""
    try:
        if files.is_special(path):
            return False
        return files.contents(path, LOOKED_AT).lstrip(BLANKS).startswith(b"{")
    except (OSError, ValueError):
        return False  # reading it as a scenario reports what is wrong


LOOKED_AT = 4096  # bytes
UNITS = re.compile(rb"^[ \t]*\[units[. \t\]]", re.MULTILINE)
