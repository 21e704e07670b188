"""How far charges go, and how far off they begin (WAB-CH-04, WAB-R-36, WAB-R-40)."""

from pilein.geometry.gaps import gap
from pilein.geometry.ticks import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.ground.nearness import distance
from pilein.rulesets.wab.movement.arrivals import arrival
from pilein.rulesets.wab.movement.clearance import bodies_of
from pilein.rulesets.wab.movement.rates import rate
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.state import Battle, Charge
from pilein.tabletop.plane import Standing

TWICE = 2


@says("WAB-CH-04", without=rate)
def charge_reach(battle: Battle, table: Table, unit: int) -> int:
    """WAB-CH-04. A charge is made at twice the normal rate: its length in ticks."""
    return TWICE * rate(battle, table, unit)


def is_in_reach(battle: Battle, table: Table, charge: Charge) -> bool:
    """WAB-R-36. Whether a charge can get to its target: along a path with its wheel, ground allowed for.

    `charge-straight-line`: by the straight distance between the nearest bases alone.
    """
    reach = charge_reach(battle, table, charge.unit)
    if gap_between(battle, charge.unit, charge.target) > reach + CONTACT:
        return False
    return arrival(battle, table, charge, reach) is not None


def starts_far_off(battle: Battle, table: Table, charger: int, target: int) -> bool:
    """WAB-R-40. Whether a charger stands more than half of its charge move away."""
    return TWICE * distance(battle, charger, target) > charge_reach(battle, table, charger) + CONTACT


def gap_between(battle: Battle, one: int, other: int) -> float:
    """The distance between two units in ticks, blocks taken as one outline each; remembered on the first's standing."""
    here, there = battle.plane.standings[one], battle.plane.standings[other]
    remembered: dict[tuple[int, Standing], float] = here.__dict__.setdefault("gaps_between", {})
    known = remembered.get((other, there))
    if known is None:
        ours, theirs = bodies_of(battle, here), bodies_of(battle, there)
        known = remembered[other, there] = min(gap(ours_body, body) for ours_body in ours for body in theirs)
    return known
