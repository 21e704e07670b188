"""Version of a fight, before or after a change, that is solved or played game by game with shared dice."""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Self

from msgspec import Struct

from pilein.chain.explore.compiler import compiled
from pilein.chain.limits import LIMIT
from pilein.chain.model.transition_model import TransitionModel
from pilein.dice.weights import watched
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sampler import Playing, stream
from pilein.kernel.errors import Spent
from pilein.kernel.events import Event
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

Measured = dict[str, Number]
Plain = dict[str, str | float]  # measures that are exact, to be kept: a fraction is a text
SIDES = (0, 1)


def can_be_solved(games: Games) -> bool:
    """Whether a fight is in the press, and its policies neither roll dice nor search."""
    return games.scenario.press is not None and are_blind(games)


def solved(games: Games, meter: Meter, fights: KnownFights[Measured], *, anyway: bool = False) -> Measured:
    """Solve a fight exactly, or reuse the result of an equal fight. `anyway` allows more work than sampling
    would take.

    Raises:
        TooMuch: there is too much to solve.
    """
    scenario = games.scenario
    rules = ruleset_named(scenario.ruleset)
    assert_not_too_large(scenario)
    policies = both_with_fixed(games.answers(), policies_of(games.policies, scenario.ruleset, sides_of(scenario)))
    begun = rules.opened(scenario)
    runs, work = (None, None) if anyway else (within(meter, MOST_RUNS), within(meter, MOST_WORK))

    def solve() -> tuple[TransitionModel, Measured]:
        up_to = partial(compiled, limit=LIMIT, most_runs=runs, most_work=work, meter=meter)
        chain = up_to(rules, begun, policies, phases=games.phases, label=label(rules))
        in_fractions = is_small(chain, games.phases)
        figures = Solution(chain, rules, begun.state, phases=games.phases, exact=in_fractions).figures()
        return chain.model, in_figures(figures, rules.name)

    return fights.result(anyway, begun, meter, solve)


def known(
    name: str, pool: WorkerPool, games: Games, meter: Meter, fights: KnownFights[Measured], *, anyway: bool = False
) -> Measured:
    """Return the measures of a fight that a file keeps under the name, or solve the fight with `solved` if it keeps
    none.
    """
    plain = pool.known(name, Plain, lambda: _plain(solved(games, meter, fights, anyway=anyway)))
    return {measure: Fraction(one) if isinstance(one, str) else one for measure, one in plain.items()}


def _plain(measured: Measured) -> Plain:
    return {name: str(one) if isinstance(one, Fraction) else float(one) for name, one in measured.items()}


class Treatment:
    """Fight that is played game by game. Game number n has the same dice before and after the change."""

    def __init__(self, games: Games, meter: Meter, sharers: int = 1) -> None:
        self._games = games
        self._meter = meter
        self._rules = ruleset_named(games.scenario.ruleset)
        self._opening = self._rules.opened(games.scenario)
        self._fixed = games.answers()
        self._memory = memory_of(games, self._rules, meter, sharers)

    def measured(self, number: int) -> dict[str, float]:
        """Play the game with this number and return its measures. Raises Spent if a limit is reached."""
        seed = stream(self._games.seed, number)
        policies = self._games.players(seed, self._fixed)
        playing = Playing(
            policies, SharedDice(seed).thrown, _unheard, self._meter.check, self._memory, trusted=are_ours(self._games)
        )
        ended = playing.to_the_end(self._rules, self._opening, self._games.phases)
        return in_game(self._rules, self._opening.state, ended)


def _unheard(_event: Event) -> None:
    return


class Sums(Struct):
    """Sums of a number and of its squares over games."""

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
    """Results of games before and after a change, and the difference with the same dice."""

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
                sums.setdefault(name, Sums()).note(number)

    def means(self, of: dict[str, Sums]) -> Measured:
        """Return the mean of each measure, with its standard error."""
        return {name: sums.mean(self.games) for name, sums in of.items()}


class Pair(Struct, frozen=True):
    """Fights to play before and after a change, or a single fight if `new` is None."""

    old: Games
    new: Games | None

    def begin(self, meter: Meter) -> Callable[[range], Tally]:
        """Return a function that plays the games with the given numbers before and after, or fewer at a limit."""
        self.old.at_hand()
        worlds = [Treatment(games, meter, len(SIDES)) for games in (self.old, self.new) if games is not None]

        def played(numbers: range) -> Tally:
            tally = Tally()
            with suppress(Spent), watched(meter.check):
                for number in numbers:
                    measured = [world.measured(number) for world in worlds]
                    tally.note(measured[0], measured[-1])
            return tally

        return played
