"""Combat result bonuses for formations and standards (SH-CR-03 to SH-CR-05, SH-MU-06).

The functions whose names end in `_lead` return the active side's bonus minus the other side's.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import floor

from pilein.geometry.blocks import EMPTY, Block, ranks
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import turned
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combats import standing_units
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.sides import is_before
from pilein.tabletop.setup import Setup

FILES = 5  # default files of a block in the press
MOST_NUMBERS = 3  # SH-R-62 `by-ratio`


def units_together(battle: Battle, table: Table, side: int) -> tuple[int, ...]:
    """Units whose bonuses count for a side: all its units still standing in the combat (SH-MU-06)."""
    units = standing_units(battle, side)
    return units if len(units) <= 1 or table.holds("SH-MU-06") else units[:1]


def rank_lead(battle: Battle, table: Table) -> int:
    """Active side's lead in rank bonuses of units that Fight in Ranks (SH-CR-03, SH-R-61)."""
    own, other = (_blocks(battle, table, side) for side in (battle.active, 1 - battle.active))
    if not own and not other and not battle.combat.began.ranks:
        return 0
    leads = {
        "default": _highest_rank_bonus(battle, own) - _highest_rank_bonus(battle, other),
        "ranks-before": battle.combat.began.ranks,
        "rank-difference": _deepest(battle, own) - _deepest(battle, other),
        "every-block": _sum(battle, own) - _sum(battle, other),
        "lost-in-flank": _highest_rank_bonus(battle, _unflanked(battle, own))
        - _highest_rank_bonus(battle, _unflanked(battle, other)),
    }
    lead = _as_ruled(table, "SH-R-61", leads)
    return lead if lead and table.holds("SH-CR-03") else 0


def ranks_before(battle: Battle, table: Table, units: tuple[int, ...]) -> int:
    """Active side's lead in rank bonuses as a combat between the units begins, or 0 unless SH-R-61 is
    `ranks-before`.
    """
    if not any(battle.unit(unit).formation == "ranks" for unit in units) or table.rule("SH-R-61") != "ranks-before":
        return 0
    own, other = (_ranked(battle, units, side) for side in (battle.active, 1 - battle.active))
    return _highest_rank_bonus(battle, own) - _highest_rank_bonus(battle, other)


def rank_bonus(battle: Battle, unit: int) -> int:
    """Rank bonus of a block: one for each rank of five or more models behind the first, up to three (SH-R-61)."""
    behind = max(0, ranks_of(battle, unit, battle.number("SH-CR-03.models")) - 1)
    return min(battle.number("SH-CR-03.cap"), behind * battle.number("SH-CR-03.bonus"))


def ranks_of(battle: Battle, unit: int, least: int = 1) -> int:
    """Number of ranks of `least` or more models in a block, counted as if the block had closed up its files."""
    return battle.field.ranks(unit, files_of(battle, unit), least)


def files_of(battle: Battle, unit: int) -> int:
    """Number of files in a block."""
    standing = battle.plane.standings[unit] if battle.is_on_table else None
    return standing.files if isinstance(standing, Block) else battle.unit(unit).files or FILES


def number_lead(battle: Battle, table: Table) -> int:
    """Active side's lead in the bonuses that hordes get for their numbers (SH-CR-04, SH-R-62)."""
    sides = (battle.active, 1 - battle.active)
    units = [units_together(battle, table, side) for side in sides]
    hordes = [[unit for unit in together if _is_horde(battle, unit)] for together in units]
    if not hordes[0] and not hordes[1]:
        return 0
    own, other = (sum(map(battle.living, together)) for together in units)
    leads = {
        "default": bool(hordes[0]) * (own > other) - bool(hordes[1]) * (other > own),
        "by-ratio": bool(hordes[0]) * _ratio(own, other) - bool(hordes[1]) * _ratio(other, own),
        "per-ten": _tens(battle, hordes[0]) - _tens(battle, hordes[1]),
    }
    lead = _as_ruled(table, "SH-R-62", leads)
    return lead * table.number("SH-CR-04") if lead and table.holds("SH-CR-04") else 0


