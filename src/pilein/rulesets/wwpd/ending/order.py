"""In which order units act at the end of the phase (WW-R-31)."""

from collections.abc import Iterable
from itertools import zip_longest

from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.state import Battle

PAIR = 2  # units, one of each side: either way the active one is first


def in_turn(battle: Battle, table: Table, units: Iterable[int], act: str, clause_id: str) -> tuple[int, ...]:
    """WW-R-31. The active side's units before the other's, or by turns; each side in the order of its player."""
    acting = tuple(units)
    own, other = (
        in_order_of_player(battle, table, side, [unit for unit in acting if battle.side(unit) == side], act, clause_id)
        for side in (battle.active, 1 - battle.active)
    )
    if own and other and len(acting) > PAIR and table.rule("WW-R-31") == "alternate":
        pairs = zip_longest(own, other)
        return tuple(unit for pair in pairs for unit in pair if unit is not None)
    return own + other


def in_order_of_player(
    battle: Battle, table: Table, side: int, units: Iterable[int], act: str, clause_id: str
) -> tuple[int, ...]:
    """The units of one side in the order that its player gives them."""
    own = tuple(units)
    if len(own) <= 1:
        return own
    labels = tuple(battle.unit(unit).name for unit in own)
    words = f"in which order do these {act}?"
    chosen: tuple[int, ...] = table.choose(Several(side, clause_id, words, own, len(own), len(own), labels))
    return chosen
