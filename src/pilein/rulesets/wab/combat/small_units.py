"""Units of fewer than five models (WAB-BR-08, WAB-R-91)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import FORMED, has_at_least, is_counted_by_wounds, size_at_start, strength
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.state import Battle

FEW = FORMED - 1


@says("WAB-BR-08", without=False)
def is_too_small(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-BR-08. A unit brought below five models is broken without a test (WAB-R-91).

    Chariots and elephants are counted by their wounds; `under5-all`: singly. `began-five-or-more`: only units that
    began with five or more.
    """
    if has_at_least(battle, unit, FORMED):
        return False
    reading = table.rule("WAB-R-91")
    if reading == "began-five-or-more" and size_at_start(battle, unit) <= FEW:
        return False
    if reading == "under5-all" or not is_counted_by_wounds(battle, unit):
        return True
    return strength(battle, table, unit) <= FEW
