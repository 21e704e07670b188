"""Momentum: which side has it (WAB-R-79, WAB-CR-09)."""

from pilein.geometry.blocks import outline
from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Shape
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import troop
from pilein.rulesets.wab.profile import CHARIOTS
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Loose

CHARGERS = ("charged", "counter", "pursuit")
ROUGH = ("difficult", "very difficult", "dangerous")


def has_charged(battle: Battle, unit: int) -> bool:
    """Whether a unit charged this turn, by counter-charge or pursuit too (WAB-R-77)."""
    return battle.status(unit).charge in CHARGERS


def has_momentum(battle: Battle, table: Table, side: int, units: tuple[int, ...]) -> bool:
    """WAB-R-79. Whether a side has Momentum in this combat: it has charged this turn, or won the round before.

    `mom-charge-only` and `mom-winner-only` leave one of these; `mom-exclusive`: where both sides have a claim, only the
    side that charged now, and if both did the active one.
    """
    if not _claims(battle, table, side, units):
        return False
    if not _claims(battle, table, 1 - side, units) or table.rule("WAB-R-79") != "mom-exclusive":
        return True
    charged = [any(has_charged(battle, unit) for unit in _own(battle, one, units)) for one in (side, 1 - side)]
    return side == battle.active if charged[0] == charged[1] else charged[0]


def _claims(battle: Battle, table: Table, side: int, units: tuple[int, ...]) -> bool:
    own = [unit for unit in _own(battle, side, units) if not loses_momentum(battle, table, unit)]
    charged = any(has_charged(battle, unit) for unit in own)
    won = any(battle.status(unit).won for unit in own)
    if charged == won:
        return charged
    reading = table.rule("WAB-R-79")
    return reading != ("mom-winner-only" if charged else "mom-charge-only")


def loses_momentum(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-CR-09. Cavalry and chariots in difficult ground do not get the Momentum bonus."""
    is_held_up = troop(battle, unit) in ("cavalry", *CHARIOTS) and is_in_rough_ground(battle, unit)
    return is_held_up and table.holds("WAB-CR-09")


def is_in_rough_ground(battle: Battle, unit: int) -> bool:
    """Whether any part of a unit is in difficult or very difficult ground."""
    if not battle.is_on_table:
        return False
    bodies = _bodies(battle, unit)
    parts = battle.setup.parts_of(*ROUGH)
    return any(overlaps(body, part) for body in bodies for part in parts)


def _own(battle: Battle, side: int, units: tuple[int, ...]) -> list[int]:
    return [unit for unit in units if battle.side(unit) == side and battle.lives(unit)]


def _bodies(battle: Battle, unit: int) -> list[Shape]:
    standing = battle.plane.standings[unit]
    if isinstance(standing, Loose):
        return [battle.plane.shape(model) for model in standing.models]
    return [outline(standing)]
