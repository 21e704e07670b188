"""Record of a game, with all rolls and answers needed to replay it."""

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.documents import checksum, converted, decoded
from pilein.kernel.errors import BadRecord
from pilein.kernel.nearest import is_showable, shortened
from pilein.kernel.remedies import Remedy, command

FORMAT = 2
READABLE = (1, FORMAT)  # 1: keys of clauses named files and functions; no checksum, no origin of dice
Count = Annotated[int, msgspec.Meta(ge=0)]
TRACE = 4  # hexadecimal digits kept per clause played
PLAYERS = 2
LONGEST = 1000  # characters of any string but the trace
WIDEST = 4096  # bits in a seed, and in a dice position
DIGITS = re.compile(f"(?:[0-9a-f]{{{TRACE}}})*")
REMEDY = Remedy("name a file written with --record", on_page="choose the record of a game")
CHANGED = "the record has been changed since it was written"
Origin = Literal["", "seed", "given"]  # origin of the dice; "" in records of version 0.1.0
SEED: Origin = "seed"
GIVEN: Origin = "given"
UNKNOWN: Origin = ""
DAMAGED = "use an undamaged copy of the file"


class Given(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answer given to one request of a clause: the faces rolled, or a player's choice.

    `clause` is the clause's key on the agenda, and `request` the question or the label of the roll. `place` is the
    position of the random generator before the roll, so that the game can return to it.
    """

    clause: str
    kind: Literal["roll", "choice"]
    request: str
    answer: Any
    place: Count = 0


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Game that can be replayed, with its ruleset, scenario, seed and answers in order.

    `scenario` is the scenario as JSON, `place` the position of the seeded generator, `entry` the key of the first
    clause, and `phases` the number of phases to play, or 0 to play to the end. `battle` means that the game is
    played until it is decided. `players` names the player of each side, and `over` means that the game has ended.
    `trace` has a few digits for each clause played, which are a digest of the game up to the end of the clause.

    `dice` is the source of the faces, "seed" or "given". `checksum` covers the other fields. Version 0.1.0 wrote
    neither field, so both are "" in its records.

    `fixed` holds the answers fixed before play, by question: {"red:SH-RE-02": "hold"}. It is left out if empty.
    """

    format: int = FORMAT
    ruleset: str
    ruleset_version: int
    scenario: dict[str, Any]
    seed: int
    place: Count = 0
    entry: str
    phases: Count = 1
    battle: bool = False
    players: tuple[str, ...] = ()
    over: bool = False
    answers: tuple[Given, ...] = ()
    trace: str = ""
    dice: Origin = UNKNOWN
    checksum: str = ""
    fixed: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET

    def pieces(self) -> tuple[str, ...]:
        """Return the trace, split into one piece per clause."""
        return tuple(self.trace[start : start + TRACE] for start in range(0, len(self.trace), TRACE))

    @property
    def is_changed(self) -> bool:
        """Whether the record has a checksum that does not match its content."""
        return self.checksum not in ("", sealed(self).checksum)


def sealed(record: Record) -> Record:
    """Return the record with a checksum of its content."""
    plain = msgspec.to_builtins(record)
    del plain["checksum"]
    return replace(record, checksum=checksum(plain))


def as_json(record: Record) -> bytes:
    """Return the record as a readable JSON document, with its checksum and one answer per line."""
    plain = msgspec.to_builtins(sealed(record))
    answers = plain.pop("answers")
    head = msgspec.json.format(msgspec.json.encode(plain), indent=1)[:-2]
    lines = b",\n  ".join(msgspec.json.encode(answer) for answer in answers)
    return head + b',\n "answers": [\n  ' + lines + b"\n ]\n}\n"


def read(text: bytes | str, file: str = "") -> Record:
    """Read the record in a document. The record's property `is_changed` shows whether the document was edited.

    Raises:
        BadRecord: the document is not a valid record. The error gives the place and a remedy.
    """
    return from_plain(decoded(text, file=file, remedy=REMEDY), file)


def from_plain(plain: object, file: str = "") -> Record:
    """Read the record from a decoded document. See `read`."""
    if not isinstance(plain, dict) or "format" not in plain:
        raise BadRecord("this file is not the record of a game", file=file, key="format", remedy=REMEDY)
    if plain["format"] not in READABLE:
        words = f"the record has format {shortened(repr(plain['format']))}, but this version reads format {FORMAT}"
        raise BadRecord(words, file=file, key="format", remedy="use the version of pilein that wrote it")
    if "record" in plain:
        remedy = command("continue it with `pilein fight` or `pilein battle`, or ") + REMEDY
        raise BadRecord("this file is a saved game, not a record", file=file, remedy=remedy)
    record = converted(plain, Record, file=file, remedy=REMEDY)
    if len(record.players) not in (0, PLAYERS):
        words = f"a record must name {PLAYERS} players or none, but this one names {len(record.players)}"
        raise BadRecord(words, file=file, key="players", remedy="name one player for each side, or none")
    _check_texts(record, file)
    _check_numbers(record, file)
    _check_faces(record, file)
    _check_seal(record, file)
    return record


def _check_seal(record: Record, file: str) -> None:
    """Check that a record in the current format has a checksum and the origin of its dice."""
    for key in ("checksum", "dice"):
        if record.format == FORMAT and not getattr(record, key):
            raise BadRecord(f"the record has no key {key!r}", file=file, key=key, remedy=DAMAGED)


def _check_texts(record: Record, file: str) -> None:
    """Check that all strings can be displayed and are not too long, and that the trace consists of digits."""
    texts = {"ruleset": record.ruleset, "entry": record.entry}
    texts |= {f"fixed.{shortened(question)}": question for question in record.fixed or ()}
    texts |= {f"players[{place}]": name for place, name in enumerate(record.players)}
    for place, given in enumerate(record.answers):
        texts |= {f"answers[{place}].clause": given.clause, f"answers[{place}].request": given.request}
    for key, words in texts.items():
        if not is_showable(words):
            message = f"{shortened(words)!r} contains a character that cannot be displayed"
            raise BadRecord(message, file=file, key=key, remedy=DAMAGED)
        if len(words) > LONGEST:
            raise BadRecord(
                f"the text has {len(words):,} characters, more than {LONGEST:,}", file=file, key=key, remedy=DAMAGED
            )
    if not DIGITS.fullmatch(record.trace):
        message = f"the trace must consist of groups of {TRACE} hexadecimal digits"
        raise BadRecord(message, file=file, key="trace", remedy=DAMAGED)


def _check_numbers(record: Record, file: str) -> None:
    """Check that numbers are not too large for the generator."""
    numbers = {key: getattr(record, key) for key in ("seed", "place", "phases", "ruleset_version")}
    numbers |= {f"answers[{number}].place": given.place for number, given in enumerate(record.answers)}
    for key, number in numbers.items():
        if number.bit_length() > WIDEST:
            raise BadRecord(f"the number has more than {WIDEST:,} bits", file=file, key=key, remedy=DAMAGED)


def _check_faces(record: Record, file: str) -> None:
    for place, given in enumerate(record.answers):
        faces = given.answer
        if given.kind == "roll" and not (isinstance(faces, list) and all(type(face) is int for face in faces)):
            key = f"answers[{place}].answer"
            message = f"{shortened(repr(faces))} is not a list of dice faces"
            raise BadRecord(
                message, file=file, key=key, remedy="give the faces as a list of whole numbers, such as [4, 1, 6]"
            )
