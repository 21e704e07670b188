"""Whether all of a charging block comes far enough, for those readings that ask it (SH-R-20, SH-R-21)."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.blocks.block_charge import charged_arc
from pilein.rulesets.scrollhammer.blocks.block_choice import free_stands
from pilein.rulesets.scrollhammer.blocks.block_stands import Stand
from pilein.rulesets.scrollhammer.state import Battle


def places_fall_short(battle: Battle, table: Table, target: int, reach: float) -> bool:
    """Whether a block has no place at a target that is near enough, `reach` in ticks; for the test of SH-FA-02.

    By default its nearest model alone decides, so it never does. Under SH-R-20 `all-front-rank` every model of the
    front rank, under SH-R-21 `outer-corner` every model has to reach its place in one of the stands there is room for.
    """
    asks_front = table.rule("SH-R-20") == "all-front-rank"
    asks_wheel = table.rule("SH-R-21") == "outer-corner"
    if not (asks_front or asks_wheel):
        return False
    far = reach + CONTACT
    for stand in _stands(battle, table, target):
        front = not asks_front or _furthest_of_front(stand) <= far
        if front and (not asks_wheel or stand.march.longest_wheel(stand.across, stand.ahead) <= far):
            return False
    return True


def _stands(battle: Battle, table: Table, target: int) -> list[Stand]:
    assert battle.charge is not None
    unit = battle.charge.unit
    is_block = isinstance(battle.plane.standings[target], Block)
    arc = charged_arc(battle, unit, target, table.rule("SH-R-23"))[0] if is_block else None
    return list(free_stands(battle, table, unit, target, arc))


def _furthest_of_front(stand: Stand) -> float:
    return max(stand.march.displacement(cell, stand.across, stand.ahead) for cell in stand.march.front)
