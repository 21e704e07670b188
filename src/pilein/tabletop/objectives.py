"""Objectives of a battle besides survival, as plain frozen values."""

from typing import Literal

from msgspec import Struct

Counted = Literal["models", "units"]


class Break(Struct, frozen=True, tag_field="kind", tag="break"):
    """A percentage of the enemy's models or units is out of the battle.

    `side` is the side whose objective it is ("": both sides'), `points` its score, once; 0: it wins and ends the
    battle.
    """

    share: int
    of: Counted = "models"
    points: int = 0
    side: str = ""


class Destroy(Struct, frozen=True, tag_field="kind", tag="destroy"):
    """Each enemy model, or unit, that is out of the battle at the end scores this many points."""

    of: Counted = "models"
    points: int = 1
    side: str = ""


class Hold(Struct, frozen=True, tag_field="kind", tag="hold"):
    """A place is held by the side whose unit is nearest to it, within the radius. Place and radius are in ticks.

    It scores at the end of the battle, or at the end of `each_turn`.
    """

    x: int
    y: int
    radius: int
    points: int = 1
    each_turn: bool = False
    side: str = ""
    name: str = ""

    def __str__(self) -> str:
        return self.name or "the place"


Objective = Break | Destroy | Hold
WITHOUT = (Destroy(),)  # if a scenario names none: a point for each enemy model


def is_of(objective: Objective, side: str) -> bool:
    """Whether a side has this objective."""
    return objective.side in ("", side)
