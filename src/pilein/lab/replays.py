"""Replay games of a fight from any point with the same dice, possibly under other rules."""

from collections.abc import Iterator
from typing import NamedTuple, cast

from pilein.engine.budget import Meter
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sampler import Playing
from pilein.engine.sources import Dice
from pilein.kernel.position import Position, Ran
from pilein.lab import questions
from pilein.lab.simulating_games import Games
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset, following


class Moment(NamedTuple):
    """Point between two clauses of a game: position, phase, place in the dice stream, and number of answers given."""

    position: Position
    phase: int = 1
    place: int = 0
    answers: int = 0


class End(NamedTuple):
    """End of a game, with the name of its outcome, the models lost and the fate of each unit."""

    outcome: str
    lost: tuple[int, ...]
    fates: tuple[str, ...]


class Replay:
    """One of several games, which is played with the dice of its seed. `memory` caches the results of clauses."""

    def __init__(self, games: Games, seed: int, meter: Meter, memory: ClauseMemory | None = None) -> None:
        self._rules = ruleset_named(games.scenario.ruleset)
        self._phases = games.phases
        self._dice = Dice(seed)
        self._playing = Playing(games.players(seed), self._dice, check=meter.check, memory=memory)

    @property
    def state(self) -> BattleState:
        """State of the game after the last step taken."""
        return cast("BattleState", self._playing.state)

    def steps(self, moment: Moment) -> Iterator[tuple[Moment, Ran]]:
        """Play on from a point to the end of the game. Yields each clause's result with the point before it."""
        after, phase, self._dice.place, self._playing.answers = moment
        begun: Position | None = after
        while begun is not None:
            before = self._moment(begun, phase)
            for ran in self._playing.phase(self._rules, begun):
                yield before, ran
                before = self._moment(ran.position, phase)
            begun = following(self._rules, Position(self.state, ()), phase, self._phases)
            phase += 1

    def to_the_end(self, moment: Moment) -> BattleState:
        """Play from a given moment to the end and return the game's last state."""
        for _ in self.steps(moment):
            pass
        return self.state

    def _moment(self, position: Position, phase: int) -> Moment:
        return Moment(position, phase, self._dice.place, self._playing.answers)


def end_of(rules: Ruleset, opening: BattleState, state: BattleState, phases: int) -> End:
    """Summarise the end of a game from its last state."""
    units = [unit.number for unit in state.setup.units]
    return End(
        questions.outcome_of(questions.ending(rules, state), phases),
        tuple(rules.left(opening, unit) - rules.left(state, unit) for unit in units),
        tuple(rules.fate(state, unit) for unit in units),
    )
