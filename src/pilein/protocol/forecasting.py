"""Worth of each option of a question, as each side's chance to win, sampled with dice unrelated to the game's dice."""

import time
from contextlib import suppress

from msgspec import Struct

from pilein.engine.budget import Budget, Meter
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.sources import Players
from pilein.kernel.codec import frozen
from pilein.kernel.errors import Spent
from pilein.kernel.requests import Answer
from pilein.lab.figures import Number, share
from pilein.lab.questions import winner
from pilein.protocol.asking import asked
from pilein.protocol.at_table import Forecast, OptionWorth
from pilein.protocol.chances import chances_of
from pilein.protocol.exact_forecasts import all_exact
from pilein.protocol.from_page import AskForecast
from pilein.protocol.replies import Chance
from pilein.protocol.session import Session
from pilein.protocol.shared_messages import Option

MOST, MOST_ON_TABLE = 12, 6  # options
LEAST, GAMES = 4, 40  # games for each option
CLAUSES = 4_000  # played for all of them together, if that allows the least number of games
LIMIT = Budget(15, None, time.process_time)  # of the process itself: others that are busy take none of it
SIDES = (0, 1)
SENSIBLE = "sensible"


class Wins(Struct, frozen=True):
    """Number of games won by each side, and the total number played."""

    of: tuple[int, int]
    games: int

    @property
    def shares(self) -> tuple[Number, Number] | None:
        """Each side's share of the games won, or None if no game was played."""
        return (share(self.of[0], self.games), share(self.of[1], self.games)) if self.games else None


Both = tuple[Chance, Chance] | None


def forecast_of(session: Session, query: AskForecast, limit: Budget = LIMIT) -> Forecast:
    """Forecast the options of the pending question, the usual answer first, within a time limit.

    Whether the odds are exact or sampled depends on the amount of work, not on the time. If the time runs out before
    there is any result, options have no odds. Raises PileInError if no question is pending.
    """
    game = session.game
    options = _usual_first(session)[: MOST_ON_TABLE if game.state.setup.size else MOST]
    answers = [frozen(option.answer) for option in options]
    worth, extent, is_exact = _worked_out(game, answers, limit)
    return Forecast(
        id=query.id,
        question=query.question,
        options=tuple(OptionWorth(index=option.index, wins=wins) for option, wins in zip(options, worth, strict=True)),
        is_exact=is_exact,
        assumes=(
            "both sides play on as the sensible policy does",
            "to the end of the battle" if game.battle else "to the end of the fight",
            *extent,
        ),
    )


def _usual_first(session: Session) -> list[Option]:
    """Return the options of the pending question, with the sensible policy's answer first."""
    game, choice = session.game, session.asked
    options = asked(game, choice, session.proposed, number=0, question=0).options
    return sorted(options, key=lambda option: not option.is_usual)


def _worked_out(game: Game, answers: list[Answer], limit: Budget) -> tuple[list[Both], tuple[str, ...], bool]:
    """Return the odds of each answer, a note on the number of games or the time limit, and whether the odds
    are exact.
    """
    meter = limit.started()
    try:
        exact = all_exact(game, answers, meter)
    except Spent:
        return [None] * len(answers), (f"not solved within {limit.seconds:g} s, so nothing is known yet",), False
    if exact:
        return [chances(game, wins) for wins in exact], (), True
    played = sampled(game, answers, meter)
    return [chances(game, wins.shares) for wins in played], (_extent(played[0].games, limit),), False


def _extent(games: int, limit: Budget) -> str:
    if games == 0:
        return f"no game ended within {limit.seconds:g} s, so nothing is known yet"
    return f"{games} game{'' if games == 1 else 's'} for each option, the same dice for all"


def sampled(game: Game, answers: list[Answer], meter: Meter) -> list[Wins]:
    """Sample the winner after each answer, with seeds unrelated to the game's dice.

    Each seed is played once with every answer, until there are enough games or the time runs out. A seed that is cut
    short is discarded.
    """
    rounds: list[list[str]] = []
    games = GAMES
    memory = ClauseMemory(game.rules, meter.bytes_for_memory)
    with suppress(Spent):
        while len(rounds) < games:
            played = [_played(game, answer, len(rounds), meter, memory) for answer in answers]
            rounds.append([winner(twin) for twin in played])
            clauses = sum(len(twin.history.turns) - len(game.history.turns) for twin in played)
            games = min(games, max(LEAST, CLAUSES // max(1, clauses)))
    one, other = game.state.setup.sides
    by_answer = zip(*rounds, strict=True) if rounds else ((),) * len(answers)
    return [Wins((won.count(one), won.count(other)), len(won)) for won in by_answer]


def _played(game: Game, answer: Answer, seed: int, meter: Meter, memory: ClauseMemory) -> Game:
    """Play a copy of the game with other dice to its end. Raises Spent if the time runs out first."""
    twin = game.fork(seed, memory=memory)
    twin.phases = 0  # to the end
    twin.sit_down(sensible_players(twin))
    twin.answer(answer)
    while twin.step():
        meter.check()
    return twin


def sensible_players(game: Game) -> Players:
    """Return the sensible policy for both sides."""
    one, other = (_sensible(game, side) for side in SIDES)
    return one, other


def _sensible(game: Game, side: int) -> Player:
    return Player(SENSIBLE, named(SENSIBLE, game.scenario.ruleset, seed=0, side=side))


def chances(game: Game, wins: tuple[Number, Number] | None) -> Both:
    """Return the odds of both sides, or None if they are unknown."""
    if wins is None:
        return None
    one, other = chances_of((f"{side} wins", won) for side, won in zip(game.state.setup.sides, wins, strict=True))
    return one, other
