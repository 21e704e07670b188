"""A recorded game played again, and whether today's rules still make the same of it."""

import msgspec
from msgspec import Struct

from pilein.engine.aliases import Trace, renamed
from pilein.engine.dice import Dice
from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.rules import Rules
from pilein.engine.sources import Live, Players, Recorded
from pilein.kernel.errors import BadRecord, PileInError
from pilein.kernel.record import Record
from pilein.tabletop.scenario import Scenario

FAULTS = (LookupError, ValueError, TypeError, AssertionError)  # of a scenario that was changed by hand


class Difference(Struct, frozen=True):
    """The first clause, by its key on the agenda, in which today's rules part from a record, and how."""

    clause: str
    what: str


def replayed(record: Record, rules: Rules, players: Players | None = None) -> Game:
    """The game of a record, as far as the record goes; from there `players` go on (people, if none are named).

    Raises:
        BadRecord: today's rules do not play it as recorded; its key is the clause.

    """
    game, source = _opened(renamed(record), rules, players)
    trace = Trace(record)
    for piece in record.pieces():
        _play_again(game, piece, trace)
    if source.left and (game.step() or source.left):
        raise BadRecord("it asks less than the record answers", key=_last_clause(game))
    if record.over and not game.is_over:
        raise BadRecord("the game is not over where the record is", key=_last_clause(game))
    game.dice.place = record.place
    game.source = Live(game.players, game.dice)
    return game


def check(record: Record, rules: Rules) -> Difference | None:
    """Where today's rules ask something else than a record, or give other events; None if they agree.

    Raises:
        BadRecord: it is a record of another ruleset, or holds no scenario.

    """
    _opened(record, rules, None)
    try:
        replayed(record, rules)
    except BadRecord as error:
        return Difference(error.key, error.message)
    except PileInError as error:
        return Difference("", str(error))
    return None


def _opened(record: Record, rules: Rules, players: Players | None) -> tuple[Game, Recorded]:
    if record.ruleset != rules.rulebook.name:
        raise BadRecord(f"it was played under {record.ruleset}, not {rules.rulebook.name}", key="ruleset")
    seats = players or _people(record.players)
    dice = Dice(record.seed)
    try:
        game = Game(
            rules,
            _scenario(record),
            seed=record.seed,
            players=seats,
            phases=record.phases,
            battle=record.battle,
            dice=dice,
        )
    except (PileInError, *FAULTS) as error:
        raise BadRecord(f"its scenario cannot be played: {_told(error)}", key="scenario") from None
    source = Recorded(record.answers, record.players)
    game.source = source
    return game, source


def _told(error: Exception) -> str:
    if isinstance(error, PileInError):
        return str(error)
    return f"it names what it does not hold{f': {error}' if isinstance(error, KeyError) else ''}"


def _people(names: tuple[str, ...]) -> Players:
    return (Player(names[0]), Player(names[1])) if len(names) == 2 else (Player("ask"), Player("ask"))  # noqa: PLR2004


def _scenario(record: Record) -> Scenario:
    try:
        return msgspec.convert(record.scenario, Scenario)
    except msgspec.ValidationError as error:
        raise BadRecord(str(error)) from None


def _play_again(game: Game, piece: str, trace: Trace) -> None:
    if not game.step():
        words = "it asks more than the record answers" if game.waiting else "nothing is left to play"
        raise BadRecord(words, key=_last_clause(game))
    if trace.piece(game.history.turns[-1]) != piece:
        count = game.history.number
        after = f" after {count} answer{'' if count == 1 else 's'}" if count else ""
        raise BadRecord(f"it gives other events{after}", key=game.history.turns[-1].key)


def _last_clause(game: Game) -> str:
    if game.position.agenda:
        return str(game.position.agenda[0][0])
    return game.history.turns[-1].key if game.history.turns else ""
