"""Assessment of a place for a unit about to move. It takes into account the charges that could be made from the place
and against it, the shots, and the places to hold.
"""

from typing import NamedTuple

from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.charge.arrivals import charge_reach
from pilein.rulesets.wab.clearance import BARRED
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.policy.charging import arcs_at
from pilein.rulesets.wab.policy.combat_value import gain
from pilein.rulesets.wab.policy.lines import is_before, lanes_of_friends, line_of
from pilein.rulesets.wab.policy.objective_value import places_for
from pilein.rulesets.wab.policy.poses import Pose, apart, has_in_view, pose_of, side_struck
from pilein.rulesets.wab.policy.previews import enemies, gap, preview_table
from pilein.rulesets.wab.policy.volleys import Volleys
from pilein.rulesets.wab.state import Arc, Battle

LATER = 0.72  # fraction of a charge's gain that remains a turn later
SOON = 4.0  # turns beyond which the value falls off more slowly, so that distant units still come
DANGER = 0.8  # fraction of what an enemy gains by a charge
MORE = 0.5  # fraction for other enemies that could charge too
SECOND = 0.2  # fraction for a second enemy that could be charged
SURE = 0.75  # fraction of a charge reach: nearer enemies surely arrive
HARDLY = 0.5  # probability of a charge at the end of its reach
RUNNING = 0.3  # weight of a fleeing enemy
SHOOTERS = 0.3  # fraction of the value of future charges, for units that shoot as far as they charge
IDLE = 0.002  # cost of each inch that a unit stands unnecessarily far from the enemy
NEAR_ENOUGH = 0.8  # fraction of its range or charge reach
NEAREST = 5  # enemies considered
BARELY = 1.02
ALONE = 0.06  # cost of each inch that a unit in ranks stands ahead of its line
AHEAD = 3 * INCH  # distance ahead of the line that costs nothing
SPARE = INCH // 4  # distance kept from the end of a reach
DETOUR = 12.0  # turns that a wall across the whole front costs
STRIDE = INCH  # distance between two checks for obstacles
ACROSS = (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)  # fraction of half its width at which a unit looks ahead
FAR = 10 * INCH  # walls beyond this distance are ignored for now
IN_THE_WAY = 0.12  # cost of blocking a line that is about to advance


class Foe(NamedTuple):
    """Enemy of the unit about to move, with the enemy's place, charge distance and condition."""

    number: int
    pose: Pose
    reach: float
    is_engaged: bool
    flees: bool


