"""What manoeuvres cost, how often they may be made, and who may reform (WAB-MN)."""

from typing import NamedTuple

from msgspec.structs import replace

from pilein.geometry.angles import TURN, turned
from pilein.geometry.blocks import EMPTY, Block, moved, with_slots
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import order
from pilein.rulesets.wab.ground.nearness import units_within
from pilein.rulesets.wab.movement.marching import has_musician
from pilein.rulesets.wab.movement.paces import Means
from pilein.rulesets.wab.psychology.leadership import passes
from pilein.rulesets.wab.state import Battle

NEAR = 8  # inches
HALF, QUARTER = 2, 4


class Ease(NamedTuple):
    """How a unit manoeuvres: how often it may turn about, and whether that and a change of formation are free."""

    abouts: int
    free_about: bool = False
    free_ranks: bool = False


def with_manoeuvres(battle: Battle, table: Table, unit: int, means: Means) -> Means:
    """The means of a unit in ranks: how often it may turn about, and what its manoeuvres cost."""
    ease = ease_of(battle, table, unit)
    return replace(
        means,
        abouts=ease.abouts,
        about=0 if ease.free_about else part_of(table, means.rate, QUARTER),
        one_rank=0 if ease.free_ranks else part_of(table, means.rate, HALF),
        two_ranks=0 if ease.free_ranks else means.rate,
    )


def ease_of(battle: Battle, table: Table, unit: int) -> Ease:
    """WAB-MN-04. A unit may turn about once in its movement: models keep their places and face the other way.

    WAB-MN-06. An open order unit may do so twice.
    """
    if order(battle, unit) == "open" and table.holds("WAB-MN-06"):
        return ease_in_open_order(table)
    return Ease(1 if table.holds("WAB-MN-04") else 0)


def ease_in_open_order(table: Table) -> Ease:
    """WAB-R-51. To turn about is free in open order, and so are changes of formation.

    `two-paid-turns`: neither is; `open-free-turn`: it turns about once, for nothing; `open-change-formation`: once at
    cost, but changes are free.
    """
    reading = table.rule("WAB-R-51")
    if reading == "two-paid-turns":
        return Ease(2)
    if reading == "open-free-turn":
        return Ease(1, free_about=True)
    if reading == "open-change-formation":
        return Ease(1, free_ranks=True)
    return Ease(2, free_about=True, free_ranks=True)


def part_of(table: Table, rate: int, share: int) -> int:
    """WAB-R-27. A half or a quarter of a movement, to the fraction; `round-up-moves`: up to whole inches."""
    exact = rate // share
    whole = -(-rate // (share * INCH)) * INCH
    return whole if whole != exact and table.rule("WAB-R-27") == "round-up-moves" else exact


def turned_about(block: Block) -> Block:
    """A block facing the other way, every model where it was: its rear rank is its front."""
    last = max(slot for slot, model in enumerate(block.slots) if model != EMPTY)
    rows = last // block.files + 1
    slots = block.slots[: rows * block.files]
    slots += (EMPTY,) * (rows * block.files - len(slots))
    dx, dy = turned(0, -rows * block.depth, block.facing)
    rear = moved(block, round(block.x + dx), round(block.y + dy), block.facing + TURN // 2)
    return with_slots(rear, slots[::-1])


def why_no_reform(battle: Battle, table: Table, unit: int) -> str:
    """WAB-MN-09. A unit with a musician may reform during its movement; why another may not, "" where it may."""
    if order(battle, unit) == "skirmish":
        return "skirmishers have no formation"
    may_reform = has_musician(battle, unit) and table.holds("WAB-MN-09")
    return "" if may_reform else "WAB-MN-09: a unit without a musician may not reform"


def passes_to_reform(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-MN-12. A reform needs a passed Leadership test.

    WAB-R-53: with an enemy within 8" 1 comes off; `reform-no-modifier`: nothing does.
    """
    if not table.holds("WAB-MN-12"):
        return True
    enemies = battle.standing_units(1 - battle.side(unit))
    near = units_within(battle, table, unit, enemies, NEAR)
    penalty = 1 if near and table.rule("WAB-R-53") != "reform-no-modifier" else 0
    return passes(battle, table, unit, "reform", "WAB-MN-12", penalty=penalty)
