"""A block that has lost all contact (SH-R-41)."""

from math import sqrt

from pilein.geometry.blocks import Block, moved
from pilein.geometry.closing import closing_step
from pilein.geometry.gaps import gap
from pilein.geometry.runs import is_in_the_way, too_near
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.blocks.block_room import Room
from pilein.rulesets.scrollhammer.blocks.block_ways import test_ground_of_pile_in, ways_of
from pilein.rulesets.scrollhammer.charge.charge_ways import bounds, clearance
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step
from pilein.tabletop.moved import Moved
from pilein.tabletop.plane import outline_of

FAR = 3 * INCH  # SH-PI-03
SNAP = 2.0  # ticks that it keeps off, so that its place on whole ticks overlaps nothing


@clause(Step.ADVANCE)
def advance(battle: Battle, table: Table, unit: int, step: int) -> Battle:
    """SH-R-41 `advance`. The whole block moves up to 3 inches straight towards the nearest enemy of its combat."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    assert battle.fight is not None
    held = outline_of(block)
    foes = [foe for foe in battle.fight.units if battle.side(foe) != battle.side(unit)]
    shapes = [battle.plane.shape(model) for foe in foes for model in battle.plane.models(foe)]
    if not shapes:
        return battle
    nearest = min(shapes, key=lambda shape: gap(held, shape))
    dx, dy = closing_step(held, nearest)
    far = sqrt(dx * dx + dy * dy)
    if far <= CONTACT:
        return battle
    length = _free_length(battle, unit, held, (dx / far, dy / far), min(far - SNAP, float(FAR)))
    to = moved(block, round(block.x + dx / far * length), round(block.y + dy / far * length), block.facing)
    if not Room(battle, unit, battle.fight.units).is_free(outline_of(to)):
        return battle
    after = battle.on(battle.plane.with_standing(unit, to))
    way = ((round(held.x), round(held.y)), (round(outline_of(to).x), round(outline_of(to).y)))
    name = battle.unit(unit).name
    table.tell(Moved(unit=name, model=-1, manner="piled in", inches=length / INCH, route=way, clause="SH-PI-03"))
    ways = ways_of(battle, after, unit)
    test_ground_of_pile_in(after, table, ways, step)
    return after.fighting(piled=(*battle.fight.piled, *(model for model, _ in ways)))


def _free_length(battle: Battle, unit: int, held: Shape, way: tuple[float, float], limit: float) -> float:
    """How far it comes before anything but the nearest enemy stops it; it keeps off those outside its combat."""
    assert battle.fight is not None
    free = limit
    things: list[tuple[Shape, float]] = [(wall, SNAP) for wall in bounds(battle.setup).walls]
    for other in range(len(battle.setup.units)):
        if other != unit:
            is_enemy = battle.side(other) != battle.side(unit)
            off = clearance(battle, other, battle.fight.units) if is_enemy else 0
            things += [(battle.plane.shape(model), off) for model in battle.plane.models(other)]
    for thing, distance in things:
        span = too_near(held, way, thing, distance)
        if span is not None and is_in_the_way(span, free):
            free = max(0.0, span[0])
    return free
