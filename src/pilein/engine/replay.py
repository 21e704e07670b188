"""Replay recorded games, and check that the current rules still play them the same way."""

from msgspec import Struct

from pilein.engine.aliases import Trace, renamed
from pilein.engine.fixed import fixed_from
from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.recorded import Recorded
from pilein.engine.sources import Dice, Live, Players
from pilein.kernel.documents import converted
from pilein.kernel.errors import BadInput, BadRecord, PileInError
from pilein.kernel.nearest import folded, shortened
from pilein.kernel.record import CHANGED, DAMAGED, FORMAT, PLAYERS, Record
from pilein.tabletop.checking import check as check_places
from pilein.tabletop.ruleset import MOST_PHASES, Ruleset
from pilein.tabletop.scenario import Loaded, Scenario
from pilein.tabletop.validation.scenario import assert_valid, completed

FAULTS = (
    LookupError,
    ValueError,
    TypeError,
    AssertionError,
    ArithmeticError,
    RecursionError,
)  # remedy for a record that no game could have written


class Difference(Struct, frozen=True):
    """First difference between a record and the current rules, with the clause's key on the agenda.

    For a difference outside the clauses, `clause` is the field of the record, or "".
    """

    clause: str
    what: str


def replayed(record: Record, rules: Ruleset, players: Players | None = None) -> Game:
    """Replay the game in a record to its end. `players` continue from there; by default both sides are people.

    Raises:
        BadRecord: the record has been changed, or the current rules play it differently. The error's key is the clause.
    """
    if record.is_changed:
        raise BadRecord(CHANGED, key="checksum", remedy=DAMAGED)
    return _replayed(record, rules, players)[0]


def resumed(record: Record, rules: Ruleset, players: Players | None = None) -> Game:
    """Replay a record and return its game, ready to continue. The record's dice must come from its seed unless they
    were given.

    Raises:
        BadRecord: `replayed` raises it, or the seed does not give the recorded dice.
    """
    if record.is_changed:
        raise BadRecord(CHANGED, key="checksum", remedy=DAMAGED)
    game, source = _replayed(record, rules, players)
    if source.dice.may_be_changed and source.dice.fault is not None:
        raise source.dice.fault
    return game


def check(record: Record, rules: Ruleset) -> Difference | None:
    """Return the first difference in requests or log entries between a record and its replay under the current rules,
    or None if there is no difference.

    Raises:
        BadRecord: the record belongs to another ruleset.
    """
    try:
        game, source = _opened(record, rules, None)
    except BadRecord as error:
        if error.key == "ruleset":
            raise
        return Difference(error.key, error.message)
    try:
        _play_through(record, game, source)
    except BadRecord as error:
        return Difference(error.key, error.message)
    except PileInError as error:
        return Difference("", str(error))
    if source.dice.may_be_changed and source.dice.fault is not None:
        return Difference(source.dice.fault.key, source.dice.fault.message)
    if record.ruleset_version == rules.version:
        found = _other_words(renamed(record), game.record)
        if found is not None:
            return found
    return Difference("", CHANGED) if record.is_changed else None


def _replayed(record: Record, rules: Ruleset, players: Players | None) -> tuple[Game, Recorded]:
    game, source = _opened(record, rules, players)
    _play_through(record, game, source)
    return game, source


def _play_through(record: Record, game: Game, source: Recorded) -> None:
    trace = Trace(record)
    for piece in record.pieces():
        _play_again(game, piece, trace)
    if source.left and (game.step() or source.left):
        raise BadRecord("the replay asks fewer questions than the record answers", key=_last_clause(game))
    if record.over and not game.is_over:
        raise BadRecord(
            "the record says that the game is over, but the replayed game continues", key=_last_clause(game)
        )
    source.dice.end_at(record.place)
    source.dice.raise_fault()
    game.dice.place = record.place
    game.dice_from = source.dice.origin
    game.source = Live(game.players, game.dice, game.fixed)


