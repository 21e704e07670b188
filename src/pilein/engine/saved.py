"""Saved games. A game can be saved at any moment, even in the middle of a clause, and loaded again later."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.aliases import with_todays_agenda
from pilein.engine.game import Game
from pilein.engine.history import History
from pilein.engine.journal import take_given_dice
from pilein.engine.log import Thrown
from pilein.engine.replay import opened, resumed
from pilein.engine.sources import Answered, GivenDice, Players
from pilein.kernel.codec import codec_of
from pilein.kernel.documents import canonical, checksum, converted, decoded
from pilein.kernel.errors import BadRecord
from pilein.kernel.nearest import shortened
from pilein.kernel.record import DAMAGED, FORMAT, READABLE, SEED, Record, from_plain, sealed
from pilein.kernel.remedies import Remedy
from pilein.tabletop.ruleset import Ruleset

REMEDY = Remedy(
    "name a file written with --save (`pilein replay` shows a record)", on_page="choose the file of a saved game"
)


class SavedGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A saved game as a document, with the record and the position to which the record leads.

    `dice` holds the given dice, if any. `phase` is the current phase, or 0 in saves of older versions. `checksum`
    covers all other fields and is "" in saves of version 0.1.0.
    """

    format: int
    record: dict[str, Any]
    position: dict[str, Any]
    dice: tuple[int, ...] | None = None
    phase: int = 0
    checksum: str = ""


def save(game: Game) -> bytes:
    """Return the game as a JSON document that `load` accepts."""
    position = codec_of(type(game.state)).builtins(game.position)
    record = msgspec.to_builtins(sealed(game.record))
    dice = game.dice.faces if isinstance(game.dice, GivenDice) else None
    saved = SavedGame(FORMAT, record, position, dice, game.phase)
    return msgspec.json.encode(replace(saved, checksum=_checksum(saved)))


def read_saved(text: bytes | str, file: str = "") -> SavedGame:
    """Parse the document of a saved game.

    Raises:
        BadRecord: the data is not a saved game, or has been changed since it was written.
    """
    plain = decoded(text, file=file, remedy=REMEDY)
    if not isinstance(plain, dict) or "record" not in plain:
        raise BadRecord("this file is not a saved game", file=file, remedy=REMEDY)
    if plain.get("format") not in READABLE:
        words = (
            f"the saved game has format {shortened(repr(plain.get('format')))}, but this version reads format {FORMAT}"
        )
        raise BadRecord(words, file=file, key="format", remedy="use the version of pilein that wrote it")
    saved = converted(plain, SavedGame, file=file, remedy=REMEDY)
    if not saved.checksum and saved.format == FORMAT:
        raise BadRecord("the saved game has no checksum", file=file, key="checksum", remedy=DAMAGED)
    if saved.checksum and saved.checksum != _checksum(saved):
        raise BadRecord("the saved game has been changed since it was written", file=file, remedy=DAMAGED)
    return saved


def _checksum(saved: SavedGame) -> str:
    parts: list[Any] = [saved.format, saved.record, saved.position]
    parts += [] if saved.dice is None else [saved.dice]
    return checksum(parts + ([saved.phase] if saved.phase else []))


def load(text: bytes | str, rules: Ruleset, players: Players | None = None, *, file: str = "") -> Game:
    """Load a saved game, with its history.

    Raises:
        BadRecord: the file is damaged, or the current rules play the game differently.
    """
    saved = read_saved(text, file)
    record = from_plain(saved.record, file)
    try:
        game = resumed(record, rules, players)
    except BadRecord as error:
        raise _refusal(error, record.ruleset_version, rules, file) from None
    if record.ruleset_version == rules.version:
        _check_position(saved, game, file)
    if saved.dice is not None:
        take_given_dice(game, saved.dice, file)
    return game


def load_position(saved: SavedGame, record: Record, rules: Ruleset, players: Players | None = None) -> Game | None:
    """Load a saved game from its position alone, without its past, or return None if the game must be replayed.

    The log of the game begins at the saved position, and the game has no record. The checksum guarantees the
    position. The position is used only if the file was saved under the same version of the rules, with dice from the
    game's seed. It is not used in a battle, because the end of a battle depends on the past.

    Raises:
        BadRecord: the record has been changed.
    """
    is_known = saved.checksum and saved.phase and saved.dice is None and record.dice == SEED
    if not is_known or record.battle or record.ruleset_version != rules.version:
        return None
    game = opened(record, rules, players)
    position = codec_of(type(game.state)).position(saved.position, game.state.setup)
    game.position, game.phase, game.is_supposed = position, saved.phase, True
    game.dice.place = record.place
    given = record.answers[len(record.answers) - len(position.answers) :]
    key = str(position.agenda[0][0]) if position.agenda else ""
    game.history = History(
        answers=tuple(
            Answered(answer, one, Thrown(key, one.request, "", ()))
            for answer, one in zip(position.answers, given, strict=True)
        )
    )
    return game


def _refusal(error: BadRecord, version: int, rules: Ruleset, file: str) -> BadRecord:
    today = rules.version
    if version == today:
        return BadRecord(error.message, file=file, key=error.key, remedy=DAMAGED)
    words = f"{error.message} (it was saved under version {version} of {rules.name}, but this is version {today})"
    return BadRecord(words, file=file, key=error.key, remedy="finish it with the version of pilein that wrote it")


def _check_position(saved: SavedGame, game: Game, file: str) -> None:
    """Compare the saved position with the position to which the record leads.

    In a save of format 1 the state is not compared, since its fields had another order.
    """
    codec, position = codec_of(type(game.state)), saved.position
    if saved.format != FORMAT:
        state = codec.builtins(game.position)["state"]
        position = with_todays_agenda(position, game.scenario.ruleset) | {"state": state}
    try:
        codec.position(position, game.state.setup)
    except BadRecord as error:
        raise BadRecord(error.message, file=file, key="position", remedy=DAMAGED) from None
    if canonical(position) != canonical(codec.builtins(game.position)):
        words = "the saved position differs from the one to which the record leads"
        raise BadRecord(words, file=file, key="position", remedy=DAMAGED)
