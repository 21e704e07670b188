"""Bradley-Terry ratings of players, computed from their games, with intervals computed by resampling the games."""

from math import exp, log, log10
from random import Random

from msgspec import Struct

Scores = list[list[float]]  # player, enemy -> points won: 1 for a win, a half for neither

ELO = 400  # points for odds of 10 to 1
PRIOR = 0.5  # games of each pair, half of them won by either, so that nobody's rating is infinite
STEPS, CLOSE = 2000, 1e-10
RESAMPLES = 300
LOW, HIGH = 0.025, 0.975


class Rating(Struct, frozen=True):
    """Player's rating in Elo points, with its 95 % interval.

    The mean of all ratings is 0.
    """

    player: str
    rating: float
    low: float
    high: float
    games: int
    won: int
    lost: int


def strengths(scores: Scores) -> list[float]:
    """Return the Elo points of players from their scores against each other. The mean is 0."""
    count = len(scores)
    won = [sum(row) + PRIOR / 2 * (count - 1) for row in scores]
    games = [[scores[a][b] + scores[b][a] + PRIOR * (a != b) for b in range(count)] for a in range(count)]
    found = [1.0] * count
    for _ in range(STEPS):
        again = [
            won[a] / sum(games[a][b] / (found[a] + found[b]) for b in range(count) if a != b) for a in range(count)
        ]
        mean = exp(sum(map(log, again)) / count)
        again = [one / mean for one in again]
        change = max(abs(one - other) for one, other in zip(again, found, strict=True))
        found = again
        if change < CLOSE:
            break
    return [ELO * log10(one) for one in found]


def intervals(blocks: list[Scores]) -> list[tuple[float, float]]:
    """Return the 95 % interval of each player's Elo points.

    The games of one block share their dice, so they are resampled together.
    """
    rng, count = Random(0), len(blocks[0])  # noqa: S311 - the interval must be the same each time
    drawn = [strengths(added([blocks[rng.randrange(len(blocks))] for _ in blocks])) for _ in range(RESAMPLES)]
    columns = [sorted(one[player] for one in drawn) for player in range(count)]
    return [(column[int(LOW * RESAMPLES)], column[int(HIGH * RESAMPLES)]) for column in columns]


def added(blocks: list[Scores]) -> Scores:
    """Return the sum of the scores of several blocks."""
    count = len(blocks[0])
    return [[sum(block[a][b] for block in blocks) for b in range(count)] for a in range(count)]
