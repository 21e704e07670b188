"""Which reactions the target of a charge has, and what becomes of them (WAB-RX, WAB-R-40, WAB-R-42, WAB-R-43)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import living_traits
from pilein.rulesets.wab.ground.arcs import sees
from pilein.rulesets.wab.ground.contact import is_engaged
from pilein.rulesets.wab.ground.nearness import distance
from pilein.rulesets.wab.movement.charge_bars import has_fast_marched
from pilein.rulesets.wab.movement.charge_reach import starts_far_off
from pilein.rulesets.wab.movement.counter_charge import may_counter_charge
from pilein.rulesets.wab.psychology.frenzy import stands_its_ground
from pilein.rulesets.wab.rulebook import says
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


@says("WAB-RX-01", without=(HOLD,))
def reactions(battle: Battle, table: Table, target: int) -> tuple[Reaction, ...]:
    """WAB-RX-01. The reactions are: counter-charge, stand and shoot, hold, flee, fire and flee; those that it has.

    WAB-R-42: a fleeing unit can only flee again, one in combat only hold.
    """
    if battle.status(target).fleeing:
        return (FLEE,)
    if is_engaged(battle, target):
        return (HOLD,)
    shoots = may_stand_and_shoot(battle, table, target)
    possible: dict[Reaction, bool] = {
        COUNTER: may_counter_charge(battle, table, target),
        SHOOT: shoots,
        HOLD: may_hold(),
        FLEE: True,
        FIRE_AND_FLEE: shoots,
    }
    return tuple(one for one, may in possible.items() if may and not is_barred(battle, target, one)) or (HOLD,)


@says("WAB-RX-13", without=False)
def is_barred(battle: Battle, unit: int, reaction: Reaction) -> bool:
    """WAB-RX-13. A fast-marching unit cannot counter-charge; a frenzied unit cannot flee or fire and flee."""
    if reaction == COUNTER:
        return has_fast_marched(battle, unit)
    return reaction in FLEEING and stands_its_ground(battle, unit)


@says("WAB-RX-06", without=False)
def may_hold() -> bool:
    """WAB-RX-06. Hold: the unit stays where it is and receives the charge."""
    return True


def may_stand_and_shoot(battle: Battle, table: Table, target: int) -> bool:
    """WAB-R-40, WAB-R-42. Whether a unit may choose to shoot: with missiles, at the nearest charger if it sees him."""
    if not any(traits.missiles for traits in living_traits(battle, target)):
        return False
    return sees(battle, table, target, nearest_charge(battle, target).unit)


def as_measured(battle: Battle, table: Table, target: int) -> Reaction:
    """What a unit does, the distance being known: who has too little of it holds, or just flees (WAB-R-40)."""
    reaction = battle.status(target).reaction
    if reaction not in (COUNTER, *SHOOTING) or is_far_enough(battle, table, nearest_charge(battle, target)):
        return reaction
    if reaction == COUNTER:
        return COUNTER if table.rule("WAB-R-38") == "cc-any-distance" else HOLD
    if reaction == SHOOT:
        return HOLD
    return FIRE_AND_FLEE if table.rule("WAB-R-43") == "fnf-any-distance" else FLEE


@says("WAB-RX-04", without=True)
def is_far_enough(battle: Battle, table: Table, charge: Charge) -> bool:
    """WAB-RX-04. Stand and shoot is allowed only if the chargers start more than half of their charge move away.

    By WAB-R-38 and WAB-R-43 the same holds for counter-charge and for fire and flee.
    """
    return starts_far_off(battle, table, charge.unit, charge.target)


def nearest_charge(battle: Battle, target: int) -> Charge:
    """WAB-R-37. The charge of the nearest charger at a unit, of those equally near the first in the scenario."""
    charges = (charge for charge in battle.charges if charge.target == target)
    return min(charges, key=lambda charge: (distance(battle, charge.unit, target), charge.unit))
