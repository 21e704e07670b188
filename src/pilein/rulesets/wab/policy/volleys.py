"""Expected results of a unit's shooting from a place, by range and arc, ignoring obstacles."""

from collections.abc import Iterable
from math import fsum

from pilein.geometry.blocks import Block
from pilein.rulesets.wab.fight.striking import target_of
from pilein.rulesets.wab.policy.combat_value import worth
from pilein.rulesets.wab.policy.poses import Pose, has_in_view
from pilein.rulesets.wab.policy.previews import preview_table
from pilein.rulesets.wab.policy.shooting import wounds_by_one
from pilein.rulesets.wab.shooting.shooters import LONG, SHORT, Aimed, is_massed, is_tied_down
from pilein.rulesets.wab.state import Battle

SHOT = 1.0  # fraction of a unit's worth that is lost with its models shot, including panic
AFAR = 0.5  # fraction for a target just out of range
LATER = 1.2  # further volleys expected from a place after the first

Target = tuple[int, Pose, float]


class Volleys:
    """Expected casualties from a unit's shots, which depend on the target, on the range, and on whether the unit has
    moved. A unit without missiles causes no casualties.
    """

    def __init__(self, battle: Battle, unit: int) -> None:
        self.unit = unit
        self.still = battle.having(unit, move="")
        self.moved = battle.having(unit, move="moved")
        self.kinds = tuple(kind for kind in battle.field.kinds(unit) if battle.traits(kind).missiles)
        self.range = max((battle.traits(kind).missiles[0].range for kind in self.kinds), default=0)
        self._known: dict[tuple[int, int, bool], float] = {}

    def value(self, pose: Pose, targets: Iterable[Target], *, moved: bool) -> float:
        """Value of shooting at the best target from a pose, now and in later turns. `targets` are enemies not in
        combat.
        """
        best = 0.0
        for foe, there, far in targets if self.kinds else ():
            if far <= self.range and has_in_view(pose, there):
                band = SHORT if far <= self.range / 2 else LONG
                best = max(best, self._worth(foe, band, moved=moved) + LATER * self._worth(foe, band, moved=False))
            elif far <= 2 * self.range:
                best = max(best, AFAR * self._worth(foe, LONG, moved=False) * (2 - far / self.range))
        return best

    def _worth(self, foe: int, band: int, *, moved: bool) -> float:
        key = foe, band, moved
        if key not in self._known:
            battle = self.moved if moved else self.still
            felled = fsum(self._felled(battle, kind, foe, band) for kind in self.kinds)
            share = felled / target_of(battle, foe).W / len(battle.unit(foe).models)
            self._known[key] = SHOT * worth(battle, foe) * min(1.0, share)
        return self._known[key]

    def _felled(self, battle: Battle, kind: int, foe: int, band: int) -> float:
        table = preview_table(battle)
        models = self._shooting(battle, kind)
        return models * wounds_by_one(battle, table, Aimed.of(self.unit, foe, kind, band)) if models else 0.0

    def _shooting(self, battle: Battle, kind: int) -> int:
        """Number of models of a kind that shoot: the front rank and, with massed missiles, half of the models behind
        it.
        """
        table, count = preview_table(battle), battle.field.count(self.unit, kind)
        standing = battle.plane.standings[self.unit]
        if is_tied_down(battle, table, self.unit, battle.traits(kind).missiles[0]):
            return 0
        if not isinstance(standing, Block) or count <= standing.files:
            return count
        model = next(one for one in battle.plane.models(self.unit) if battle.setup.kind_of[one] == kind)
        massed = is_massed(battle, table, self.unit, model, reaction=False)
        return standing.files + (count - standing.files) // 2 * massed
