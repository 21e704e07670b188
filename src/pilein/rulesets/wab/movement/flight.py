"""Flight: units take to it, and run when the tests of the moment are over (WAB-FL, WAB-R-44)."""

from pilein.dice import Total
from pilein.geometry.angles import heading
from pilein.geometry.blocks import Block, moved
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.events.moving import LeftTheTable, RanAway, TookFlight
from pilein.rulesets.wab.ground.flight_heading import away_from
from pilein.rulesets.wab.ground.nearness import nearest_enemy
from pilein.rulesets.wab.movement.rates import rate_in_inches
from pilein.rulesets.wab.rulebook import clause, says
from pilein.rulesets.wab.state import NOBODY, Battle, Rout
from pilein.tabletop.plane import Loose, Plane, Standing

SLOW = 6  # inches: the fastest that flee 2D6
SLOW_DICE, FAST_DICE = 2, 3


@clause()
def take_flight(battle: Battle, table: Table, unit: int, foe: int, waits: int, cause: str) -> Battle:
    """WAB-R-44. A unit becomes a fleeing unit: it runs next, or where it `waits` in the compulsory step of its turn.

    `foe` is the enemy from whom it runs, NOBODY for the nearest one.
    """
    table.tell(TookFlight(unit=battle.unit(unit).name, clause=cause))
    if waits:
        return battle.having(unit, fleeing=True, move="fled")
    return battle.having(unit, fleeing=True).routing(Rout(unit, foe))


@clause()
def flights(battle: Battle, table: Table) -> Battle:
    """WAB-R-95. Flights that start at one moment are rolled after its last test."""
    for rout in battle.routs:
        table.then(run_away, rout.unit, rout.foe)
    return battle.after(routs=())


@clause()
def run_away(battle: Battle, table: Table, unit: int, foe: int) -> Battle:
    """WAB-R-44. A fleeing unit runs straight away from an enemy, NOBODY standing for the nearest one."""
    if not battle.living(unit):
        return battle
    inches: int = table.roll(flight_dice(battle, table, unit))
    return fled(battle, table, unit, foe, inches)


@says("WAB-FL-01", without=Total(0, label="flight"))
def flight_dice(battle: Battle, table: Table, unit: int) -> Total:
    """WAB-FL-01. A unit flees 2D6" at a rate of 6" or less, 3D6" at a higher one."""
    is_slow = rate_in_inches(battle, table, unit) <= SLOW
    return Total(SLOW_DICE if is_slow else FAST_DICE, label="flight")


def fled(battle: Battle, table: Table, unit: int, foe: int, inches: int) -> Battle:
    """The battle, a unit having run so far straight away from an enemy; lost if it touches the edge (WAB-R-45).

    In the press it leaves the combat.
    """
    table.tell(RanAway(unit=battle.unit(unit).name, inches=inches, clause="WAB-FL-01"))
    field = battle.field
    if not isinstance(field, Plane):
        return battle.on(field.apart(frozenset({unit})))
    enemy = nearest_enemy(battle, unit) if foe == NOBODY or not battle.living(foe) else foe
    bearing = away_from(battle, unit, enemy)
    battle = battle.on(field.with_standing(unit, _shifted(field.standings[unit], bearing, inches * INCH)))
    if is_at_edge(battle, unit):
        table.tell(LeftTheTable(unit=battle.unit(unit).name, clause="WAB-FL-03"))
        return battle.on(battle.plane.without(frozenset(battle.plane.models(unit))))
    return battle


def is_at_edge(battle: Battle, unit: int) -> bool:
    """Whether any base of a unit touches the table edge or lies beyond it."""
    plane, size = battle.plane, battle.setup.size
    assert size is not None
    return any(_is_off(plane.shape(model), size) for model in plane.models(unit))


def _is_off(body: Shape, size: tuple[int, int]) -> bool:
    across, along = [x for x, _ in body.core], [y for _, y in body.core]
    rim = body.radius + CONTACT
    low = min(*across, *along) - rim if len(body.core) > 1 else min(body.x, body.y) - rim
    return low <= 0 or max(across) + rim >= size[0] or max(along) + rim >= size[1]


def _shifted(standing: Standing, bearing: int, distance: int) -> Standing:
    """A unit as one body in another place, facing the way it runs."""
    sine, cosine = heading(bearing)
    dx, dy = round(distance * sine), round(distance * cosine)
    if isinstance(standing, Block):
        return moved(standing, standing.x + dx, standing.y + dy, standing.facing)
    places = tuple(Place(one.x + dx, one.y + dy, bearing) for one in standing.places)
    return Loose(standing.models, places)
