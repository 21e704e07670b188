"""Chances to win over the course of a finished game, sampled by playing on from moments of the game with other dice."""

import time
from contextlib import suppress

from pilein.engine.budget import Budget, Meter
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.kernel.errors import PileInError, Spent
from pilein.lab.questions import winner
from pilein.protocol.at_table import Course, CoursePoint
from pilein.protocol.forecasting import Wins, chances, sensible_players
from pilein.protocol.from_page import AskCourse
from pilein.protocol.reporting import Reporter
from pilein.protocol.session import Session

MOMENTS = 9  # of a game, beside its end
GAMES = 24  # played on from each
LIMIT = Budget(15, None, time.process_time)


def course_of(session: Session, query: AskCourse, limit: Budget = LIMIT) -> Course:
    """Return each side's chances to win at moments spread evenly over a game and, if a side won, at its end.

    Raises:
        PileInError: the game is not over.
    """
    game = session.game
    if not game.is_over:
        raise PileInError("the game is not over yet", remedy="ask for a forecast of the current question instead")
    numbers = _spread(game.history.number)
    played = _played_from(game, numbers, limit.started())
    games = [won.games for won in played] or [0]
    *lines, last = _lines_at(game, numbers)
    points = [CoursePoint(lines=line, wins=chances(game, won.shares)) for line, won in zip(lines, played, strict=True)]
    one, other = (float(winner(game) == side) for side in game.state.setup.sides)
    end = chances(game, (one, other)) if one or other else None
    return Course(
        id=query.id,
        points=(*points, CoursePoint(lines=last, wins=end)),
        assumes=(
            "both sides play on as the sensible policy does",
            f"{min(games)} to {max(games)} games from each moment, the same dice for all",
        ),
    )


def _spread(count: int) -> list[int]:
    """Return the numbers of the answers before which games branch off, spread evenly from the first to the last."""
    return sorted({round(at * max(0, count - 1) / MOMENTS) for at in range(MOMENTS)}) if count else []


def _played_from(game: Game, numbers: list[int], meter: Meter) -> list[Wins]:
    """Count the wins in games played on from each moment until there are enough games or time runs out.

    One game is played from each moment in turn. Moments far from each other come first.
    """
    memory = ClauseMemory(game.rules, meter.bytes_for_memory)
    won: dict[int, list[str]] = {number: [] for number in numbers}
    with suppress(Spent):
        for seed in range(GAMES):
            for number in (*numbers[::3], *numbers[1::3], *numbers[2::3]):
                won[number].append(winner(_played(game, number, seed, meter, memory)))
    one, other = game.state.setup.sides
    return [Wins((winners.count(one), winners.count(other)), len(winners)) for winners in won.values()]


def _played(game: Game, number: int, seed: int, meter: Meter, memory: ClauseMemory) -> Game:
    """Play a copy of the game from a numbered answer to its end with other dice. Raises Spent if the time runs out
    first.
    """
    twin = game.fork(seed, memory=memory)
    twin.go_back(number)
    twin.dice = game.fork(seed).dice
    twin.phases = 0  # to the end
    twin.sit_down(sensible_players(twin))
    while twin.step():
        meter.check()
    return twin


def _lines_at(game: Game, numbers: list[int]) -> list[int]:
    """Return the number of log lines before each answer, followed by the total number of lines."""
    reporter = Reporter(game)
    list(reporter.news(game, 1))
    entries = [place for place, entry in enumerate(game.log) if not isinstance(entry, Told)]
    return [*(reporter.lines_until(entries[number]) for number in numbers), reporter.lines]
