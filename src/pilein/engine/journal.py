"""Journal of a game in progress, with a line for every answer, so that a game interrupted at any moment can continue.

The first line is the record without its answers. Each later line holds the changes since the line before: the number
of earlier answers kept (fewer after an undo), the new answers, the changes to the trace, and the position in the dice.
An incomplete last line is ignored.
"""

from itertools import takewhile
from operator import eq
from typing import Annotated, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pilein.engine import replay
from pilein.engine.game import Game
from pilein.engine.sources import GivenDice, Players
from pilein.kernel.errors import BadRecord
from pilein.kernel.record import CHANGED, DAMAGED, Given, Record, from_plain, sealed
from pilein.tabletop.ruleset import Ruleset

FORMAT = 1
MARK = b'{"journal":'  # the first bytes of a journal
REMEDY = "name a journal written by pilein"
Count = Annotated[int, msgspec.Meta(ge=0)]


class Head(Struct, frozen=True, kw_only=True):
    """First line of a journal, with the scenario file, the record without answers, and the given dice, if any."""

    journal: int
    file: str
    record: dict[str, Any]
    dice: tuple[int, ...] | None


class JournalLine(Struct, frozen=True, kw_only=True):
    """Line of a journal, which holds the changes since the previous line."""

    kept: Count
    answers: tuple[Given, ...]
    traced: Count
    trace: str
    place: Count


class Noted(Struct, frozen=True):
    """Part of a game that its journal already holds."""

    answers: tuple[Given, ...] = ()
    trace: str = ""


class Unfinished(Struct, frozen=True):
    """Game read from a journal, with its scenario file, its record and the given dice, if any."""

    file: str
    record: Record
    dice: tuple[int, ...] | None


def head(game: Game, file: str) -> bytes:
    """Return the first line of the journal of a game that is played from the given file."""
    record = msgspec.to_builtins(sealed(replace(game.record, answers=(), trace="", over=False)))
    dice = game.dice.faces if isinstance(game.dice, GivenDice) else None
    return msgspec.json.encode(Head(journal=FORMAT, file=file, record=record, dice=dice)) + b"\n"


def line(noted: Noted, game: Game) -> tuple[bytes, Noted]:
    """Return the journal's next line and a note of what the journal then holds. The line is b"" if nothing has
    changed.
    """
    now = Noted(game.history.given, game.history.trace)
    kept, traced = _unchanged(noted.answers, now.answers), len(_beginning(noted.trace, now.trace))
    if kept == len(noted.answers) == len(now.answers) and noted.trace == now.trace:
        return b"", noted
    changed = JournalLine(
        kept=kept, answers=now.answers[kept:], traced=traced, trace=now.trace[traced:], place=game.dice.place
    )
    return msgspec.json.encode(changed) + b"\n", now


def read(text: bytes, file: str = "") -> Unfinished:
    """Read the game of a journal, up to its last complete line.

    Raises:
        BadRecord: the file is not a journal, or is damaged before its last line.
    """
    first, *lines = text.split(b"\n")[:-1] or [b""]
    begun = _head(first, file)
    record, last = from_plain(begun.record, file), len(lines)
    if record.is_changed:
        raise BadRecord(CHANGED, file=file, line=1, remedy=DAMAGED)
    for number, words in enumerate(lines, 1):
        try:
            record = _with(record, msgspec.json.decode(words, type=JournalLine))
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            if number == last:
                break  # incomplete
            remedy = f"to continue from before the damage, delete line {number + 1} and all lines after it"
            raise BadRecord(f"the journal is damaged: {error}", file=file, line=number + 1, remedy=remedy) from None
    return Unfinished(begun.file, from_plain(msgspec.to_builtins(sealed(record)), file), begun.dice)


def resumed(unfinished: Unfinished, rules: Ruleset, players: Players | None = None) -> Game:
    """Return the game of a journal, at the point where it was interrupted.

    Raises:
        BadRecord: the current rules play the game differently.
    """
    game = replay.resumed(unfinished.record, rules, players)
    if unfinished.dice is not None:
        take_given_dice(game, unfinished.dice)
    return game


def take_given_dice(game: Game, faces: tuple[int, ...], file: str = "") -> None:
    """Continue a game with the rest of the given dice.

    Raises:
        BadRecord: the game has used more dice than are given.
    """
    if game.dice.place > len(faces):
        raise BadRecord(
            f"the game has used {game.dice.place} dice, but the journal lists only {len(faces)}",
            file=file,
            key="dice",
            remedy=DAMAGED,
        )
    game.dice = GivenDice(faces, game.dice.place)
    game.sit_down(game.players)


def _head(text: bytes, file: str) -> Head:
    try:
        found = msgspec.json.decode(text, type=Head)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadRecord(f"this file is not a journal: {error}", file=file, remedy=REMEDY) from None
    if found.journal != FORMAT:
        words = f"the journal has format {found.journal}, but this version reads format {FORMAT}"
        raise BadRecord(words, file=file, key="journal", remedy="use the version of pilein that wrote it")
    return found


def _with(record: Record, changed: JournalLine) -> Record:
    if changed.kept > len(record.answers) or changed.traced > len(record.trace):
        raise ValueError("the line before this one is missing")
    answers = (*record.answers[: changed.kept], *changed.answers)
    trace = record.trace[: changed.traced] + changed.trace
    return replace(record, answers=answers, trace=trace, place=changed.place)


def _unchanged(before: tuple[Given, ...], now: tuple[Given, ...]) -> int:
    """Length of the common prefix of two sequences of answers."""
    pairs = zip(before, now, strict=False)
    return next((number for number, (one, other) in enumerate(pairs) if one is not other), min(len(before), len(now)))


def _beginning(before: str, now: str) -> str:
    if now.startswith(before):
        return before
    same = takewhile(bool, map(eq, before, now))
    return before[: sum(same)]
