"""Games of a fight played under different readings with the same dice. With common random numbers, few games suffice.

If a game does not use a ruling, it is the same under every option of the ruling and is not replayed.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Self

from msgspec import Struct

from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sampler import stream
from pilein.kernel.errors import Spent
from pilein.kernel.position import Position
from pilein.lab.figures import WINS, Estimate, share
from pilein.lab.readings import changed_rulings, noting, opening
from pilein.lab.replays import End, Moment, Replay, end_of
from pilein.lab.run_options import RunOptions
from pilein.lab.simulating_games import Games
from pilein.lab.treatments import Sums
from pilein.tabletop.scenario import Scenario
from pilein.workers.pool import CHUNK

SIDES = (0, 1)
Numbers = tuple[float, ...]  # each side's win (0 or 1), then each side's models lost


class PairedTally(Struct):
    """Results of games of the unchanged fight, and the difference that each variant makes with the same dice.

    Results and differences are sums, first of each side's wins, then of each side's models lost. A variant is played
    only in games that use its changed rulings; in all other games its difference is zero. The sums of a variant that
    is never played are empty.
    """

    games: int = 0
    base: list[Sums] = []
    gains: list[list[Sums]] = []

    def __len__(self) -> int:
        """Return the number of games in the tally."""
        return self.games

    def __iadd__(self, other: Self) -> Self:
        """Add the games of another tally of the same fight."""
        self.games += other.games
        self.gains = self.gains or [[] for _ in other.gains]
        for mine, theirs in zip((self.base, *self.gains), (other.base, *other.gains), strict=True):
            mine += [Sums() for _ in theirs[len(mine) :]]
            for sums, more in zip(mine, theirs, strict=False):
                sums.add(more)
        return self

    def note(self, before: Numbers, gains: Iterable[Numbers | None]) -> None:
        """Add a game's numbers, together with the differences made by each variant (None for a variant that is not
        played).
        """
        self.games += 1
        for sums, numbers in zip((self.base, *self.gains), (before, *gains), strict=True):
            sums += [Sums() for _ in (numbers or ())[len(sums) :]]
            for one, number in zip(sums, numbers or (), strict=False):
                one.note(number)

    def wins(self, gain: Sequence[Sums] = ()) -> tuple[Estimate, Estimate]:
        """Return each side's chance to win in the unchanged fight, or in a variant."""
        one, other = (share(round(self._sum(side, gain)), self.games) for side in SIDES)
        return one, other

    def losses(self, gain: Sequence[Sums] = ()) -> tuple[Estimate, Estimate]:
        """Return each side's mean number of models lost, in the unchanged fight or in a variant.

        The standard error is always that of the unchanged fight.
        """
        one, other = (
            Estimate(self._sum(2 + side, gain) / self.games, self.base[2 + side].mean(self.games).error)
            for side in SIDES
        )
        return one, other

    def _sum(self, place: int, gain: Sequence[Sums]) -> float:
        return self.base[place].sum + (gain[place].sum if gain else 0.0)


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
        tally = PairedTally(gains=[[] for _ in self._openings])
        with suppress(Spent), watched(self._meter.check):
            for number in numbers:
                self._play(tally, number)
        return tally

    def _play(self, tally: PairedTally, number: int) -> None:
        noting(self._opening).taken()
        before = self._numbers(self._end(self._opening, number))
        asked = noting(self._opening).taken()
        gains = [
            self._gain(begun, number, before) if changed is None or not asked.isdisjoint(changed) else None
            for begun, changed in zip(self._openings, self._changed, strict=True)
        ]
        tally.note(before, gains)

    def _gain(self, begun: Position, number: int, before: Numbers) -> Numbers:
        after = self._numbers(self._end(begun, number))
        return tuple(new - old for new, old in zip(after, before, strict=True))

    def _end(self, begun: Position, number: int) -> End:
        games = self._pairs.games
        seed = stream(games.seed, number)
        state = Replay(games, seed, self._meter).to_the_end(Moment(begun))
        return end_of(self._rules, begun.state, state, games.phases)

    def _numbers(self, end: End) -> Numbers:
        setup = self._opening.state.setup
        won = (float(end.outcome == WINS.format(side=side)) for side in setup.sides)
        lost = (float(sum(end.lost[unit] for unit in setup.units_of(side))) for side in SIDES)
        return *won, *lost


def all_played(games: Games, variants: Sequence[Scenario], run: RunOptions, name: str) -> PairedTally:
    """Play games of the unchanged fight and of each variant with the same dice, or fewer games if a limit is reached.

    Games kept under the name are reused.

    Raises:
        Spent: no game is over.
    """
    begin = PairedGames(games, tuple(variants)).begin
    asked: dict[str, Any] = {"chunk": CHUNK, "meter": run.meter, "progress": run.progress}
    return run.pool.gathered(name, PairedTally, begin, run.games, **asked)