def standard_lead(battle: Battle, table: Table) -> int:
    """Active side's lead in standard bonuses. A side with a standard bearer adds one (SH-CR-05, SH-R-63)."""
    own, other = (units_together(battle, table, side) for side in (battle.active, 1 - battle.active))
    all_own, all_other = (sum(_bearers(battle, unit) for unit in units) for units in (own, other))
    if not all_own and not all_other:
        return 0
    front_own, front_other = (sum(_bearers_in_front(battle, unit) for unit in units) for units in (own, other))
    leads = {
        "default": (all_own > 0) - (all_other > 0),
        "per-standard": all_own - all_other,
        "front-rank": (front_own > 0) - (front_other > 0),
    }
    lead = _as_ruled(table, "SH-R-63", leads)
    return lead * table.number("SH-CR-05") if lead and table.holds("SH-CR-05") else 0


def _as_ruled(table: Table, ruling: str, leads: Mapping[str, int]) -> int:
    """Return the lead under the ruling in force. The ruling is requested only if its options give different leads."""
    if all(lead == leads["default"] for lead in leads.values()):
        return leads["default"]
    return leads[table.rule(ruling)]


def _blocks(battle: Battle, table: Table, side: int) -> tuple[int, ...]:
    """Blocks on a side whose rank bonuses count."""
    return _ranked(battle, units_together(battle, table, side), side)


def _ranked(battle: Battle, units: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(unit for unit in units if battle.side(unit) == side and battle.unit(unit).formation == "ranks")


def _highest_rank_bonus(battle: Battle, blocks: tuple[int, ...]) -> int:
    return max((rank_bonus(battle, unit) for unit in blocks), default=0)


def _sum(battle: Battle, blocks: tuple[int, ...]) -> int:
    return sum(rank_bonus(battle, unit) for unit in blocks)


def _deepest(battle: Battle, blocks: tuple[int, ...]) -> int:
    return max((ranks_of(battle, unit) for unit in blocks), default=0)


def _unflanked(battle: Battle, blocks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in blocks if not is_struck_in_flank(battle, unit))


def is_struck_in_flank(battle: Battle, unit: int) -> bool:
    """Whether an enemy touches a block from the side or from behind.

    An enemy unit that touched the block in this combat but no longer does so counts as touching the side that it last
    touched.
    """
    if not battle.is_on_table:
        return False
    plane = battle.plane
    block = plane.standings[unit]
    if not isinstance(block, Block):
        return False
    touching = plane.enemies_touching(unit)
    if any(_is_beside_or_behind(block, plane.shape(enemy)) for enemy in touching):
        return True
    fought = battle.fight.pairs.sides if battle.fight else ()
    apart = {one: side for one, other, side in fought if other == unit and battle.lives(one)}
    return any(apart[one] != "front" for one in set(apart).difference(battle.setup.unit_of[foe] for foe in touching))


def _is_beside_or_behind(block: Block, enemy: Shape) -> bool:
    """Whether an enemy stands beside a block's occupied files, or behind the last model of a file."""
    right, ahead = turned(enemy.x - block.x, enemy.y - block.y, -block.facing)
    rows = {slot % block.files: slot // block.files for slot, model in enumerate(block.slots) if model != EMPTY}
    file = floor(right / block.width + block.files / 2)
    if is_before(block, "front", enemy):
        return False
    if not min(rows) <= file <= max(rows):
        return True
    return ahead <= -block.depth * (rows.get(file, max(rows.values())) + 1)


def _is_horde(battle: Battle, unit: int) -> bool:
    return battle.unit(unit).formation == "horde"


def _ratio(own: int, other: int) -> int:
    return min(MOST_NUMBERS, own // other) if other else 0


def _tens(battle: Battle, hordes: list[int]) -> int:
    return sum(map(battle.living, hordes)) // 10


def _bearers(battle: Battle, unit: int) -> int:
    return sum(battle.field.count(unit, kind) for kind in _bearing(battle.setup, unit))


@lru_cache(maxsize=1024)
def _bearing(setup: Setup, unit: int) -> tuple[int, ...]:
    """Kinds of models in a unit that carry a standard."""
    return tuple(number for number, kind in enumerate(setup.kinds) if kind.unit == unit and kind.traits.standard)


def _bearers_in_front(battle: Battle, unit: int) -> int:
    """Number of standard bearers in a block's front rank, or in the whole unit if it has no ranks."""
    if battle.unit(unit).formation != "ranks":
        return _bearers(battle, unit)
    if not battle.is_on_table:
        files = files_of(battle, unit)
        return sum(battle.field.count(unit, kind, files) for kind in _bearing(battle.setup, unit))
    block = battle.plane.standings[unit]
    front = ranks(block)[0] if isinstance(block, Block) else battle.plane.models(unit)
    return sum(battle.traits(battle.setup.kind_of[model]).standard for model in front)
