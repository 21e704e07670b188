"""Suppression: the hit counter, and the markers that units take and remove (WS-SU, WS-ME-07, WS-ME-08, WS-SV-03)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.events import Recovered, Suppressed
from pilein.rulesets.warstrike.state import Battle


def taking_hits(battle: Battle, table: Table, unit: int, hits: int) -> Battle:
    """Add hits to a unit's hit counter (WS-ME-07, WS-R-57).

    The unit takes a marker each time its counter passes 6 (WS-ME-08). By default this happens on the 7th hit, the
    13th and so on (WS-R-17), and under `every6` on the 6th, the 12th and so on.
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
    """Give a unit one marker for its first failed save in a volley (WS-SV-03).

    Under WS-R-18 `per-half-cycle` and `per-phase` only the first failed save of the half-cycle or the phase brings a
    marker.
    """
    if table.rule("WS-R-18") != "default":
        if unit in battle.marked:
            return battle
        battle = replace(battle, marked=tuple(sorted((*battle.marked, unit))))
    if not table.holds("WS-SV-03"):
        return battle
    return taking_markers(battle, table, unit, table.number("WS-SV-03"), "a failed save", "WS-SV-03")


def taking_markers(battle: Battle, table: Table, unit: int, markers: int, reason: str, clause: str) -> Battle:
    """Add markers to a unit and log them."""
    if not markers:
        return battle
    now = battle.status(unit).markers + markers
    table.tell(Suppressed(unit=battle.name(unit), markers=markers, reason=reason, now=now, clause=clause))
    return battle.having(unit, markers=now)


def removing_markers(battle: Battle, table: Table, unit: int, clause: str) -> Battle:
    """Remove as many markers from a unit as the rule sentence says, and log the removal."""
    now = max(0, battle.status(unit).markers - table.number(clause))
    table.tell(Recovered(unit=battle.name(unit), now=now, clause=clause))
    return battle.having(unit, markers=now)


def after_passing(battle: Battle, table: Table, unit: int) -> Battle:
    """Leave the markers of a unit that passes a Ld check unchanged. In the Action Phase the unit would remove one
    (WS-SU-02).
    """
    if table.holds("WS-SU-02"):
        return battle
    return battle.having(unit, markers=max(0, battle.status(unit).markers - 1))
