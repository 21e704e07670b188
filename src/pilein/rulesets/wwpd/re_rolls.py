"""Dice that are re-rolled for scores beyond 6, and series of such dice (WW-RS-02)."""

from functools import lru_cache

from msgspec import Struct

from pilein.dice.faces import NOBODY, SIDES, Die, stage_of
from pilein.dice.weights import Distribution, Row, binomial, convolved, distribution_of_row, reduced, together

SURE = 0  # a score that succeeds without dice
LEAST, MOST = 1, SIDES + 1  # scores for which a die may be rolled twice
NEVER = MOST + 1  # a score that fails without dice


def has_dice(need: int) -> bool:
    """Whether a die must be rolled for a score."""
    return SURE < need < NEVER


def face_again(need: int) -> int:
    """Return the face that is re-rolled for a score that the die cannot show, or 0 if no face is re-rolled."""
    if need == LEAST:
        return 1
    return SIDES if need == MOST else 0


def succeeds(face: int, need: int) -> bool:
    """Whether a die's final face meets the score needed."""
    return face >= min(max(need, LEAST + 1), MOST - 1)


def odds(need: int) -> Row:
    """Weights of failing and succeeding, out of 36.

    >>> odds(4), odds(1), odds(7), odds(8)
    ((18, 18), (1, 35), (35, 1), (36, 0))
    """
    whole = SIDES * SIDES
    if not has_dice(need):
        return (0, whole) if need <= SURE else (whole, 0)
    if face_again(need):
        return (1, whole - 1) if need == LEAST else (whole - 1, 1)
    bad = (need - 1) * SIDES
    return (bad, whole - bad)


# --- Number of successes in each group of dice ---------------------------------------------------------------------


Counts = tuple[int, ...]


class Throw(Struct, frozen=True):
    """Identical dice of a group, with their number, the score needed, and the turn to which they belong."""

    dice: int
    need: int
    group: int = 0
    turn: int = 0


class GroupedSuccesses(Struct, frozen=True, tag=True):
    """Roll that counts the successes of each group, on scores with re-rolls.

    Dice are rolled throw by throw, and the re-rolls of a turn follow all its other dice in the same order. Throws of
    the same turn are consecutive. `names` are the owners of the throws, for display only.

    Raises:
        ValueError: a throw's group does not exist, or its number of dice is negative.
    """

    throws: tuple[Throw, ...]
    groups: int
    label: str = ""
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for throw in self.throws:
            if not 0 <= throw.group < self.groups or throw.dice < 0:
                raise ValueError(f"{throw} is in none of the {self.groups} groups, or has a negative number of dice")

    def thrown(self, die: Die) -> Counts:
        """Roll the dice and return the number of successes in each group."""
        counts = [0] * self.groups
        for turn in dict.fromkeys(throw.turn for throw in self.throws):
            throws = [(place, throw) for place, throw in enumerate(self.throws) if throw.turn == turn]
            wanted = [(place, throw.dice, throw.need) for place, throw in throws]
            for (_, throw), good in zip(throws, thrown_twice(die, self.label, wanted, self.names), strict=True):
                counts[throw.group] += good
        return tuple(counts)

    def weights(self) -> Distribution[Counts]:
        """Exact distribution of the numbers of successes in all groups."""
        return together([distribution_of_row(row_of(self.of_group(group))) for group in range(self.groups)])

    def of_group(self, group: int) -> tuple[Throw, ...]:
        """Return the throws that belong to a group."""
        return tuple(throw for throw in self.throws if throw.group == group)


def thrown_twice(die: Die, label: str, wanted: list[tuple[int, int, int]], names: tuple[str, ...] = ()) -> list[int]:
    """Roll dice with re-rolls, and return the number of successes for each (subject, dice, need).

    All dice are rolled before any die is re-rolled. `names` gives the owner of the dice for each subject.
    """
    stage = stage_of(die)
    rows: list[list[int]] = []
    last: tuple[int, int] | None = None
    for subject, dice, need in wanted:
        if (need, subject) != last:  # identical dice that follow each other are one part of the roll
            stage(label, need, subject, names[subject] if names else NOBODY)
            last = need, subject
        rows.append([die(SIDES) for _ in range(dice)] if has_dice(need) else [])
    for (subject, _, need), row in zip(wanted, rows, strict=True):
        again = face_again(need)
        if again in row:
            stage(label, need, subject, names[subject] if names else NOBODY)
            row[:] = [die(SIDES) if face == again else face for face in row]
    return [_successes(row, dice, need) for row, (_, dice, need) in zip(rows, wanted, strict=True)]


@lru_cache(maxsize=1024)
def row_of(throws: tuple[Throw, ...]) -> Row:
    """Weights of the number of successes in several throws combined."""
    row: Row = (1,)
    for throw in throws:
        bad, good = reduced(odds(throw.need))
        row = convolved(row, binomial(throw.dice, good, bad))
    return row


def _successes(row: list[int], dice: int, need: int) -> int:
    if not has_dice(need):
        return dice if need <= SURE else 0
    return sum(succeeds(face, need) for face in row)
