"""Flight: units start to flee, and run when the current tests are over (WAB-FL, WAB-R-44)."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from pilein.dice import Total
from pilein.geometry.blocks import Block
from pilein.geometry.gaps import closing_step, gap, overlaps
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Place, Shape, convex, hull
from pilein.geometry.straight_sweeps import run_to_edge
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing, heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import CLEAR, Surroundings, bodies_of, free_run, nudged, shifted, surroundings
from pilein.rulesets.wab.combat_events import Fled
from pilein.rulesets.wab.flight.crowds import Gathered, as_crowd, face_or_back, gatherings
from pilein.rulesets.wab.going import rate_in_inches
from pilein.rulesets.wab.movement_events import LeftTheTable, Moved, RanAway, TookFlight
from pilein.rulesets.wab.nearness import middle, nearest_enemy
from pilein.rulesets.wab.psychology.friends_lost import has_general
from pilein.rulesets.wab.state import NOBODY, Absent, Battle, Rout
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.plane import Loose, Standing

FURTHER, STEP = 6 * INCH, INCH // 4  # WAB-R-102 `through-friends`: maximum extra distance of a run, and its increments
DEEP = INCH // 4  # ticks by which units in contact may overlap as seen along a side
ASIDE = 1000  # hundredths of a degree between the directions a crowd tries, ever further aside


LAST = 1  # argument of `flights`: the last flights of a phase


@clause(Step.TAKE_FLIGHT)
def take_flight(battle: Battle, table: Table, unit: int, foe: int, waits: int, cause: str) -> Battle:
    """WAB-R-44. A unit becomes a fleeing unit. It runs next or, if `waits` is set, in the compulsory step of its own
    turn.

    `foe` is the enemy from which the unit runs, or NOBODY for the nearest enemy. `waits` may be AGAIN, under
    `flee-now-and-again`.
    """
    table.tell(TookFlight(unit=battle.unit(unit).name, clause=cause))
    battle = battle.having(unit, fleeing=True, sixes_only=False)
    if waits:
        battle = battle.having(unit, move="fled")
    return battle if waits == 1 else battle.routing(Rout(unit, foe))


@clause(Step.FLIGHTS)
def flights(battle: Battle, table: Table, which: int = 0) -> Battle:
    """WAB-R-95. Flights that start at the same moment are rolled after the last test of that moment.

    WAB-R-58. If a General is routed off the table, the units test after the last flights of the phase (`which` is LAST)
    or, under `immediate`, immediately. Units that fail the test run then. If this happens at the start of a turn, those
    units run again when the General's unit does (WAB-R-44).
    """
    for rout in battle.routs:
        table.then(Step.RUN_AWAY, rout.unit, rout.foe)
    generals = [rout.unit for rout in battle.routs if has_general(battle, rout.unit)]
    if generals:
        run_again = any(battle.status(unit).move == "fled" for unit in generals)
        if which == LAST:
            table.then(Step.ANSWER, 0, int(run_again))
        else:
            table.then(Step.ANSWER_AT_ONCE)
        table.then(Step.FLIGHTS)
    return battle.changed(routs=())


@clause(Step.RUN_AWAY)
def run_away(battle: Battle, table: Table, unit: int, foe: int) -> Battle:
    """WAB-R-44. A fleeing unit runs directly away from an enemy, or from the nearest enemy if `foe` is NOBODY.

    In the press the unit leaves its combat without rolling, since distances do not matter there (WAB-R-95).
    """
    if not battle.lives(unit):
        return battle
    if not battle.is_on_table:
        return out_of_press(battle, table, unit)
    inches: int = table.roll(flight_dice(battle, table, unit))
    return fled(battle, table, unit, foe, inches)


def flight_dice(battle: Battle, table: Table, unit: int) -> Total:
    """Dice for a unit's flight: 2D6" for a movement rate of 6" or less, and 3D6" for a higher rate (WAB-FL-01)."""
    dice = table.number("WAB-FL-01.slow" if is_slow(battle, table, unit) else "WAB-FL-01.fast")
    return Total(dice if table.holds("WAB-FL-01") else 0, label="flight")


