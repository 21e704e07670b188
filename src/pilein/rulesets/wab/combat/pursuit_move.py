"""Where pursuers go, and whom they run into (WAB-R-45, WAB-R-93)."""

from pilein.geometry.angles import bearing, heading
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.events.result import PursuedOff
from pilein.rulesets.wab.ground.arcs import struck_arc
from pilein.rulesets.wab.ground.contact import foes
from pilein.rulesets.wab.ground.flight_heading import middle
from pilein.rulesets.wab.movement.clearance import after_run, bodies_of, free_run, surroundings
from pilein.rulesets.wab.movement.flight import is_at_edge
from pilein.rulesets.wab.state import NOBODY, Absent, Assault, Battle
from pilein.tabletop.plane import Loose


def pursued(battle: Battle, table: Table, unit: int, target: int, inches: int) -> Battle:
    """The battle after a unit has pursued that far, or as far as a fresh enemy or friend in its way lets it.

    In the press nobody moves.
    """
    if not battle.is_on_table:
        return battle
    after = run_on(battle, table, unit, way_to(battle, unit, target), inches * INCH)
    if not is_at_edge(after, unit):
        return after
    table.tell(PursuedOff(unit=battle.unit(unit).name, clause="WAB-ST-01"))
    plane = after.plane
    lost = tuple(pair for pair in plane.lost if pair[0] in plane.models(unit))
    gone = Absent(unit, plane.standings[unit], lost)
    return after.after(absent=(*after.absent, gone)).on(plane.without(frozenset(plane.models(unit))))


def run_on(battle: Battle, table: Table, unit: int, way: int, distance: float, *, after: int = NOBODY) -> Battle:
    """The battle, a unit having moved straight on by a bearing as it stands, up to whatever it touches first.

    To touch a fresh enemy is to charge it, for the turn to come; not the enemy `after` which the unit follows up.
    """
    sine, cosine = heading(way)
    before = battle.plane.standings[unit]
    about = surroundings(battle, unit, may_touch=True)
    length = free_run(bodies_of(battle, before), (sine, cosine), distance, about)
    known = (*foes(battle, unit), after)
    moved = battle.on(battle.plane.with_standing(unit, after_run(battle, before, (sine, cosine), length, about)))
    fresh = tuple(foe for foe in foes(moved, unit) if foe not in known and not battle.status(foe).fleeing)
    if not fresh:
        return moved
    arcs = ((foe, struck_arc(battle, table, unit, foe)) for foe in fresh)
    assaults = tuple(Assault(unit, foe, arc) for foe, arc in arcs if arc != "front")
    return moved.having(unit, charge="pursuing").after(assaults=(*moved.assaults, *assaults))


def way_to(battle: Battle, unit: int, target: int) -> int:
    """The bearing towards the unit that is pursued; straight on if it is gone from the table."""
    if not battle.living(target):
        standing = battle.plane.standings[unit]
        return standing.places[0].facing if isinstance(standing, Loose) else standing.facing
    (x, y), (to_x, to_y) = middle(battle, unit), middle(battle, target)
    return bearing(to_x - x, to_y - y)
