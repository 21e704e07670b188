"""Protocols of rolls and dice, and a die that records its faces.

A die is a function that takes its number of sides and returns a face. It may have a method `stage(label, need,
subject, by, why)`, which a roll calls before each of its parts, but most dice have no such method.
"""

from typing import Protocol, runtime_checkable

from msgspec import Struct

from pilein.dice.weights import Outcome, Weights

SIDES = 6
NO_SUBJECT = -1
NOBODY = ""  # the dice have no named owner


class Stage(Protocol):
    """Function that a roll calls at the start of each of its parts."""

    def __call__(self, label: str, need: int, subject: int, by: str = NOBODY, why: str = "", /) -> None:
        """Begin a part with its label, the score needed, its subject, the owner of the dice, and the modifiers of
        the score.
        """


class Die(Protocol):
    """Callable that returns a face from 1 to `sides`. A plain function is enough."""

    def __call__(self, sides: int, /) -> int:
        """Return the next face of a die with the given number of sides."""


@runtime_checkable
class Roll(Protocol):
    """Dice rolled together, reduced to the counts that matter.

    A roll is frozen and hashable, and `thrown` and `weights` agree.
    """

    @property
    def label(self) -> str:
        """Description of the purpose of the dice, for display only."""

    def thrown(self, die: Die) -> Outcome:
        """Roll the dice one by one in the order of the rules and return the outcome. `die(sides)` returns a face."""

    def weights(self) -> Weights:
        """Return each possible outcome, in order, with its weight, a whole number above zero. The result is cached."""


class FacesGroup(Struct, frozen=True):
    """Faces of one part of a roll, in the order rolled.

    `need` is the score needed, or 0. `subject` is the index of a volley in its pool or of a model among hazards, or -1
    for any other part. The last `again` faces are re-rolls. `by` names the unit, model or side that owns the dice, if
    known, and `why` gives the modifiers of the score or of the dice.
    """

    label: str
    need: int
    faces: tuple[int, ...]
    subject: int = NO_SUBJECT
    again: int = 0
    by: str = NOBODY
    why: str = ""


class Faces:
    """Die that records the faces of an inner die, grouped by the stages of the roll."""

    __slots__ = ("_again", "_die", "_faces", "_groups", "_stage")

    def __init__(self, die: Die, label: str = "", by: str = NOBODY, why: str = "") -> None:
        self._die = die
        self._groups: list[FacesGroup] = []
        self._stage = (label, 0, NO_SUBJECT, by, why)
        self._faces: list[int] = []
        self._again: int | None = None  # number of faces in this stage rolled before its rerolls

    def __call__(self, sides: int) -> int:
        """Return a face of the inner die and record it."""
        face = self._die(sides)
        self._faces.append(face)
        return face

    def stage(self, label: str, need: int, subject: int = NO_SUBJECT, by: str = NOBODY, why: str = "") -> None:
        """Begin a stage. A stage without dice is not recorded."""
        self._close()
        self._stage = (label, need, subject, by, why)

    def re_rolls(self) -> None:
        """Mark the dice from here to the next stage as re-rolls."""
        self._again = len(self._faces)

    def groups(self) -> tuple[FacesGroup, ...]:
        """Return the groups of faces rolled so far."""
        self._close()
        return tuple(self._groups)

    def _close(self) -> None:
        if self._faces:
            label, need, subject, by, why = self._stage
            again = 0 if self._again is None else len(self._faces) - self._again
            self._groups.append(FacesGroup(label, need, tuple(self._faces), subject, again, by, why))
            self._faces = []
        self._again = None


def thrown_with_faces(roll: Roll, die: Die) -> tuple[Outcome, tuple[FacesGroup, ...]]:
    """Roll the dice, and return the outcome and the faces in the order rolled."""
    faces = Faces(die, roll.label, getattr(roll, "by", NOBODY), getattr(roll, "why", ""))
    outcome = roll.thrown(faces)
    return outcome, faces.groups()


def stage_of(die: Die) -> Stage:
    """Return the die's `stage`, or a function that does nothing if the die has no such method."""
    stage: Stage = getattr(die, "stage", _silent)
    return stage


def begin_re_rolls(die: Die) -> None:
    """Mark the following dice as re-rolls if the die records faces."""
    if isinstance(die, Faces):
        die.re_rolls()


def _silent(_label: str, _need: int, _subject: int, _by: str = NOBODY, _why: str = "", /) -> None:
    return
