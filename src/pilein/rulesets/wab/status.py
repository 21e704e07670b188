"""Status of a unit, by the register's names, each with its duration."""

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
    """Status of a unit beyond its place.

    Until an event ends it: `fleeing`; `won`, it won the last round of a continuing combat; `fought`, the enemies in
    contact with which it has fought a round; `rounds`, its rounds in that combat (counted on a table only);
    `stubborn_used`, it has given ground; `frenzy_lost`; `terrified`, it has taken the one terror test of WAB-R-64
    `terror-once`.

    Until its own next turn begins: `move`, its action in its movement phase ("kept back": it has returned to the
    table and may not move, WAB-R-28 `return-no-move`); `ignored`, the enemies whose nearness it ignored when it
    marched.

    This turn: `charge`, the manner of its charge ("pursuing": it has just pursued into a fresh enemy, which becomes
    "pursuit" in the next turn); `reaction` to a charge; `sixes_only`, it failed a fear test but stood (after a
    charge by pursuers this is kept for the next turn); `volleyed`, the wounds caused by its stand and shoot, kept
    only if WAB-R-88 `count-sns` counts them.

    This phase: `shot_down`, models lost to shooting; `panicked`, the sentences by which it has taken a panic test
    (WAB-R-32).

    Permanent: `began`, its size when the battle began (0: as fielded); `uphill` and `defended`, as the scenario
    says.
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