class Assessment:
    """Assessment of the battle for a unit about to move. Gains are computed on first use."""

    def __init__(self, battle: Battle, unit: int) -> None:
        self.battle = battle
        self.unit = unit
        table = preview_table(battle)
        self.reach = float(charge_reach(battle, table, unit))
        self.here = pose_of(battle, battle.plane.standings[unit])
        by_distance = sorted(enemies(battle, battle.side(unit)), key=lambda foe: (gap(battle, unit, foe), foe))
        self.foes = tuple(_foe(battle, foe) for foe in by_distance[:NEAREST])
        self.volleys = Volleys(battle, unit)
        self.zeal = SHOOTERS if self.volleys.range >= self.reach and self.volleys.kinds else 1.0
        self.station = NEAR_ENOUGH * (self.volleys.range if self.zeal < 1 else self.reach)
        self.places = places_for(battle, unit)
        self.has_walls = has_walls(battle)
        self.line = line_of(battle, unit)
        self.lanes = lanes_of_friends(battle, unit)
        self._ours: dict[tuple[int, Arc], float] = {}
        self._theirs: dict[tuple[int, Arc], float] = {}

    def our_gain(self, foe: Foe, arc: Arc) -> float:
        """Gain for the unit from charging the given side of an enemy."""
        key = foe.number, arc
        if key not in self._ours:
            self._ours[key] = self._gain_of_ours(foe, arc)
        return self._ours[key]

    def _gain_of_ours(self, foe: Foe, arc: Arc) -> float:
        if foe.flees:
            return RUNNING
        fighting = arcs_at(self.battle, (), foe.number)
        whole = gain(self.battle, tuple(sorted((*fighting, (self.unit, arc)))), foe.number)
        return whole - gain(self.battle, fighting, foe.number) if fighting else whole

    def their_gain(self, foe: Foe, arc: Arc) -> float:
        """Gain for an enemy from charging the given side of the unit."""
        key = foe.number, arc
        if key not in self._theirs:
            self._theirs[key] = gain(self.battle, ((foe.number, arc),), self.unit)
        return self._theirs[key]

    def is_far_off(self, pace: float) -> bool:
        """Whether, after the next move, the unit could neither charge an enemy nor be charged."""
        far = min((apart(self.here, foe.pose) - max(self.reach, foe.reach) for foe in self.foes), default=0.0)
        return far > pace + INCH and not self.places

    def stops(self) -> tuple[float, ...]:
        """Lengths of a path after which the unit stops just short of the nearest enemy's reach or level with the battle
        line.
        """
        gaps = [(apart(self.here, foe.pose), foe) for foe in self.foes]
        nearest = min((far for far, _ in gaps), default=0.0)
        dangers = [far - BARELY * foe.reach for far, foe in gaps if not foe.is_engaged and not foe.flees]
        short = sorted(one - SPARE for one in dangers if one > SPARE)[:1]
        return (*short, nearest - self.line + AHEAD) if self.line else tuple(short)

    def value(self, pose: Pose, pace: float, *, moved: bool, shoots: bool) -> float:
        """Value of standing in a pose at the end of a move. `pace` is the distance in ticks that the unit moves in a
        turn.
        """
        gaps = [apart(pose, foe.pose) for foe in self.foes]
        chances = sorted(self._chance(foe, pose, far, pace) for foe, far in zip(self.foes, gaps, strict=True))
        hope = chances[-1] + SECOND * sum(chances[-2:-1])
        value = hope * self.zeal - self._danger(pose, gaps)
        value -= IDLE * max(0.0, min(gaps) - self.station) / INCH
        value -= ALONE * max(0.0, self.line - AHEAD - min(gaps)) / INCH
        value -= IN_THE_WAY if any(is_before(pose, lane) for lane in self.lanes) else 0.0
        if shoots and self.volleys.kinds:
            pairs = zip(self.foes, gaps, strict=True)
            targets = ((foe.number, foe.pose, far) for foe, far in pairs if not foe.is_engaged)
            value += self.volleys.value(pose, targets, moved=moved)
        return value + max((place.worth_of(pose, pace) for place in self.places), default=0.0)

    def _danger(self, pose: Pose, gaps: list[float]) -> float:
        """Return the cost of the charges that enemies could make against a pose in their next turn. The worst charge
        counts most.
        """
        threats = [self._threat(foe, pose, far) for foe, far in zip(self.foes, gaps, strict=True)]
        threats.sort(reverse=True)
        return DANGER * (threats[0] + MORE * sum(threats[1:3]))

    def _threat(self, foe: Foe, pose: Pose, far: float) -> float:
        """Gain that an enemy would make in its next turn by charging the unit in a given pose."""
        if foe.is_engaged or foe.flees or far > foe.reach * BARELY or not has_in_view(foe.pose, pose):
            return 0.0
        part = far / max(1.0, foe.reach)
        likely = 1.0 if part < SURE else HARDLY + (1 - HARDLY) * (BARELY - part) / (BARELY - SURE)
        return likely * max(0.0, self.their_gain(foe, side_struck(foe.pose, pose)))

    def _chance(self, foe: Foe, pose: Pose, far: float, pace: float) -> float:
        """Gain for the unit from charging an enemy from a pose, discounted for later turns."""
        turns = 1.0 + max(0.0, far - SURE * self.reach) / max(1.0, pace)
        if not has_in_view(pose, foe.pose):
            turns += 1.0
        if self.has_walls:
            turns += DETOUR * part_walled_off(self.battle, pose, foe.pose)
        hope = self.our_gain(foe, side_struck(pose, foe.pose))
        return hope * LATER ** min(turns, SOON) * min(1.0, SOON / turns) if hope > 0 else 0.0


def _foe(battle: Battle, foe: int) -> Foe:
    pose = pose_of(battle, battle.plane.standings[foe])
    reach = float(charge_reach(battle, preview_table(battle), foe))
    return Foe(foe, pose, reach, is_engaged(battle, foe), battle.status(foe).fleeing)


def has_walls(battle: Battle) -> bool:
    """Whether the table has any impassable ground."""
    return bool(battle.setup.parts_of(*BARRED))


def part_walled_off(battle: Battle, pose: Pose, other: Pose) -> float:
    """Fraction of a unit's front that soon meets impassable ground on a straight path to an enemy."""
    dx, dy = other.x - pose.x, other.y - pose.y
    whole = (dx * dx + dy * dy) ** 0.5
    if whole < STRIDE:
        return 0.0
    along_x, along_y = dx / whole, dy / whole
    wide = pose.half or pose.radius
    walls = [ground.outline for ground in battle.setup.grounds if ground.kind in BARRED]
    steps = [look * STRIDE for look in range(1, int(min(whole, FAR) / STRIDE) + 1)]

    def is_stopped(side: float) -> bool:
        spots = [
            (round(pose.x + along_x * far + side * along_y), round(pose.y + along_y * far - side * along_x))
            for far in steps
        ]
        return any(wall.contains(*spot) for spot in spots for wall in walls)

    return sum(is_stopped(wide * part) for part in ACROSS) / len(ACROSS)
