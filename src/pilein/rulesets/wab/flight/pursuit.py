"""Flight from combat, and pursuit of broken units (WAB-BR-07, WAB-FL-02, WAB-HA-03, WAB-R-93)."""

from msgspec.structs import replace

from pilein.dice import Total
from pilein.geometry.blocks import Block, moved, outline
from pilein.geometry.gaps import overlaps, touches
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import INCH, bearing, heading
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import after_run, bodies_of, free_run, is_free, surroundings
from pilein.rulesets.wab.combat_events import Pursued, PursuedOff, RanDown, WentAfter
from pilein.rulesets.wab.flight.flight import fled, flight_dice, is_at_edge, out_of_press
from pilein.rulesets.wab.flight.pursuit_roll import PursuitRoll
from pilein.rulesets.wab.nearness import foes, middle
from pilein.rulesets.wab.psychology.frenzy import hates, hatred_works, is_frenzied
from pilein.rulesets.wab.psychology.friends_lost import near_friends_lost
from pilein.rulesets.wab.psychology.leadership import passes
from pilein.rulesets.wab.sight import struck_arc
from pilein.rulesets.wab.state import NOBODY, Absent, Assault, Battle, Charge, Rout
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.movement.flight import turned_along
from pilein.tabletop.plane import Loose, Standing

HOLD = NOBODY


@clause(Step.DECLARE_PURSUITS)
def declare_pursuits(battle: Battle, table: Table) -> Battle:
    """WAB-R-93. Before dice are rolled, each winner chooses its action if all enemies in contact with it are about to
    run.

    A unit that gives ground does nothing else. A unit that has not won, but whose enemies panic, stays in place
    without a test unless it must pursue (WAB-FZ-04, WAB-HA-03).
    """
    routed = tuple(rout.unit for rout in battle.routs)
    busy = battle.aftermath.giving
    for unit in (*battle.setup.units_of(battle.active), *battle.setup.units_of(1 - battle.active)):
        touched = foes(battle, unit)
        is_free = unit not in busy and not battle.status(unit).fleeing and all(foe in routed for foe in touched)
        if touched and is_free and (unit in battle.aftermath.won or bound_to_pursue(battle, table, unit)):
            table.then(Step.DECLARE_PURSUIT, unit)
    return battle


