"""Whom fear and terror do not touch (WAB-FZ-07, WAB-R-33, WAB-R-62)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule
from pilein.rulesets.wab.ground.contact import is_engaged
from pilein.rulesets.wab.psychology.frenzy import is_frenzied
from pilein.rulesets.wab.state import Battle


def minds_psychology(battle: Battle, unit: int) -> bool:
    """WAB-FZ-07. The rules of psychology other than frenzy do not affect a frenzied unit."""
    return not is_frenzied(battle, unit) or not battle.holds("WAB-FZ-07")


def fears(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether a unit fears an enemy: one that causes fear, or terror, which is fear as well (WAB-R-64).

    WAB-R-62: who causes either is immune to fear; nobody is under `no-immunity`.
    """
    if not causes_fear(battle, enemy) or not minds_psychology(battle, unit):
        return False
    return not causes_fear(battle, unit) or table.rule("WAB-R-62") == "no-immunity"


def dreads(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether an enemy is a terror to a unit; who causes terror is immune, but for `no-immunity` (WAB-R-62)."""
    if not causes_terror(battle, enemy) or not minds_psychology(battle, unit):
        return False
    return not causes_terror(battle, unit) or table.rule("WAB-R-62") == "no-immunity"


def causes_fear(battle: Battle, unit: int) -> bool:
    """Whether a unit causes fear, or terror."""
    return has_rule(battle, unit, "Fear") or causes_terror(battle, unit)


def causes_terror(battle: Battle, unit: int) -> bool:
    """Whether a unit causes terror."""
    return has_rule(battle, unit, "Terror")


def is_open_to_tests(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-R-33. Whether a unit takes tests of fear and terror: not in flight.

    `engaged-immune`: nor in combat.
    """
    if not battle.living(unit) or battle.status(unit).fleeing:
        return False
    return not is_engaged(battle, unit) or table.rule("WAB-R-33") != "engaged-immune"
