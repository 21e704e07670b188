"""What each option of a question is worth: chances to win, on dice of a forecast's own."""

from msgspec import Struct

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.sources import Players
from pilein.kernel.codec import frozen
from pilein.kernel.errors import TooMuch
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
SIDES = (0, 1)
SENSIBLE = "sensible"


class Wins(Struct, frozen=True):
    """How often each side won of some games."""

    of: tuple[int, int]
    games: int


def forecast_of(course: Course, query: AskForecast) -> Forecast:
    """Forecast the first options of the question that waits; raises PileInError if none does."""
    game, choice = course.game, course.asked
    usual = _sensible(game, choice.side).policy
    assert usual is not None, "a policy"
    most = MOST_ON_TABLE if game.state.setup.size else MOST
    options = asked(game, choice, usual(game.state, choice), number=0, question=0).options[:most]
    notes = {one.answer: one.words for one in charges_on_offer(game, choice)}
    exact = _all_exact(game, [frozen(option.answer) for option in options])
    games = 0 if exact else _affordable(game, frozen(options[0].answer), len(options))
    worth = exact or [_sampled_chances(game, frozen(option.answer), games) for option in options]
    return Forecast(
        id=query.id,
        question=query.question,
        options=tuple(
            OptionWorth(index=option.index, wins=wins, note=notes.get(frozen(option.answer), ""))
            for option, wins in zip(options, worth, strict=True)
        ),
        is_exact=bool(exact),
        assumes=(
            "both sides play on as the sensible policy does",
            "to the end of the battle" if game.battle else "until no combat is left",
            *(() if exact else (f"{games} games for each option, the same dice for all",)),
        ),
    )


def _affordable(game: Game, answer: Answer, options: int) -> int:
    """How many games may be played for each option, by the length of one."""
    clauses = len(_played(game, answer, 0).history.turns) - len(game.history.turns)
    return max(LEAST, min(GAMES, CLAUSES // (options * max(1, clauses))))


def _all_exact(game: Game, answers: list[Answer]) -> list[tuple[Chance, Chance]]:
    """The exact chances of all options, if the fight is in the press and small; else none."""
    if game.state.setup.size or game.battle or game.phase > 1:
        return []
    try:
        return [_exact_chances(game, answer) for answer in answers]
    except TooMuch:
        return []


def _exact_chances(game: Game, answer: Answer) -> tuple[Chance, Chance]:
    sides = game.state.setup.sides
    wins = exact_wins(game, answer)
    one, other = (Chance(words=f"{side} wins", chance=won) for side, won in zip(sides, wins, strict=True))
    return one, other


def _sampled_chances(game: Game, answer: Answer, games: int) -> tuple[Chance, Chance]:
    return _chances(game, sampled(game, answer, games))


def sampled(game: Game, answer: Answer, games: int) -> Wins:
    """Who wins if a question is answered so: on dice of other seeds, which tell nothing of the game's."""
    won = [0, 0]
    sides = game.state.setup.sides
    for seed in range(games):
        winner = _winner(_played(game, answer, seed))
        if winner:
            won[sides.index(winner)] += 1
    return Wins((won[0], won[1]), games)


def _played(game: Game, answer: Answer, seed: int) -> Game:
    """A copy on other dice, played to the end."""
    twin = game.fork(seed)
    twin.phases = 0  # to the end
    twin.sit_down(_players(twin))
    twin.answer(answer)
    twin.run()
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
    share = won / games
    low, high = Estimate(share, error_of((share * (1 - share)) ** 0.5, games), games).interval
    return Chance(words=words, chance=share, low=low, high=high)
