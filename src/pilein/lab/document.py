"""A game as one JSON document."""

from typing import Any

import msgspec

from pilein.engine.game import Game
from pilein.engine.log import Decided, LogEntry, Thrown
from pilein.kernel.events import as_plain
from pilein.kernel.record import sealed
from pilein.lab.summary import outcome, unit_lines

FORMAT = 1


def fight_document(game: Game) -> dict[str, Any]:
    """The document: {format, seed, outcome, units, events, rulings, record}."""
    return {
        "format": FORMAT,
        "seed": game.seed,
        "outcome": outcome(game),
        "units": unit_lines(game),
        "events": [plain_entry(entry) for entry in game.log],
        "rulings": {ruling: game.state.setup.readings[ruling].option for ruling in game.met},
        "record": sealed(game.record),
    }


def plain_entry(entry: LogEntry) -> dict[str, Any]:
    """One entry of the log: an event under its kind, a roll as `Thrown`, a decision as `Decided`."""
    if isinstance(entry, Thrown | Decided):
        return dict(msgspec.to_builtins(entry))
    return {**as_plain(entry.event), "key": entry.key}


def printed(document: object) -> str:
    """A document as text."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
