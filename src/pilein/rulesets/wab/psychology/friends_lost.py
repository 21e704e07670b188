"""Friends broken or wiped out near by (WAB-PA-04)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_at_least, size_at_start
from pilein.rulesets.wab.ground.nearness import bodies_within
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.state import Battle

NEAR = 12  # inches
FEW = 2  # models: WAB-R-56 `small-units-no-panic`


@says("WAB-PA-04", without=())
def near_friends_lost(battle: Battle, table: Table, units: tuple[int, ...]) -> tuple[int, ...]:
    """WAB-PA-04. Units test when friends no further than 12" away break, or are wiped out, in close combat.

    `units` are the broken and destroyed of this phase (WAB-R-56); those to be tested, each once, the active side's
    first. Who is among `units` is not tested. A block that is gone is measured from where its front rank stood.
    """
    alarming = tuple(unit for unit in units if _alarms(battle, table, unit))
    sides = (*battle.setup.units_of(battle.active), *battle.setup.units_of(1 - battle.active))
    return tuple(
        unit
        for unit in sides
        if unit not in units
        and battle.lives(unit)
        and any(battle.side(lost) == battle.side(unit) and _is_near(battle, table, unit, lost) for lost in alarming)
    )


def _is_near(battle: Battle, table: Table, unit: int, lost: int) -> bool:
    return bodies_within(battle, table, unit, lost, NEAR)


def _alarms(battle: Battle, table: Table, unit: int) -> bool:
    is_large = has_at_least(battle, unit, FEW + 1) if battle.lives(unit) else size_at_start(battle, unit) > FEW
    return is_large or table.rule("WAB-R-56") != "small-units-no-panic"
