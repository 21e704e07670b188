"""The enemy a unit moves towards (register, "Decision points"): the nearest that it prefers to fight."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import QUARTER, bearing
from pilein.rulesets.wab.characteristics import is_skirmishing, living_traits
from pilein.rulesets.wab.charge_ways import signed
from pilein.rulesets.wab.flight import middle
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.policy.forecast import lead_of_charge
from pilein.rulesets.wab.policy.looking import enemies, gap, preview_table, reach
from pilein.rulesets.wab.policy.shooting import casualties, range_of
from pilein.rulesets.wab.shooters import may_shoot
from pilein.rulesets.wab.sight import sees
from pilein.rulesets.wab.state import NOBODY, Battle

WORST, BEST = -4.0, 4.0  # beyond this a lead makes no difference
TURNS = 1.0  # points of lead worth a turn of marching
ASIDE = 1.0  # points for each 45 degrees between an enemy and the unit's facing
EIGHTH = QUARTER // 2
ENGAGED = 1.0  # points for an enemy already in combat


def aim_of(battle: Battle, unit: int) -> int:
    """The enemy that a unit moves towards, NOBODY if there is none left."""
    others = enemies(battle, battle.side(unit))
    standing = tuple(foe for foe in others if not battle.status(foe).fleeing)
    return max(standing or others, key=lambda foe: (_worth(battle, unit, foe), -foe), default=NOBODY)


def is_shooter(battle: Battle, unit: int) -> bool:
    """Whether a unit is there to shoot."""
    return any(traits.missiles for traits in living_traits(battle, unit))


def is_shooting_here(battle: Battle, unit: int) -> bool:
    """Whether a unit had better stay: it can shoot somebody from where it stands."""
    table = preview_table(battle)
    if not is_shooter(battle, unit) or not may_shoot(battle, table, unit):
        return False
    near = (foe for foe in enemies(battle, battle.side(unit)) if gap(battle, unit, foe) <= range_of(battle, unit))
    seen = (foe for foe in near if not is_engaged(battle, foe) and sees(battle, table, unit, foe))
    return any(casualties(battle, unit, foe) > 0 for foe in seen)


def _worth(battle: Battle, unit: int, foe: int) -> float:
    """The expected lead of a charge, less a little for every turn it takes to get there."""
    turns = gap(battle, unit, foe) / max(1, reach(battle, unit))
    if is_skirmishing(battle, unit) or is_shooter(battle, unit):
        return -turns
    lead = lead_of_charge(battle, (unit,), foe)
    worth = max(WORST, min(BEST, lead)) - TURNS * turns
    worth += ENGAGED if is_engaged(battle, foe) else 0.0
    return worth - ASIDE * turn_to(battle, unit, foe) / EIGHTH


def turn_to(battle: Battle, unit: int, foe: int) -> int:
    """By how much a unit would have to turn to face an enemy, in hundredths of a degree; loose models need not."""
    standing = battle.plane.standings[unit]
    if not isinstance(standing, Block):
        return 0
    x, y = middle(battle, foe)
    return abs(signed(bearing(x - standing.x, y - standing.y) - standing.facing))
