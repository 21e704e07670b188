"""How far a unit goes: in line with its friends, and out of reach of enemies it does not want to fight."""

from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.characteristics import is_skirmishing
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.policy.aiming import is_shooter
from pilein.rulesets.wab.policy.forecast import lead_of_charge
from pilein.rulesets.wab.policy.looking import fresh_enemies, gap, nearness, reach
from pilein.rulesets.wab.policy.screening import ONWARD, screens
from pilein.rulesets.wab.policy.shooting import range_of
from pilein.rulesets.wab.state import Battle

SHY = 2.0  # points by which a charge has to be lost to be avoided
ABREAST = 14 * INCH  # how near friends are that belong to the same line
AHEAD = 3 * INCH  # how far a unit may move ahead of them
SPARE = INCH // 2  # kept from the end of a reach
EVERYWHERE = 1000 * INCH


def most_ahead(battle: Battle, unit: int, foe: int) -> float:
    """How many ticks a unit should go on at most towards an enemy; skirmishers need not fear to be charged."""
    most = float(EVERYWHERE)
    if is_shooter(battle, unit):
        most = gap(battle, unit, foe) - range_of(battle, unit) + SPARE
        most = max(most, ONWARD if screens(battle, unit) else 0.0)
    for other in () if is_skirmishing(battle, unit) else fresh_enemies(battle, battle.side(unit)):
        room = gap(battle, unit, other) - reach(battle, other) - SPARE
        if 0 < room < most and lead_of_charge(battle, (other,), unit) >= SHY:
            most = room
    return max(0.0, min(most, _in_line(battle, unit)))


def _in_line(battle: Battle, unit: int) -> float:
    """How far a unit in ranks goes without leaving the slowest of its line behind."""
    if is_skirmishing(battle, unit):
        return EVERYWHERE
    units = battle.standing_units(battle.side(unit))
    friends = [one for one in units if one != unit and _is_in_line(battle, one) and gap(battle, unit, one) <= ABREAST]
    if not friends:
        return EVERYWHERE
    last = max(nearness(battle, friend) - _to_come(battle, friend) for friend in friends)
    return max(0.0, nearness(battle, unit) - last + AHEAD)


def _is_in_line(battle: Battle, unit: int) -> bool:
    status = battle.status(unit)
    if status.fleeing or is_engaged(battle, unit) or is_skirmishing(battle, unit):
        return False
    return not is_shooter(battle, unit)


def _to_come(battle: Battle, unit: int) -> float:
    """How far a friend that has still to move may move."""
    return 0.0 if battle.status(unit).move else float(reach(battle, unit))
