"""Suppression: the hit counter, and markers taken and removed (WS-SU, WS-ME-07, WS-ME-08, WS-SV-03)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.events import Recovered, Suppressed
from pilein.rulesets.warstrike.rulebook import says
from pilein.rulesets.warstrike.state import Battle

FULL = 6  # hits


def taking_hits(battle: Battle, table: Table, unit: int, hits: int) -> Battle:
    """WS-ME-07, WS-R-57. The battle, a unit's hit counter having gone on; what passes 6 is a marker."""
    before = battle.status(unit).hits
    count = counted(before, hits)
    reading = table.rule("WS-R-17") if count >= FULL else ""
    left, markers = overflow(count, reading)
    battle = battle.having(unit, hits=left)
    return taking_markers(battle, table, unit, markers, "hits", "WS-ME-08")


@says("WS-ME-07", without=lambda before, _hits: before)
def counted(before: int, hits: int) -> int:
    """WS-ME-07. Hits that a unit receives are added to its hit counter."""
    return before + hits


@says("WS-ME-08", without=lambda count, _reading: (min(count, FULL), 0))
def overflow(count: int, reading: str) -> tuple[int, int]:
    """WS-ME-08. Each time the counter passes 6 the unit takes a marker: (counter left, markers).

    WS-R-17: the 7th, 13th and so on; `every6`: the 6th, 12th and so on.
    """
    last = count if reading == "every6" else count - 1
    markers = max(0, last // FULL)
    return count - FULL * markers, markers


@says("WS-SV-03", without=0)
def for_first_failed_save() -> int:
    """WS-SV-03. A unit takes one marker for its first failed save."""
    return 1


def failing_a_save(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-R-18. The first of each volley; `per-half-cycle`, `per-phase`: of each of those."""
    if table.rule("WS-R-18") != "default":
        if unit in battle.combat.marked:
            return battle
        battle = battle.fighting(marked=tuple(sorted((*battle.combat.marked, unit))))
    return taking_markers(battle, table, unit, for_first_failed_save(), "a failed save", "WS-SV-03")


def taking_markers(battle: Battle, table: Table, unit: int, markers: int, reason: str, clause: str) -> Battle:
    """The battle, a unit having taken so many markers."""
    if not markers:
        return battle
    now = battle.status(unit).markers + markers
    table.tell(Suppressed(unit=battle.name(unit), markers=markers, reason=reason, now=now, clause=clause))
    return battle.having(unit, markers=now)


def removing_a_marker(battle: Battle, table: Table, unit: int, clause: str) -> Battle:
    """The battle, a unit having removed one of its markers."""
    now = battle.status(unit).markers - 1
    table.tell(Recovered(unit=battle.name(unit), now=now, clause=clause))
    return battle.having(unit, markers=now)


@says("WS-SU-01", without=0)
def markers_kept(markers: int) -> int:
    """WS-SU-01. No markers are removed while the phase lasts: what a unit has it takes into the next half-cycle."""
    return markers


@says("WS-SU-02", without=lambda markers: max(0, markers - 1))
def markers_after_passing(markers: int) -> int:
    """WS-SU-02. A passed Ld check removes none."""
    return markers