@clause(Step.DECLARE_PURSUIT)
def declare_pursuit(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-93. A unit names a broken enemy in contact to pursue, or holds its ground, for which it must pass a test.

    If it fails the test, it must name an enemy.
    """
    broken, bound = foes(battle, unit), bound_to_pursue(battle, table, unit)
    target = _quarry(battle, table, unit, bound or (*broken, HOLD))
    if target == HOLD and not may_hold(battle, table, unit):
        target = _quarry(battle, table, unit, broken)
    if target == HOLD:
        return battle
    pursuing = (*battle.aftermath.pursuits, (unit, target))
    return battle.changed(aftermath=replace(battle.aftermath, pursuits=pursuing))


def bound_to_pursue(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Enemies in contact that the unit is obliged to pursue. If there are several, it must pursue one of them."""
    return tuple(foe for foe in foes(battle, unit) if must_pursue(battle, table, unit, foe))


def _quarry(battle: Battle, table: Table, unit: int, options: tuple[int, ...]) -> int:
    labels = tuple("hold" if foe == HOLD else battle.unit(foe).name for foe in options)
    words = f"{battle.unit(unit).name}: pursue{', or hold' if HOLD in options else ' which unit'}?"
    chosen: int = table.choose(OneOf(battle.side(unit), "WAB-FL-02", words, options, labels, unit))
    return chosen


def must_pursue(battle: Battle, table: Table, unit: int, foe: int) -> bool:
    """Whether a unit must pursue a fleeing enemy because the unit is frenzied (WAB-FZ-04) or hates the enemy
    (WAB-HA-03).

    Hatred does not compel a unit in a defended position (WAB-HA-04).
    """
    if is_frenzied(battle, unit) and table.holds("WAB-FZ-04"):
        return True
    is_hated = hatred_works(battle, table, unit) and hates(battle, unit, foe)
    if not is_hated or not table.holds("WAB-HA-03"):
        return False
    return not (is_defended(battle, unit) and table.holds("WAB-HA-04"))


def may_hold(battle: Battle, table: Table, unit: int) -> bool:
    """Return whether a unit that wants to hold may do so, after any test that it needs (WAB-R-93).

    The unit must pass a Leadership test, unless it is in a defended position. Under `hold-free` and
    `pursuit-optional-all` no unit needs a test.
    """
    if is_defended(battle, unit) or table.rule("WAB-R-93") in {"hold-free", "pursuit-optional-all"}:
        return True
    return passes(battle, table, unit, "hold", "WAB-FL-02")


@clause(Step.BROKEN_FLEE, "WAB-BR-07")
def broken_flee(battle: Battle, table: Table) -> Battle:
    """WAB-BR-07. After all combats are resolved, broken units turn and flee directly away from their enemies."""
    if not battle.is_on_table:
        table.then(Step.LEAVE_PRESS)
    for rout in battle.routs if battle.is_on_table else ():
        table.then(Step.FLEE_FROM_COMBAT, rout.unit, rout.foe)
    return battle


@clause(Step.FLEE_FROM_COMBAT)
def flee_from_combat(battle: Battle, table: Table, unit: int, foe: int) -> Battle:
    """WAB-R-93. A broken unit runs. The distance that it rolled is remembered until the pursuers have rolled."""
    if not battle.lives(unit):
        return battle
    inches: int = table.roll(flight_dice(battle, table, unit))
    routs = tuple(replace(rout, distance=inches) if rout.unit == unit else rout for rout in battle.routs)
    return fled(battle.changed(routs=routs), table, unit, foe, inches)


@clause(Step.PURSUITS)
def pursuits(battle: Battle, table: Table) -> Battle:
    """WAB-R-95. All pursuits are rolled after all flights have been rolled."""
    for unit, target in battle.aftermath.pursuits if battle.is_on_table else ():
        table.then(Step.PURSUE, unit, target)
    return battle


@clause(Step.LEAVE_PRESS)
def leave_press(battle: Battle, table: Table) -> Battle:
    """WAB-R-93. In the press the only question is which units are caught. All flights are rolled, and then all
    pursuits.

    No dice are rolled for a unit that no enemy pursues (WAB-R-95).
    """
    routed = tuple(rout.unit for rout in battle.routs if battle.lives(rout.unit))
    pursuits = battle.aftermath.pursuits
    chased = tuple(unit for unit in routed if any(target == unit for _, target in pursuits))
    overtaken = table.roll(chase(battle, table, chased)) if pursuits else ()
    after = battle
    for unit in routed:
        after = out_of_press(after, table, unit)
    for (unit, target), overtook in zip(pursuits, overtaken, strict=True):
        names = {"unit": battle.unit(unit).name, "foe": battle.unit(target).name}
        table.tell(WentAfter(**names, overtook=overtook, clause="WAB-FL-02"))
        after = ridden_down(after, table, target) if overtook else after
    return after


def chase(battle: Battle, table: Table, chased: tuple[int, ...]) -> PursuitRoll:
    """Combined roll for fleeing units in the press and for their pursuers."""
    runs = tuple(flight_dice(battle, table, unit).dice for unit in chased)
    after = (
        (chased.index(target), pursuit_dice(battle, table, unit).dice) for unit, target in battle.aftermath.pursuits
    )
    flights = (f"flight of {battle.unit(unit).name}" for unit in chased)
    pursuits = (f"pursuit by {battle.unit(unit).name}" for unit, _ in battle.aftermath.pursuits)
    must_exceed = table.rule("WAB-R-93") == "pursuit-must-exceed"
    return PursuitRoll(runs, tuple(after), must_exceed=must_exceed, parts=(*flights, *pursuits))


@clause(Step.PURSUE)
def pursue(battle: Battle, table: Table, unit: int, target: int) -> Battle:
    """WAB-R-93. A pursuer whose roll equals or beats its quarry's destroys the quarry. A pursuer that rolls less moves
    the distance rolled.

    Under `pursuit-must-exceed` the pursuer must roll more than its quarry. No dice are rolled against a unit that
    another pursuer has already destroyed.
    """
    rout = next(one for one in battle.routs if one.unit == target)
    if not battle.lives(unit) or target in battle.aftermath.lost:
        return battle
    inches: int = table.roll(pursuit_dice(battle, table, unit))
    names = {"unit": battle.unit(unit).name, "foe": battle.unit(target).name}
    if battle.lives(target) and overtakes(table, rout, inches):
        table.tell(WentAfter(**names, overtook=True, clause="WAB-FL-02"))
        return ridden_down(battle, table, target)
    table.tell(Pursued(**names, inches=inches, clause="WAB-FL-02"))
    return pursued(battle, table, unit, target, inches)


def ridden_down(battle: Battle, table: Table, unit: int) -> Battle:
    """Destroy a fleeing unit and record the friends near it, which must test for panic (WAB-R-56)."""
    table.tell(RanDown(unit=battle.unit(unit).name, clause="WAB-FL-02"))
    known = battle.aftermath
    shaken = (*known.shaken, *near_friends_lost(battle, table, (unit,)))
    after = battle.on(battle.field.without_unit(unit))
    return after.changed(aftermath=replace(known, lost=(*known.lost, unit), shaken=shaken))


def pursuit_dice(battle: Battle, table: Table, unit: int) -> Total:
    """Dice for a unit's pursuit, the same as for its flight (WAB-FL-02)."""
    return Total(flight_dice(battle, table, unit).dice if table.holds("WAB-FL-02") else 0, label="pursuit")


def overtakes(table: Table, rout: Rout, inches: int) -> bool:
    """Whether a pursuit of the given number of inches catches its quarry (WAB-R-93)."""
    if inches != rout.distance:
        return inches > rout.distance
    return table.rule("WAB-R-93") != "pursuit-must-exceed"


# --- Paths of pursuers, and the units they run into (WAB-R-45, WAB-R-93) ------------------------------------------


def pursued(battle: Battle, table: Table, unit: int, target: int, inches: int) -> Battle:
    """Move a pursuing unit until it meets a fresh enemy or friend in its path. In the press no unit moves."""
    if not battle.is_on_table:
        return battle
    way = way_of_pursuit(battle, table, unit, target)
    after = run_on(facing_along(battle, unit, way), table, unit, way, inches * INCH)
    if not is_at_edge(after, unit):
        return after
    table.tell(PursuedOff(unit=battle.unit(unit).name, clause="WAB-ST-01"))
    plane = after.plane
    lost = tuple(pair for pair in plane.lost if pair[0] in plane.models(unit))
    gone = Absent(unit, plane.standings[unit], lost)
    return after.changed(absent=(*after.absent, gone)).on(plane.without(frozenset(plane.models(unit))))


def run_on(
    battle: Battle, table: Table, unit: int, way: int, distance: float, *, after: tuple[int, ...] = ()
) -> Battle:
    """Move a unit straight ahead in formation until it touches an obstacle.

    Contact with a fresh enemy counts as a charge in the next turn, so that enemy takes the tests of a charged unit.
    Enemies in `after`, which the unit has beaten, are not fresh.
    """
    sine, cosine = heading(way)
    before = battle.plane.standings[unit]
    about = surroundings(battle, unit, may_touch=True)
    length = free_run(bodies_of(battle, before), (sine, cosine), distance, about)
    known = (*foes(battle, unit), *after)
    gone = battle.on(battle.plane.with_standing(unit, after_run(battle, before, (sine, cosine), length, about)))
    fresh = tuple(foe for foe in foes(gone, unit) if foe not in known and not battle.status(foe).fleeing)
    if not fresh:
        return gone
    charges = tuple(Charge(unit, foe, struck_arc(battle, table, unit, foe), in_reach=True) for foe in fresh)
    assaults = tuple(Assault(unit, charge.target, charge.arc) for charge in charges if charge.arc != "front")
    gone = gone.changed(charges=(*gone.charges, *charges), assaults=(*gone.assaults, *assaults))
    return gone.having(unit, charge="pursuing")


def facing_along(battle: Battle, unit: int, way: int) -> Battle:
    """Turn a pursuer to face its direction of movement, as far as it has room to turn about its middle."""
    standing = battle.plane.standings[unit]
    if isinstance(standing, Loose):
        sine, cosine = heading(way)
        run = ((0, 0), (round(sine * INCH), round(cosine * INCH)))
        bases = [battle.setup.base(model) for model in standing.models]
        pairs = zip(bases, standing.places, strict=True)
        turned = Loose(
            standing.models, tuple(Place(one.x, one.y, turned_along(base, one.facing, run)) for base, one in pairs)
        )
        return battle.on(battle.plane.with_standing(unit, turned))
    held, there = outline(standing), outline(moved(standing, standing.x, standing.y, way))
    block = moved(standing, round(standing.x + held.x - there.x), round(standing.y + held.y - there.y), way)
    if not is_free((outline(block),), surroundings(battle, unit, may_touch=True)):
        return battle
    after = battle.on(battle.plane.with_standing(unit, block))
    return after if set(foes(after, unit)) <= set(foes(battle, unit)) else battle


def way_of_pursuit(battle: Battle, table: Table, unit: int, target: int) -> int:
    """Bearing towards the middle of the pursued unit, or straight ahead if that unit is off the table (WAB-R-105).

    Under `straight-ahead`, the bearing is always straight ahead.
    """
    if not battle.living(target) or table.rule("WAB-R-105") == "straight-ahead":
        standing = battle.plane.standings[unit]
        return standing.places[0].facing if isinstance(standing, Loose) else standing.facing
    (x, y), (to_x, to_y) = middle(battle, unit), middle(battle, target)
    return bearing(to_x - x, to_y - y)


# --- Units in a defended position (WAB-R-66) ---------------------------------------------------------------------


def is_defended(battle: Battle, unit: int) -> bool:
    """Whether a unit stands behind an obstacle or in a building, or the scenario marks it as defended (WAB-R-66)."""
    if battle.status(unit).defended:
        return True
    if not battle.is_on_table:
        return False
    standing = battle.plane.standings[unit]
    bodies = bodies_of(battle, standing)
    buildings, obstacles = battle.setup.parts_of("structure"), battle.setup.parts_of("obstacle")
    if any(overlaps(body, part) for part in buildings for body in bodies):
        return True
    return any(_is_before(standing, part) and touches(body, part) for part in obstacles for body in bodies)


def _is_before(standing: Standing, part: Shape) -> bool:
    """Whether a piece of ground lies in front of a unit in ranks. Loose models face all round."""
    if not isinstance(standing, Block):
        return True
    sine, cosine = heading(standing.facing)
    return (part.x - standing.x) * sine + (part.y - standing.y) * cosine > 0
