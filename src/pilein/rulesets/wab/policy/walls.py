"""Whether impassable ground stands between a unit and an enemy."""

from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.clearance import BARRED
from pilein.rulesets.wab.policy.poses import Pose
from pilein.rulesets.wab.state import Battle

LOOK = INCH  # between two looks at what stands in the way
ACROSS = (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)  # of half its width, where a unit looks ahead
FAR = 10 * INCH  # walls further off are thought about later


def has_walls(battle: Battle) -> bool:
    """Whether there is any impassable ground."""
    return bool(battle.setup.parts_of(*BARRED))


def part_walled_off(battle: Battle, pose: Pose, other: Pose) -> float:
    """What part of a unit's front soon meets impassable ground on its way straight to an enemy."""
    dx, dy = other.x - pose.x, other.y - pose.y
    whole = (dx * dx + dy * dy) ** 0.5
    if whole < LOOK:
        return 0.0
    along_x, along_y = dx / whole, dy / whole
    wide = pose.half or pose.radius
    walls = [ground.outline for ground in battle.setup.grounds if ground.kind in BARRED]
    steps = [look * LOOK for look in range(1, int(min(whole, FAR) / LOOK) + 1)]

    def is_stopped(side: float) -> bool:
        spots = [
            (round(pose.x + along_x * far + side * along_y), round(pose.y + along_y * far - side * along_x))
            for far in steps
        ]
        return any(wall.contains(*spot) for spot in spots for wall in walls)

    return sum(is_stopped(wide * part) for part in ACROSS) / len(ACROSS)