def is_slow(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit's movement rate is 6" or less."""
    return rate_in_inches(battle, table, unit) <= table.number("WAB-FL-01.rate")


def fled(battle: Battle, table: Table, unit: int, foe: int, inches: int) -> Battle:
    """Run a unit straight away from an enemy. The unit is lost if it touches the table edge (WAB-R-45). Under WAB-R-104
    `middle-to-middle` it runs straight away from the enemy's middle.
    """
    enemy = nearest_enemy(battle, unit) if foe == NOBODY or not battle.living(foe) else foe
    by_middles = _has_sides(battle, unit, enemy) and table.rule("WAB-R-104") == "middle-to-middle"
    return run_off(battle, table, unit, bearing_away_from(battle, unit, enemy, by_middles=by_middles), inches)


def out_of_press(battle: Battle, table: Table, unit: int) -> Battle:
    """Take a unit out of its combat in the press."""
    table.tell(Fled(unit=battle.unit(unit).name, clause="WAB-FL-01"))
    return battle.on(battle.press.apart(frozenset({unit})))


def run_off(battle: Battle, table: Table, unit: int, bearing: int, inches: int) -> Battle:
    """Run a unit in a direction, going around obstacles if needed, and log the distance."""
    crowd = as_crowd(battle, table, unit)
    start = middle(battle, unit)
    battle = battle.on(battle.plane.with_standing(unit, crowd))
    run = way_of_flight(battle, table, unit, bearing, inches * INCH)
    about = surroundings(battle, unit, may_touch=True)
    gone = nudged(battle, run_as_one(table, run), about)
    battle = battle.on(battle.plane.with_standing(unit, gone))
    route = tuple((round(x), round(y)) for x, y in (start, middle(battle, unit)))
    far = round(run.length / INCH, 2) if run.length != inches * INCH else inches
    table.tell(RanAway(unit=battle.unit(unit).name, inches=far, route=route, parts=run.parts, clause="WAB-FL-01"))
    battle = battle.on(battle.plane.with_standing(unit, as_crowd(battle, table, unit)))
    if not is_at_edge(battle, unit):
        return battle
    table.tell(LeftTheTable(unit=battle.unit(unit).name, clause="WAB-FL-03"))
    if table.rule("WAB-R-45") == "fleers-may-return":
        far = min(run.length, run.ahead + _edge(battle, run.crowd, heading(run.bearing), about))
        there = run_as_one(table, run._replace(length=far))
        battle = battle.changed(absent=(*battle.absent, Absent(unit, there, _wounds(battle, unit))))
    return battle.on(battle.plane.without(frozenset(battle.plane.models(unit))))


class Run(NamedTuple):
    """A crowd's run, with its starting position, direction, and length in ticks.

    The length is measured from the unit's original front (WAB-FL-01). `ahead` is the distance by which the crowd
    already starts in front of that line. `parts` explain a run that is not straight or not as long as rolled.
    """

    crowd: Standing
    bearing: int
    length: float
    ahead: float = 0.0
    parts: tuple[str, ...] = ()


def way_of_flight(battle: Battle, table: Table, unit: int, bearing: int, distance: float) -> Run:
    """Return the run of a fleeing unit, which avoids enemies and blocking ground if possible (WAB-FL-04).

    The unit runs straight ahead or, if it cannot, in the nearest free direction; its owner chooses between left and
    right. If no direction is free, it runs straight until an obstacle stops it.
    """
    friends = battle.setup.units_of(battle.side(unit))
    ground = Ground(surroundings(battle, unit, but=friends), surroundings(battle, unit))
    as_it_stands = Run(battle.plane.standings[unit], bearing, distance)
    straight = free_flight(battle, table, unit, as_it_stands, ground) if distance else as_it_stands
    if straight is not None and (straight.length == distance or table.holds("WAB-FL-04")):
        return straight
    if not table.holds("WAB-FL-04"):
        return as_it_stands
    parts = _round_friends(battle, as_it_stands, ground)
    for aside in range(ASIDE, QUARTER + 1, ASIDE):
        ways = ((bearing + side * aside) % TURN for side in (-1, 1))
        runs = {way: free_flight(battle, table, unit, as_it_stands._replace(bearing=way), ground) for way in ways}
        free = tuple(way for way, run in runs.items() if run is not None)
        if free:
            words = f"{battle.unit(unit).name}: which way round?"
            labels = ("left", "right")[: len(free)]
            chosen = runs[table.choose(OneOf(battle.side(unit), "WAB-FL-04", words, free, labels, unit))]
            assert chosen is not None
            return chosen._replace(parts=chosen.parts or parts)
    length = free_run(bodies_of(battle, as_it_stands.crowd), heading(bearing), distance, ground.about)
    return as_it_stands._replace(length=length, parts=(f"rolled {distance / INCH:g}", "no way is free"))


def _round_friends(battle: Battle, run: Run, ground: "Ground") -> tuple[str, ...]:
    """Explanation of why a run goes to one side, if only friends block the straight path."""
    if _comes_through(battle, Gathered(run.crowd), heading(run.bearing), run.length, ground):
        return ("round friends: WAB-R-102",)
    return ()


class Ground(NamedTuple):
    """Surroundings (`about`) of a fleeing unit. `bars` is the part of the surroundings that blocks the unit's path, and
    does not include friends.
    """

    bars: Surroundings
    about: Surroundings


def free_flight(battle: Battle, table: Table, unit: int, run: Run, ground: Ground) -> Run | None:
    """Full-length run in a direction, as a rough mass or, if there is no room for a mass, in the unit's own formation.

    The unit may pass through friends. The result is None if enemies or ground block the path, or if the unit would
    stop among friends (WAB-R-102).
    """
    way = heading(run.bearing)
    crowds = gatherings(battle, table, unit, run.bearing, chased=_is_chased(battle, unit))
    for length, parts in _lengths(table, run.length):
        crowds = tuple(one for one in crowds if _comes_through(battle, one, way, length, ground))
        for one in crowds:
            if _has_room(one, length) and _may_stop(battle, one, run, length, ground):
                return Run(one.crowd, run.bearing, length, one.ahead, parts)
        if not crowds:
            break
    return None


def _lengths(table: Table, rolled: float) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield the possible lengths of a unit's run with their reasons, beginning with the length rolled.

    The other lengths avoid stopping among friends (WAB-R-102). They are longer under `through-friends` and shorter
    under `stop-short`.
    """
    yield rolled, ()
    reading, said = table.rule("WAB-R-102"), f"rolled {rolled / INCH:g}"
    if reading == "through-friends":
        yield from ((rolled + more, (said, "on through friends: WAB-R-102")) for more in range(STEP, FURTHER + 1, STEP))
    if reading == "stop-short":
        yield from ((rolled - less, (said, "short of friends: WAB-R-102")) for less in range(STEP, int(rolled), STEP))


def _may_stop(battle: Battle, gathered: Gathered, run: Run, length: float, ground: Ground) -> bool:
    """Whether a crowd may end a run of the given length. It must be clear of all obstacles, or off the table if the
    unit itself would leave the table. The table edges on either side count as obstacles too.
    """
    (crowd, ahead), way = gathered, heading(run.bearing)
    gone = length - ahead
    if _edge(battle, crowd, way, ground.about) <= gone:
        return crowd == run.crowd or _edge(battle, run.crowd, way, ground.about) <= length
    there = shifted(crowd, gone * way[0], gone * way[1])
    return _is_clear(battle, there, ground.about) and (crowd == run.crowd or not _is_over(battle, there))


def _is_chased(battle: Battle, unit: int) -> bool:
    """Whether enemies pursue or charge a unit. If they do, the position of the unit's rear decides whether they reach
    the unit.
    """
    pursued = (target for _, target in battle.aftermath.pursuits)
    return unit in pursued or any(charge.target == unit for charge in battle.charges)


def _has_room(gathered: Gathered, length: float) -> bool:
    """Whether a run is long enough to move the rear of a deeper mass by at least an inch."""
    return not gathered.ahead or length - gathered.ahead >= CLEAR


def _comes_through(battle: Battle, gathered: Gathered, way: Vector, length: float, ground: Ground) -> bool:
    crowd, gone = gathered.crowd, max(0.0, length - gathered.ahead)
    bodies = bodies_of(battle, crowd)
    return free_run(bodies, way, gone, ground.bars) >= min(gone, _edge(battle, crowd, way, ground.about))


def _edge(battle: Battle, crowd: Standing, way: Vector, about: Surroundings) -> float:
    """Distance in ticks that a crowd can run before it touches the table edge."""
    return min(run_to_edge(body, way, about.size) for body in bodies_of(battle, crowd))


def run_as_one(table: Table, run: Run) -> Standing:
    """Return the crowd after it has moved as one body. Each model faces the direction in which it runs, if it has room
    to turn (WAB-FL-06).
    """
    if not table.holds("WAB-FL-06"):
        return run.crowd
    sine, cosine = heading(run.bearing)
    far = run.length - run.ahead
    gone = shifted(run.crowd, far * sine, far * cosine)
    if isinstance(gone, Block):
        return gone
    return Loose(gone.models, tuple(Place(one.x, one.y, face_or_back(one.facing, run.bearing)) for one in gone.places))


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


def _is_over(battle: Battle, standing: Standing) -> bool:
    size = battle.setup.size
    assert size is not None
    return any(_is_off(body, size) for body in bodies_of(battle, standing))


def _wounds(battle: Battle, unit: int) -> tuple[tuple[int, int], ...]:
    models = battle.plane.models(unit)
    return tuple(pair for pair in battle.plane.lost if pair[0] in models)


# --- Direction of flight: away from an enemy, or to the nearest table edge ---------------------------------------


def _has_sides(battle: Battle, unit: int, enemy: int) -> bool:
    """Whether the direction in which a unit runs can depend on the side of a block, because the unit or its enemy is
    one.
    """
    both = (unit, enemy) if enemy != NOBODY and battle.living(enemy) else ()
    return any(isinstance(battle.plane.standings[one], Block) for one in both)


def bearing_away_from(battle: Battle, unit: int, enemy: int, *, by_middles: bool = False) -> int:
    """Bearing straight away from an enemy, or towards the nearest table edge if there is no enemy (WAB-R-104).

    If the enemy is in contact, the bearing is at a right angle to the touching side. Otherwise it follows the
    shortest line between the two units. For crowds, and for blocks if `by_middles` is set, it follows the line
    between the middles.
    """
    if enemy == NOBODY or not battle.living(enemy):
        return to_nearest_edge(battle, unit)
    here, there = (battle.plane.standings[one] for one in (unit, enemy))
    if _has_sides(battle, unit, enemy) and not by_middles:
        ours, theirs = _whole(battle, here), _whole(battle, there)
        if gap(ours, theirs) > CONTACT:
            if isinstance(here, Block) and isinstance(there, Block):
                dx, dy = closing_step(ours, theirs)
                return bearing(-dx, -dy)
        else:
            side = _parting_side(here, there, ours, theirs)
            if side is not None:
                return side
    (x, y), (from_x, from_y) = middle(battle, unit), middle(battle, enemy)
    if (x, y) == (from_x, from_y):
        return to_nearest_edge(battle, unit)
    return bearing(x - from_x, y - from_y)


def _whole(battle: Battle, standing: Standing) -> Shape:
    """Outline of a block, or a shape that contains all the models of a crowd."""
    bodies = bodies_of(battle, standing)
    if len(bodies) == 1:
        return bodies[0]
    return convex(hull(tuple(point for body in bodies for point in body.core)), max(body.radius for body in bodies))


def _parting_side(here: Standing, there: Standing, ours: Shape, theirs: Shape) -> int | None:
    """Bearing away from an enemy, at a right angle to the side of a block that separates the two units. The result is
    None if the units overlap.
    """
    sides: list[tuple[float, int]] = []
    if isinstance(there, Block):
        sides += [(_beyond(theirs, ours, way), way) for way in _four_ways(there.facing)]
    if isinstance(here, Block):
        sides += [(_beyond(theirs, ours, way), way) for way in _four_ways(here.facing + TURN // 2)]
    clear, way = max(sides, key=lambda side: round(side[0]))
    return way if clear > -DEEP else None


def _four_ways(facing: int) -> tuple[int, ...]:
    return tuple((facing + turn) % TURN for turn in range(0, TURN, QUARTER))


def _beyond(near: Shape, far: Shape, way: int) -> float:
    """Distance in ticks from one shape to another shape beyond it in a direction, negative if the shapes overlap."""
    sine, cosine = heading(way)
    rear = min(x * sine + y * cosine for x, y in far.core) - far.radius
    return rear - max(x * sine + y * cosine for x, y in near.core) - near.radius


def to_nearest_edge(battle: Battle, unit: int) -> int:
    """Bearing to the nearest table edge. Equally near edges are preferred in the order south, west, north, east."""
    size = battle.setup.size
    assert size is not None
    x, y = middle(battle, unit)
    ways = ((y, 18000), (x, 27000), (size[1] - y, 0), (size[0] - x, 9000))
    return min(ways, key=lambda way: way[0])[1]


# --- Events of a unit that has moved -----------------------------------------------------------------------------


def having_moved(
    battle: Battle, table: Table, unit: int, standing: Standing, manner: str, cause: str, parts: tuple[str, ...] = ()
) -> Battle:
    """Move a unit to a new standing, and log the path of its centre with the `parts` that explain the move."""
    after = battle.on(battle.plane.with_standing(unit, standing))
    (x, y), (to_x, to_y) = middle(battle, unit), middle(after, unit)
    gone = sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)) / INCH
    route = ((round(x), round(y)), (round(to_x), round(to_y)))
    name, inches = battle.unit(unit).name, round(gone, 2)
    table.tell(Moved(unit=name, manner=manner, inches=inches, route=route, parts=parts, clause=cause))
    return after
