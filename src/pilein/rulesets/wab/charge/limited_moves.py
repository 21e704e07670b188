"""Moves limited by movement, ground and room: failed charges, counter-charges, and units that draw back."""

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import closing_step, gap, touches
from pilein.geometry.rounded import Vector
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.ticks import heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.ways import Wheel, cost_of_wheel, steps_of, wheeled
from pilein.rulesets.wab.clearance import Surroundings, after_run, bodies_of, free_run, is_free
from pilein.rulesets.wab.going import length_for, stretches
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Standing


def run_within(
    battle: Battle, table: Table, unit: int, standing: Standing, way: Vector, allowance: float, about: Surroundings
) -> Standing:
    """Return the standing of a unit after the longest straight move that its movement allowance pays for.

    The unit stops 1" from enemies, and does not touch an enemy that was already nearer (WAB-R-36).
    """
    bodies = bodies_of(battle, standing)
    free = free_run(bodies, way, allowance, about)
    length = min(free, length_for(stretches(battle, table, unit, bodies, way, free), allowance))
    end, back = after_run(battle, standing, way, length, about), CONTACT
    while back < length and _touches(battle, end, about):
        back *= 2
        end = after_run(battle, standing, way, max(0.0, length - back), about)
    return end


def _touches(battle: Battle, standing: Standing, about: Surroundings) -> bool:
    return any(touches(body, enemy) for body in bodies_of(battle, standing) for enemy in about.close)


def wheel_within(battle: Battle, table: Table, unit: int, wheel: Wheel, allowance: float, about: Surroundings) -> Wheel:
    """Furthest wheel that the movement allowance pays for and that sweeps over no obstacle.

    The cost of each inch depends on the ground under the model that travels furthest (WAB-R-54).
    """
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)

    def can_be_made(part: Wheel) -> bool:
        if cost_of_wheel(battle, table, unit, block, part) > allowance + CONTACT:
            return False
        return all(is_free(bodies_of(battle, step), about) for step in steps_of(block, part))

    if can_be_made(wheel):
        return wheel
    least, most = 0, abs(wheel.turn)  # the angle it can turn by, and one it cannot
    sign = 1 if wheel.turn > 0 else -1
    while most - least > 1:
        turn = (least + most) // 2
        if can_be_made(wheeled(block, wheel.corner, sign * turn)):
            least = turn
        else:
            most = turn
    return wheeled(block, wheel.corner, sign * least)


def straight_at(battle: Battle, standing: Standing, foe: int) -> Vector:
    """Direction in which a unit moves straight towards an enemy. A block moves along its facing, and loose models move
    along the shortest line to the enemy.
    """
    if isinstance(standing, Block):
        return heading(standing.facing)
    if not battle.living(foe):
        return heading(standing.places[0].facing)
    theirs = bodies_of(battle, battle.plane.standings[foe])
    pairs = [(one, other) for one in bodies_of(battle, standing) for other in theirs]
    return unit_vector(*closing_step(*min(pairs, key=lambda pair: gap(*pair))))
