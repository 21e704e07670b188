"""Coherency: the widest gap allowed between models of a unit (SH-R-06)."""

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge_events import LeftApart
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.coherency import is_together


def coherency_distance(battle: Battle, table: Table, unit: int) -> int:
    """Widest gap in ticks at which models of a unit are in coherency: 2" for loose models and 0 for a block
    (SH-R-06).
    """
    formation = battle.unit(unit).formation
    return 0 if formation == "ranks" else widest_gap(formation, table.rule("SH-R-06"), table.number("SH-MV-23"))


def widest_gap(formation: str, option: str, usual: int) -> int:
    """Widest gap, in ticks, at which loose models are in coherency under an option of SH-R-06.

    `usual` is the distance in the rules text, in inches.
    """
    return INCH if option == ("horde-1" if formation == "horde" else "skirmish-1") else usual * INCH


def tell_if_apart(battle: Battle, table: Table, unit: int, move: str, clause: str) -> None:
    """Log that a unit ended a move out of coherency because its models could not stay together (SH-R-29)."""
    if not is_together(battle.plane, unit, coherency_distance(battle, table, unit)):
        table.tell(LeftApart(unit=battle.unit(unit).name, move=move, clause=clause))
