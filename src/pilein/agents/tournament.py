"""Tournaments in which every player meets every other in both seats of each fight, always with the same dice."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from pilein.agents.schedule import SEATS, Fight, Games, fight_of
from pilein.agents.standings import Tournament
from pilein.dice.weights import watched
from pilein.engine.budget import UNMETERED, Meter
from pilein.engine.game import Game
from pilein.engine.lookahead import Lookahead
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.rulesets import folders, ruleset_named, rulesets_from
from pilein.engine.sampler import Playing, stream
from pilein.engine.sources import Dice
from pilein.kernel.errors import BadInput, BadRecord, Spent
from pilein.kernel.nearest import shortened
from pilein.lab import files
from pilein.lab.arguments import whole
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of
from pilein.lab.result import lead_in, result_of
from pilein.lab.scenarios import Given
from pilein.lab.tasks import Task
from pilein.lab.worker_pool import workers_of
from pilein.workers.pool import Workers, sampled

LEAST_PLAYERS = 2
NO_GAME = "the limit was reached before the first game was over"
KEPT_EVERY = 200  # games between two writes of the file of results
Progress = Callable[[int, int], None]


def tournament(  # noqa: PLR0913 - the games, and options for playing them
    players: Sequence[str],
    scenarios: Sequence[Given | Task] | Given | Task,
    *,
    games: int = 50,
    seed: int = 0,
    phases: Phases = "end",
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Tournament:
    """Let every pair of policies play in both seats of each scenario, `games` times, and rate the policies.

    `players` are names of policies, like ("sensible", "mcts:100") or "sensible,mcts:100"; scenarios may be
    tasks. All pairs and seats get the same dice, and a seed gives the same results for any number of workers. `keep` is
    a file for the results so far, from which the same call continues, even with a larger number of games.

    Raises:
        BadScenario: a scenario cannot be played.
        BadInput: there are fewer than two players or no scenarios, or a number is invalid.
        BadRecord: the file belongs to another tournament.
        Spent: the budget runs out before the first game is over.
        UnknownRule: there is no such policy.
    """
    fights = _fights(scenarios, phases)
    found = Games(_players(players, fights), fights, whole(games, "games", 1), whole(seed, "seed"), folders())
    workers_of(workers)
    meter, done = budget_of(budget).started(), _kept(keep, found)
    parts = sampled(
        partial(_begin, found, meter),
        range(len(done), found.total),
        workers=workers,
        chunk=SEATS,
        is_spent=lambda: meter.is_spent,
    )
    stopped = _gather(parts, done, found, keep, progress, meter)
    if not done:
        raise stopped or BadInput(NO_GAME, key="budget", remedy="raise the limit")
    return Tournament(found, tuple(done))


def _gather(
    parts: Iterator[tuple[range, list[int]]],
    done: list[int],
    found: Games,
    keep: str | Path | None,
    progress: Progress | None,
    meter: Meter,
) -> Spent | None:
    """Add new results to the earlier ones, and save them all to the file. Returns the limit that was reached,
    or None.
    """
    written = len(done)
    try:
        for numbers, leads in parts:
            done += leads
            if progress:
                progress(len(done), found.total)
            if keep is not None and len(done) - written >= KEPT_EVERY:
                _keep(keep, found, done)
                written = len(done)
            if len(leads) < len(numbers) or meter.is_spent:
                return meter.reached
    except KeyboardInterrupt:
        if not done:
            raise
    finally:
        if keep is not None and done:
            _keep(keep, found, done)
    return None


def _players(players: Sequence[str], fights: Sequence[Fight]) -> tuple[str, ...]:
    """Return the players, after checking that every fight's ruleset knows each player."""
    given = tuple(one.strip() for one in players.split(",")) if isinstance(players, str) else tuple(players)
    if len(given) < LEAST_PLAYERS or not all(isinstance(one, str) for one in given):
        raise BadInput(
            "a tournament needs at least two players",
            key="players",
            remedy="name several policies, for example first,sensible",
        )
    twice = [one for one in given if given.count(one) > 1]
    if twice:
        raise BadInput(
            f"the player {shortened(twice[0])!r} is named twice", key="players", remedy="name each player once"
        )
    for fight in fights:
        for player in given:
            named(player, fight.scenario.ruleset, seed=0, side=0)
    return given


