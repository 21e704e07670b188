"""The normal move, of units that fall back or follow up (WW-R-32)."""

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.state import Battle

ROUGH = 4 * INCH


def normal_move(battle: Battle, table: Table, unit: int) -> int:
    """WW-R-32. How far a unit goes, in ticks: as its slowest model; under `terrain-4` less with one in terrain."""
    move = min(battle.traits(model).normal_move for model in battle.field.models(unit))
    if move > ROUGH and _is_in_terrain(battle, unit) and table.rule("WW-R-32") == "terrain-4":
        return ROUGH
    return move


def _is_in_terrain(battle: Battle, unit: int) -> bool:
    grounds = [ground.outline for ground in battle.setup.grounds if ground.kind != "open"]
    shapes = [battle.plane.shape(model) for model in battle.plane.models(unit)]
    return any(ground.overlaps_shape(one) for ground in grounds for one in shapes)
