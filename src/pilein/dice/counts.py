"""Rolls that count successes, with or without re-rolls, and whole volleys of attacks."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from pilein.dice.faces import NO_SUBJECT, SIDES, Die, begin_re_rolls, stage_of
from pilein.dice.weights import Distribution, binomial, distribution_of_row, reduced


class Count(Struct, frozen=True, tag=True):
    """Roll that counts the D6 showing `need` or more.

    No dice are rolled if `need` is 1 or less, since every die succeeds, or 7 or more, since no die does.
    `re_roll` names the dice that are re-rolled once, after all dice have been rolled: "failures", "ones" or
    "successes". `by` names the owner of the dice, for display only.
    """

    dice: int
    need: int
    re_roll: str = ""
    label: str = ""
    by: str = ""

    def __post_init__(self) -> None:
        check_re_roll(self.re_roll)

    def thrown(self, die: Die) -> int:
        """Roll the dice and count the successes."""
        if not is_thrown(self.need):
            return sure(self.dice, self.need)
        stage_of(die)(self.label, self.need, NO_SUBJECT, self.by)
        return successes(thrown_faces(die, self.dice, self.need, self.re_roll), self.need)

    def weights(self) -> Distribution[int]:
        """Return the distribution of the number of successes."""
        return _count(self.dice, self.need, self.re_roll)


@lru_cache(maxsize=4096)
def _count(dice: int, need: int, re_roll: str) -> Distribution[int]:
    if not is_thrown(need):
        return ((sure(dice, need), 1),)
    distribution = faces_distribution(need, re_roll)
    bad, good = reduced((sum(distribution[: need - 1]), sum(distribution[need - 1 :])))
    return distribution_of_row(binomial(dice, good, bad))


# --- A score needed on each D6: which dice are rolled, re-rolled, and succeed -------------------------------------


AUTOMATIC = 1  # a score of 1 or less succeeds without dice
IMPOSSIBLE = SIDES + 1  # a score of 7 or more fails without dice
RE_ROLLS = ("", "failures", "ones", "successes")


def is_thrown(need: int) -> bool:
    """Whether dice are rolled for a score. A score of 1 or less, or of 7 or more, needs no dice."""
    return AUTOMATIC < need < IMPOSSIBLE


def sure(dice: int, need: int) -> int:
    """Return the number of successes for a score that needs no dice."""
    return dice if need <= AUTOMATIC else 0


def successes(faces: Sequence[int], need: int) -> int:
    """Count the faces that show `need` or more."""
    return len([face for face in faces if face >= need])


def thrown_faces(die: Die, dice: int, need: int, re_roll: str) -> list[int]:
    """Roll `dice` D6 and return their final faces. Re-rolls follow after all dice have been rolled once."""
    faces = [die(SIDES) for _ in range(dice)]
    if re_roll:
        again = faces_again(need, re_roll)
        begin_re_rolls(die)
        for place, face in enumerate(faces):
            if face in again:
                faces[place] = die(SIDES)
    return faces


def faces_again(need: int, re_roll: str) -> range:
    """Return the faces that the given kind of re-roll rolls again when `need` or more is a success."""
    if re_roll == "ones":
        return range(1, 2)
    if re_roll == "failures":
        return range(1, need)
    return range(need, SIDES + 1) if re_roll else range(0)


def faces_distribution(need: int, re_roll: str) -> tuple[int, ...]:
    """Return the weights of the final faces 1 to 6, re-rolls included.

    >>> faces_distribution(4, "ones")
    (1, 7, 7, 7, 7, 7)
    """
    again = faces_again(need, re_roll)
    return tuple(len(again) + (0 if face in again else SIDES) for face in range(1, SIDES + 1))


def check_re_roll(re_roll: str) -> None:
    """Check that `re_roll` names a known kind of re-roll.

    Raises:
        ValueError: the name is unknown.
    """
    if re_roll not in RE_ROLLS:
        raise ValueError(f"re_roll cannot be {re_roll!r}; use one of {RE_ROLLS}")


# --- Attack sequences: to hit, to wound, to save ------------------------------------------------------------------


NO_TARGET = -1
KEEPS = ("ones", "hits", "glances", "wounds", "sixes", "saved")


class Volley(Struct, frozen=True, tag=True):
    """Volley of `dice` identical attacks on one target.

    A score of 1 or less succeeds without a roll, and a score of 7 or more fails without one. But with `six_hits` a
    natural 6 hits, and with `one_misses` a natural 1 misses, whatever `hit` is, so dice are always rolled to hit.
    With `six_wounds` a natural 6 wounds whatever `wound` is, and counts as "sixes" instead of "wounds", so dice are
    always rolled to wound. Sixes are saved like other wounds.

    `keep` lists the counts in the outcome: natural "ones" to hit after re-rolls, "hits", "glances" (hits that did
    not wound), "wounds", "sixes" and "saved" (wounds saved, up to the target's capacity). Without a `target` no
    wound is saved or lost. `side` (0 for the active side, 1 for the other) is for display only.

    Raises:
        ValueError: the number of dice is negative, or a word in a re-roll or in `keep` is unknown.
    """

    dice: int
    hit: int
    wound: int
    save: int = IMPOSSIBLE
    target: int = NO_TARGET
    re_roll_hits: str = ""
    re_roll_wounds: str = ""
    re_roll_saves: str = ""
    six_hits: bool = False
    one_misses: bool = False
    six_wounds: bool = False
    keep: tuple[str, ...] = ()
    side: int = 0

    def __post_init__(self) -> None:
        if self.dice < 0:
            raise ValueError(f"a volley cannot have {self.dice} dice; use 0 or more")
        if self.re_roll_hits or self.re_roll_wounds or self.re_roll_saves:
            for re_roll in (self.re_roll_hits, self.re_roll_wounds, self.re_roll_saves):
                check_re_roll(re_roll)
        for word in self.keep:
            if word not in KEEPS:
                raise ValueError(f"keep cannot contain {word!r}; use any of {KEEPS}")


class Target(Struct, frozen=True, tag=True):
    """Target of volleys. Its `room` is the number of wounds it can still lose.

    Raises:
        ValueError: `room` is negative.
    """

    room: int

    def __post_init__(self) -> None:
        if self.room < 0:
            raise ValueError(f"a target cannot have room for {self.room} wounds; use 0 or more")


def needed_to_hit(volley: Volley) -> int:
    """Return the lowest face that hits. It is 1 if all attacks hit without dice, or 7 if no attack can hit."""
    least = AUTOMATIC + 1 if volley.one_misses else AUTOMATIC
    most = SIDES if volley.six_hits else IMPOSSIBLE
    return max(least, min(volley.hit, most))


def needed_to_wound(volley: Volley) -> int:
    """Return the lowest face that wounds. With `six_wounds` it is never more than 6."""
    most = SIDES if volley.six_wounds else IMPOSSIBLE
    return max(AUTOMATIC, min(volley.wound, most))
