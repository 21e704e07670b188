"""Armour saves (WS-SV)."""

from pilein.dice import Score
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.comparative import Stat, comparative
from pilein.rulesets.warstrike.rulebook import says

NEVER = Score(7)


@says("WS-SV-01", without=NEVER)
def save_of_each_hit(table: Table, armour: int, piercing: int) -> Score:
    """WS-SV-01. The defender rolls one armour save for each hit."""
    return save_score(table, armour, piercing)


@says("WS-SV-02", without=Score(4))
def save_score(table: Table, armour: int, piercing: int) -> Score:
    """WS-SV-02. A save is a comparative test of the defending model's Ar against the AP of the weapon (WS-R-25)."""
    return comparative(table, Stat(armour), piercing)
