"""Flight: units take to it, and run when the tests of the moment are over (WAB-FL, WAB-R-44)."""

from collections.abc import Iterator, Sequence
from math import sqrt

from pilein.dice import Total
from pilein.geometry.blocks import Block
from pilein.geometry.gaps import overlaps
from pilein.geometry.rounded import Vector
from pilein.geometry.runs import run_to_edge
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import CONTACT, INCH, QUARTER, TURN, bearing, heading
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import Surroundings, bodies_of, free_run, is_free, nudged, shifted, surroundings
from pilein.rulesets.wab.combat_events import Fled
from pilein.rulesets.wab.going import rate_in_inches
from pilein.rulesets.wab.movement_events import LeftTheTable, Moved, RanAway, TookFlight
from pilein.rulesets.wab.nearness import nearest_enemy
from pilein.rulesets.wab.state import NOBODY, Absent, Battle, Rout
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.plane import Loose, Standing

SLOW = 6  # inches: the fastest that flee 2D6
SLOW_DICE, FAST_DICE = 2, 3
FURTHER, STEP = 6 * INCH, INCH // 4  # how much further loose models run at most to come out beyond friends
EASED = 1 + 1 / 25_000  # five ticks between the smallest bases
ASIDE = 1000  # hundredths of a degree by which a crowd looks further and further aside


AGAIN = 2  # of `waits`: at once, and again in the compulsory step


@clause(Step.TAKE_FLIGHT)
def take_flight(battle: Battle, table: Table, unit: int, foe: int, waits: int, cause: str) -> Battle:
    """WAB-R-44. A unit becomes a fleeing unit: it runs next or, if it `waits`, in its turn's compulsory step.

    `foe` is the enemy it runs from, NOBODY for the nearest one; `waits` may be AGAIN (`flee-now-and-again`).
    """
    table.tell(TookFlight(unit=battle.unit(unit).name, clause=cause))
    battle = battle.having(unit, fleeing=True, sixes_only=False)
    if waits:
        battle = battle.having(unit, move="fled")
    return battle if waits == 1 else battle.routing(Rout(unit, foe))


@clause(Step.FLIGHTS)
def flights(battle: Battle, table: Table) -> Battle:
    """WAB-R-95. Flights that start at the same moment are rolled after its last test."""
    for rout in battle.routs:
        table.then(Step.RUN_AWAY, rout.unit, rout.foe)
    return battle.changed(routs=())


@clause(Step.RUN_AWAY)
def run_away(battle: Battle, table: Table, unit: int, foe: int) -> Battle:
    """WAB-R-44. A fleeing unit runs directly away from an enemy; NOBODY: the nearest one.

    In the press it leaves its combat without dice, since the distance does not matter (WAB-R-95).
    """
    if not battle.lives(unit):
        return battle
    if not battle.is_on_table:
        return out_of_press(battle, table, unit)
    inches: int = table.roll(flight_dice(battle, table, unit))
    return fled(battle, table, unit, foe, inches)


def flight_dice(battle: Battle, table: Table, unit: int) -> Total:
    """WAB-FL-01. A unit flees 2D6" at a rate of 6" or less, 3D6" at a higher one."""
    dice = SLOW_DICE if is_slow(battle, table, unit) else FAST_DICE
    return Total(dice if table.holds("WAB-FL-01") else 0, label="flight")


