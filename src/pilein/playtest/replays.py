"""Games of a fight that are played again: from any point, under other rules, on the same dice."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from pilein.dice import Roll
from pilein.engine.budget import UNMETERED
from pilein.engine.play import turned
from pilein.engine.players import Chancy
from pilein.engine.sources import Dice
from pilein.kernel.position import Position, Ran
from pilein.kernel.requests import Answer, Policy, Request, answered, is_choice
from pilein.lab import questions
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset, following


class Moment(NamedTuple):
    """A point of a game between two clauses: the phase, the place of the dice, the number of answered requests."""

    position: Position
    phase: int = 1
    place: int = 0
    answers: int = 0


class End(NamedTuple):
    """End of a game: the outcome in words, and of each unit the models lost and its fate."""

    outcome: str
    lost: tuple[int, ...]
    fates: tuple[str, ...]


class Replay:
    """One game: policies and dice of a seed answer; `check` may raise to stop it.

    `state` is the last one, when all steps have been taken.
    """

    def __init__(
        self,
        rules: Ruleset,
        policies: tuple[Policy, Policy],
        seed: int,
        phases: int,
        check: Callable[[], None] = UNMETERED.check,
    ) -> None:
        self._rules = rules
        self._policies = policies
        self._phases = phases
        self._check = check
        self._dice = Dice(seed)
        self._answers = 0
        self.state: Any = None

    def steps(self, moment: Moment) -> Iterator[tuple[Moment, Ran]]:
        """Every clause played from a point to the end of the game: the point before it, and its result."""
        position, phase, self._dice.place, self._answers = moment
        after: Position | None = position
        while after is not None:
            position = after
            while position.agenda:
                before = Moment(position, phase, self._dice.place, self._answers)
                self.state = position.state
                self._check()
                ran = turned(self._rules, position, self._answer)
                position = ran.position
                yield before, ran
            self.state = position.state
            after = following(self._rules, Position(position.state, ()), phase, self._phases)
            phase += 1

    def to_the_end(self, moment: Moment) -> BattleState:
        """The last state of the game, played on from a point."""
        for _ in self.steps(moment):
            pass
        return cast("BattleState", self.state)

    def _answer(self, request: Request) -> Answer:
        self._check()
        number = self._answers
        self._answers += 1
        if not is_choice(request):
            return cast("Roll", request).thrown(self._dice.die)
        policy = self._policies[request.side]
        if isinstance(policy, Chancy):
            policy.moment = number
        return answered(request, policy(self.state, request))


def end_of(rules: Ruleset, opening: BattleState, state: BattleState, phases: int) -> End:
    """End of a game in a state."""
    units = [unit.number for unit in state.setup.units]
    return End(
        questions.outcome_of(questions.ending(rules, state), phases),
        tuple(rules.left(opening, unit) - rules.left(state, unit) for unit in units),
        tuple(rules.fate(state, unit) for unit in units),
    )
