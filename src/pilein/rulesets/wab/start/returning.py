"""Units that left the table in pursuit come back (WAB-ST-01, WAB-R-28, WAB-R-45)."""

from pilein.dice import Count
from pilein.geometry.angles import TURN, heading
from pilein.geometry.blocks import EMPTY, Block, moved, with_slots
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.events.moving import LostForGood, Returned
from pilein.rulesets.wab.ground.flight_heading import to_nearest_edge
from pilein.rulesets.wab.movement.clearance import bodies_of, is_free, shifted, surroundings
from pilein.rulesets.wab.movement.flight import face_or_back
from pilein.rulesets.wab.psychology.leadership import passes
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Absent, Battle
from pilein.rulesets.wab.steps import Step
from pilein.tabletop.plane import Loose, Standing

CAUSE = "WAB-ST-01"
RETURNS_ON = 4  # WAB-R-28 `return-4plus`
STEPS = 48  # inches along the edge that a place is looked for


@clause(Step.RETURNS, "WAB-ST-01")
def returns(battle: Battle, table: Table) -> Battle:
    """WAB-ST-01. First, each of the active player's units that is off the table and may return takes a test for it."""
    for absent in battle.absent:
        if battle.side(absent.unit) == battle.active:
            table.then(Step.RETURN_TO_TABLE, absent.unit)
    return battle


@clause(Step.RETURN_TO_TABLE)
def return_to_table(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-28. On a plain Leadership test a unit is placed at the edge where it left, and does not charge this turn.

    `return-auto`: without a test; `return-4plus`: on a D6 of 4 or more; `return-never`: never; `return-no-move`: it
    stays there this turn.
    """
    absent = next(one for one in battle.absent if one.unit == unit)
    reading = table.rule("WAB-R-28")
    rest = battle.after(absent=tuple(one for one in battle.absent if one.unit != unit))
    if reading == "return-never":
        table.tell(LostForGood(unit=battle.unit(unit).name, clause=CAUSE))
        return rest
    back = _placed(rest, absent)
    if back is None or not _may_return(back, table, unit, reading):
        return battle
    table.tell(Returned(unit=battle.unit(unit).name, clause=CAUSE))
    return back.having(unit, fleeing=False, move="still" if reading == "return-no-move" else "returned")


def _may_return(back: Battle, table: Table, unit: int, reading: str) -> bool:
    if reading == "return-auto":
        return True
    if reading == "return-4plus":
        return bool(table.roll(Count(1, RETURNS_ON, label="return")))
    return passes(back, table, unit, "return", CAUSE)


def _placed(battle: Battle, absent: Absent) -> Battle | None:
    """The battle with the unit back where it left, or at the nearest free place along the edge; None without one."""
    back = battle.on(battle.plane.with_standing(absent.unit, absent.standing).after(dict(absent.lost), frozenset()))
    inward = (to_nearest_edge(back, absent.unit) + TURN // 2) % TURN
    here = _drawn_in(back, _turned(absent.standing, inward), inward)
    sine, cosine = heading(inward)
    about = surroundings(back, absent.unit)
    for far in sorted(range(-STEPS, STEPS + 1), key=abs):
        there = shifted(here, cosine * far * INCH, -sine * far * INCH)
        if is_free(bodies_of(back, there), about):
            return back.on(back.plane.with_standing(absent.unit, there))
    return None


def _turned(standing: Standing, facing: int) -> Standing:
    if isinstance(standing, Block):
        slots = tuple(model for model in standing.slots if model != EMPTY)
        turned = with_slots(standing, slots + (EMPTY,) * (-len(slots) % standing.files))
        return moved(turned, turned.x, turned.y, facing)
    places = (Place(one.x, one.y, face_or_back(one.facing, facing)) for one in standing.places)
    return Loose(standing.models, tuple(places))


def _drawn_in(battle: Battle, standing: Standing, inward: int) -> Standing:
    """The unit with its rear on the edge."""
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
