"""What a unit may expect of shooting from a place: by range and arc, whatever stands in between."""

from collections.abc import Iterable
from math import fsum

from pilein.geometry.blocks import Block
from pilein.rulesets.wab.policy.looking import preview_table
from pilein.rulesets.wab.policy.poses import Pose, has_in_view
from pilein.rulesets.wab.policy.prospects import EACH, worth
from pilein.rulesets.wab.policy.shooting import by_one
from pilein.rulesets.wab.shooters import LONG, SHORT, Aimed
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.striking import target_of

MOVED = 0.7  # of the casualties, after a move
AFAR = 0.5  # of a target just out of range
LASTING = 2.2  # turns of shooting that a place is good for

Target = tuple[int, Pose, float]


class Volleys:
    """The casualties to expect of a unit's shots by target and range; empty for units without missiles."""

    def __init__(self, battle: Battle, unit: int) -> None:
        self.battle = battle
        self.unit = unit
        kinds = [kind for kind in battle.field.kinds(unit) if battle.traits(kind).missiles]
        self.kinds = tuple(kinds)
        self.range = max((battle.traits(kind).missiles[0].range for kind in kinds), default=0)
        standing = battle.plane.standings[unit]
        models = {kind: battle.field.count(unit, kind) for kind in kinds}
        if isinstance(standing, Block):
            models = {kind: min(count, standing.files) for kind, count in models.items()}
        self.models = models
        self._known: dict[tuple[int, int], float] = {}

    def value(self, pose: Pose, targets: Iterable[Target], *, moved: bool) -> float:
        """The worth of the best target from there; `targets`: unit, pose and distance of each enemy not in combat."""
        best = 0.0
        for foe, there, far in targets if self.kinds else ():
            if far <= self.range and has_in_view(pose, there):
                best = max(best, self._worth(foe, SHORT if far <= self.range / 2 else LONG))
            elif far <= 2 * self.range:
                best = max(best, AFAR * self._worth(foe, LONG) * (2 - far / self.range))
        return LASTING * best * (MOVED if moved else 1.0)

    def _worth(self, foe: int, band: int) -> float:
        key = foe, band
        if key not in self._known:
            table = preview_table(self.battle)
            felled = fsum(
                self.models[kind] * by_one(self.battle, table, Aimed.of(self.unit, foe, kind, band))
                for kind in self.kinds
            )
            share = felled / target_of(self.battle, foe).W / len(self.battle.unit(foe).models)
            self._known[key] = EACH * worth(self.battle, foe) * min(1.0, share)
        return self._known[key]
