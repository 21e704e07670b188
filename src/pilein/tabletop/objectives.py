"""Battle objectives other than survival, as plain frozen values."""

from typing import Literal

from msgspec import Struct

Counted = Literal["models", "units"]


class Break(Struct, frozen=True, tag_field="kind", tag="break"):
    """Objective: remove a percentage of the enemy's models or units from the battle.

    `side` is the side that has the objective, or "" for both sides. `points` are scored once. With 0 points,
    achieving the objective wins and ends the battle.
    """

    share: int
    of: Counted = "models"
    points: int = 0
    side: str = ""


class Destroy(Struct, frozen=True, tag_field="kind", tag="destroy"):
    """Objective: score points for each enemy model or unit that is out of the battle when the battle ends."""

    of: Counted = "models"
    points: int = 1
    side: str = ""


class Hold(Struct, frozen=True, tag_field="kind", tag="hold"):
    """Objective: have the unit nearest to a point, provided that the unit is within a radius of the point. The
    coordinates and the radius are in ticks.

    The points are scored at the end of the battle or, if `each_turn` is set, at the end of every turn.
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
WITHOUT = (Destroy(),)  # default objectives: a point for each enemy model


def is_of(objective: Objective, side: str) -> bool:
    """Whether an objective belongs to a side."""
    return objective.side in ("", side)
