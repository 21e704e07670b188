"""Games of a fight played under different readings with the same dice. With common random numbers, few games suffice.

If a game does not use a ruling, it is the same under every option of the ruling and is not replayed.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Self

import msgspec
from msgspec import Struct

from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sampler import stream
from pilein.kernel.errors import Spent
from pilein.kernel.position import Position
from pilein.lab.figures import WINS, Estimate, sampled_mean, share
from pilein.lab.readings import changed_rulings, noting, opening
from pilein.lab.replays import End, Moment, Replay, end_of
from pilein.lab.simulating_games import Games
from pilein.tabletop.scenario import Scenario

SIDES = (0, 1)
Numbers = tuple[float, float, float, float]  # each side's win (0 or 1), then each side's models lost
NOTHING = (0.0, 0.0, 0.0, 0.0)


class Sums(Struct):
    """Sums of numbers and of their squares over `played` games. `different` counts games that ended differently."""

    played: int = 0
    sums: Numbers = NOTHING
    squares: Numbers = NOTHING
    different: int = 0

    def note(self, numbers: Numbers, *, is_different: bool = False) -> None:
        """Add the numbers of one game to the sums."""
        self.played += 1
        self.sums = _added(self.sums, numbers)
        self.squares = _added(self.squares, tuple(number**2 for number in numbers))
        self.different += is_different

    def add(self, other: "Sums") -> None:
        """Add the sums of other games to these sums."""
        self.played += other.played
        self.sums = _added(self.sums, other.sums)
        self.squares = _added(self.squares, other.squares)
        self.different += other.different

    def mean(self, place: int, games: int) -> Estimate:
        """Return the mean of one of the numbers over all games, with its standard error."""
        return sampled_mean(self.sums[place], self.squares[place], games)


def _added(one: Numbers, other: tuple[float, ...]) -> Numbers:
    wins, losses, lost, killed = (mine + theirs for mine, theirs in zip(one, other, strict=True))
    return wins, losses, lost, killed


class PairedTally(Struct):
    """Results of games of the unchanged fight, and the difference that each variant makes with the same dice.

    A variant is played only in games that use its changed rulings; in all other games its difference is zero.
    `gains` may be empty if there are no games.
    """

    games: int = 0
    base: Sums = msgspec.field(default_factory=Sums)
    gains: list[Sums] = []

    def __len__(self) -> int:
        """Return the number of games in the tally."""
        return self.games

    def __iadd__(self, other: Self) -> Self:
        """Add the games of another tally of the same fight."""
        self.games += other.games
        self.base.add(other.base)
        self.gains = self.gains or [Sums() for _ in other.gains]
        for mine, theirs in zip(self.gains, other.gains, strict=True):
            mine.add(theirs)
        return self

    def wins(self, gain: Sums | None = None) -> tuple[Estimate, Estimate]:
        """Return each side's chance to win in the unchanged fight, or in a variant."""
        one, other = (share(round(self._sum(side, gain)), self.games) for side in SIDES)
        return one, other

    def losses(self, gain: Sums | None = None) -> tuple[Estimate, Estimate]:
        """Return each side's mean number of models lost, in the unchanged fight or in a variant.

        The standard error is always that of the unchanged fight.
        """
        one, other = (
            Estimate(self._sum(2 + side, gain) / self.games, self.base.mean(2 + side, self.games).error)
            for side in SIDES
        )
        return one, other

    def _sum(self, place: int, gain: Sums | None) -> float:
        return self.base.sums[place] + (gain.sums[place] if gain else 0.0)


class PairedGames(Struct, frozen=True):
    """Games to play in the unchanged fight and in its variants under other rulings."""

    games: Games
    variants: tuple[Scenario, ...]

    def begin(self, meter: Meter) -> Callable[[range], PairedTally]:
        """Return a function that plays the games with the given numbers, or fewer if a limit is reached."""
        self.games.at_hand()
        return _Playing(self, meter).games


class _Playing:
    def __init__(self, pairs: PairedGames, meter: Meter) -> None:
        self._pairs = pairs
        self._meter = meter
        self._rules = ruleset_named(pairs.games.scenario.ruleset)
        self._opening = opening(self._rules, pairs.games.scenario)
        self._openings = [opening(self._rules, variant) for variant in pairs.variants]
        self._changed = [changed_rulings(self._opening, one) for one in self._openings]

    def games(self, numbers: range) -> PairedTally:
        tally = PairedTally(gains=[Sums() for _ in self._openings])
        with suppress(Spent), watched(self._meter.check):
            for number in numbers:
                self._play(tally, number)
        return tally

    def _play(self, tally: PairedTally, number: int) -> None:
        noting(self._opening).taken()
        before = self._end(self._opening, number)
        asked = noting(self._opening).taken()
        gains = [
            self._gain(begun, number, before) if changed is None or not asked.isdisjoint(changed) else None
            for begun, changed in zip(self._openings, self._changed, strict=True)
        ]
        tally.games += 1
        tally.base.note(self._numbers(before))
        for sums, gain in zip(tally.gains, gains, strict=True):
            if gain:
                sums.note(gain[0], is_different=gain[1])

    def _gain(self, begun: Position, number: int, before: End) -> tuple[Numbers, bool]:
        """Return the difference that a changed opening makes to a game, and whether the game's end differs at all."""
        after = self._end(begun, number)
        pairs = zip(self._numbers(after), self._numbers(before), strict=True)
        wins, losses, lost, killed = (new - old for new, old in pairs)
        return (wins, losses, lost, killed), after != before

    def _end(self, begun: Position, number: int) -> End:
        games = self._pairs.games
        seed = stream(games.seed, number)
        replay = Replay(self._rules, games.players(seed), seed, games.phases, self._meter.check)
        state = replay.to_the_end(Moment(begun))
        return end_of(self._rules, begun.state, state, games.phases)

    def _numbers(self, end: End) -> Numbers:
        setup = self._opening.state.setup
        one, other = (float(end.outcome == WINS.format(side=side)) for side in setup.sides)
        mine, theirs = (float(sum(end.lost[unit] for unit in setup.units_of(side))) for side in SIDES)
        return one, other, mine, theirs
