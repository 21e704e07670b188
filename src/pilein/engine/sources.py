"""Where the answers of a game come from while it is played: players and dice."""

from typing import Any, Protocol, cast

from msgspec import Struct

from pilein.dice import Roll, thrown_with_faces
from pilein.engine.log import Decided, Thrown, said
from pilein.engine.players import Chancy, Player
from pilein.kernel.errors import ScriptError
from pilein.kernel.plain import frozen, plain
from pilein.kernel.record import Given
from pilein.kernel.requests import Answer, Choice, Pending, Request, answered, is_choice

Players = tuple[Player, Player]


class Thrower(Protocol):
    """Dice with a place that can be saved and taken back."""

    place: int

    def die(self, sides: int) -> int:
        """One face."""


class Answered(Struct, frozen=True):
    """One answer: as the clause got it, as the record keeps it, and as the log tells it."""

    answer: Answer
    given: Given
    entry: Thrown | Decided


class Source(Protocol):
    """Gives answers. `number` is how many the game has had before, `key` the clause that asks.

    Raises:
        Pending: nobody answers now.

    """

    def answer(self, state: Any, request: Request, key: str, number: int) -> Answered:  # noqa: ANN401
        """The answer to one request."""


class Live:
    """Dice are thrown, policies are asked, and for a person the game waits."""

    def __init__(self, players: Players, dice: Thrower) -> None:
        self.players = players
        self.dice = dice

    def answer(self, state: Any, request: Request, key: str, number: int) -> Answered:  # noqa: ANN401
        """The answer of dice or of a policy; raises Pending for a person."""
        if not is_choice(request):
            return thrown(cast("Roll", request), self.dice, key)
        player = self.players[request.side]
        if player.policy is None:
            raise Pending(request)
        if isinstance(player.policy, Chancy):
            player.policy.moment = number
        return chosen(request, player.policy(state, request), key, by=player.name, place=self.dice.place)


def chosen(choice: Choice, answer: Answer, key: str, *, by: str, place: int) -> Answered:
    """A player's answer.

    Raises:
        IllegalAnswer: the choice does not allow it.

    """
    answer = answered(choice, frozen(answer))
    given = Given(clause=key, kind="choice", request=choice.words, answer=plain(answer), place=place)
    entry = Decided(key, choice.clause, choice.side, choice.words, said(choice, answer), by)
    return Answered(answer, given, entry)


def thrown(roll: Roll, dice: Thrower, key: str) -> Answered:
    """A throw of dice.

    Raises:
        ScriptError: given dice run out or do not fit.

    """
    place = dice.place
    try:
        answer, groups = thrown_with_faces(roll, dice.die)
    except ScriptError as error:
        raise ScriptError(f"{roll.label or 'a roll'} of {key}: {error.message}", remedy=error.remedy) from None
    faces = [face for group in groups for face in group.faces]
    given = Given(clause=key, kind="roll", request=roll.label, answer=faces, place=place)
    return Answered(answer, given, Thrown(key, roll.label, type(roll).__name__, groups))
