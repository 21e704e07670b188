"""Script that plays with predetermined dice and answers in the order given. All of them must be used."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from pilein.dice import Roll
from pilein.engine.play import playing
from pilein.kernel.errors import ScriptError
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice, Request, answered, is_choice
from pilein.tabletop.ruleset import Ruleset

Policy = Callable[[Choice], Answer]


class Script:
    """Driver that plays with given dice and answers.

    If `answers` is None, `policy` answers every question. Otherwise every question needs an answer from `answers`.
    An answer that is callable is called with the choice, and its result is the answer.

    Raises:
        ScriptError: dice or answers run out, do not fit, or are left over.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        dice: Sequence[int] = (),
        answers: Sequence[Answer] | None = (),
        policy: Policy | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.dice = list(dice)
        self.answers = None if answers is None else list(answers)
        self.policy = policy
        self.events: list[Event] = []
        self.met: list[str] = []
        self.played: list[str] = []
        self.used: list[str] = []
        self.asked: list[Request] = []

    def play(self, position: Position, *, until: str = "") -> Position:
        """Play to the end of the agenda, or until the clause with this key is next."""
        if until and position.agenda and position.agenda[0][0] == until:
            return position
        for ran in playing(self.ruleset, position, self._ask):
            self.played.append(position.agenda[0][0])
            position = ran.position
            self.events.extend(ran.events)
            self.met.extend(ran.met)
            self.used.extend(ran.used)
            if until and position.agenda and position.agenda[0][0] == until:
                break
        return position

    def begin(self, state: Any, clause: Any, *arguments: int | str, until: str = "") -> Any:  # noqa: ANN401
        """Play one clause and everything that it puts on the agenda, and return the final state."""
        return self.play(Position(state, ((clause.key, *arguments),)), until=until).state

    def assert_used_up(self) -> None:
        """Raise ScriptError unless every die and every answer has been used."""
        if self.dice:
            raise ScriptError(f"some of the given dice are unused: {self.dice}", remedy="remove them from the script")
        if self.answers:
            raise ScriptError(
                f"some of the given answers are unused: {self.answers}",
                remedy="remove them from the script",
            )

    def _ask(self, request: Request) -> Answer:
        self.asked.append(request)
        if is_choice(request):
            return self._choose(request)
        return self._throw(cast("Roll", request))

    def _throw(self, roll: Roll) -> Answer:
        def die(sides: int) -> int:
            if not self.dice:
                raise ScriptError(
                    f"the script has no die left for the roll {roll.label!r}",
                    remedy="add the missing dice to the script",
                )
            face = self.dice.pop(0)
            if not 1 <= face <= sides:
                words = f"the roll {roll.label!r} cannot show {face} on a D{sides}"
                raise ScriptError(words, remedy=f"give a face from 1 to {sides}")
            return face

        return roll.thrown(die)

    def _choose(self, choice: Choice) -> Answer:
        if self.answers is None:
            assert self.policy is not None, "a script without answers needs a policy"
            return answered(choice, self.policy(choice))
        if not self.answers:
            raise ScriptError(
                f"the script has no answer left for the question of {choice.clause}: {choice.words}",
                remedy="add an answer to the script",
            )
        answer = self.answers.pop(0)
        return answered(choice, answer(choice) if callable(answer) else answer)
