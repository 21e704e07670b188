"""Messages between a page and the engine, which form the whole protocol and depend on no game's rules.

Every message is a JSON object with its kind under `type`. Lengths are in inches, angles in degrees clockwise from up
the table, chances from 0 to 1. A page sends the messages of `from_page`, each with an `id` chosen by the page and
repeated in the reply. The engine sends the messages of `replies` and `at_table`: a reply to each request and, at a
table, events to every seat. A request that cannot be carried out is `Refused` with the reason, the place of the
fault and a remedy. A server may also refuse messages that are too large, too deep or too frequent.
"""

from typing import TypeAlias

import msgspec

from pilein.kernel.remedies import Remedy
from pilein.protocol.at_table import (
    Asked,
    Course,
    Film,
    Forecast,
    GameOver,
    Happened,
    Joined,
    Offers,
    PlayersNow,
    Reach,
    RecordOf,
    Region,
    Said,
    Story,
    TableOpened,
    TakenBack,
    Taped,
    Tried,
    UndoWanted,
)
from pilein.protocol.from_page import FromPage
from pilein.protocol.replies import (
    Book,
    ChargeOdds,
    Done,
    Games,
    Odds,
    QuestionsFound,
    Refused,
    ScenarioChecked,
    UnitsFound,
    Words,
    Worth,
)
from pilein.protocol.shared_messages import Message

VERSION = 1  # of the protocol

FromEngine: TypeAlias = (
    Refused
    | Done
    | Games
    | Words
    | Book
    | ScenarioChecked
    | UnitsFound
    | Odds
    | ChargeOdds
    | Worth
    | QuestionsFound
    | TableOpened
    | Joined
    | Tried
    | Region
    | Forecast
    | Offers
    | Reach
    | Course
    | RecordOf
    | Story
    | Film
    | Happened
    | TakenBack
    | Asked
    | UndoWanted
    | Taped
    | Said
    | PlayersNow
    | GameOver
)

_DECODER: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)


def read(text: bytes | str) -> FromPage:
    """Decode a page's message. Raises msgspec.ValidationError or DecodeError if the text is not a valid message."""
    return _DECODER.decode(text)


def written(message: Message) -> bytes:
    """Encode a message as JSON, with each remedy in its wording for a page."""
    return msgspec.json.encode(message, enc_hook=_advice)


def _advice(value: object) -> str:
    if isinstance(value, Remedy):
        return value.on_page.strip()
    raise TypeError(f"a message cannot hold {value!r}")
