"""Replay recorded answers, and compare the recorded dice with the dice of the seed."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import cast

from msgspec.structs import replace

from pilein.dice import Roll, thrown_with_faces
from pilein.engine.fixed import FIXED, NONE_FIXED, FixedAnswers
from pilein.engine.sources import Answered, Dice, GivenDice, chosen, thrown
from pilein.kernel.codec import frozen
from pilein.kernel.errors import BadRecord, PileInError, ScriptError
from pilein.kernel.nearest import shortened
from pilein.kernel.record import GIVEN, LONGEST, SEED, UNKNOWN, Given, Origin, Record
from pilein.kernel.requests import Choice, Pending, Request, answered, is_choice

ENOUGH = 6  # dice that match the seed: a chance of 1 in 46,656 if they came from elsewhere
SHARE = 3, 4  # share of dice that must match before the others count as changed


class Recorded:
    """Source of recorded answers, given in order. After the last recorded answer, the game waits."""

    def __init__(self, record: Record, fixed: FixedAnswers = NONE_FIXED) -> None:
        self._fixed = fixed
        self.left = list(reversed(record.answers))
        self.dice = RecordedDice(record)
        self._players = record.players or ("", "")

    def answer(self, _state: object, request: Request, key: str, _number: int) -> Answered:
        """Return the recorded answer.

        Raises BadRecord, with the clause as its key, if the answer belongs to another question.
        """
        if not self.left:
            raise Pending(request)
        given = self.left.pop()
        asked = "choice" if is_choice(request) else "roll"
        if (given.clause, given.kind) != (key, asked):
            theirs = f"{shortened(given.request, LONGEST)} ({given.kind}) of {shortened(given.clause)}"
            words = f"the replay asks for {_words(request)} ({asked}), but the record answers {theirs}"
            raise BadRecord(words, key=key)
        self.dice.stand_at(given)
        if is_choice(request):
            return self._chosen(request, given)
        again = _thrown_again(cast("Roll", request), given)
        self.dice.compare(cast("Roll", request), given)
        return again

    def _chosen(self, choice: Choice, given: Given) -> Answered:
        try:
            answer = frozen(given.answer)
            answered(choice, answer)
        except PileInError as error:
            raise BadRecord(
                f"the recorded answer to {choice.words!r} cannot be given: {error.message}", key=given.clause
            ) from None
        by = FIXED if self._fixed.answer(choice) == (answer,) else self._players[choice.side]
        return chosen(choice, answer, given.clause, by=by, place=given.place)


class RecordedDice:
    """Comparison of the dice in a record with the dice that the record's seed gives at the recorded places.

    `origin` is the source of the recorded dice, "seed" or "given". Version 0.1.0 did not record the source, so it is
    inferred from the rolls. `fault` is the first difference from the seed's dice, or None.
    """

    def __init__(self, record: Record) -> None:
        self._seed = record.seed
        self._recorded = record.dice
        self._place = 0  # current place in the seed's dice
        self._compared = 0
        self._alike = 0
        self.fault: BadRecord | None = None

    @property
    def origin(self) -> Origin:
        """Source of the recorded dice, as far as the rolls so far show."""
        if self._recorded != UNKNOWN:
            return self._recorded
        share, of = SHARE
        is_clear = self._alike >= ENOUGH and self._alike * of >= self._compared * share
        return SEED if self.fault is None or is_clear else GIVEN

    @property
    def may_be_changed(self) -> bool:
        """Whether a record of version 0.1.0 may have been changed, because its seed does not give the recorded dice.

        A record of given dice usually has no seed.
        """
        return self._recorded == UNKNOWN and self.fault is not None and self._seed != 0

    def stand_at(self, given: Given) -> None:
        """Compare the place that was recorded before an answer with the place that the seed's dice have reached."""
        if given.place != self._place:
            self._differ(
                f"the replay has used {self._place} dice at this point, but the record says {given.place}", given.clause
            )

    def compare(self, roll: Roll, given: Given) -> None:
        """Compare a recorded roll with the roll that the seed gives."""
        dice = Dice(self._seed, given.place)
        _, groups = thrown_with_faces(roll, dice.die)
        faces = [face for group in groups for face in group.faces]
        self._compared += max(len(faces), len(given.answer))
        self._alike += sum(one == other for one, other in zip_longest(faces, given.answer))
        self._place = dice.place
        if faces != given.answer:
            words = f"the dice of seed {shortened(str(self._seed))} show {_listed(faces)}"
            self._differ(f"{words}, but the record shows {_listed(given.answer)}", given.clause)

    def end_at(self, place: int) -> None:
        """Compare the place that was recorded at the end with the place that the seed's dice have reached."""
        if place != self._place:
            self._differ(f"the replay has used {self._place} dice at the end, but the record says {place}", "place")

    def raise_fault(self) -> None:
        """If the recorded dice came from the seed, raise BadRecord for the first difference from the seed's dice."""
        if self.fault is not None and self.origin == SEED:
            raise self.fault

    def _differ(self, words: str, key: str) -> None:
        if self.fault is None:
            self.fault = BadRecord(words, key=key)
        if self._recorded == SEED:
            raise self.fault


def _thrown_again(roll: Roll, given: Given) -> Answered:
    dice = GivenDice(given.answer)
    try:
        again = thrown(roll, dice, given.clause)
    except ScriptError as error:
        raise BadRecord(error.message, key=given.clause) from None
    if dice.left:
        raise BadRecord(
            f"the roll{f' {roll.label!r}' if roll.label else ''} leaves recorded dice unused: {_listed(dice.left)}",
            key=given.clause,
        )
    return replace(again, given=replace(again.given, place=given.place))


def _listed(faces: Iterable[object]) -> str:
    return shortened(str(list(faces)))


def _words(request: Request) -> str:
    return request.words if is_choice(request) else (cast("Roll", request).label or "a roll")
