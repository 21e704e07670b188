"""Towards whom a unit moves that is offered its moves, and the wheel that lines it up with him."""

from math import floor

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import gap
from pilein.rulesets.wab.movement.clearance import bodies_of
from pilein.rulesets.wab.movement.move_steps import MoveStep
from pilein.rulesets.wab.movement.mover import Mover
from pilein.rulesets.wab.movement.wheels import LEFT, RIGHT, wheels_to
from pilein.rulesets.wab.state import NOBODY


def nearest(mover: Mover) -> int:
    """The enemy unit that stands nearest, blocks taken as one outline each; NOBODY if there is none."""
    battle = mover.battle
    ours = mover.bodies(mover.start().standing)
    enemies = battle.standing_units(1 - battle.side(mover.unit))
    bodies = {enemy: bodies_of(battle, battle.plane.standings[enemy]) for enemy in enemies}
    return min(enemies, key=lambda one: min(gap(a, b) for a in ours for b in bodies[one]), default=NOBODY)


def lined_up(mover: Mover, aim: tuple[int, int]) -> tuple[MoveStep, ...]:
    """The smaller wheel that lines a block up with an aim, as far as its movement goes."""
    start = mover.start()
    if not isinstance(start.standing, Block):
        return ()
    wheels = [
        one for one in wheels_to(start.standing, aim, 0.5) if one.turn and (one.turn > 0) == (one.corner == RIGHT)
    ]
    if not wheels:
        return ()
    wheel = min(wheels, key=lambda one: (abs(one.turn), one.corner == LEFT))
    turn = min(abs(wheel.turn), floor(abs(wheel.turn) * start.left / wheel.length))
    return (("wheel", turn if wheel.turn > 0 else -turn),) if turn else ()
