"""Failed charges (SH-FA-03), and the stumble that may follow (SH-R-36 `failed-move`)."""

from math import sqrt

from msgspec.structs import replace

from pilein.geometry.blocks import Block, moved
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.straight_sweeps import first_met, is_in_the_way, run_to_edge, span_too_near
from pilein.geometry.ticks import INCH, heading, inches
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.terms import bounds
from pilein.rulesets.scrollhammer.charge_events import ChargeFailed
from pilein.rulesets.scrollhammer.nearness import foes_by_gap, have_ground_tested, nearest_models
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import Moved
from pilein.tabletop.plane import Loose

Way = tuple[float, float]


@clause(Step.FAIL_CHARGE, "SH-FA-03")
def fail_charge(battle: Battle, table: Table, reason: str) -> Battle:
    """SH-FA-03. If a charge fails, no model moves, except under `failed-move`, when the unit stumbles forward.

    The charge also fails for the survivors if the initial charger dies on its path (SH-R-87).
    """
    charge = battle.charge
    if charge is None:
        return battle
    table.tell(ChargeFailed(unit=battle.unit(charge.unit).name, reason=reason, clause="SH-FA-03"))
    has_moved = any(model in charge.moved for model in battle.plane.models(charge.unit))
    if not has_moved and table.rule("SH-R-36") == "failed-move":
        table.then(Step.MOVE_FORWARDS, charge.unit, charge.targets[0], charge.highest)
    battle = battle.having(charge.unit, charged=False, charged_several=False, charged_rough=False)
    if charge.before is not None and battle.living(charge.unit):
        living = frozenset(battle.plane.models(charge.unit))
        before = charge.before.without(frozenset(charge.before.models) - living)
        battle = battle.on(battle.plane.with_standing(charge.unit, before))
    return replace(battle, charge=None)


@clause(Step.MOVE_FORWARDS)
def move_forwards(battle: Battle, table: Table, unit: int, target: int, distance: int) -> Battle:
    """SH-R-36 `failed-move`. The whole unit moves straight forward by the highest die in inches, or until it is
    blocked.

    A block moves along its facing, and loose models move towards the nearest enemy. No model comes within 1" of an
    enemy, and a model that starts closer than that comes no nearer. Models that cross dangerous ground are tested
    (SH-TE-05).
    """
    if not battle.living(unit) or not battle.living(target):
        return battle
    way = _forwards(battle, unit, target)
    length = _clear_length(battle, unit, way, distance * INCH)
    dx, dy = round(way[0] * length), round(way[1] * length)
    name = battle.unit(unit).name
    plane = battle.plane
    for model in plane.models(unit):
        here = plane.place(model)
        route = ((here.x, here.y), (here.x + dx, here.y + dy))
        event = Moved(
            unit=name,
            model=model,
            manner="stumbled forwards",
            inches=inches(length),
            route=route,
            clause="SH-FA-03",
        )
        table.tell(event)
        if dx or dy:
            there = shape(battle.setup.base(model), Place(*route[1], here.facing))
            have_ground_tested(battle, table, model, route, there)
    standing = plane.standings[unit]
    if isinstance(standing, Loose):
        places = tuple(Place(here.x + dx, here.y + dy, here.facing) for here in standing.places)
        return battle.on(plane.with_standing(unit, Loose(standing.models, places)))
    return battle.on(plane.with_standing(unit, moved(standing, standing.x + dx, standing.y + dy, standing.facing)))


def _forwards(battle: Battle, unit: int, target: int) -> Way:
    standing = battle.plane.standings[unit]
    if isinstance(standing, Block):
        return heading(standing.facing)
    leader = nearest_models(battle, unit, (target,))[0]
    here, there = battle.plane.shape(leader), battle.plane.shape(foes_by_gap(battle, leader, (target,))[0][1])
    dx, dy = there.x - here.x, there.y - here.y
    length: float = max(1.0, sqrt(dx * dx + dy * dy))
    return dx / length, dy / length


def _clear_length(battle: Battle, unit: int, way: Way, most: int) -> float:
    """Distance in ticks that the whole unit can move before any model meets an obstacle or comes within 1" of an
    enemy.
    """
    friends, foes = (
        _models_of_other_units(battle, unit, of_own_side=True),
        _models_of_other_units(battle, unit, of_own_side=False),
    )
    obstacles = (*bounds(battle.setup).walls, *friends)
    far = float(most)
    for model in battle.plane.models(unit):
        body = battle.plane.shape(model)
        met = first_met(body, way[0] * far, way[1] * far, obstacles)
        far = min(far, met[0] - 1.0 if met else far, run_to_edge(body, way, battle.setup.size))
        for foe in foes:
            span = span_too_near(body, way, foe, INCH)
            if span is not None and is_in_the_way(span, far):
                far = span[0] - 1.0
    return max(0.0, far)


def _models_of_other_units(battle: Battle, unit: int, *, of_own_side: bool) -> tuple[Shape, ...]:
    """Outlines of all models in other units, either on the unit's own side or on the enemy's."""
    side, plane = battle.side(unit), battle.plane
    units = (other.number for other in battle.setup.units if other.number != unit)
    found = (other for other in units if (battle.side(other) == side) == of_own_side)
    return tuple(plane.shape(model) for other in found for model in plane.models(other))
