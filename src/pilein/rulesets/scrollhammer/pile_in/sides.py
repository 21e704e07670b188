"""Side of a block on which enemies fight. Enemies that pile in keep to this side (SH-PI-09, SH-R-27)."""

from msgspec.structs import replace

from pilein.geometry.blocks import Block
from pilein.geometry.contact_locus import Line
from pilein.geometry.shapes import Arc, Base
from pilein.kernel.table import Table
from pilein.placement.rules import zone_for, zone_of_leg
from pilein.placement.zones import Zone
from pilein.rulesets.scrollhammer.charge.terms import NO_SIDES, bound_to
from pilein.rulesets.scrollhammer.contact import contacts
from pilein.rulesets.scrollhammer.quarters import ARCS, arcs_of, charged_arc
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.sides import bound_side, is_before, is_beside_last_rank, ring_round
from pilein.tabletop.movement.terms import ALL_ROUND, Sides, Terms, half_width


def sides_fought(battle: Battle, table: Table, unit: int, targets: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    """Target blocks of a unit, each with the side on which the unit fights.

    This is the side that most of the unit's models touch. If no model touches a side, it is the side that the unit last
    touched in this combat or, failing that, the side that the unit would strike by charging (SH-R-23). Ties go to the
    front, then the left, the right and the rear, because a pile-in involves no choice or die.
    """
    blocks = (target for target in targets if isinstance(battle.plane.standings[target], Block))
    return tuple((target, _side_fought(battle, table, unit, target)) for target in blocks)


def having_stood(battle: Battle, table: Table) -> Battle:
    """Record the sides of blocks on which loose units in the combat are fighting now."""
    sides = {(unit, target): side for unit, target, side in battle.combat.pairs.sides}
    for one, other in battle.combat.pairs.met if battle.is_on_table else ():
        for unit, target in ((one, other), (other, one)):
            if battle.lives(unit) and battle.lives(target) and not isinstance(battle.plane.standings[unit], Block):
                sides[unit, target] = _side_touched(battle, table, unit, target) or sides.get((unit, target), "")
    known = tuple((*pair, side) for pair, side in sorted(sides.items()) if side)
    return battle.fighting(pairs=replace(battle.combat.pairs, sides=known))


def open_sides(battle: Battle, table: Table, unit: int, targets: tuple[int, ...]) -> Sides:
    """Sides of its targets that a unit may touch as it piles in: on a block, the side where the unit fights
    (SH-R-27).
    """
    sides = sides_fought(battle, table, unit, targets)
    return bound_to(sides, table) if sides else NO_SIDES


def zones_to_touch(battle: Battle, move: Terms, model: int, goals: tuple[int, ...]) -> list[Zone]:
    """Return the zones in which a model's centre lies when the model touches its goals: around each goal, or along the
    side where its unit fights.

    The model is taken as a disc as wide as the shorter side of its base, so that turning brings it no nearer
    (SH-R-07).
    """
    width = round(2 * half_width(battle.setup.base(model)))
    travelling = Base("round", width, width)
    found: list[Zone] = []
    for goal in goals:
        unit = battle.setup.unit_of[goal]
        if bound_side(battle.plane, move.sides, unit) == ALL_ROUND or move.sides.holes_are_open:
            found.append(zone_for(travelling, 0, battle.plane.shape(goal), 0.0, 0, goal))
        else:
            lines = ring_round(battle.plane, move, travelling, goal)
            found += [zone_of_leg(line.start, line.end, 0.0) for line in lines if isinstance(line, Line)]
    return found


def _side_fought(battle: Battle, table: Table, unit: int, target: int) -> str:
    touched = _side_touched(battle, table, unit, target)
    known = {(one, other): side for one, other, side in battle.fight.pairs.sides} if battle.fight else {}
    return touched or known.get((unit, target), "") or charged_arc(battle, unit, target, "default")[0]


def _side_touched(battle: Battle, table: Table, unit: int, target: int) -> str:
    """Side of a block that most models of a unit touch, or "" if they touch none."""
    block = battle.plane.standings[target]
    if not isinstance(block, Block):
        return ""
    enemies, foes = contacts(battle, table).enemies, battle.plane.models(target)
    votes = dict.fromkeys(ARCS, 0)
    for model in battle.plane.models(unit):
        if any(foe in foes for foe in enemies[model]):
            for side in _sides_stood_at(battle, model, target, block):
                votes[side] += 1
    most = max(ARCS, key=lambda side: votes[side])
    return most if votes[most] else ""


def _sides_stood_at(battle: Battle, model: int, target: int, block: Block) -> tuple[Arc, ...]:
    """Side in front of which a model stands. At a corner, it is the side whose quarter contains the model's centre.

    A model in one of the empty places beside an incomplete last rank stands at the rear.
    """
    body = battle.plane.shape(model)
    before = tuple(side for side in ARCS if is_before(block, side, body))
    if not before and is_beside_last_rank(block, body):
        return ("rear",)
    return before if len(before) == 1 else arcs_of(battle, model, target)
