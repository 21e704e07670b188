"""Battle lines: blocks of foot advance side by side, and skirmishers keep out of their way."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.characteristics import is_skirmishing, living_traits, troop
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.policy.poses import Pose, pose_of
from pilein.rulesets.wab.policy.previews import gap, nearness, reach
from pilein.rulesets.wab.state import Battle

HEELS = 4 * INCH  # room that a line needs in front
ABREAST = 14 * INCH  # distance within which friends belong to the same line


def line_of(battle: Battle, unit: int) -> float:
    """Distance in ticks that will separate the rearmost friend in a unit's line from the enemy after that friend has
    moved this turn. The result is 0 for a unit that is not in a line.
    """
    if not _stands_in_line(battle, unit):
        return 0.0
    units = battle.standing_units(battle.side(unit))
    friends = [
        one for one in units if one != unit and gap(battle, unit, one) <= ABREAST and _stands_in_line(battle, one)
    ]
    return max((nearness(battle, friend) - _to_come(battle, friend) for friend in friends), default=0.0)


def _stands_in_line(battle: Battle, unit: int) -> bool:
    is_free = not battle.status(unit).fleeing and not is_engaged(battle, unit)
    is_block = isinstance(battle.plane.standings[unit], Block)
    return is_free and is_block and troop(battle, unit) == "infantry"


def _to_come(battle: Battle, unit: int) -> float:
    """Distance in ticks that a unit can still cover this turn, or 0 if it has already moved."""
    return 0.0 if battle.status(unit).move else float(reach(battle, unit))


def lanes_of_friends(battle: Battle, unit: int) -> tuple[Pose, ...]:
    """Return the poses of friendly blocks that will advance and fight, whose paths skirmishers should keep clear."""
    if not is_skirmishing(battle, unit):
        return ()
    friends = (one for one in battle.standing_units(battle.side(unit)) if _stands_in_line(battle, one))
    fighters = (one for one in friends if not any(traits.missiles for traits in living_traits(battle, one)))
    return tuple(pose_of(battle, battle.plane.standings[one]) for one in fighters)


def is_before(pose: Pose, block: Pose) -> bool:
    """Whether loose models stand directly in front of a block."""
    seen = (block.seen(x, y) for x, y in pose.points)
    return any(0 < ahead <= HEELS and abs(right) <= block.half + pose.radius for right, ahead in seen)
