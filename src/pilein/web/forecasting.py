"""What each option of a question is worth: chances to win, on dice of a forecast's own."""

from contextlib import suppress

from msgspec import Struct

from pilein.engine.budget import Budget, Meter
from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.sources import Players
from pilein.kernel.codec import frozen
from pilein.kernel.errors import Spent, TooMuch
from pilein.kernel.requests import Answer
from pilein.lab.battle_scores import judged
from pilein.lab.charges_on_offer import charges_on_offer
from pilein.lab.figures import Estimate, error_of
from pilein.lab.questions import ending
from pilein.web.asking import asked
from pilein.web.at_table import Forecast, OptionWorth
from pilein.web.course import Course
from pilein.web.exact_forecasts import exact_wins
from pilein.web.from_page import AskForecast
from pilein.web.replies import Chance

MOST, MOST_ON_TABLE = 12, 6  # options
LEAST, GAMES = 4, 40  # games for each option
CLAUSES = 4_000  # played for all of them together, if that allows the least number of games
LIMIT = Budget(seconds=10, memory=None)
SIDES = (0, 1)
SENSIBLE = "sensible"


class Wins(Struct, frozen=True):
    """How often each side won of some games."""

    of: tuple[int, int]
    games: int


def forecast_of(course: Course, query: AskForecast, limit: Budget = LIMIT) -> Forecast:
    """Forecast the first options of the question that waits, within a time; raises PileInError if none waits."""
    game, choice = course.game, course.asked
    usual = _sensible(game, choice.side).policy
    assert usual is not None, "a policy"
    most = MOST_ON_TABLE if game.state.setup.size else MOST
    options = asked(game, choice, usual(game.state, choice), number=0, question=0).options[:most]
    notes = {one.answer: one.words for one in charges_on_offer(game, choice)}
    answers = [frozen(option.answer) for option in options]
    meter = limit.started()
    exact = _all_exact(game, answers, meter)
    wins = [] if exact else sampled(game, answers, meter)
    worth = exact or [_chances(game, one) for one in wins]
    return Forecast(
        id=query.id,
        question=query.question,
        options=tuple(
            OptionWorth(index=option.index, wins=chances, note=notes.get(answer, ""))
            for option, answer, chances in zip(options, answers, worth, strict=True)
        ),
        is_exact=bool(exact),
        assumes=(
            "both sides play on as the sensible policy does",
            "to the end of the battle" if game.battle else "until no combat is left",
            *(() if exact else (_extent(wins[0].games, limit),)),
        ),
    )


def _extent(games: int, limit: Budget) -> str:
    if games == 0:
        return f"no game came to its end within {limit.seconds:g} s, so nothing is known yet"
    return f"{games} game{'' if games == 1 else 's'} for each option, the same dice for all"


def _all_exact(game: Game, answers: list[Answer], meter: Meter) -> list[tuple[Chance, Chance]]:
    """The exact chances of all options, if the fight is in the press and small; else none."""
    if game.state.setup.size or game.battle or game.phase > 1:
        return []
    found = []
    try:
        for answer in answers:
            meter.check()
            found.append(_exact_chances(game, answer))
    except TooMuch:
        return []
    return found


def _exact_chances(game: Game, answer: Answer) -> tuple[Chance, Chance]:
    sides = game.state.setup.sides
    wins = exact_wins(game, answer)
    one, other = (Chance(words=f"{side} wins", chance=won) for side, won in zip(sides, wins, strict=True))
    return one, other


def sampled(game: Game, answers: list[Answer], meter: Meter) -> list[Wins]:
    """Who wins by each answer: on dice of other seeds, which tell nothing of the game's.

    Every answer is played once on each seed, until there are enough games or the time is over; then the seed that was
    begun does not count.
    """
    rounds: list[list[str]] = []
    games = GAMES
    with suppress(Spent):
        while len(rounds) < games:
            played = [_played(game, answer, len(rounds), meter) for answer in answers]
            rounds.append([_winner(twin) for twin in played])
            clauses = sum(len(twin.history.turns) - len(game.history.turns) for twin in played)
            games = min(games, max(LEAST, CLAUSES // max(1, clauses)))
    one, other = game.state.setup.sides
    by_answer = zip(*rounds, strict=True) if rounds else ((),) * len(answers)
    return [Wins((won.count(one), won.count(other)), len(won)) for won in by_answer]


def _played(game: Game, answer: Answer, seed: int, meter: Meter) -> Game:
    """A copy on other dice, played to the end; raises Spent if the time is over before."""
    twin = game.fork(seed)
    twin.phases = 0  # to the end
    twin.sit_down(_players(twin))
    twin.answer(answer)
    while twin.step():
        meter.check()
    return twin


def _winner(game: Game) -> str:
    """The side that has won, "" if neither."""
    if game.battle:
        return judged(game).winner
    found = ending(game.rules, game.state)
    return next((side for side in game.state.setup.sides if found == f"{side} wins"), "")


def _players(game: Game) -> Players:
    one, other = (_sensible(game, side) for side in SIDES)
    return one, other


def _sensible(game: Game, side: int) -> Player:
    return Player(SENSIBLE, named(SENSIBLE, game.scenario.ruleset, seed=0, side=side))


def _chances(game: Game, wins: Wins) -> tuple[Chance, Chance]:
    named = zip(game.state.setup.sides, wins.of, strict=True)
    one, other = (_chance(f"{side} wins", won, wins.games) for side, won in named)
    return one, other


def _chance(words: str, won: int, games: int) -> Chance:
    if games == 0:
        return Chance(words=words, chance=0.5, low=0.0, high=1.0)
    share = won / games
    low, high = Estimate(share, error_of((share * (1 - share)) ** 0.5, games), games).interval
    return Chance(words=words, chance=share, low=low, high=high)
