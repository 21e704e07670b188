"""Friends broken or wiped out near by (WAB-PA-04)."""

from msgspec.structs import replace

from pilein.geometry.blocks import Block
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_at_least, size_at_start
from pilein.rulesets.wab.ground.nearness import bodies_within
from pilein.rulesets.wab.state import Battle

NEAR = 12  # inches
FEW = 2  # models: WAB-R-56 `small-units-no-panic`


def near_friends_lost(
    battle: Battle, table: Table, units: tuple[int, ...], before: Battle | None = None
) -> tuple[int, ...]:
    """WAB-PA-04. Units test when friends no further than 12" away break, or are wiped out, in close combat.

    `units` are the broken and destroyed of this phase (WAB-R-56); those to be tested, each once, the active side's
    first. Who is among `units` is not tested. It is measured from where they stand, or stood in the battle `before`
    their last models fell; a block that is gone is measured from where its front rank stood.
    """
    places = before or battle
    alarming = tuple(unit for unit in units if _alarms(battle, table, unit))
    sides = (*battle.setup.units_of(battle.active), *battle.setup.units_of(1 - battle.active))
    near = tuple(
        unit
        for unit in sides
        if unit not in units
        and battle.lives(unit)
        and any(battle.side(lost) == battle.side(unit) and _is_near(places, table, unit, lost) for lost in alarming)
    )
    return near if near and table.holds("WAB-PA-04") else ()


def with_friends_shaken(before: Battle, table: Table, battle: Battle, unit: int) -> Battle:
    """WAB-R-56. The battle after a unit was wiped out: where loose models stood is forgotten, who stood near is not."""
    if not before.is_on_table or isinstance(before.plane.standings[unit], Block):
        return battle
    known = battle.aftermath
    near = near_friends_lost(battle, table, (unit,), before)
    return battle.after(aftermath=replace(known, shaken=(*known.shaken, *near)))


def _is_near(battle: Battle, table: Table, unit: int, lost: int) -> bool:
    return bodies_within(battle, table, unit, lost, NEAR)


def _alarms(battle: Battle, table: Table, unit: int) -> bool:
    is_large = has_at_least(battle, unit, FEW + 1) if battle.lives(unit) else size_at_start(battle, unit) > FEW
    return is_large or table.rule("WAB-R-56") != "small-units-no-panic"
