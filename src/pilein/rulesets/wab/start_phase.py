"""First phase of a turn: the tests at the start of the turn, one kind of test after another (WAB-SEQ-02, WAB-SEQ-03,
WAB-ST-02, WAB-ST-03).
"""

from pilein.dice import Count
from pilein.geometry.blocks import EMPTY, Block, moved, with_slots
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH, QUARTER, TURN, heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, is_skirmishing
from pilein.rulesets.wab.clearance import bodies_of, is_free, shifted, surroundings
from pilein.rulesets.wab.columns import in_ranks, usual_files
from pilein.rulesets.wab.flight.crowds import face_or_back
from pilein.rulesets.wab.flight.flight import LAST, to_nearest_edge
from pilein.rulesets.wab.movement_events import LostForGood, Returned
from pilein.rulesets.wab.nearness import are_within, units_within
from pilein.rulesets.wab.psychology.fear import is_terrible
from pilein.rulesets.wab.psychology.frenzy import bears_hatred, minds_hatred
from pilein.rulesets.wab.psychology.friends_lost import when_they_run
from pilein.rulesets.wab.psychology.leadership import passes
from pilein.rulesets.wab.state import NOBODY, Absent, Battle
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.plane import Loose, Standing


@clause(Step.START_OF_TURN, "WAB-SEQ-03")
def start_of_turn(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-03. The tests come in a fixed order: tests to return to the table, panic tests for fleeing friends
    nearby, and terror tests for enemies nearby.
    """
    table.then(Step.RETURNS)
    table.then(Step.PANIC_FROM_NEARNESS)
    table.then(Step.TERROR_FROM_NEARNESS)
    table.then(Step.ANSWER, 0, 1)
    table.then(Step.FLIGHTS, LAST)
    return battle


@clause(Step.PANIC_FROM_NEARNESS, "WAB-ST-02")
def panic_from_nearness(battle: Battle, table: Table) -> Battle:
    """WAB-ST-02. After the tests to return, every unit near fleeing friends takes its panic test."""
    for unit in tested_troops(battle, table):
        if has_fleeing_friends(battle, table, unit) and not stands_firm(battle, table, unit):
            table.then(Step.PANIC_TEST, unit, "WAB-PA-03", NOBODY, when_they_run(table))
    return battle


@clause(Step.TERROR_FROM_NEARNESS, "WAB-ST-03")
def terror_from_nearness(battle: Battle, table: Table) -> Battle:
    """WAB-ST-03. After the panic tests, every unit near a cause of terror takes its terror test."""
    for unit in tested_troops(battle, table):
        if has_terror_near(battle, table, unit):
            table.then(Step.TERROR_TEST, unit, NOBODY, "WAB-TR-02", when_they_run(table))
    return battle


def tested_troops(battle: Battle, table: Table) -> tuple[int, ...]:
    """Units that test in the first phase: the active player's troops only (WAB-SEQ-02)."""
    ours = battle.standing_units(battle.active)
    return ours if table.holds("WAB-SEQ-02") else (*ours, *battle.standing_units(1 - battle.active))


def has_fleeing_friends(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit must test for fleeing friends within 4" at the start of its own turn (WAB-PA-03).

    Even a single fleeing model counts (WAB-R-55). Under `outnumber-exempt` a unit with more models than all its
    fleeing friends together does not test.
    """
    friends = battle.standing_units(battle.side(unit))
    fleeing = [friend for friend in friends if friend != unit and battle.status(friend).fleeing]
    near = units_within(battle, table, unit, fleeing, table.number("WAB-PA-03"))
    if not near:
        return False
    outnumbers_them = battle.living(unit) > sum(battle.living(friend) for friend in near)
    if outnumbers_them and table.rule("WAB-R-55") == "outnumber-exempt":
        return False
    return table.holds("WAB-PA-03")


def stands_firm(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit skips the test for fleeing friends because it is Stubborn (WAB-SB-01).

    Under WAB-R-08 `hatred-no-panic`, units with Hatred skip the test, and units that are only Stubborn do not.
    """
    is_stubborn, hates = has_rule(battle, unit, "Stubborn"), bears_hatred(battle, unit)
    if not (is_stubborn or hates) or not minds_hatred(battle, table, unit):
        return False
    skips_it = is_stubborn
    if is_stubborn != hates and table.rule("WAB-R-08") == "hatred-no-panic":
        skips_it = hates
    return skips_it and table.holds("WAB-SB-01")


def has_terror_near(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit must test for a terror-causing enemy within 8", at the start of its own turn (WAB-TR-02)."""
    enemies = battle.standing_units(1 - battle.side(unit))
    is_near = any(
        is_terrible(battle, table, unit, enemy) and are_within(battle, table, unit, enemy, table.number("WAB-TR-02"))
        for enemy in enemies
    )
    return is_near and table.holds("WAB-TR-02")


# --- Units that left the table in pursuit come back (WAB-ST-01, WAB-R-28, WAB-R-45) ------------------------------


CAUSE = "WAB-ST-01"
RETURNS_ON = 4  # WAB-R-28 `return-4plus`
STEPS = 48  # inches along the edge within which a place is sought


@clause(Step.RETURNS, "WAB-ST-01")
def returns(battle: Battle, table: Table) -> Battle:
    """WAB-ST-01. The first tests of the turn are taken by the active player's units that are off the table and may
    return.

    The units test in scenario order, regardless of the order in which they left (WAB-R-95).
    """
    for absent in sorted(battle.absent, key=lambda one: one.unit):
        if battle.side(absent.unit) == battle.active:
            table.then(Step.RETURN_TO_TABLE, absent.unit)
    return battle


@clause(Step.RETURN_TO_TABLE)
def return_to_table(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-28. A unit that passes a plain Leadership test returns at the edge where it left the table and does not
    charge this turn.

    Under `return-auto` the unit needs no test, and under `return-4plus` it needs 4 or more on a D6. Under
    `return-never` it is lost. Under `return-no-move` it does not move this turn.
    """
    absent = next(one for one in battle.absent if one.unit == unit)
    reading = table.rule("WAB-R-28")
    rest = battle.changed(absent=tuple(one for one in battle.absent if one.unit != unit))
    if reading == "return-never":
        table.tell(LostForGood(unit=battle.unit(unit).name, clause=CAUSE))
        return rest
    back = _placed(rest, absent)
    if back is None or not _may_return(back, table, unit, reading):
        return battle
    table.tell(Returned(unit=battle.unit(unit).name, clause=CAUSE))
    return back.having(unit, fleeing=False, move="kept back" if reading == "return-no-move" else "returned")


def _may_return(back: Battle, table: Table, unit: int, reading: str) -> bool:
    if reading == "return-auto":
        return True
    if reading == "return-4plus":
        return bool(table.roll(Count(1, RETURNS_ON, label="return")))
    return passes(back, table, unit, "return", CAUSE)


def _placed(battle: Battle, absent: Absent) -> Battle | None:
    """Return the battle with the unit back at the place it left, or at the nearest free place along the edge. The
    result is None if there is no room.

    Under WAB-R-45 `fleers-may-return`, units that left as a crowd return in ranks.
    """
    unit = absent.unit
    back = battle.on(battle.plane.with_standing(unit, absent.standing).after(dict(absent.lost), frozenset()))
    inward = (_edge_left_by(back, unit) + TURN // 2) % TURN
    stood = absent.standing
    if isinstance(stood, Loose) and not is_skirmishing(battle, unit):
        stood = in_ranks(back, unit, inward, usual_files(back, unit))
    here = _drawn_in(back, _turned(stood, inward), inward)
    sine, cosine = heading(inward)
    about = surroundings(back, unit)
    for far in sorted(range(-STEPS, STEPS + 1), key=abs):
        there = shifted(here, cosine * far * INCH, -sine * far * INCH)
        if is_free(bodies_of(back, there), about):
            return back.on(back.plane.with_standing(unit, there))
    return None


def _edge_left_by(battle: Battle, unit: int) -> int:
    """Bearing to the edge that a unit left: the edge nearest to its bases."""
    size = battle.setup.size
    assert size is not None
    points = [
        point for body in bodies_of(battle, battle.plane.standings[unit]) for point in _corners(body.core, body.radius)
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    gaps = {TURN // 2: min(ys), 3 * QUARTER: min(xs), 0: size[1] - max(ys), QUARTER: size[0] - max(xs)}
    near = min(gaps.values()) + CONTACT
    nearest = to_nearest_edge(battle, unit)
    return nearest if gaps[nearest] <= near else min(gaps, key=lambda way: gaps[way])


def _turned(standing: Standing, facing: int) -> Standing:
    if isinstance(standing, Block):
        slots = tuple(model for model in standing.slots if model != EMPTY)
        turned = with_slots(standing, slots + (EMPTY,) * (-len(slots) % standing.files))
        return moved(turned, turned.x, turned.y, facing)
    places = (Place(one.x, one.y, face_or_back(one.facing, facing)) for one in standing.places)
    return Loose(standing.models, tuple(places))


def _drawn_in(battle: Battle, standing: Standing, inward: int) -> Standing:
    """Return the standing, shifted so that the unit's rear is on the table edge."""
    size = battle.setup.size
    assert size is not None
    points = [point for body in bodies_of(battle, standing) for point in _corners(body.core, body.radius)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    dx, dy = {
        0: (0.0, -min(ys)),
        TURN // 4: (-min(xs), 0.0),
        TURN // 2: (0.0, size[1] - max(ys)),
        3 * TURN // 4: (size[0] - max(xs), 0.0),
    }[inward]
    return shifted(standing, dx, dy)


def _corners(core: tuple[tuple[float, float], ...], rim: float) -> list[tuple[float, float]]:
    return [(x + dx * rim, y + dy * rim) for x, y in core for dx in (-1, 1) for dy in (-1, 1)]
