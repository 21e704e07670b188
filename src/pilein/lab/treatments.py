"""Version of a fight, before or after a change, that is solved or played game by game with shared dice."""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Self

from msgspec import Struct

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import compiled
from pilein.chain.limits import LIMIT
from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sampler import Playing, stream
from pilein.kernel.errors import Spent
from pilein.lab.figures import Estimate, Number, sampled_mean
from pilein.lab.fixed import both_with_fixed
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import MOST_RUNS, MOST_WORK, assert_not_too_large, within
from pilein.lab.measures import in_figures, in_game
from pilein.lab.odds_figures import Solution
from pilein.lab.odds_solving import is_small
from pilein.lab.policies import policies_of, sides_of
from pilein.lab.questions import label
from pilein.lab.shared_dice import SharedDice
from pilein.lab.simulating_games import Games, are_blind, are_ours, memory_of
from pilein.lab.worker_pool import WorkerPool
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset

Measured = dict[str, Number]
Plain = dict[str, str | float]  # measures that are exact, to be kept: a fraction is a text
SIDES = (0, 1)


def can_be_solved(games: Games) -> bool:
    """Whether a fight is in the press and neither policy rolls dice or searches."""
    return games.scenario.press is not None and are_blind(games)


def solved(games: Games, meter: Meter, fights: KnownFights[Measured], *, anyway: bool = False) -> Measured:
    """Solve a fight exactly, or reuse the result of an equal fight. `anyway` allows more work than sampling
    would take.

    Raises:
        TooMuch: there is too much to solve.
    """
    scenario, phases = games.scenario, games.phases
    assert_not_too_large(scenario)
    policies = both_with_fixed(games.answers(), policies_of(games.policies, scenario.ruleset, sides_of(scenario)))
    runs, work = (None, None) if anyway else (within(meter, MOST_RUNS), within(meter, MOST_WORK))

    def read(chain: Chain, rules: Ruleset, opening: BattleState) -> Measured:
        in_fractions = is_small(chain, phases)
        return in_figures(Solution(chain, rules, opening, phases=phases, exact=in_fractions).figures(), rules.name)

    up_to = partial(compiled, policies=policies, phases=phases, label=label(ruleset_named(scenario.ruleset)))
    return fights.solved(scenario, read, anyway, partial(up_to, limit=LIMIT, most_runs=runs, most_work=work), meter)


def known(
    name: str, pool: WorkerPool, games: Games, meter: Meter, fights: KnownFights[Measured], *, anyway: bool = False
) -> Measured:
    """Return the measures kept for a fight under the name or, if there are none, solve the fight with `solved`."""
    plain = pool.known(name, Plain, lambda: _plain(solved(games, meter, fights, anyway=anyway)))
    return {measure: Fraction(one) if isinstance(one, str) else one for measure, one in plain.items()}


def _plain(measured: Measured) -> Plain:
    return {name: str(one) if isinstance(one, Fraction) else float(one) for name, one in measured.items()}


def _played(games: Games, meter: Meter) -> Callable[[int], dict[str, float]]:
    """Return a function that plays the game with the given number and returns its measures.

    Game number n has the same dice before and after the change. The function raises Spent if a limit is reached.
    """
    rules, fixed = ruleset_named(games.scenario.ruleset), games.answers()
    opening, memory = rules.opened(games.scenario), memory_of(games, rules, meter, len(SIDES))

    def measured(number: int) -> dict[str, float]:
        seed = stream(games.seed, number)
        dice, players, trusted = SharedDice(seed).thrown, games.players(seed, fixed), are_ours(games)
        playing = Playing(players, dice, lambda _event: None, meter.check, memory, trusted=trusted)
        return in_game(rules, opening.state, playing.to_the_end(rules, opening, games.phases))

    return measured


class Sums(Struct):
    """Sum of the values that a number has in several games, and sum of their squares."""

    sum: float = 0.0
    squares: float = 0.0

    def note(self, number: float) -> None:
        """Add the number of one game to the sums."""
        self.sum += number
        self.squares += number**2

    def add(self, other: "Sums") -> None:
        """Add the sums of other games to these sums."""
        self.sum += other.sum
        self.squares += other.squares

    def mean(self, games: int) -> Estimate:
        """Return the mean of the number, with its standard error."""
        return sampled_mean(self.sum, self.squares, games)


class Tally(Struct):
    """Results of games before and after a change, and the difference that the change makes with the same dice."""

    games: int = 0
    old: dict[str, Sums] = {}
    new: dict[str, Sums] = {}
    gain: dict[str, Sums] = {}

    def __len__(self) -> int:
        """Return the number of games in the tally."""
        return self.games

    def __iadd__(self, other: Self) -> Self:
        """Add the games of another tally to this tally."""
        self.games += other.games
        for mine, theirs in ((self.old, other.old), (self.new, other.new), (self.gain, other.gain)):
            for name, sums in theirs.items():
                mine.setdefault(name, Sums()).add(sums)
        return self

    def note(self, old: dict[str, float], new: dict[str, float]) -> None:
        """Add the measures of a game before and after the change."""
        self.games += 1
        for name in (one for one in old if one in new):
            for sums, number in ((self.old, old[name]), (self.new, new[name]), (self.gain, new[name] - old[name])):
                of_it = sums.get(name)
                if of_it is None:
                    of_it = sums[name] = Sums()
                if number:  # most chances are 0 in a game
                    of_it.note(number)

    def means(self, of: dict[str, Sums]) -> Measured:
        """Return the mean of each measure, with its standard error."""
        return {name: sums.mean(self.games) for name, sums in of.items()}


class Pair(Struct, frozen=True):
    """Fights to play before and after a change, or a single fight if `new` is None."""

    old: Games
    new: Games | None

    def begin(self, meter: Meter) -> Callable[[range], Tally]:
        """Return a function that plays the games with the given numbers before and after a change, until a limit is
        reached.
        """
        self.old.at_hand()
        worlds = [_played(games, meter) for games in (self.old, self.new) if games is not None]

        def played(numbers: range) -> Tally:
            tally = Tally()
            with suppress(Spent), watched(meter.check):
                for number in numbers:
                    measured = [world(number) for world in worlds]
                    tally.note(measured[0], measured[-1])
            return tally

        return played
