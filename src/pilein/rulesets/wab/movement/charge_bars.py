"""Who may charge, and whom (WAB-FM-09, WAB-FZ-01, WAB-R-35, WAB-R-50)."""

from pilein.geometry.sight import sees as has_line
from pilein.geometry.ticks import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.ground.arcs import sees, struck_arc
from pilein.rulesets.wab.ground.contact import is_engaged
from pilein.rulesets.wab.ground.nearness import distance
from pilein.rulesets.wab.movement.arrivals import charge_reach, gap_between, is_in_reach
from pilein.rulesets.wab.movement.charge_choice import Offer
from pilein.rulesets.wab.movement.clearance import bodies_of
from pilein.rulesets.wab.movement.columns import is_in_column
from pilein.rulesets.wab.psychology.frenzy import has_to_charge
from pilein.rulesets.wab.state import Battle, Charge

HINDERED = ("declared", "rallied", "still", "fled", "disengaging", "returned")
LIKELY = 1.5  # of a charge reach: further off nobody thinks of charging


def offers(battle: Battle, table: Table) -> tuple[Offer, ...]:
    """What each unit of the active side may declare, in the order of the scenario; those that can charge nobody not."""
    units = (unit for unit in battle.standing_units(battle.active) if may_charge(battle, table, unit))
    return tuple(offer for offer in (offer_of(battle, table, unit) for unit in units) if offer.targets)


def offer_of(battle: Battle, table: Table, unit: int) -> Offer:
    """Whom a unit may charge. One that has to charge may name only whom it reaches."""
    targets = targets_of(battle, table, unit)
    bound = bound_targets(battle, table, unit, targets)
    return Offer(unit, bound or targets, must=bool(bound))


def may_charge(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may declare a charge: not in combat or in flight, nor if it rallied, returned or holds back.

    WAB-FM-09: nor a fast-marching unit. WAB-R-50: nor one in march column, but for `column-may-charge`.
    """
    status = battle.status(unit)
    if status.fleeing or status.move in HINDERED or is_engaged(battle, unit):
        return False
    if status.move == "fast marched" and table.holds("WAB-FM-09"):
        return False
    if not charge_reach(battle, table, unit):
        return False
    return not is_in_column(battle, table, unit) or table.rule("WAB-R-50") == "column-may-charge"


def targets_of(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """The enemies that a unit may name: before it, in sight, near by, and not charged this turn already.

    Near by is within half as much again as it can charge; WAB-R-35 `premeasure`: within its reach.
    """
    enemies = (foe for foe in battle.standing_units(1 - battle.side(unit)) if not battle.status(foe).reaction)
    near = (foe for foe in enemies if gap_between(battle, unit, foe) <= LIKELY * charge_reach(battle, table, unit))
    seen = tuple(foe for foe in near if sees(battle, table, unit, foe) and not is_hidden(battle, unit, foe))
    reached = tuple(
        foe for foe in seen if gap_between(battle, unit, foe) <= charge_reach(battle, table, unit) + CONTACT
    )
    return reached if reached != seen and table.rule("WAB-R-35") == "premeasure" else seen


def is_hidden(battle: Battle, unit: int, target: int) -> bool:
    """Whether ground hides a target from a unit."""
    grounds = tuple(ground.outline for ground in battle.setup.grounds if ground.blocks_sight)
    if not grounds:
        return False
    standings = battle.plane.standings
    ours, theirs = bodies_of(battle, standings[unit]), bodies_of(battle, standings[target])
    return not any(has_line(one, other, grounds) for one in ours for other in theirs)


def bound_targets(battle: Battle, table: Table, unit: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Those of a unit's targets of which it has to charge one: nobody, but for the frenzied (WAB-R-65).

    Their owner chooses among the enemies in reach; `nearest-target`: the nearest of them.
    """
    if not has_to_charge(battle, unit):
        return ()
    reached = tuple(foe for foe in targets if is_in_reach(battle, table, charge_at(battle, table, unit, foe)))
    if len(reached) > 1 and table.rule("WAB-R-65") == "nearest-target":
        return (min(reached, key=lambda foe: (distance(battle, unit, foe), foe)),)
    return reached


def charge_at(battle: Battle, table: Table, unit: int, target: int) -> Charge:
    """A charge as it would be declared now: from which side it comes."""
    return Charge(unit, target, struck_arc(battle, table, unit, target))
