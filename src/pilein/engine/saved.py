"""A game saved at any moment, even in the middle of a clause, and taken up again."""

from typing import Any

import msgspec
from msgspec import Struct

from pilein.engine.aliases import with_todays_agenda
from pilein.engine.game import Game
from pilein.engine.replay import replayed
from pilein.engine.rules import Rules
from pilein.engine.sources import Players
from pilein.kernel.codec import codec_of
from pilein.kernel.errors import BadRecord
from pilein.kernel.record import FORMAT, READABLE, from_plain

REMEDY = "give a file that --save wrote (a record is shown by `pilein replay`)"


class SavedGame(Struct, frozen=True):
    """The document of a saved game: the record is the game, the position says what it has come to."""

    format: int
    record: dict[str, Any]
    position: dict[str, Any]


def save(game: Game) -> bytes:
    """The game as a JSON document."""
    position = codec_of(type(game.state)).builtins(game.position)
    record = msgspec.to_builtins(game.record)
    return msgspec.json.encode(SavedGame(FORMAT, record, position))


def read_saved(text: bytes | str, file: str = "") -> SavedGame:
    """The document of a saved game.

    Raises:
        BadRecord: it is none.

    """
    try:
        saved = msgspec.json.decode(text, type=SavedGame)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise BadRecord(f"this is no saved game: {error}", file=file, remedy=REMEDY) from None
    if saved.format not in READABLE:
        raise BadRecord(f"this is format {saved.format}, and this version reads {FORMAT}", file=file, key="format")
    return saved


def load(text: bytes | str, rules: Rules, players: Players | None = None, *, file: str = "") -> Game:
    """The game that was saved, at the moment when it was saved, with all that happened before.

    Raises:
        BadRecord: the file is damaged, or the rules have changed since so that the game went otherwise.

    """
    saved = read_saved(text, file)
    record = from_plain(saved.record, file)
    try:
        game = replayed(record, rules, players)
    except BadRecord as error:
        raise _refusal(error, record.ruleset_version, rules, file) from None
    if record.ruleset_version == rules.rulebook.version:
        _check_position(saved, game, file)
    return game


def _refusal(error: BadRecord, version: int, rules: Rules, file: str) -> BadRecord:
    today = rules.rulebook.version
    if version == today:
        return BadRecord(error.message, file=file, key=error.key, remedy="the file is damaged: use another copy")
    words = f"{error.message} (it was saved under version {version} of {rules.rulebook.name}, this is version {today})"
    return BadRecord(words, file=file, key=error.key, remedy="finish it with the version of pilein that wrote it")


def _check_position(saved: SavedGame, game: Game, file: str) -> None:
    codec = codec_of(type(game.state))
    position = saved.position if saved.format == FORMAT else with_todays_agenda(saved.position, game.scenario.ruleset)
    if codec.position(position, game.state.setup) != game.position:
        words = "the position in the file is not the one its record leads to"
        raise BadRecord(words, file=file, key="position", remedy="the file is damaged: use another copy")
