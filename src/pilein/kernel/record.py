"""The record of a game: what was rolled and answered, from which everything that happened can be played again."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from pilein.kernel.errors import BadRecord

FORMAT = 2
READABLE = (1, FORMAT)  # 1: keys of clauses were names of files and functions
Count = Annotated[int, msgspec.Meta(ge=0)]
TRACE = 4  # hexadecimal digits kept for each clause played


class Given(Struct, frozen=True, kw_only=True):
    """An answer to one request of a clause: the faces of a roll as they fell, or what a player chose.

    `clause` is the clause's key on the agenda, `request` the question or the label of the roll. `place` is where the
    dice stood before, so that the game can be taken back to here.
    """

    clause: str
    kind: Literal["roll", "choice"]
    request: str
    answer: Any
    place: Count = 0


class Record(Struct, frozen=True, kw_only=True):
    """A game as it can be played again: rules, scenario, seed, and the answers in order.

    `scenario` is the scenario as JSON has it, `place` where the dice of the seed stand, `entry` the key of the first
    clause, `phases` how many were asked for (0: to the end), `battle` whether it is one that goes on until it is
    decided, `players` who answered for each side, `over` whether the game has come to its end. `trace` has a few digits
    for each clause that has been played, each depending on all that had happened up to its end.
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

    def pieces(self) -> tuple[str, ...]:
        """The trace of each clause."""
        return tuple(self.trace[start : start + TRACE] for start in range(0, len(self.trace), TRACE))


def as_json(record: Record) -> bytes:
    """The record as a JSON document for people too: one answer a line."""
    plain = msgspec.to_builtins(record)
    answers = plain.pop("answers")
    head = msgspec.json.format(msgspec.json.encode(plain), indent=1)[:-2]
    lines = b",\n  ".join(msgspec.json.encode(answer) for answer in answers)
    return head + b',\n "answers": [\n  ' + lines + b"\n ]\n}\n"


def read(text: bytes | str, file: str = "") -> Record:
    """The record that a document holds.

    Raises:
        BadRecord: with the place in the document and the remedy.

    """
    try:
        plain = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadRecord(f"this is no JSON: {error}", file=file, remedy=REMEDY) from None
    return from_plain(plain, file)


def from_plain(plain: Any, file: str = "") -> Record:  # noqa: ANN401 - whatever JSON held
    """The record from the values of its document; see `read`."""
    if not isinstance(plain, dict) or "format" not in plain:
        raise BadRecord("this is no record of a game", file=file, key="format", remedy=REMEDY)
    if plain["format"] not in READABLE:
        words = f"this is format {plain['format']!r}, and this version reads format {FORMAT}"
        raise BadRecord(words, file=file, key="format", remedy="use the version of pilein that wrote it")
    if "record" in plain:
        remedy = "go on with it, or give a file that --record wrote"
        raise BadRecord("this is a saved game, not its record", file=file, remedy=remedy)
    try:
        record = msgspec.convert(plain, Record)
    except msgspec.ValidationError as error:
        words, _, place = str(error).partition(" - at `")
        raise BadRecord(words, file=file, key=place.strip("`$").lstrip("."), remedy=REMEDY) from None
    if len(record.players) not in (0, 2):
        words = f"{len(record.players)} players"
        raise BadRecord(words, file=file, key="players", remedy="give one for each of the two sides, or none")
    _check_faces(record, file)
    return record


REMEDY = "give a file that --record wrote"


def _check_faces(record: Record, file: str) -> None:
    for place, given in enumerate(record.answers):
        faces = given.answer
        if given.kind == "roll" and not (isinstance(faces, list) and all(type(face) is int for face in faces)):
            key = f"answers[{place}].answer"
            raise BadRecord(
                f"{faces!r} are no faces of dice", file=file, key=key, remedy="give a list of whole numbers"
            )