def is_slow(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit's rate is 6" or less."""
    return rate_in_inches(battle, table, unit) <= SLOW


def fled(battle: Battle, table: Table, unit: int, foe: int, inches: int) -> Battle:
    """The battle after a unit has run this far straight away from an enemy; lost if it touches the edge (WAB-R-45)."""
    enemy = nearest_enemy(battle, unit) if foe == NOBODY or not battle.living(foe) else foe
    return run_off(battle, table, unit, away_from(battle, unit, enemy), inches)


def out_of_press(battle: Battle, table: Table, unit: int) -> Battle:
    """The battle in the press after a unit has left its combat."""
    table.tell(Fled(unit=battle.unit(unit).name, clause="WAB-FL-01"))
    return battle.on(battle.press.apart(frozenset({unit})))


def run_off(battle: Battle, table: Table, unit: int, bearing: int, inches: int) -> Battle:
    """The battle after a unit has run this far in a direction, or round obstacles."""
    crowd = as_crowd(battle, table, unit)
    battle = battle.on(battle.plane.with_standing(unit, crowd))
    way, length = way_of_flight(battle, table, unit, bearing, inches * INCH)
    start = middle(battle, unit)
    about = surroundings(battle, unit, may_touch=True)
    gone = nudged(battle, run_as_one(table, crowd, way, length), about)
    battle = battle.on(battle.plane.with_standing(unit, gone))
    route = tuple((round(x), round(y)) for x, y in (start, middle(battle, unit)))
    table.tell(RanAway(unit=battle.unit(unit).name, inches=inches, route=route, clause="WAB-FL-01"))
    battle = battle.on(battle.plane.with_standing(unit, as_crowd(battle, table, unit)))
    if not is_at_edge(battle, unit):
        return battle
    table.tell(LeftTheTable(unit=battle.unit(unit).name, clause="WAB-FL-03"))
    if table.rule("WAB-R-45") == "fleers-may-return":
        battle = battle.changed(absent=(*battle.absent, Absent(unit, crowd, _wounds(battle, unit))))
    return battle.on(battle.plane.without(frozenset(battle.plane.models(unit))))


def way_of_flight(battle: Battle, table: Table, unit: int, bearing: int, distance: float) -> tuple[int, float]:
    """WAB-FL-04. A fleeing unit keeps clear of enemies and of blocking ground where it can.

    It runs straight on if it can, or else in the direction nearest to that which is free, the owner choosing between
    left and right; if there is none, straight on until something stops it.
    """
    friends = battle.setup.units_of(battle.side(unit))
    bars, about = surroundings(battle, unit, but=friends), surroundings(battle, unit)
    straight = free_flight(battle, unit, heading(bearing), distance, bars, about)
    if 0 < straight == distance or not table.holds("WAB-FL-04"):
        return bearing, distance
    if straight:
        return bearing, straight
    for aside in range(ASIDE, QUARTER + 1, ASIDE):
        ways = ((bearing + side * aside) % TURN for side in (-1, 1))
        lengths = {way: free_flight(battle, unit, heading(way), distance, bars, about) for way in ways}
        free = tuple(way for way, length in lengths.items() if length)
        if free:
            words = f"{battle.unit(unit).name}: which way round?"
            labels = ("left", "right")[: len(free)]
            chosen = table.choose(OneOf(battle.side(unit), "WAB-FL-04", words, free, labels, unit))
            return chosen, lengths[chosen]
    bodies = bodies_of(battle, battle.plane.standings[unit])
    return bearing, free_run(bodies, heading(bearing), distance, about)


def free_flight(
    battle: Battle, unit: int, way: Vector, distance: float, bars: Surroundings, about: Surroundings
) -> float:
    """How far a unit flees in a direction: as far as it has to, through friends and on if it would stop among them.

    `bars` are the obstacles among what is `about` it, without friends. 0 if enemies or ground block the path, or
    friends stand too deep.
    """
    standing = battle.plane.standings[unit]
    bodies = bodies_of(battle, standing)
    edge = min(run_to_edge(body, way, about.size) for body in bodies)
    for longer in range(0, FURTHER + 1, STEP):
        length = distance + longer
        if free_run(bodies, way, length, bars) < min(length, edge):
            return 0.0
        if edge <= length or _is_clear(battle, shifted(standing, length * way[0], length * way[1]), about):
            return length
    return 0.0


def as_crowd(battle: Battle, table: Table, unit: int) -> Standing:
    """WAB-FL-05. A fleeing unit has no strict formation: its models form a loose crowd."""
    standing = battle.plane.standings[unit]
    return at_ease(battle, unit) if isinstance(standing, Block) and table.holds("WAB-FL-05") else standing


def at_ease(battle: Battle, unit: int) -> Standing:
    """The models of a block with slightly more space between them: rounded one by one they would overlap.

    They make room away from whatever stands close by; if there is nothing they stay as they are.
    """
    models = battle.plane.models(unit)
    places = tuple(battle.plane.place(model) for model in models)
    about = surroundings(battle, unit, may_touch=True)
    ways = (Loose(models, _spread(places, centre)) for centre in _centres(places))
    is_clear = (way for way in ways if is_free(bodies_of(battle, way), about))
    return next(is_clear, battle.plane.standings[unit])


def _centres(places: Sequence[Place]) -> Iterator[tuple[float, float]]:
    """The middle of places, then the ends of them to every side."""
    xs, ys = [one.x for one in places], [one.y for one in places]
    for x in (sum(xs) / len(xs), min(xs), max(xs)):
        for y in (sum(ys) / len(ys), min(ys), max(ys)):
            yield x, y


def _spread(places: Sequence[Place], centre: tuple[float, float]) -> tuple[Place, ...]:
    x, y = centre
    return tuple(Place(round(x + (one.x - x) * EASED), round(y + (one.y - y) * EASED), one.facing) for one in places)


def run_as_one(table: Table, crowd: Standing, bearing: int, distance: float) -> Standing:
    """WAB-FL-06. The crowd is moved as one body, its face or its back to where it runs: bases do not turn."""
    if not table.holds("WAB-FL-06"):
        return crowd
    sine, cosine = heading(bearing)
    gone = shifted(crowd, distance * sine, distance * cosine)
    if isinstance(gone, Block):
        return gone
    return Loose(gone.models, tuple(Place(one.x, one.y, face_or_back(one.facing, bearing)) for one in gone.places))


def face_or_back(facing: int, bearing: int) -> int:
    """A facing or its opposite, whichever is nearer to a bearing; on their spot neither overlaps a neighbour."""
    is_ahead = (bearing - facing + QUARTER) % TURN <= 2 * QUARTER
    return facing if is_ahead else (facing + 2 * QUARTER) % TURN


def is_at_edge(battle: Battle, unit: int) -> bool:
    """Whether any base of a unit touches the table edge or lies beyond it."""
    plane, size = battle.plane, battle.setup.size
    assert size is not None
    return any(_is_off(plane.shape(model), size) for model in plane.models(unit))


def _is_off(body: Shape, size: tuple[int, int]) -> bool:
    across, along = [x for x, _ in body.core], [y for _, y in body.core]
    rim = body.radius + CONTACT
    return min(across + along) <= rim or max(across) + rim >= size[0] or max(along) + rim >= size[1]


def _is_clear(battle: Battle, standing: Standing, about: Surroundings) -> bool:
    return not any(overlaps(body, thing) for body in bodies_of(battle, standing) for thing in about.solid)


def _wounds(battle: Battle, unit: int) -> tuple[tuple[int, int], ...]:
    models = battle.plane.models(unit)
    return tuple(pair for pair in battle.plane.lost if pair[0] in models)


# --- Which way is away: from an enemy, or to the nearest table edge ----------------------------------------------


def away_from(battle: Battle, unit: int, enemy: int) -> int:
    """The direction straight away from an enemy, centre from centre; to the nearest edge if there is no enemy."""
    if enemy == NOBODY or not battle.living(enemy):
        return to_nearest_edge(battle, unit)
    (x, y), (from_x, from_y) = middle(battle, unit), middle(battle, enemy)
    if (x, y) == (from_x, from_y):
        return to_nearest_edge(battle, unit)
    return bearing(x - from_x, y - from_y)


def to_nearest_edge(battle: Battle, unit: int) -> int:
    """The bearing to the nearest table edge; of edges equally near the first of south, west, north, east."""
    size = battle.setup.size
    assert size is not None
    x, y = middle(battle, unit)
    ways = ((y, 18000), (x, 27000), (size[1] - y, 0), (size[0] - x, 9000))
    return min(ways, key=lambda way: way[0])[1]


def middle(battle: Battle, unit: int) -> tuple[float, float]:
    """The middle of a unit: the mean of its models' places."""
    shapes = [battle.plane.shape(model) for model in battle.plane.models(unit)]
    return sum(one.x for one in shapes) / len(shapes), sum(one.y for one in shapes) / len(shapes)


# --- Events of a unit that has moved -----------------------------------------------------------------------------


def having_moved(battle: Battle, table: Table, unit: int, standing: Standing, manner: str, cause: str) -> Battle:
    """The battle with a unit standing elsewhere; the path of its centre is logged."""
    after = battle.on(battle.plane.with_standing(unit, standing))
    (x, y), (to_x, to_y) = middle(battle, unit), middle(after, unit)
    gone = sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)) / INCH
    route = ((round(x), round(y)), (round(to_x), round(to_y)))
    table.tell(Moved(unit=battle.unit(unit).name, manner=manner, inches=round(gone, 2), route=route, clause=cause))
    return after
