"""Shooters and their target, front to front, at a given distance in inches."""

from typing import Any

from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import FOOT, WARRIOR, G, U, armed, battle, changed

ARCHER = changed(WARRIOR, BS=3, shield="none")
FOE = changed(WARRIOR, shield="none")
HEDGE = G("obstacle", [(10, 12), (60, 12), (60, 12.5), (10, 12.5)], cover="soft")
WALL = G("obstacle", [(10, 12), (60, 12), (60, 12.5), (10, 12.5)], cover="hard")


def shooting(
    weapon: str,
    inches: float,
    *,
    models: int = 1,
    files: int = 0,
    foe: Traits = FOE,
    foes: int = 20,
    **more: Any,
) -> Battle:
    """Return a battle of shooters in front of twenty enemies in ranks of ten. The shooters are in one rank unless
    `files` are given.
    """
    own = more.pop("own", ARCHER)
    red = U("red", 0, ((armed(own, weapon), models),), block=(30, 10, 0, files or models), base=FOOT)
    blue = U("blue", 1, ((foe, foes),), block=(30, 10 + inches, 180, min(10, foes)))
    return battle(red, blue, **more)
