"""Which reactions the target of a charge has, and what becomes of them (WAB-RX, WAB-R-40, WAB-R-42, WAB-R-43)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import living_traits
from pilein.rulesets.wab.ground.arcs import sees
from pilein.rulesets.wab.ground.contact import is_engaged
from pilein.rulesets.wab.ground.nearness import distance
from pilein.rulesets.wab.movement.arrivals import starts_far_off
from pilein.rulesets.wab.movement.counter_charge import may_counter_charge
from pilein.rulesets.wab.psychology.frenzy import stands_its_ground
from pilein.rulesets.wab.state import Battle, Charge
from pilein.rulesets.wab.status import Reaction

COUNTER: Reaction = "counter"
SHOOT: Reaction = "shoot"
HOLD: Reaction = "hold"
FLEE: Reaction = "flee"
FIRE_AND_FLEE: Reaction = "fire and flee"
SHOOTING = (SHOOT, FIRE_AND_FLEE)
FLEEING = (FLEE, FIRE_AND_FLEE)
LABELS = {COUNTER: "counter-charge", SHOOT: "stand and shoot"}


def reactions(battle: Battle, table: Table, target: int) -> tuple[Reaction, ...]:
    """WAB-RX-01. The reactions are: counter-charge, stand and shoot, hold, flee, fire and flee; those that it has.

    WAB-RX-06. Hold: the unit stays where it is and receives the charge; so does whoever can do nothing else.
    WAB-R-42: a fleeing unit can only flee again, one in combat only hold.
    """
    if not table.holds("WAB-RX-01"):
        return (HOLD,)
    if battle.status(target).fleeing:
        return (FLEE,)
    if is_engaged(battle, target):
        return (HOLD,)
    shoots = may_stand_and_shoot(battle, table, target)
    possible: dict[Reaction, bool] = {
        COUNTER: may_counter_charge(battle, table, target),
        SHOOT: shoots,
        HOLD: table.holds("WAB-RX-06"),
        FLEE: True,
        FIRE_AND_FLEE: shoots,
    }
    return tuple(one for one, may in possible.items() if may and not is_barred(battle, table, target, one)) or (HOLD,)


def is_barred(battle: Battle, table: Table, unit: int, reaction: Reaction) -> bool:
    """WAB-RX-13. A fast-marching unit cannot counter-charge; a frenzied unit cannot flee or fire and flee.

    WAB-FM-09: a fast-marching unit can declare neither a charge nor a counter-charge.
    """
    if reaction == COUNTER:
        barred = battle.status(unit).move == "fast marched" and table.holds("WAB-FM-09")
    else:
        barred = reaction in FLEEING and stands_its_ground(battle, unit)
    return barred and table.holds("WAB-RX-13")


def may_stand_and_shoot(battle: Battle, table: Table, target: int) -> bool:
    """WAB-R-40, WAB-R-42. Whether a unit may choose to shoot: with missiles, at the nearest charger if it sees him."""
    if not any(traits.missiles for traits in living_traits(battle, target)):
        return False
    return sees(battle, table, target, nearest_charge(battle, target).unit)


def as_measured(battle: Battle, table: Table, target: int) -> Reaction:
    """WAB-RX-04. Stand and shoot is allowed only if the chargers start more than half of their charge move away.

    Who is nearer holds (WAB-R-40). The same goes for counter-charge (WAB-R-38) and for fire and flee (WAB-R-43), of
    which the flight is left.
    """
    reaction = battle.status(target).reaction
    if reaction not in (COUNTER, *SHOOTING) or starts_far_off(battle, table, nearest_charge(battle, target)):
        return reaction
    if not table.holds("WAB-RX-04"):
        return reaction
    if reaction == COUNTER:
        return COUNTER if table.rule("WAB-R-38") == "cc-any-distance" else HOLD
    if reaction == SHOOT:
        return HOLD
    return FIRE_AND_FLEE if table.rule("WAB-R-43") == "fnf-any-distance" else FLEE


def nearest_charge(battle: Battle, target: int) -> Charge:
    """WAB-R-37. The charge of the nearest charger at a unit, of those equally near the first in the scenario."""
    charges = (charge for charge in battle.charges if charge.target == target)
    return min(charges, key=lambda charge: (distance(battle, charge.unit, target), charge.unit))
