"""What manoeuvres cost, and how often they may be made (WAB-MN)."""

from typing import NamedTuple

from pilein.geometry.angles import TURN, turned
from pilein.geometry.blocks import EMPTY, Block, moved, regrouped, with_slots
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import order
from pilein.rulesets.wab.ground.nearness import units_within
from pilein.rulesets.wab.movement.clearance import Surroundings
from pilein.rulesets.wab.movement.formations import fits, in_ranks
from pilein.rulesets.wab.movement.marching import has_musician
from pilein.rulesets.wab.movement.wheels import Wheel
from pilein.rulesets.wab.psychology.leadership import passes
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Move
from pilein.tabletop.plane import Standing

NEAR = 8  # inches
HALF, QUARTER = 2, 4
UNLIMITED = 1000  # wheels in one move: more than anybody makes


class Ease(NamedTuple):
    """How a unit manoeuvres: how often it may turn about, and whether that and a change of formation are free."""

    abouts: int
    free_about: bool = False
    free_ranks: bool = False


class Afterwards(NamedTuple):
    """What a unit may still do: whether it may move, and what it counts as having done, which may bar its shooting."""

    may_move: bool
    move: Move


@says("WAB-MN-01", without=0)
def wheels_in_a_move() -> int:
    """WAB-MN-01. Outside a charge a unit may wheel any number of times."""
    return UNLIMITED


@says("WAB-MN-03", without=0.0)
def wheel_cost(wheel: Wheel) -> float:
    """WAB-MN-03. A wheel costs the distance travelled by the outermost model, in ticks: the outer front corner's."""
    return wheel.length


def ease_of(battle: Battle, table: Table, unit: int) -> Ease:
    """How a unit manoeuvres."""
    return ease_in_open_order(table) if order(battle, unit) == "open" else Ease(abouts_in_a_move())


@says("WAB-MN-04", without=0)
def abouts_in_a_move() -> int:
    """WAB-MN-04. A unit may turn about once in its movement: models keep their places and face the other way."""
    return 1


@says("WAB-MN-06", without=lambda _table: Ease(abouts_in_a_move()))
def ease_in_open_order(table: Table) -> Ease:
    """WAB-MN-06. An open order unit may turn about twice.

    WAB-R-51: that is free for it, and so are changes of formation. `two-paid-turns`: neither is; `open-free-turn`: it
    turns about once, for nothing; `open-change-formation`: once at cost, but changes are free.
    """
    reading = table.rule("WAB-R-51")
    if reading == "two-paid-turns":
        return Ease(2)
    if reading == "open-free-turn":
        return Ease(1, free_about=True)
    if reading == "open-change-formation":
        return Ease(1, free_ranks=True)
    return Ease(2, free_about=True, free_ranks=True)


@says("WAB-MN-05", without=0)
def cost_of_turning_about(table: Table, rate: int) -> int:
    """WAB-MN-05. Turning about costs a quarter of the unit's movement, in ticks."""
    return part_of(table, rate, QUARTER)


@says("WAB-MN-07", without=0)
def cost_of_one_rank(table: Table, rate: int) -> int:
    """WAB-MN-07. Adding or removing one rank costs half of the unit's movement, in ticks."""
    return part_of(table, rate, HALF)


@says("WAB-MN-08", without=0)
def cost_of_two_ranks(rate: int) -> int:
    """WAB-MN-08. Adding or removing two ranks costs all of the unit's movement, in ticks."""
    return rate


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


def why_no_reform(battle: Battle, unit: int) -> str:
    """Why a unit may not reform, "" where it may."""
    if order(battle, unit) == "skirmish":
        return "skirmishers have no formation"
    return "" if may_reform(battle, unit) else "WAB-MN-09: a unit without a musician may not reform"


@says("WAB-MN-09", without=False)
def may_reform(battle: Battle, unit: int) -> bool:
    """WAB-MN-09. A unit with a musician may reform during its movement."""
    return has_musician(battle, unit)


@says("WAB-MN-10", without=lambda battle, unit, _facing, _files, _about: battle.plane.standings[unit])
def reformed(battle: Battle, unit: int, facing: int, files: int, about: Surroundings) -> Standing | None:
    """WAB-MN-10. A reform puts the unit in any new formation and facing; None where there is no room for it."""
    block = in_ranks(battle, unit, facing, files)
    return block if fits(battle, block, about) else None


@says("WAB-MN-11", without=Afterwards(may_move=True, move="moved"))
def after_a_reform() -> Afterwards:
    """WAB-MN-11. A reforming unit cannot move further that turn, and cannot shoot."""
    return Afterwards(may_move=False, move="reformed")


@says("WAB-MN-12", without=True)
def passes_to_reform(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-MN-12. A reform needs a passed Leadership test.

    WAB-R-53: with an enemy within 8" 1 comes off; `reform-no-modifier`: nothing does.
    """
    enemies = battle.standing_units(1 - battle.side(unit))
    near = units_within(battle, table, unit, enemies, NEAR)
    penalty = 1 if near and table.rule("WAB-R-53") != "reform-no-modifier" else 0
    return passes(battle, table, unit, "reform", "WAB-MN-12", penalty=penalty)


def in_files(block: Block, files: int) -> Block:
    """WAB-R-52. A block so many files wide, the middle of its front rank where it was."""
    return regrouped(block, files)
