"""The Ld check: one die of Nv or less is enough (WS-R-03)."""

from pilein.dice import PassOne, Test
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.state import NOBODY, Battle

DICE = 2  # WS-R-03 `2d6-under`
SURELY = PassOne(1, 6, label="Ld")
NEVER = PassOne(0, 0, label="Ld")
Check = PassOne | Test


def check_of(battle: Battle, table: Table, unit: int) -> Check:
    """WS-R-03. What a unit has to roll: Ld dice, one fewer without a leader, one of them Nv less later markers.

    `zero-auto`: without markers it passes; `every-marker`: the first counts too; `2d6-under`: 2D6 under Ld.
    """
    traits, status = battle.unit_traits(unit), battle.status(unit)
    leaderless = int(status.leader == NOBODY)
    reading = table.rule("WS-R-03")
    if reading == "zero-auto" and not status.markers:
        return SURELY
    later = max(0, status.markers - (reading != "every-marker"))
    if reading == "2d6-under":
        return _two_dice(traits.Ld - later - leaderless)
    return PassOne(max(0, traits.Ld - leaderless), max(0, traits.Nv - later), label="Ld")


def is_thrown(check: Check) -> bool:
    """Whether dice decide."""
    return not isinstance(check, PassOne) or check.is_thrown


def _two_dice(need: int) -> Check:
    if need < DICE:
        return NEVER
    return SURELY if need >= DICE * 6 else Test(need, DICE, label="Ld")
