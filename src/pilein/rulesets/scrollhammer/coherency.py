"""Coherency: the greatest gap between models of a unit (SH-R-06)."""

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge_events import LeftApart
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.coherency import is_together


def coherency_distance(battle: Battle, table: Table, unit: int) -> int:
    """SH-R-06. The widest gap between models still in coherency, in ticks: 2"; for a block, none."""
    formation = battle.unit(unit).formation
    return 0 if formation == "ranks" else widest_gap(formation, table.rule("SH-R-06"), table.number("SH-MV-23"))


def widest_gap(formation: str, option: str, usual: int) -> int:
    """The widest gap between loose models still in coherency under a reading of SH-R-06, in ticks.

    `usual` is the distance in the text, in inches.
    """
    return INCH if option == ("horde-1" if formation == "horde" else "skirmish-1") else usual * INCH


def tell_if_apart(battle: Battle, table: Table, unit: int, move: str, clause: str) -> None:
    """SH-R-29. A unit whose models could not keep up with each other has ended its move out of coherency."""
    if not is_together(battle.plane, unit, coherency_distance(battle, table, unit)):
        table.tell(LeftApart(unit=battle.unit(unit).name, move=move, clause=clause))
