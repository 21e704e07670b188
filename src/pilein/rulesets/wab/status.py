"""Status of a unit, with the register's names for its fields and the duration of each field."""

from typing import Literal

from msgspec import Struct

Charged = Literal["", "charged", "counter", "pursuing", "pursuit"]
Reaction = Literal["", "counter", "shoot", "hold", "flee", "fire and flee"]
Move = Literal[
    "",
    "moved",
    "marched",
    "fast marched",
    "reformed",
    "declared",
    "rallied",
    "still",
    "fled",
    "disengaging",
    "disengaged",
    "returned",
    "kept back",
]
MOVES = ("", "moved", "marched", "fast marched", "reformed", "declared", "rallied", "still", "fled", "disengaged")


class Status(Struct, frozen=True):
    """Status of a unit apart from its place.

    Kept until an event ends it: `fleeing`; `won`, whether the unit won the last round of a continuing combat;
    `fought`, the enemies in contact that it has fought for a round; `rounds`, its rounds in that combat, counted
    only on a table; `stubborn_used`, whether it has given ground; `frenzy_lost`; `terrified`, whether it has taken
    the only terror test of WAB-R-64 `terror-once`.

    Kept until the unit's next turn: `move`, its action in the movement phase ("kept back" if it has returned and may
    not move, WAB-R-28 `return-no-move`); `ignored`, the enemies it ignored when it marched.

    Kept for this turn: `charge`, the manner of its charge ("pursuing" after a pursuit into a fresh enemy, and
    "pursuit" in the turn after that); `reaction` to a charge; `sixes_only`, whether it failed a fear test but stood
    (kept for the next turn if pursuers charged it); `volleyed`, the wounds from its stand and shoot, recorded only
    under WAB-R-88 `count-sns`.

    Kept for this phase: `shot_down`, the models lost to shooting; `panicked`, the sentences for which it has taken a
    panic test (WAB-R-32).

    Permanent: `began`, its size when the battle began, or 0 for the size fielded; `uphill` and `defended`, from the
    scenario.
    """

    fleeing: bool = False
    won: bool = False
    fought: tuple[int, ...] = ()
    rounds: int = 0
    stubborn_used: bool = False
    frenzy_lost: bool = False
    terrified: bool = False
    move: Move = ""
    ignored: tuple[int, ...] = ()
    charge: Charged = ""
    reaction: Reaction = ""
    sixes_only: bool = False
    volleyed: int = 0
    shot_down: int = 0
    panicked: tuple[str, ...] = ()
    began: int = 0
    uphill: bool = False
    defended: bool = False
