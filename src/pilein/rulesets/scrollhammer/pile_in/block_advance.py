"""Advance of a whole block that has lost all contact (SH-R-41)."""

from math import sqrt

from pilein.geometry.blocks import Block, fronted, moved
from pilein.geometry.gaps import closing_step, gap
from pilein.geometry.shapes import Shape
from pilein.geometry.straight_sweeps import is_in_the_way, span_too_near
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.block_charge import test_ground_of_pile_in, ways_of
from pilein.rulesets.scrollhammer.charge.block_choice import Room
from pilein.rulesets.scrollhammer.charge.terms import bounds
from pilein.rulesets.scrollhammer.contact import having_come
from pilein.rulesets.scrollhammer.pile_in.movers import pile_in_reach, standing, strangers
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import Moved
from pilein.tabletop.plane import outline_of

SNAP = 2.0  # ticks of clearance, so that the block's place on whole ticks overlaps nothing


@clause(Step.ADVANCE)
def advance(battle: Battle, table: Table, unit: int, step: int, gone: int) -> Battle:
    """SH-R-41 `advance`. The block moves up to 3 inches straight towards the nearest enemy in its combat.

    The move is shortened by `gone`, the ticks that one of the block's models has already walked to the front in this
    step (SH-PI-03). The foremost rank with a living model counts as the block's front.
    """
    standing_now = battle.plane.standings[unit]
    assert isinstance(standing_now, Block)
    block = fronted(standing_now)
    held = outline_of(block)
    foes = standing(battle, 1 - battle.side(unit))
    shapes = [battle.plane.shape(model) for foe in foes for model in battle.plane.models(foe)]
    if not shapes:
        return battle
    nearest = min(shapes, key=lambda shape: gap(held, shape))
    dx, dy = closing_step(held, nearest)
    far = sqrt(dx * dx + dy * dy)
    if far <= CONTACT or gone >= pile_in_reach(battle):
        return battle
    limit = min(far - SNAP, float(pile_in_reach(battle) - gone))
    length = _free_length(battle, unit, held, (dx / far, dy / far), strangers(battle, table, unit), limit=limit)
    to = moved(block, round(block.x + dx / far * length), round(block.y + dy / far * length), block.facing)
    if not Room(battle, unit, battle.combat.units).is_free(outline_of(to)):
        return battle
    after = battle.on(battle.plane.with_standing(unit, to))
    way = ((round(held.x), round(held.y)), (round(outline_of(to).x), round(outline_of(to).y)))
    name = battle.unit(unit).name
    table.tell(Moved(unit=name, model=-1, manner="piled in", inches=length / INCH, route=way, clause="SH-PI-03"))
    ways = ways_of(battle, after, unit)
    test_ground_of_pile_in(battle, after, table, ways, step)
    models = tuple(model for model, _ in ways)
    return having_come(after.exchanging(piled=(*battle.combat.exchange.piled, *models)), table, models)


def _free_length(
    battle: Battle, unit: int, held: Shape, way: tuple[float, float], strange: tuple[int, ...], *, limit: float
) -> float:
    """Distance in ticks that a block can advance before it meets an obstacle, keeping clear of enemies outside its
    combat.
    """
    free = limit
    things: list[tuple[Shape, float]] = [(wall, SNAP) for wall in bounds(battle.setup).walls]
    for other in range(len(battle.setup.units)):
        if other != unit:
            off = CONTACT + 1 if other in strange else 0
            things += [(battle.plane.shape(model), off) for model in battle.plane.models(other)]
    for thing, distance in things:
        span = span_too_near(held, way, thing, distance)
        if span is not None and is_in_the_way(span, free):
            free = max(0.0, span[0])
    return free
