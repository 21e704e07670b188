"""Exact worth of answers in small fights in the press.

One chain is solved for each outcome of the dice that are rolled by the clause that asks.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from pilein.chain.explore.compiler import compiled
from pilein.engine.budget import Meter
from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.policies import named
from pilein.kernel.errors import TooManyPositions
from pilein.kernel.requests import Answer, Policy
from pilein.lab.outcome_summary import standing_of

OUTCOMES = 30  # of the dice of the clause that asks
LIMIT = 2_000  # positions of the chain after each
RUNS = 6_000
WORK = 20_000  # steps for all answers together
SENSIBLE = "sensible"

Wins = tuple[float, float]


def all_exact(game: Game, answers: list[Answer], meter: Meter) -> list[Wins]:
    """Return both sides' chances to win after each answer to a question of the first phase.

    Both sides play on as the sensible policy does, until no combat is left. The result is empty on a table, or if
    there is too much to solve.

    Raises:
        Spent: the time runs out before all answers are solved.
    """
    if game.state.setup.size or game.battle or game.phase > 1:
        return []
    found, left = list[Wins](), WORK
    try:
        for answer in answers:
            wins, done = _exact_wins(game, answer, left, meter)
            found.append(wins)
            left -= done
    except TooManyPositions:
        return []
    return found


def _exact_wins(game: Game, answer: Answer, most: int, meter: Meter) -> tuple[Wins, int]:
    """Return both sides' chances to win with an answer, and the work done, which may not exceed `most`."""
    policies = _policies(game)
    won, done = [0.0, 0.0], 0
    for chance, after in _after(game, answer, policies):
        up_to = partial(compiled, limit=LIMIT, most_runs=RUNS, most_work=max(0, most - done), meter=meter)
        standing = standing_of(
            up_to(game.rules, after.position, policies), game.rules, after.state, phases=0, exact=False
        )
        done += standing.work
        for side in (0, 1):
            won[side] += float(chance) * float(standing.wins[side])
    return (won[0], won[1]), done


def _after(game: Game, answer: Answer, policies: tuple[Policy, Policy]) -> list[tuple[Fraction, Game]]:
    """Return, for every outcome of the dice of the clause that asks, its chance and the game at the clause's end."""
    twin = game.fork(0, is_open=True)
    twin.phases = 0  # to the end
    twin.sit_down((Player(SENSIBLE, policies[0]), Player(SENSIBLE, policies[1])))
    twin.answer(answer)
    found = []
    for one in _branches(twin, Fraction(1), len(game.history.turns)):
        found.append(one)
        if len(found) > OUTCOMES:
            raise TooManyPositions(OUTCOMES, "outcomes")
    return found


def _branches(game: Game, chance: Fraction, turns: int) -> Iterator[tuple[Fraction, Game]]:
    """Yield the games, with their chances, for every outcome of the dice until more than `turns` clauses have been
    played.
    """
    roll = game.pending_roll
    if len(game.history.turns) > turns or roll is None:
        yield chance, game
        return
    weights = roll.weights()
    whole = sum(weight for _, weight in weights)
    for outcome, weight in weights:
        twin = game.fork(0, is_open=True)
        twin.suppose(outcome)
        yield from _branches(twin, chance * Fraction(weight, whole), turns)


def _policies(game: Game) -> tuple[Policy, Policy]:
    one, other = (named(SENSIBLE, game.scenario.ruleset, seed=0, side=side) for side in (0, 1))
    return one, other
