"""Suppression: the hit counter, and markers taken and removed (WS-SU, WS-ME-07, WS-ME-08, WS-SV-03)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.events import Recovered, Suppressed
from pilein.rulesets.warstrike.state import Battle


def taking_hits(battle: Battle, table: Table, unit: int, hits: int) -> Battle:
    """WS-ME-07, WS-R-57. Hits that a unit receives are added to its hit counter.

    WS-ME-08. Each time the counter passes 6 the unit takes a marker (WS-R-17: the 7th hit, the 13th and so on;
    `every6`: the 6th, the 12th and so on).
    """
    before, full = battle.status(unit).hits, table.number("WS-ME-08.hits")
    count = before + hits if hits and table.holds("WS-ME-07") else before
    if count < full:
        return battle.having(unit, hits=count)
    later = int(table.rule("WS-R-17") != "every6")
    times = max(0, count - later) // full
    if times and not table.holds("WS-ME-08"):
        return battle.having(unit, hits=full)
    battle = battle.having(unit, hits=count - full * times)
    markers = (times - max(0, before - later) // full) * table.number("WS-ME-08.markers")
    return taking_markers(battle, table, unit, markers, "hits", "WS-ME-08")


def failing_a_save(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-SV-03. A unit takes one marker for its first failed save.

    WS-R-18. The first of each volley; `per-half-cycle`, `per-phase`: of each of those.
    """
    if table.rule("WS-R-18") != "default":
        if unit in battle.marked:
            return battle
        battle = replace(battle, marked=tuple(sorted((*battle.marked, unit))))
    if not table.holds("WS-SV-03"):
        return battle
    return taking_markers(battle, table, unit, table.number("WS-SV-03"), "a failed save", "WS-SV-03")


def taking_markers(battle: Battle, table: Table, unit: int, markers: int, reason: str, clause: str) -> Battle:
    """The battle with this many more markers on a unit."""
    if not markers:
        return battle
    now = battle.status(unit).markers + markers
    table.tell(Suppressed(unit=battle.name(unit), markers=markers, reason=reason, now=now, clause=clause))
    return battle.having(unit, markers=now)


def removing_markers(battle: Battle, table: Table, unit: int, clause: str) -> Battle:
    """The battle with one marker removed from a unit, the number the sentence gives."""
    now = max(0, battle.status(unit).markers - table.number(clause))
    table.tell(Recovered(unit=battle.name(unit), now=now, clause=clause))
    return battle.having(unit, markers=now)


def after_passing(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-SU-02. A unit that passes a Ld check removes no marker for it, as it would in the Action Phase."""
    if table.holds("WS-SU-02"):
        return battle
    return battle.having(unit, markers=max(0, battle.status(unit).markers - 1))
