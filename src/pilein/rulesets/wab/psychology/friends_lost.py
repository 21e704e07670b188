"""Tests for friends broken or wiped out nearby and for the loss of the General (WAB-PA-04, WAB-PA-07)."""

from msgspec.structs import replace

from pilein.geometry.blocks import Block
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_at_least, size_at_start
from pilein.rulesets.wab.nearness import bodies_within
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.steps import Step, clause

FEW = 2  # models: WAB-R-56 `small-units-no-panic`


def near_friends_lost(
    battle: Battle, table: Table, units: tuple[int, ...], before: Battle | None = None
) -> tuple[int, ...]:
    """Units that must test because friends within 12" break or are wiped out in close combat (WAB-PA-04).

    `units` are the units broken or destroyed this phase, which do not test themselves (WAB-R-56). Each testing unit
    is returned once, the active side's units first. If models have since been removed, distances are measured in the
    battle `before`. A destroyed block is measured from its front rank.
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
    """Record the units near the last place of a unit that was wiped out (WAB-R-56)."""
    if not before.is_on_table or isinstance(before.plane.standings[unit], Block):
        return battle
    known = battle.aftermath
    near = near_friends_lost(battle, table, (unit,), before)
    return battle.changed(aftermath=replace(known, shaken=(*known.shaken, *near)))


def _is_near(battle: Battle, table: Table, unit: int, lost: int) -> bool:
    return bodies_within(battle, table, unit, lost, table.number("WAB-PA-04"))


def _alarms(battle: Battle, table: Table, unit: int) -> bool:
    is_large = has_at_least(battle, unit, FEW + 1) if battle.lives(unit) else size_at_start(battle, unit) > FEW
    return is_large or table.rule("WAB-R-56") != "small-units-no-panic"


# --- The General slain, or routed from the table (WAB-PA-07) -----------------------------------------------------


CAUSE = "WAB-PA-07"
AGAIN = 2  # value of `waits`: at once, and again in the compulsory step
GENERAL_NEAR = 12  # inches, under WAB-R-58 `general-12`


@clause(Step.ANSWER, "WAB-PA-07")
def answer(battle: Battle, table: Table, waits: int = 0, at_start: int = 0) -> Battle:
    """WAB-PA-07. Units test if their General is slain or routed off the table.

    WAB-R-58. Every friendly unit on the table tests once, at the end of the phase. The caller schedules the flights. If
    `waits` is set, units that fail run in the compulsory step. At the start of a turn (`at_start`), WAB-R-44 decides
    when they run.
    """
    for side in (battle.active, 1 - battle.active):
        fallen = unit_of_lost_general(battle, side)
        if fallen != NOBODY and side not in battle.mourned:
            waits = when_they_run(table) if at_start else waits
            battle = battle.changed(mourned=tuple(sorted((*battle.mourned, side))))
            for unit in _mourners(battle, table, side, fallen):
                table.then(Step.PANIC_TEST, unit, CAUSE, NOBODY, waits)
    return battle


@clause(Step.ANSWER_AT_ONCE)
def answer_at_once(battle: Battle, table: Table, waits: int = 0) -> Battle:
    """WAB-R-58 `immediate`. Units test for a lost General each time that models may have been lost."""
    if is_due(battle) and table.rule("WAB-R-58") == "immediate":
        table.then(Step.ANSWER, waits)
    return battle


def is_due(battle: Battle) -> bool:
    """Whether a side has lost its General and has not yet tested for the loss."""
    return any(unit_of_lost_general(battle, side) != NOBODY and side not in battle.mourned for side in (0, 1))


def when_they_run(table: Table) -> int:
    """Value of `waits` for units that fail at the start of a turn. They run in the compulsory step or, under
    `flee-now-and-again`, both at once and in that step (WAB-R-44).
    """
    return AGAIN if table.rule("WAB-R-44") == "flee-now-and-again" else 1


def has_general(battle: Battle, unit: int) -> bool:
    """Whether a unit was fielded with a General."""
    return any(kind.unit == unit and kind.traits.general for kind in battle.setup.kinds)


def unit_of_lost_general(battle: Battle, side: int) -> int:
    """Unit to which a side's lost General belonged. A General who pursued off the table may return and is not lost."""
    absent = [one.unit for one in battle.absent]
    for number, kind in enumerate(battle.setup.kinds):
        if kind.traits.general and battle.side(kind.unit) == side and kind.unit not in absent:
            is_there = number in battle.field.kinds(kind.unit)
            return NOBODY if is_there else kind.unit
    return NOBODY


def _mourners(battle: Battle, table: Table, side: int, fallen: int) -> tuple[int, ...]:
    units = battle.standing_units(side)
    near = tuple(unit for unit in units if bodies_within(battle, table, unit, fallen, GENERAL_NEAR))
    return near if near != units and table.rule("WAB-R-58") == "general-12" else units
