"""Terms of a unit's consolidation, and the moves of its models (WS-CM)."""

from functools import cached_property

from msgspec import Struct

from pilein.geometry.shapes import Place
from pilein.rulesets.warstrike.crossing import bars_round
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.movement.memory import FieldMemo, moved_to
from pilein.tabletop.movement.terms import Bars
from pilein.tabletop.plane import Plane

Move = tuple[int, int, int, int]  # model, x, y, facing

MOVED = FieldMemo[Move, Plane]("consolidations made")


class MoveTerms(Struct, frozen=True, dict=True):
    """Terms of a consolidation, with the unit, the rule sentence, and the limits of the move.

    `reach` is in ticks. `is_bound` means that the unit must stay coherent. `crossing` is the option chosen for WS-R-40.
    `from_start` means that the option `from-start` is chosen for WS-R-41.
    """

    side: int
    clause: str
    battle: Battle
    unit: int
    reach: int
    is_bound: bool
    crossing: str = "default"
    from_start: bool = False

    @property
    def key(self) -> tuple[int, int, str, bool]:
        """Terms on which the move of a single model depends."""
        return self.side, self.reach, self.crossing, self.from_start

    @cached_property
    def foes(self) -> tuple[int, ...]:
        """All enemy models, regardless of their unit."""
        side_of = self.battle.setup.side_of
        return tuple(model for model in self.battle.plane.shapes if side_of(model) != self.side)

    @property
    def all_bars(self) -> tuple[Bars, ...]:
        """Obstacles for paths over walls and floors and, if there are walls, for paths around them."""
        return bars_round(self.battle.setup)


def with_moved(plane: Plane, move: Move) -> Plane:
    """Return the field after another model has moved. The result is cached."""
    known = MOVED.on(plane)
    if move not in known:
        known[move] = moved_to(plane, move[0], Place(*move[1:]))
    return known[move]
