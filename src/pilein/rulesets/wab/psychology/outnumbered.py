"""Who is outnumbered (WAB-R-61)."""

from collections.abc import Iterable

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import strength
from pilein.rulesets.wab.state import Battle


def is_outnumbered(battle: Battle, table: Table, unit: int, by: Iterable[int]) -> bool:
    """WAB-R-61. Whether a unit has strictly fewer models than these enemy units together, as models count there."""
    return strength(battle, table, unit) < sum(strength(battle, table, enemy) for enemy in by)
