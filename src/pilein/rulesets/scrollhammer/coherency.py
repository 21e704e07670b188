"""Coherency: how near to one another the models of a unit stay (SH-R-06)."""

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.state import Battle

LOOSE = 2 * INCH


def coherency_distance(battle: Battle, table: Table, unit: int) -> int:
    """SH-R-06. The widest gap between models that still hang together, in ticks: 2"; of a block's models none."""
    formation = battle.unit(unit).formation
    if formation == "ranks":
        return 0
    option = "horde-1" if formation == "horde" else "skirmish-1"
    return INCH if table.rule("SH-R-06") == option else LOOSE