def _other_words(record: Record, today: Record) -> Difference | None:
    """Return a difference in wording between a record and the current rules, which play the record the same way.

    Questions have been reworded since format 1, so wording is compared only in records of the current format.
    """
    for ours, theirs in zip(today.answers, record.answers, strict=True):
        if folded(ours.request) != folded(theirs.request) and record.format == FORMAT:
            words = f"{shortened(theirs.request)!r} was asked, but the current rules ask {shortened(ours.request)!r}"
            return Difference(theirs.clause, words)
    if record.entry != today.entry:
        return Difference(
            "entry", f"the record begins with {shortened(record.entry)!r}, but play now begins with {today.entry!r}"
        )
    if record.over != today.over:
        return Difference("over", "the replayed game is over, but the record says that it is not")
    if not _holds(today.scenario, record.scenario):
        return Difference("scenario", "the recorded scenario contains keys that no scenario has")
    return None


def _holds(ours: object, theirs: object) -> bool:
    """Whether the first document contains everything in the second. The document of a later version may have
    more keys.
    """
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return all(key in ours and _holds(ours[key], value) for key, value in theirs.items())
    if isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        return len(ours) == len(theirs) and all(map(_holds, ours, theirs))
    return type(ours) is type(theirs) and bool(ours == theirs)


def opened(record: Record, rules: Ruleset, players: Players | None = None) -> Game:
    """Return the game of a record at its beginning, with the dice of its seed.

    The record's checksum covers the scenario.

    Raises:
        BadRecord: the record has been changed, or belongs to other rules.
    """
    if record.is_changed:
        raise BadRecord(CHANGED, key="checksum", remedy=DAMAGED)
    game = _opened(record, rules, players, is_trusted=True)[0]
    game.source = Live(game.players, game.dice, game.fixed)
    return game


def _opened(
    record: Record, rules: Ruleset, players: Players | None, *, is_trusted: bool = False
) -> tuple[Game, Recorded]:
    if record.ruleset != rules.name:
        words = f"the game was played under {shortened(record.ruleset)}, not {rules.name}"
        raise BadRecord(words, key="ruleset")
    if record.phases > MOST_PHASES or (record.battle and record.phases):
        raise BadRecord(f"the number of phases cannot be {shortened(str(record.phases))}", key="phases", remedy=DAMAGED)
    seats = players or _people(record.players)
    dice = Dice(record.seed)
    try:
        game = Game(
            rules,
            converted(record.scenario, Scenario) if is_trusted else _scenario(record, rules),
            seed=record.seed,
            players=seats,
            phases=record.phases,
            battle=record.battle,
            dice=dice,
        )
    except (PileInError, *FAULTS) as error:
        raise BadRecord(f"the scenario in the record cannot be played: {_with_key(error)}", key="scenario") from None
    game.fixed = fixed_from(record.fixed or {}, game.state.setup.sides)
    source = Recorded(renamed(record), game.fixed)
    game.source = source
    return game, source


def _with_key(error: Exception) -> str:
    if isinstance(error, BadInput):
        return f"{error.key}: {error.message}" if error.key else error.message
    if isinstance(error, PileInError):
        return str(error)
    missing = f": {shortened(str(error))}" if isinstance(error, KeyError) else ""
    return f"it refers to a name or number that it does not define{missing}"


def _people(names: tuple[str, ...]) -> Players:
    return (Player(names[0]), Player(names[1])) if len(names) == PLAYERS else (Player("ask"), Player("ask"))


def _scenario(record: Record, rules: Ruleset) -> Scenario:
    """Return the scenario of a record, validated like a scenario file.

    A record from an older version lacks newer keys, which take their defaults.
    """
    scenario = converted(record.scenario, Scenario)
    if rules.vocabulary is not None:
        if record.ruleset_version < rules.version:
            scenario = completed(scenario, rules.vocabulary)
        assert_valid(scenario, rules.vocabulary)
    check_places(Loaded(scenario))
    rules.check(Loaded(scenario))
    return scenario


def _play_again(game: Game, piece: str, trace: Trace) -> None:
    if not game.step():
        words = (
            "the replay asks more questions than the record answers"
            if game.waiting
            else "the replayed game ends before the record does"
        )
        raise BadRecord(words, key=_last_clause(game))
    if trace.piece(game.history.turns[-1]) != piece:
        count = game.history.number
        after = f" after {count} answer{'' if count == 1 else 's'}" if count else ""
        raise BadRecord(f"the events of the replay differ from those recorded{after}", key=game.history.turns[-1].key)


def _last_clause(game: Game) -> str:
    if game.position.agenda:
        return str(game.position.agenda[0][0])
    return game.history.turns[-1].key if game.history.turns else ""
