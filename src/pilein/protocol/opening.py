"""Game of a new table, started from a scenario or branched off from a record."""

from collections.abc import Callable

from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.engine.players import PERSON, Player
from pilein.engine.policies import POLICIES, named
from pilein.engine.replay import replayed
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sources import Players, TypedDice
from pilein.kernel.documents import decoded
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import unknown_name
from pilein.kernel.record import Record, from_plain
from pilein.kernel.requests import Policy
from pilein.protocol.fair_dice import seed_of
from pilein.protocol.from_page import OpenTable
from pilein.protocol.refusing import MOST_RECORD, assert_phases, scenario_of
from pilein.protocol.reporting import Reporter

AT_A_TABLE = {"expectimax": "expectimax:2s", "mcts": "mcts:2s"}  # searches with people waiting
REMEDY = "send the record of a game, or a saved game"
Seated = Callable[[str, str, int], Player]  # the player of a policy's name, for a side of a ruleset


def game_of(opening: OpenTable, secret: bytes, seated: Seated) -> Game:
    """Create the game of a new table, at its first clause or at the line where it branches off from a record.

    Raises:
        BadScenario: the scenario cannot be played.
        BadRecord: the record is damaged, or the current rules play it differently.
        BadInput: the number of phases is out of bounds, or the scenario is too large.
        UnknownRule: there is no such policy.
    """
    assert_phases(opening.phases)
    if opening.record:
        return _branched(opening, secret, seated)
    scenario = scenario_of(opening.toml)
    return Game(
        ruleset_named(scenario.ruleset),
        scenario,
        seed=seed_of(secret),
        players=_players(opening, scenario.ruleset, seated),
        phases=opening.phases,
        battle=opening.battle,
        dice=TypedDice(()) if opening.dice == "typed" else None,
    )


def policy_named(name: str, ruleset: str, seed: int, side: int) -> Policy:
    """Return the policy with the given name. Raises UnknownRule if there is no such policy."""
    if name not in POLICIES:
        raise unknown_name(name, POLICIES, "policy")
    return named(AT_A_TABLE.get(name, name), ruleset, seed=seed, side=side)


def record_in(text: str) -> Record:
    """Parse the text of a record or a saved game, and return the record.

    Raises:
        BadRecord: the text is neither a record nor a saved game, or has been changed.
        BadInput: the text is too long.
    """
    if len(text) > MOST_RECORD:
        raise BadInput(f"the record has more than {MOST_RECORD:,} characters", key="record", remedy=REMEDY)
    plain = decoded(text.encode(), remedy=REMEDY)
    is_saved = isinstance(plain, dict) and "position" in plain
    return from_plain(plain.get("record") if is_saved else plain)


def _branched(opening: OpenTable, secret: bytes, seated: Seated) -> Game:
    record = record_in(opening.record)
    game = replayed(record, ruleset_named(record.ruleset))
    twin = game.fork(seed_of(secret))
    _go_back_to_line(twin, opening.until)
    if opening.more and twin.is_over and not twin.battle:
        assert_phases(opening.more)
        twin.play_more(opening.more)
    if opening.dice == "typed":
        twin.dice = TypedDice(())
    twin.sit_down(_players(opening, record.ruleset, seated))
    return twin


def _go_back_to_line(game: Game, line: int | None) -> None:
    """Go back to the first answer after a line of the record's story.

    Lines are counted from 1. If the line is None, the game stays at its end.
    """
    if line is None:
        return
    reporter = Reporter(game)
    list(reporter.news(game, 1))
    entries = [*game.log, *game.under_way][: reporter.entries_of(line)]
    number = sum(not isinstance(entry, Told) for entry in entries)
    if number < game.history.number:
        game.go_back(number)


def _players(opening: OpenTable, ruleset: str, seated: Seated) -> Players:
    one, other = (seated(name, ruleset, side) if name else PERSON for side, name in enumerate(opening.players))
    return one, other
