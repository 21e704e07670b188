"""How far apart the models of a unit may stand (SH-R-06)."""

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.state import Battle

APART = 2 * INCH
CLOSE = INCH
TIGHT = {"skirmish": "skirmish-1", "horde": "horde-1"}  # the options that close up a formation


def coherency_distance(battle: Battle, table: Table, unit: int) -> int:
    """SH-R-06. The widest gap between linked models of a loose unit, in ticks."""
    tight = TIGHT.get(battle.unit(unit).formation, "")
    return CLOSE if tight and table.rule("SH-R-06") == tight else APART
