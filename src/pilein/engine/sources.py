"""Sources of the answers in a game: players answer questions, and dice answer rolls."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol, cast

from msgspec import Struct

from pilein.dice import Outcome, Roll, thrown_with_faces
from pilein.engine.fixed import FIXED, NONE_FIXED, FixedAnswers
from pilein.engine.log import Decided, Thrown, said
from pilein.engine.players import Chancy, Player
from pilein.kernel.codec import frozen, plain
from pilein.kernel.errors import IllegalAnswer, ScriptError
from pilein.kernel.record import Given
from pilein.kernel.requests import Answer, Choice, Pending, Request, answered, is_choice, is_same
from pilein.tabletop.battle import BattleState

Players = tuple[Player, Player]


class Thrower(Protocol):
    """Dice with a place that can be saved and restored."""

    place: int

    def die(self, sides: int) -> int:
        """Return the next face of a die with the given number of sides."""


class Answered(Struct, frozen=True):
    """An answer in three forms: for the clause, for the record and for the log."""

    answer: Answer
    given: Given
    entry: Thrown | Decided


class Source(Protocol):
    """Source of answers. `number` counts the earlier answers, and `key` is the clause that asks for the answer.

    Raises:
        Pending: there is no answer yet.
    """

    def answer(self, state: BattleState, request: Request, key: str, number: int) -> Answered:
        """Return the answer to one request of a clause."""


class Live:
    """Source that rolls dice, gives fixed answers and asks policies. The game waits for people, and for open dice."""

    def __init__(self, players: Players, dice: Thrower, fixed: FixedAnswers = NONE_FIXED) -> None:
        self.players = players
        self.dice = dice
        self.fixed = fixed

    def answer(self, state: BattleState, request: Request, key: str, number: int) -> Answered:
        """Return the answer of the dice or a policy. Raises Pending for a person, open dice or dice that are yet to be
        typed.
        """
        if not is_choice(request):
            roll = cast("Roll", request)
            if isinstance(self.dice, OpenDice) or (isinstance(self.dice, TypedDice) and self.dice.least(roll)):
                raise Pending(request)
            return thrown(roll, self.dice, key)
        found = self.fixed.answer(request)
        if found is not None:
            return chosen(request, found[0], key, by=FIXED, place=self.dice.place)
        player = self.players[request.side]
        if player.policy is None:
            raise Pending(request)
        if isinstance(player.policy, Chancy):
            player.policy.moment = number
        return chosen(request, player.policy(state, request), key, by=player.name, place=self.dice.place)


def chosen(choice: Choice, answer: Answer, key: str, *, by: str, place: int) -> Answered:
    """Record a player's answer.

    Raises:
        IllegalAnswer: the choice does not allow the answer.
    """
    answer = answered(choice, frozen(answer))
    given = Given(clause=key, kind="choice", request=choice.words, answer=plain(answer), place=place)
    entry = Decided(key, choice.clause, choice.side, choice.words, said(choice, answer), by)
    return Answered(answer, given, entry)


def supposed(roll: Roll, outcome: Outcome, key: str) -> Answered:
    """Give a roll the supposed outcome, without faces.

    Raises:
        IllegalAnswer: the roll cannot have that outcome.
    """
    if not any(is_same(outcome, possible) for possible, _ in roll.weights()):
        raise IllegalAnswer(roll, outcome, "the roll has no such outcome", key)
    given = Given(clause=key, kind="roll", request=roll.label, answer=[], place=0)
    return Answered(outcome, given, Thrown(key, roll.label, type(roll).__name__, ()))


def thrown(roll: Roll, dice: Thrower, key: str) -> Answered:
    """Roll the dice and return the outcome.

    Raises:
        ScriptError: the given dice run out or do not fit.
    """
    place = dice.place
    try:
        answer, groups = thrown_with_faces(roll, dice.die)
    except ScriptError as error:
        words = error.message
        if isinstance(dice, GivenDice) and dice.place >= len(dice.faces):
            words = (
                f"only {_dice(len(dice.faces))} given, but the rolls so far need at least {_upto(dice, place, roll)}"
            )
        raise ScriptError(f"{roll.label or 'a roll'}: {words}", remedy=error.remedy) from None
    faces = [face for group in groups for face in group.faces]
    given = Given(clause=key, kind="roll", request=roll.label, answer=faces, place=place)
    return Answered(answer, given, Thrown(key, roll.label, type(roll).__name__, groups))


# --- Random dice -------------------------------------------------------------------------------------
# A counter-based generator: the same seed and place give the same die on every machine.


CHUNK = 64  # bytes drawn at a time


class OpenDice:
    """Dice that are never rolled. The game waits at each roll until one of its outcomes is chosen."""

    place = 0

    def die(self, sides: int) -> int:
        """Always fail, because a game with open dice asks for outcomes instead."""
        raise AssertionError(f"open dice cannot roll a D{sides}; choose the outcome of the roll instead")


class Dice:
    """Dice rolled from a seed. `place` counts the bytes used so far and is the whole state.

    >>> Dice(7).die(6) == Dice(7).die(6)
    True
    """

    def __init__(self, seed: int, place: int = 0) -> None:
        self.seed = seed
        self.place = place
        self._chunk_number = -1
        self._chunk = b""

    def die(self, sides: int) -> int:
        """Return one face, from 1 to `sides` (at most 256), each equally likely."""
        limit = 256 - 256 % sides
        while True:
            byte = self._next()
            if byte < limit:
                return byte % sides + 1

    def _next(self) -> int:
        number, offset = divmod(self.place, CHUNK)
        if number != self._chunk_number:
            self._chunk = blake2b(f"{self.seed}:{number}".encode(), digest_size=CHUNK).digest()
            self._chunk_number = number
        self.place += 1
        return self._chunk[offset]


# --- Given dice -------------------------------------------------------


MOST_SIDES = 6
MORE = "give more dice, or none to roll dice from a seed"


class GivenDice:
    """Dice that return given faces in order. `place` counts the faces used.

    Raises:
        ScriptError: the faces run out, or a face does not exist on the die.
    """

    def __init__(self, faces: Sequence[int], place: int = 0) -> None:
        self.faces = tuple(faces)
        self.place = place

    def die(self, sides: int) -> int:
        """Return the next given face."""
        if self.place >= len(self.faces):
            raise ScriptError(f"only {_dice(len(self.faces))} given, but more are needed", remedy=MORE)
        face = self.faces[self.place]
        if not 1 <= face <= sides:
            message = f"die {self.place + 1} shows {face}, which is not a face of a D{sides}"
            raise ScriptError(message, remedy=f"give a face from 1 to {sides} for that die")
        self.place += 1
        return face

    @property
    def left(self) -> tuple[int, ...]:
        """The given faces that have not been used yet."""
        return self.faces[self.place :]

    def least(self, roll: Roll) -> int:
        """Return the minimum number of further dice that a roll needs, whatever faces they show. Re-rolls may need
        more.
        """
        return min(self._needed(roll, face) for face in range(1, MOST_SIDES + 1))

    def _needed(self, roll: Roll, face: int) -> int:
        """Count the additional dice that a roll takes if every one of them shows the given face."""
        left, more = iter(self.left), 0

        def die(sides: int) -> int:
            nonlocal more
            for one in left:
                return one
            more += 1
            return min(face, sides)

        thrown_with_faces(roll, die)
        return more


def _upto(dice: GivenDice, place: int, roll: Roll) -> int:
    """Return the minimum number of dice needed from the start of the game to the end of a roll that began at
    `place`.
    """
    return len(dice.faces) + GivenDice(dice.faces, place).least(roll)


def _dice(count: int) -> str:
    return f"{count} {'die is' if count == 1 else 'dice are'}"


class TypedDice(GivenDice):
    """Dice to which a person adds given faces during the game. The game waits at each roll that needs more dice.

    Faces are never changed in place. `extended` returns new dice, so that a game can be undone and replayed.
    """

    def extended(self, faces: Sequence[int]) -> "TypedDice":
        """Return a copy of the dice with more faces added."""
        return TypedDice((*self.faces, *faces), self.place)

    def why_not(self, roll: Roll, faces: Sequence[int]) -> str:
        """Return the reason these faces cannot come next in a roll, or "" if they can."""
        dice = GivenDice((*self.left, *faces))
        try:
            thrown_with_faces(roll, dice.die)
        except ScriptError as error:
            return error.message if dice.left else ""
        return "there are more faces than the roll has dice" if dice.left else ""
