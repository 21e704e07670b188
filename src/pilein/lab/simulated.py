"""Result of a simulation, either just played or read from a file."""

from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput, BadRecord, Spent
from pilein.lab import simulating_files
from pilein.lab.assumptions import assumptions
from pilein.lab.ends import SampledEnds
from pilein.lab.fight_answer import FightAnswer
from pilein.lab.figures import EventFigures, Figures, Number
from pilein.lab.figures_as_data import as_document
from pilein.lab.joint import Joint, chance_of, joint_of
from pilein.lab.simulating_games import Games
from pilein.lab.tallies import Tally, figures

Way = Literal["auto", "walks", "games"]
AUTO: Way = "auto"
WALKS: Way = "walks"
GAMES: Way = "games"
WAYS = (AUTO, WALKS, GAMES)


class Simulated(FightAnswer):
    """Simulation, with `figures` that have standard errors and 95 % intervals. Printing the simulation shows tables.

    `way` is "walks" if fights were random walks over the compiled battle, and "games" if every game was played.
    `is_complete` is False if the simulation was interrupted or `stopped` by a limit; it then covers the games done
    so far. `resumed` is the number of games taken from a saved simulation. `unkept` is the error that prevented
    saving, or None. `assumptions` are the basis of the figures, and `hints` point out likely mistakes.

    Examples:
        >>> import pilein
        >>> found = pilein.simulate("examples/scrollhammer/duel.toml", n=1000, seed=7)
        >>> found.games, found.is_complete
        (1000, True)
    """

    def __init__(
        self,
        games: Games,
        way: str,
        tally: Tally,
        *,
        wanted: int,
        resumed: int = 0,
        stopped: Spent | None = None,
        unkept: BadRecord | None = None,
    ) -> None:
        ruleset = ruleset_named(games.scenario.ruleset)
        opening = ruleset.opened(games.scenario).state
        self.scenario = games.scenario
        self.phases = games.phases
        self.seed = games.seed
        self.way = way
        self.wanted = wanted
        self.is_complete = tally.games >= wanted
        self.resumed = resumed
        self.unkept = unkept
        self.stopped = None if self.is_complete else stopped
        self.assumptions = assumptions(self.scenario, games.policies, phases=games.phases, fixed=games.answers())
        self.hints: tuple[str, ...] = ()
        self._ends = tally.ends
        self.figures: Figures = figures(
            tally, opening.setup, tuple(ruleset.left(opening, unit) for unit in _units(opening.setup))
        )

    @property
    def games(self) -> int:
        """Number of games from which the figures were computed."""
        return self.figures.games

    @property
    def events(self) -> tuple[EventFigures, ...]:
        """Kinds of events that happened, with their chances and expected numbers."""
        return self.figures.events

    @property
    def is_interrupted(self) -> bool:
        """Whether the user interrupted the simulation."""
        return not self.is_complete and self.stopped is None

    @property
    def note(self) -> str:
        """Method by which the figures were computed."""
        how = "fights walked over the compiled battle" if self.way == WALKS else "games played"
        if self.stopped:
            return f"sampled: {self.games:,} of {self.wanted:,} {how}, seed {self.seed}: {self.stopped}"
        return f"sampled: {self.games:,} {how}, seed {self.seed}" + ("" if self.is_complete else "; interrupted")

    def chance(self, condition: str, *, given: str = "") -> Number:
        """Return the chance of a condition like "hills.lost >= 5 and legion.lost <= 2".

        With `given`, the chance is conditional on a second condition.

        Raises:
            BadInput: a condition is invalid, or the simulation did not count how games ended (`joint`).
        """
        return chance_of(self.ends("chance"), condition, given)

    def joint(self, *terms: str, given: str = "") -> Joint:
        """Return the joint distribution of units' losses, or of other terms, over the games.

        Raises as `chance` does.
        """
        return joint_of(self.ends("joint"), terms, given)

    def ends(self, key: str) -> SampledEnds:
        """Return the ends of the games. Raises BadInput if they were not counted for all games."""
        if self._ends.total() < self.games:
            remedy = "simulate with joint=True, without resuming saved games"
            raise BadInput("these games were simulated without counting joint outcomes", key=key, remedy=remedy)
        return self._sampled_ends

    @cached_property
    def _sampled_ends(self) -> SampledEnds:
        return SampledEnds(self.scenario, self._ends)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein simulate --json`."""
        asked = {"ruleset": self.scenario.ruleset, "phases": self.phases, "seed": self.seed, "way": self.way}
        rests_on = {"assumptions": self.assumptions, "hints": self.hints}
        found = as_document(self.figures, **asked, **rests_on, complete=self.is_complete)
        return {**found, "stopped": self.stopped.message} if self.stopped else found


def saved_simulation(path: str | Path) -> Simulated:
    """Load a saved simulation, complete or not. Raises BadRecord as `simulating_files.saved_in` does."""
    saved = simulating_files.saved_in(path)
    return Simulated(saved.games, saved.way, saved.tally, wanted=saved.tally.games, resumed=saved.tally.games)


def _units(setup: Any) -> range:  # noqa: ANN401
    return range(len(setup.units))
