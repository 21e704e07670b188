"""Messages of the engine at a table: replies to requests, and events."""

from typing import Any, Literal

from pilein.protocol.replies import Chance, Reply
from pilein.protocol.shared_messages import Board, Line, Message, Model, Option, Point, Seat, Unit


class TableOpened(Reply, frozen=True, kw_only=True):
    """A new table, with the secret tokens of the first side, the second side and the watchers."""

    table: str
    tokens: tuple[str, str, str]


class Joined(Reply, frozen=True, kw_only=True):
    """A seat has been taken. `board` is the board after event `number`; all later events follow.

    If `number` differs from the `since` that was sent, the log starts again. `dice_hash` is the SHA-256
    (hexadecimal) of the secret that the dice are made from, or "" if dice are typed in.
    """

    seat: Seat
    board: Board
    number: int
    dice_hash: str
    players: tuple[str, str]
    phase: int
    turn: int
    toml: str


class Tried(Reply, frozen=True, kw_only=True):
    """Verdict on an answer. `reason` says why it is illegal ("" if legal). `places` are the models it would move."""

    reason: str
    places: tuple[Model, ...] = ()


class Region(Reply, frozen=True, kw_only=True):
    """Legal positions for the centre of a model, as cells of a grid `step` inches wide.

    `reasons` say why other positions are illegal.
    """

    model: int
    step: float
    cells: tuple[Point, ...]
    reasons: tuple[str, ...] = ()


class OptionWorth(Message, frozen=True, kw_only=True):
    """An option and each side's chance to win if it is taken; null if not known."""

    index: int
    wins: tuple[Chance, Chance] | None


class Forecast(Reply, frozen=True, kw_only=True):
    """Each side's chance to win with each option. `assumes` says how both sides are assumed to play on."""

    question: int
    options: tuple[OptionWorth, ...]
    is_exact: bool
    assumes: tuple[str, ...]


class Offer(Message, frozen=True, kw_only=True):
    """An option that declares a charge, its distance in inches, and the chance that it arrives (null if not known)."""

    index: int
    target: str
    inches: float
    arrives: Chance | None


class Offers(Reply, frozen=True, kw_only=True):
    """Charges that can be declared. `assumes` lists the assumptions behind their chances."""

    question: int
    offers: tuple[Offer, ...]
    assumes: tuple[str, ...]


class ReachPoint(Message, frozen=True, kw_only=True):
    """A distance in inches and the chance that a charge from there arrives."""

    distance: float
    arrives: Chance


class Reach(Reply, frozen=True, kw_only=True):
    """Reach of a unit's charge at an enemy from the present positions. `now` is their distance in inches.

    If `is_complete`, a charge from beyond the last of `points` never arrives; if not, longer distances could not be
    solved.
    """

    unit: int
    target: str
    now: float
    points: tuple[ReachPoint, ...]
    is_complete: bool
    assumes: tuple[str, ...]


class RecordOf(Reply, frozen=True, kw_only=True):
    """A game record as JSON text."""

    record: str


class Story(Reply, frozen=True, kw_only=True):
    """A complete game: the first board, then every log line with its changes to the board."""

    board: Board
    happened: tuple["Happened", ...]


class Film(Reply, frozen=True, kw_only=True):
    """A game as an animated SVG."""

    svg: str


class Happened(Message, frozen=True, kw_only=True):
    """Lines added to the log, with their changes to the board: models added or moved, models removed, units changed."""

    number: int
    lines: tuple[Line, ...]
    models: tuple[Model, ...] = ()
    gone: tuple[int, ...] = ()
    units: tuple[Unit, ...] = ()
    phase: int = 1
    turn: int = 1


class TakenBack(Message, frozen=True, kw_only=True):
    """A decision was taken back. The log is cut to its first `lines` lines, and `board` replaces the board."""

    number: int
    lines: int
    board: Board
    words: str


class Asked(Message, frozen=True, kw_only=True):
    """A question is waiting for its answer, or with typed dice a roll for its dice (`kind` is "roll").

    `kind` gives the form of an answer. "one": one of the options. "several": a list of `least` to `most` of `items`.
    "split": a whole number for each of `items`, adding up to `total`. "place": [model, x, y, facing] as in the
    options, in ticks (`ticks_per_inch`) and hundredths of a degree. "other": one of the options, or another answer
    of the same form. "roll": `total` faces of typed dice, sent with `Throw`. `item_answers` are the values that
    represent `items` in an answer. Only the side that is asked gets options; other seats see that it is asked. The
    options always include the sensible policy's answer. `is_complete` means that no other answer is legal.
    """

    number: int
    question: int
    side: int
    clause: str
    words: str
    kind: Literal["one", "several", "split", "place", "other", "roll"]
    options: tuple[Option, ...] = ()
    is_complete: bool = True
    items: tuple[str, ...] = ()
    item_answers: tuple[Any, ...] = ()
    least: int = 1
    most: int = 1
    total: int = 0
    ticks_per_inch: int = 0


class UndoWanted(Message, frozen=True, kw_only=True):
    """A side wishes to take back a decision, and the other side may agree. Empty `words` withdraw the wish."""

    number: int
    side: int
    words: str


class Taped(Message, frozen=True, kw_only=True):
    """A side (2: the watchers) has laid its measuring tape along `points`."""

    side: int
    points: tuple[Point, ...]


class PlayersNow(Message, frozen=True, kw_only=True):
    """The players of both sides ("" for a person), and whether each side is present."""

    number: int
    players: tuple[str, str]
    present: tuple[bool, bool]


class GameOver(Message, frozen=True, kw_only=True):
    """The game is over. `dice_secret` (hexadecimal) is the secret of the dice: its SHA-256 is the hash shown
    beforehand.

    `seed` is derived from the secret (see `pilein.protocol.fair_dice`) and reproduces the dice; it is sent as digits
    because it has 64 bits. Both fields are "" if dice were typed in.
    """

    number: int
    words: str
    dice_secret: str
    seed: str
