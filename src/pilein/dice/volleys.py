"""Whole attack sequences, to hit, to wound, to save: what is declared and what scores it takes."""

from msgspec import Struct

from pilein.dice.faces import SIDES
from pilein.dice.scores import AUTOMATIC, IMPOSSIBLE, check_re_roll

NO_TARGET = -1
KEEPS = ("ones", "hits", "glances", "wounds", "sixes", "saved")


class Volley(Struct, frozen=True, tag=True):
    """`dice` like attacks on one target. A score of 1 or less succeeds, of 7 or more fails, without dice.

    `six_hits`, `one_misses`: a natural 6 hits, a natural 1 misses whatever `hit` says, so that dice are
    thrown. `six_wounds`: a natural 6 wounds whatever `wound` says and is counted under "sixes", not under
    "wounds"; dice are always thrown for it. Sixes are saved like other wounds.
    `keep` lists what the outcome says of this volley: natural "ones" to hit after re-rolls, "hits",
    "glances" (hits that did not wound), "wounds", "sixes", "saved" (wounds saved; those beyond the target's
    room are not). Without a `target` nothing is saved or lost. `side` (0 active, 1 other) is for the
    reader alone.

    Raises:
        ValueError: for a negative number of dice or an unknown word in a re-roll or in `keep`.

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
            raise ValueError(f"a volley has {self.dice} dice: none or more are needed")
        if self.re_roll_hits or self.re_roll_wounds or self.re_roll_saves:
            for re_roll in (self.re_roll_hits, self.re_roll_wounds, self.re_roll_saves):
                check_re_roll(re_roll)
        for word in self.keep:
            if word not in KEEPS:
                raise ValueError(f"keep names {word!r}: only {KEEPS} can be kept")


class Target(Struct, frozen=True, tag=True):
    """What volleys fall on: `room` is the number of wounds that it can still lose.

    Raises:
        ValueError: if that is less than none.

    """

    room: int

    def __post_init__(self) -> None:
        if self.room < 0:
            raise ValueError(f"a target has room for {self.room} wounds: none or more are needed")


def needed_to_hit(volley: Volley) -> int:
    """The lowest face that hits: 1 = all without dice, 7 = none without dice."""
    least = AUTOMATIC + 1 if volley.one_misses else AUTOMATIC
    most = SIDES if volley.six_hits else IMPOSSIBLE
    return max(least, min(volley.hit, most))


def needed_to_wound(volley: Volley) -> int:
    """The lowest face that wounds; with `six_wounds` never more than 6."""
    most = SIDES if volley.six_wounds else IMPOSSIBLE
    return max(AUTOMATIC, min(volley.wound, most))
