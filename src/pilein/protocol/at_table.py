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
    (hexadecimal) of the secret from which the dice are made, or "" if dice are typed in.
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
    """Whether an answer would be legal. `reason` explains why it is illegal, or is "".

    `places` are the models that the answer moves, up to the next roll or question. `left` is the remaining movement
    in inches, if known.
    """

    reason: str
    places: tuple[Model, ...] = ()
    left: float | None = None


class Region(Reply, frozen=True, kw_only=True):
    """Legal positions for the centre of a model at the facing asked about, as lines through the given points.

    If the legal positions fill an area, each line stands for a strip `width` inches wide. Otherwise `width` is 0.
    """

    model: int
    width: float
    openings: tuple[tuple[Point, ...], ...]


class OptionWorth(Message, frozen=True, kw_only=True):
    """An option, and each side's chance to win if the option is taken (null if unknown)."""

    index: int
    wins: tuple[Chance, Chance] | None


class Forecast(Reply, frozen=True, kw_only=True):
    """Each side's chance to win with each option. `assumes` says how both sides are assumed to play on."""

    question: int
    options: tuple[OptionWorth, ...]
    is_exact: bool
    assumes: tuple[str, ...]


class Offer(Message, frozen=True, kw_only=True):
    """An option that declares a charge, with the charge's distance in inches and its chance of arriving (null if
    unknown).
    """

    index: int
    target: str
    inches: float
    arrives: Chance | None


class Offers(Reply, frozen=True, kw_only=True):
    """Charges that can be declared. `assumes` lists the assumptions behind the chances."""

    question: int
    offers: tuple[Offer, ...]
    assumes: tuple[str, ...]


class ReachPoint(Message, frozen=True, kw_only=True):
    """A distance in inches, and the chance that a charge from that distance arrives."""

    distance: float
    arrives: Chance


class Reach(Reply, frozen=True, kw_only=True):
    """Reach of a unit's charge at an enemy from the present positions, which are `now` inches apart.

    If `is_complete`, a charge from beyond the last of `points` never arrives. If not, longer distances could not be
    solved.
    """

    unit: int
    target: str
    now: float
    points: tuple[ReachPoint, ...]
    is_complete: bool
    assumes: tuple[str, ...]


class CoursePoint(Message, frozen=True, kw_only=True):
    """Each side's chance to win after the first `lines` lines of the log, or null if unknown."""

    lines: int
    wins: tuple[Chance, Chance] | None


class Course(Reply, frozen=True, kw_only=True):
    """Each side's chance to win over the course of a game, from the first log line to the last."""

    points: tuple[CoursePoint, ...]
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
    """A question is waiting for its answer or, with typed dice, a roll is waiting for its dice (`kind` is "roll").

    `kind` is the form of the answer. "one" is one of the options. "several" is a list of `items`, from `least` to
    `most`. "split" is a whole number for each of `items`, adding up to `total`. "place" is [model, x, y, facing]
    like the options' answers, in ticks of the ruleset (`ticks_per_inch`), with the facing in hundredths of a degree.
    "other" is one of the options, or another answer in the same form. "roll" is `total` faces of typed dice, sent by
    `Throw`. `item_answers` are the values of the `items` in an answer, and `item_units` and `item_models` the units
    and models that each item names. `unit` is the unit that acts. A unit that moves in steps may be given `steps`
    other than the offered ones, at one of the `paces`: the answer is [pace, [[step, numbers ...], ...]], with
    lengths in ticks and turns in hundredths of a degree. Only the side that is asked gets options; other seats see
    only that this side is asked. The sensible policy's answer is always among the options. `is_complete` means that
    there are no other legal answers.
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
    item_units: tuple[tuple[int, ...], ...] = ()
    item_models: tuple[tuple[int, ...], ...] = ()
    unit: int | None = None
    paces: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


class UndoWanted(Message, frozen=True, kw_only=True):
    """A side wishes to take back a decision, and the other side may agree. The wish is withdrawn if `words` is ""."""

    number: int
    side: int
    words: str


class Taped(Message, frozen=True, kw_only=True):
    """A side (2 for the watchers) has laid its measuring tape along `points`."""

    side: int
    points: tuple[Point, ...]


class Said(Message, frozen=True, kw_only=True):
    """A person at a side (2 for a watcher) said something, or announced only their name (`text` is "")."""

    side: int
    name: str
    text: str


class PlayersNow(Message, frozen=True, kw_only=True):
    """Each side's player ("" for a person), the people present, and the clauses that each side has left to the policy
    for good.
    """

    number: int
    players: tuple[str, str]
    present: tuple[bool, bool]
    delegated: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


class GameOver(Message, frozen=True, kw_only=True):
    """The game is over. `winner` is the winning side, or null if there is none. `is_to_go_on` states whether another
    phase can be played.

    `dice_secret` (hexadecimal) is the secret of the dice, whose SHA-256 is the hash shown beforehand. `seed` is
    derived from the secret (see `pilein.protocol.fair_dice`) and reproduces the dice; it is sent as digits because
    it has 64 bits. Both fields are "" if dice were typed in.
    """

    number: int
    words: str
    dice_secret: str
    seed: str
    winner: int | None = None
    is_to_go_on: bool = False
