"""A score needed on each of some D6: which dice are thrown, thrown again, and succeed."""

from collections.abc import Sequence

from pilein.dice.faces import SIDES, Die

AUTOMATIC = 1  # a score of 1 or less succeeds without dice
IMPOSSIBLE = SIDES + 1  # a score of 7 or more fails without dice
RE_ROLLS = ("", "failures", "ones", "successes")


def is_thrown(need: int) -> bool:
    """Whether dice are thrown for this score."""
    return AUTOMATIC < need < IMPOSSIBLE


def sure(dice: int, need: int) -> int:
    """How many of the dice succeed where none is thrown."""
    return dice if need <= AUTOMATIC else 0


def successes(faces: Sequence[int], need: int) -> int:
    """How many faces show the score or more."""
    return len([face for face in faces if face >= need])


def thrown_faces(die: Die, dice: int, need: int, re_roll: str) -> list[int]:
    """Final faces of so many dice; those that are thrown again follow when all have been thrown once."""
    faces = [die(SIDES) for _ in range(dice)]
    if re_roll:
        again = faces_again(need, re_roll)
        for place, face in enumerate(faces):
            if face in again:
                faces[place] = die(SIDES)
    return faces


def faces_again(need: int, re_roll: str) -> range:
    """The faces that are thrown again, once, where `need` or more is a success."""
    if re_roll == "ones":
        return range(1, 2)
    if re_roll == "failures":
        return range(1, need)
    return range(need, SIDES + 1) if re_roll else range(0)


def faces_law(need: int, re_roll: str) -> tuple[int, ...]:
    """Weights of the faces 1 to 6 as they finally lie.

    >>> faces_law(4, "ones")
    (1, 7, 7, 7, 7, 7)
    """
    again = faces_again(need, re_roll)
    return tuple(len(again) + (0 if face in again else SIDES) for face in range(1, SIDES + 1))


def check_re_roll(re_roll: str) -> None:
    """Make sure that the word is known.

    Raises:
        ValueError: if it is not.

    """
    if re_roll not in RE_ROLLS:
        raise ValueError(f"re_roll is {re_roll!r}: one of {RE_ROLLS} is needed")
