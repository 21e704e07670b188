"""Messages of the engine at a table: replies, and events there."""

from typing import Any, Literal

from pilein.protocol.replies import Chance, Reply
from pilein.protocol.shared_messages import Board, Line, Message, Model, Option, Point, Seat, Unit


class TableOpened(Reply, frozen=True, kw_only=True):
    """A new table, with the secret tokens of the two sides and of watchers."""

    table: str
    tokens: tuple[str, str, str]


class Joined(Reply, frozen=True, kw_only=True):
    """A seat taken. Events after `number` follow, up to the present: `board` is the board at that point.

    Where `number` is not the `since` that was sent, the log begins anew. `dice_hash` is the SHA-256 (hexadecimal) of
    the secret that the dice come from; "" where dice are typed in.
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
    """Whether an answer would be legal: `reason` says why not ("" if it is).

    `places` are the models that it moves, up to the next roll or question. `left` are the inches of movement that
    remain, where that is known.
    """

    reason: str
    places: tuple[Model, ...] = ()
    left: float | None = None


class Region(Reply, frozen=True, kw_only=True):
    """Legal places for the middle of a model: cells of a grid `step` inches wide.

    `reasons` say why the others are not legal.
    """

    model: int
    step: float
    cells: tuple[Point, ...]
    reasons: tuple[str, ...] = ()


class OptionWorth(Message, frozen=True, kw_only=True):
    """An option with the chances of both sides to win, if it is taken; null: nothing is known of them."""

    index: int
    wins: tuple[Chance, Chance] | None


class Forecast(Reply, frozen=True, kw_only=True):
    """Worth of each option. `assumes` says how both sides play on."""

    question: int
    options: tuple[OptionWorth, ...]
    is_exact: bool
    assumes: tuple[str, ...]


class Offer(Message, frozen=True, kw_only=True):
    """An option that declares a charge: its distance in inches, and its chance to arrive (null: not known)."""

    index: int
    target: str
    inches: float
    arrives: Chance | None


class Offers(Reply, frozen=True, kw_only=True):
    """The charges on offer. `assumes` are the assumptions of their chances."""

    question: int
    offers: tuple[Offer, ...]
    assumes: tuple[str, ...]


class ReachPoint(Message, frozen=True, kw_only=True):
    """A distance in inches and the chance that the charge arrives."""

    distance: float
    arrives: Chance


class Reach(Reply, frozen=True, kw_only=True):
    """Reach of a unit's charge at an enemy from the present positions. `now` is their distance in inches.

    `is_complete`: beyond the last of `points` the charge never arrives; else no more could be worked out.
    """

    unit: int
    target: str
    now: float
    points: tuple[ReachPoint, ...]
    is_complete: bool
    assumes: tuple[str, ...]


class CoursePoint(Message, frozen=True, kw_only=True):
    """Chances of both sides to win after the first `lines` lines of the log, null if not known."""

    lines: int
    wins: tuple[Chance, Chance] | None


class Course(Reply, frozen=True, kw_only=True):
    """Chances to win from the first line to the last."""

    points: tuple[CoursePoint, ...]
    assumes: tuple[str, ...]


class RecordOf(Reply, frozen=True, kw_only=True):
    """A record as JSON text."""

    record: str


class Story(Reply, frozen=True, kw_only=True):
    """A whole game: the first board, and every line with its changes."""

    board: Board
    happened: tuple["Happened", ...]


class Film(Reply, frozen=True, kw_only=True):
    """A game as an animated SVG."""

    svg: str


class Happened(Message, frozen=True, kw_only=True):
    """Lines of the log, and their changes of the board: models new or moved, models gone, units."""

    number: int
    lines: tuple[Line, ...]
    models: tuple[Model, ...] = ()
    gone: tuple[int, ...] = ()
    units: tuple[Unit, ...] = ()
    phase: int = 1
    turn: int = 1


class TakenBack(Message, frozen=True, kw_only=True):
    """A decision was taken back: the log goes back to its first `lines` lines, and the board is as given."""

    number: int
    lines: int
    board: Board
    words: str


class Asked(Message, frozen=True, kw_only=True):
    """A question waits (or, with typed dice, a roll: `kind` is "roll").

    `kind` says what an answer is: "one" of the options; "several" of `items`, from `least` to `most`, as a list;
    "split": whole numbers for each of `items` that add up to `total`; "place": [model, x, y, facing] like the options'
    answers, in ticks of the ruleset (`ticks_per_inch`, facing in hundredths of a degree); "other": one of the
    options, or another of that form; "roll": `total` faces of typed dice, as `Throw`. `item_answers` are what the
    `items` stand for in an answer, `item_units` and `item_models` the units and models that each names. `unit` is the
    one that acts. A unit that moves in steps may be given other `steps` than those offered, at one of the `paces`: the
    answer is [pace, [[step, numbers ...], ...]], lengths in ticks and turns in hundredths of a degree. Only the side
    that is asked gets options; others see that it is asked. The sensible policy's answer is always among the options;
    `is_complete`: there are no other legal answers.
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
    """A side wishes to take back a decision; the other may agree. With `words` "" the wish is gone."""

    number: int
    side: int
    words: str


class Taped(Message, frozen=True, kw_only=True):
    """The measuring tape of a side (2: of watchers) lies here."""

    side: int
    points: tuple[Point, ...]


class Said(Message, frozen=True, kw_only=True):
    """Somebody at a side (2: a watcher) said something, or only tells their name (`text` is "")."""

    side: int
    name: str
    text: str


class PlayersNow(Message, frozen=True, kw_only=True):
    """Players of both sides ("" : a person), those present, and the clauses that each leaves to the policy for good."""

    number: int
    players: tuple[str, str]
    present: tuple[bool, bool]
    delegated: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


class GameOver(Message, frozen=True, kw_only=True):
    """The game is over. `winner` is the side that won, null for neither; `is_to_go_on`: another phase can be played.

    `dice_secret` (hexadecimal) is the source of the dice: its SHA-256 is the hash shown before. `seed` is made of it
    (see `pilein.protocol.fair_dice`), and gives the same dice again; in digits, since it has 64 bits. Both are ""
    where dice were typed in.
    """

    number: int
    words: str
    dice_secret: str
    seed: str
    winner: int | None = None
    is_to_go_on: bool = False
