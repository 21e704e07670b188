"""Summary of a game: each unit before and after play, the outcome, and the JSON document."""

from typing import Any

import msgspec
from msgspec import Struct

from pilein.engine.game import Game
from pilein.engine.log import Decided, LogEntry, Thrown
from pilein.kernel.events import as_plain
from pilein.kernel.record import sealed
from pilein.kernel.remedies import plain_words
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import in_contact

FORMAT = 1


def fight_document(game: Game) -> dict[str, Any]:
    """Return the JSON document of a fight: {format, seed, outcome, units, events, rulings, record}."""
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
    """Return one log entry as plain data: an event under its kind, a roll as `Thrown`, a decision as `Decided`."""
    if isinstance(entry, Thrown | Decided):
        return dict(msgspec.to_builtins(entry))
    return {**as_plain(entry.event), "key": entry.key}


def printed(document: object) -> str:
    """Format a document as JSON text."""
    return msgspec.json.format(msgspec.json.encode(document, enc_hook=plain_words), indent=2).decode() + "\n"


class UnitLine(Struct, frozen=True):
    """Unit before and after a game: its models, the survivors' wounds, whether it is in contact, and its statuses."""

    unit: str
    side: str
    models_before: int
    models_after: int
    wounds_lost: int
    in_contact: bool
    status: tuple[str, ...]


class Result(Struct, frozen=True):
    """Outcome of a game: the phases played, whether all requested phases are over, and the models left on each side.

    `unresolved` means that enemies are still in contact.
    """

    phases: int
    over: bool
    unresolved: bool
    models: dict[str, int]


def unit_lines(game: Game) -> tuple[UnitLine, ...]:
    """Return a line for each unit, in scenario order."""
    return tuple(_line(game, unit) for unit in range(len(game.state.setup.units)))


def outcome(game: Game) -> Result:
    """Return the outcome of the game at its current position."""
    setup, field = game.state.setup, game.state.field
    models = {
        name: sum(game.rules.left(game.state, unit) for unit in setup.units_of(side))
        for side, name in enumerate(setup.sides)
    }
    return Result(game.phase, game.is_over, in_contact(field, len(setup.units)), models)


def _line(game: Game, unit: int) -> UnitLine:
    field, one = game.state.field, game.state.setup.units[unit]
    wounds = sum(field.wounds_lost(model) for model in field.models(unit))
    return UnitLine(
        unit=one.name,
        side=game.state.setup.sides[one.side],
        models_before=game.rules.left(game.opening.state, unit),
        models_after=game.rules.left(game.state, unit),
        wounds_lost=wounds,
        in_contact=bool(field.touched_units(unit)),
        status=statuses_of(game.state, unit) if field.living(unit) else (game.rules.fate(game.state, unit),),
    )


def statuses_of(state: BattleState, unit: int) -> tuple[str, ...]:
    """Return the names of a unit's statuses, or no names in rulesets without statuses."""
    statuses = getattr(state, "statuses", ())
    if unit >= len(statuses):
        return ()
    status = statuses[unit]
    names = getattr(status, "__struct_fields__", ())
    return tuple(name.replace("_", " ") for name in names if getattr(status, name) is True)