def _fights(scenarios: Sequence[Given | Task] | Given | Task, phases: Phases) -> tuple[Fight, ...]:
    several = isinstance(scenarios, Sequence) and not isinstance(scenarios, str)
    given: Sequence[Given | Task] = scenarios if several else (scenarios,)  # type: ignore[assignment]
    if not given:
        raise BadInput(
            "a tournament needs at least one scenario", key="scenarios", remedy="name a scenario file or a task"
        )
    return tuple(fight_of(one, phases, number) for number, one in enumerate(given, 1))


# --- playing --------------------------------------------------------------------------------------------------------


def _begin(games: Games, meter: Meter) -> Callable[[range], list[int]]:
    """Return a function that plays the games with the given numbers and returns the first player's lead in each."""
    for folder in games.folders:
        rulesets_from(folder)
    return partial(_played, games, meter)


def _played(games: Games, meter: Meter, numbers: range) -> list[int]:
    leads: list[int] = []
    try:
        with watched(meter.check):
            for number in numbers:
                fight, dice, pair, seat = games.place(number)
                one, other = games.pairs[pair]
                seated = (one, other) if seat == 0 else (other, one)
                lead = played(
                    games.fights[fight], [games.players[who] for who in seated], stream(games.seed, dice), meter
                )
                leads.append(-lead if seat else lead)
    except Spent:
        pass
    return leads


def played(fight: Fight, players: Sequence[str], seed: int, meter: Meter = UNMETERED) -> int:
    """Return the first side's lead in one game between two players, who are given in the order of their sides."""
    rules = ruleset_named(fight.scenario.ruleset)
    one, other = (named(name, rules.name, seed=seed, side=side) for side, name in enumerate(players))
    if fight.battle:
        seats = (Player(players[0], one), Player(players[1], other))
        game = Game(rules, fight.scenario, seed=seed, players=seats, battle=True)
        while game.step():
            meter.check()
        return result_of(game).lead
    opening = rules.opened(fight.scenario)
    seen = Lookahead(rules, fight.scenario, opening, phases=fight.phases)
    playing = Playing((one, other), Dice(seed), check=meter.check, seen=seen)
    return lead_in(rules, playing.to_the_end(rules, opening, fight.phases).state)


# --- the file of results --------------------------------------------------------------------------------------------


def _kept(keep: str | Path | None, found: Games) -> list[int]:
    """Return the results in the file, but no more than are wanted, or an empty list if there is no file yet."""
    if keep is None or not Path(keep).exists():
        return []
    try:
        plain = json.loads(files.read(keep))
        digest, leads, games = plain["tournament"], plain["leads"], plain["games"]
    except (ValueError, KeyError, TypeError):
        raise BadRecord(
            "this file does not hold the results of a tournament",
            file=str(keep),
            remedy="name a new file, or one written by an earlier tournament",
        ) from None
    is_same = digest == found.digest and isinstance(leads, list) and set(leads) <= {-1, 0, 1}
    if not is_same or (games != found.games and len(found.fights) > 1):
        remedy = "name another file, or give the players, scenarios and options of that tournament"
        raise BadRecord("this file holds the results of a different tournament", file=str(keep), remedy=remedy)
    return list(leads[: found.total])


def _keep(keep: str | Path, found: Games, done: list[int]) -> None:
    plain = {"format": 1, "tournament": found.digest, "games": found.games, "leads": done}
    files.write(keep, json.dumps(plain) + "\n")
