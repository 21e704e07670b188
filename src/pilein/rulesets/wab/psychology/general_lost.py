"""The General slain, or routed from the table (WAB-PA-07)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.ground.nearness import bodies_within
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.steps import Step

CAUSE = "WAB-PA-07"
NEAR = 12  # inches, under WAB-R-58 `general-12`


@clause(Step.ANSWER, "WAB-PA-07")
def answer(battle: Battle, table: Table) -> Battle:
    """WAB-PA-07. Units test if their General is slain or is routed off the table.

    WAB-R-58: every friendly unit on the table, once, at the end of the phase. Whoever plays this adds the flights.
    """
    for side in (battle.active, 1 - battle.active):
        fallen = unit_of_lost_general(battle, side)
        if fallen != NOBODY and side not in battle.mourned:
            battle = battle.after(mourned=tuple(sorted((*battle.mourned, side))))
            for unit in _mourners(battle, table, side, fallen):
                table.then(Step.PANIC_TEST, unit, CAUSE, NOBODY, 0)
    return battle


@clause(Step.ANSWER_AT_ONCE)
def answer_at_once(battle: Battle, table: Table) -> Battle:
    """WAB-R-58. The same whenever models may have fallen, under `immediate`."""
    is_due = any(unit_of_lost_general(battle, side) != NOBODY and side not in battle.mourned for side in (0, 1))
    if is_due and table.rule("WAB-R-58") == "immediate":
        table.then(Step.ANSWER)
    return battle


def has_general(battle: Battle, unit: int) -> bool:
    """Whether a unit was fielded with a General in it."""
    return any(kind.unit == unit and kind.traits.general for kind in battle.setup.kinds)


def unit_of_lost_general(battle: Battle, side: int) -> int:
    """The unit that a side's General was in, if he is lost; who pursued off the table may return and is not."""
    absent = [one.unit for one in battle.absent]
    for number, kind in enumerate(battle.setup.kinds):
        if kind.traits.general and battle.side(kind.unit) == side and kind.unit not in absent:
            is_there = number in battle.field.kinds(kind.unit)
            return NOBODY if is_there else kind.unit
    return NOBODY


def _mourners(battle: Battle, table: Table, side: int, fallen: int) -> tuple[int, ...]:
    units = battle.standing_units(side)
    near = tuple(unit for unit in units if bodies_within(battle, table, unit, fallen, NEAR))
    return near if near != units and table.rule("WAB-R-58") == "general-12" else units
