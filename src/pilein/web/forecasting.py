"""What each option of a question is worth: chances to win, on dice of a forecast's own."""

from msgspec import Struct

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.engine.sources import Players
from pilein.kernel.codec import frozen
from pilein.kernel.requests import Answer
from pilein.lab.battle_scores import judged
from pilein.lab.charges_on_offer import charges_on_offer
from pilein.lab.figures import Estimate, error_of
from pilein.lab.questions import ending
from pilein.web.asking import asked
from pilein.web.at_table import Forecast, OptionWorth
from pilein.web.course import Course
from pilein.web.from_page import AskForecast
from pilein.web.replies import Chance

MOST = 12  # options
GAMES = 40  # played for each option of a fight in the press, where they are short
ON_TABLE = 8  # on a table
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
    options = asked(game, choice, usual(game.state, choice), number=0, question=0).options[:MOST]
    games = ON_TABLE if game.state.setup.size else GAMES
    notes = {one.answer: one.words for one in charges_on_offer(game, choice)}
    return Forecast(
        id=query.id,
        question=query.question,
        options=tuple(
            OptionWorth(
                index=option.index,
                wins=_chances(game, sampled(game, frozen(option.answer), games)),
                note=notes.get(frozen(option.answer), ""),
            )
            for option in options
        ),
        is_exact=False,
        assumes=(
            "both sides play on as the sensible policy does",
            "to the end of the battle" if game.battle else "until no combat is left",
            f"{games} games for each option, the same dice for all",
        ),
    )


def sampled(game: Game, answer: Answer, games: int) -> Wins:
    """Who wins if a question is answered so: on dice of other seeds, which tell nothing of the game's."""
    won = [0, 0]
    sides = game.state.setup.sides
    for seed in range(games):
        twin = game.fork(seed)
        if not twin.battle:
            twin.phases = 0  # to the end
        twin.sit_down(_players(twin))
        twin.answer(answer)
        twin.run()
        winner = _winner(twin)
        if winner:
            won[sides.index(winner)] += 1
    return Wins((won[0], won[1]), games)


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
