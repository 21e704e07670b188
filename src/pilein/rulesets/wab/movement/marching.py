"""Rules for the march and the fast march: permissions, distances, and the enemies that prevent a march (WAB-MA,
WAB-FM).
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pilein.geometry.blocks import EMPTY, Block, moved, with_slots
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import TURN, turned
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import is_lone_character, is_unit_of_skirmishers, living_traits, order, troop
from pilein.rulesets.wab.columns import is_in_column
from pilein.rulesets.wab.going import OBSTACLE, ROUGH, kinds_met, part_of
from pilein.rulesets.wab.movement.mover import Means
from pilein.rulesets.wab.nearness import units_within
from pilein.rulesets.wab.profile import CHARIOTS
from pilein.rulesets.wab.psychology.leadership import passes
from pilein.rulesets.wab.state import Battle

MOUNTED = ("cavalry", *CHARIOTS)
UNFIT = ("elephant", "artillery")


def why_no_march(battle: Battle, table: Table, unit: int) -> str:
    """Reason why a unit may not march, or "".

    A unit needs a musician to march (WAB-MA-01), unless it is a lone character (WAB-R-48). Skirmishers, elephants
    and artillery cannot march (WAB-MA-07).
    """
    if is_without_music(battle, unit) and table.holds("WAB-MA-01"):
        return "WAB-MA-01: a unit without a musician may not march"
    if is_unfit(battle, unit) and table.holds("WAB-MA-07"):
        return "WAB-MA-07: skirmishers, elephants and artillery may not march"
    if hindering(battle, table, unit):
        return 'WAB-MA-04: a unit may not march with an enemy within 8"'
    return ""


def is_without_music(battle: Battle, unit: int) -> bool:
    """Whether a unit lacks the musician that it needs for a march or fast march."""
    return not has_musician(battle, unit) and not is_lone_character(battle, unit)


def is_unfit(battle: Battle, unit: int) -> bool:
    """Whether a unit may never march or fast march, as is the case for skirmishers, elephants and artillery.

    A lone character always may, in any formation (WAB-R-75).
    """
    return troop(battle, unit) in UNFIT or is_unit_of_skirmishers(battle, unit)


def has_musician(battle: Battle, unit: int) -> bool:
    """Whether a unit still has a musician on the field."""
    return any(traits.musician for traits in living_traits(battle, unit))


def marching_distance(battle: Battle, table: Table, unit: int, rate: int) -> int:
    """Length of a march in ticks: twice the normal rate (WAB-MA-02).

    A lone character marches at three times the normal rate (WAB-MA-03). A character in a unit moves with the unit
    (WAB-R-48).
    """
    if is_lone_character(battle, unit) and table.holds("WAB-MA-03"):
        return table.number("WAB-MA-03") * rate
    return table.number("WAB-MA-02") * rate if table.holds("WAB-MA-02") else rate


def hindering(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Enemies within 8" that keep a unit from marching (WAB-MA-04)."""
    near = enemies_near(battle, table, unit)
    counting = tuple(enemy for enemy in near if counts(battle, table, unit, enemy))
    return counting if counting and table.holds("WAB-MA-04") else ()


def ignored(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Enemies within 8" that a unit ignores if it marches. Under `ignored-flag` only enemies named by the scenario are
    ignored (WAB-R-60).
    """
    near = enemies_near(battle, table, unit)
    passed = tuple(enemy for enemy in near if not counts(battle, table, unit, enemy))
    return () if passed and table.rule("WAB-R-60") == "ignored-flag" else passed


def enemies_near(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Enemies within 8" of a unit."""
    enemies, near = battle.standing_units(1 - battle.side(unit)), table.number("WAB-MA-04")
    return units_within(battle, table, unit, enemies, near)


def counts(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether an enemy keeps a unit from marching by being near.

    Enemy infantry does not count if the marching unit is cavalry or chariots (WAB-MA-06).
    """
    if is_harmless(battle, table, enemy):
        return False
    is_outpaced = troop(battle, unit) in MOUNTED and troop(battle, enemy) == "infantry"
    return not (is_outpaced and table.holds("WAB-MA-06"))


def is_harmless(battle: Battle, table: Table, enemy: int) -> bool:
    """Whether an enemy never prevents a march because it is fleeing, a character, or artillery (WAB-MA-05).

    Under WAB-R-47 `only-fleeing-characters` only artillery and fleeing characters are ignored.
    """
    kind = troop(battle, enemy)
    flees, is_character = battle.status(enemy).fleeing, kind == "character"
    harmless = kind == "artillery" or flees or is_character
    if kind != "artillery" and flees != is_character and table.rule("WAB-R-47") == "only-fleeing-characters":
        harmless = False
    return harmless and table.holds("WAB-MA-05")


def why_no_marching_there(battle: Battle, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Reason why a unit may not march along a straight path, or "".

    A marching unit cannot enter difficult or very difficult ground (WAB-MA-09) or cross obstacles (WAB-MA-10).
    """
    kinds = kinds_met(battle, bodies, way, length) if battle.setup.grounds else ()
    if any(kind in ROUGH for kind in kinds) and battle.holds("WAB-MA-09"):
        return "WAB-MA-09: a unit may not march through difficult ground"
    if OBSTACLE in kinds and battle.holds("WAB-MA-10"):
        return "WAB-MA-10: a unit may not march across obstacles"
    return ""


def why_no_fast_march(battle: Battle, table: Table, unit: int) -> str:
    """Reason why a unit may not fast march, or "".

    The unit needs a musician (WAB-FM-01), unless it is a lone character (WAB-R-48). It must be in march column
    (WAB-FM-02, WAB-R-50), with no enemy within 8" (WAB-FM-04). Skirmishers, elephants and artillery cannot fast
    march (WAB-FM-05).
    """
    if is_without_music(battle, unit) and table.holds("WAB-FM-01"):
        return "WAB-FM-01: a unit without a musician may not fast march"
    if is_unfit(battle, unit) and table.holds("WAB-FM-05"):
        return "WAB-FM-05: skirmishers, elephants and artillery may not fast march"
    if not is_in_column(battle, table, unit) and table.holds("WAB-FM-02"):
        return "WAB-FM-02: only a march column may fast march"
    if enemies_near(battle, table, unit) and table.holds("WAB-FM-04"):
        return 'WAB-FM-04: a unit may not fast march with an enemy within 8"'
    return ""


def fast_marching_distance(table: Table, rate: int) -> int:
    """Length of a fast march in ticks: three times the normal rate (WAB-FM-03)."""
    return table.number("WAB-FM-03") * rate if table.holds("WAB-FM-03") else rate


def why_no_fast_marching_there(battle: Battle, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Reason why a unit may not fast march along a straight path, or "".

    A fast-marching unit cannot enter difficult or very difficult ground (WAB-FM-07) or cross obstacles (WAB-FM-08).
    """
    kinds = kinds_met(battle, bodies, way, length) if battle.setup.grounds else ()
    if any(kind in ROUGH for kind in kinds) and battle.holds("WAB-FM-07"):
        return "WAB-FM-07: a unit may not fast march through difficult ground"
    if OBSTACLE in kinds and battle.holds("WAB-FM-08"):
        return "WAB-FM-08: a unit may not fast march across obstacles"
    return ""


# --- Costs and limits of manoeuvres, and units that may reform (WAB-MN) ------------------------------------------


WHEELING_NEAR = 8  # inches
HALF, QUARTER = 2, 4


class Ease(NamedTuple):
    """Manoeuvres allowed to a unit: the number of turns about, and whether turns about and changes of formation are
    free.
    """

    abouts: int
    free_about: bool = False
    free_ranks: bool = False


def with_manoeuvres(battle: Battle, table: Table, unit: int, means: Means) -> Means:
    """Add turns about and the costs of manoeuvres to the means of a unit in ranks."""
    ease = ease_of(battle, table, unit)
    return replace(
        means,
        abouts=ease.abouts,
        about=0 if ease.free_about else part_of(table, means.rate, QUARTER),
        one_rank=0 if ease.free_ranks else part_of(table, means.rate, HALF),
        two_ranks=0 if ease.free_ranks else means.rate,
    )


def ease_of(battle: Battle, table: Table, unit: int) -> Ease:
    """Manoeuvres that a unit may make during its movement. It may turn about once, with its models staying in place and
    facing the other way (WAB-MN-04).

    A unit in open order may do so twice (WAB-MN-06).
    """
    if order(battle, unit) == "open" and table.holds("WAB-MN-06"):
        return ease_in_open_order(table)
    return Ease(1 if table.holds("WAB-MN-04") else 0)


def ease_in_open_order(table: Table) -> Ease:
    """Manoeuvres that units in open order may make for free (WAB-R-51).

    By default turning about and changing formation are both free. Under `two-paid-turns` neither is. Under
    `open-free-turn` a unit may turn about once for free. Under `open-change-formation` it may turn about once at a
    cost and change formation for free.
    """
    reading = table.rule("WAB-R-51")
    if reading == "two-paid-turns":
        return Ease(2)
    if reading == "open-free-turn":
        return Ease(1, free_about=True)
    if reading == "open-change-formation":
        return Ease(1, free_ranks=True)
    return Ease(2, free_about=True, free_ranks=True)


def turned_about(block: Block) -> Block:
    """Return the block turned to face the other way, with every model in its place. Its rear rank becomes its front."""
    last = max(slot for slot, model in enumerate(block.slots) if model != EMPTY)
    rows = last // block.files + 1
    slots = block.slots[: rows * block.files]
    slots += (EMPTY,) * (rows * block.files - len(slots))
    dx, dy = turned(0, -rows * block.depth, block.facing)
    rear = moved(block, round(block.x + dx), round(block.y + dy), block.facing + TURN // 2)
    return with_slots(rear, slots[::-1])


def why_no_reform(battle: Battle, table: Table, unit: int) -> str:
    """Reason why a unit may not reform during its movement, or "". The unit needs a musician (WAB-MN-09)."""
    if order(battle, unit) == "skirmish":
        return "skirmishers have no formation"
    may_reform = has_musician(battle, unit) and table.holds("WAB-MN-09")
    return "" if may_reform else "WAB-MN-09: a unit without a musician may not reform"


def passes_to_reform(battle: Battle, table: Table, unit: int) -> bool:
    """Take the Leadership test that a reform needs, and return whether it passes (WAB-MN-12).

    An enemy within 8" gives a -1 modifier (WAB-R-53), except under `reform-no-modifier`.
    """
    if not table.holds("WAB-MN-12"):
        return True
    enemies = battle.standing_units(1 - battle.side(unit))
    near = units_within(battle, table, unit, enemies, WHEELING_NEAR)
    penalty = 1 if near and table.rule("WAB-R-53") != "reform-no-modifier" else 0
    return passes(battle, table, unit, "reform", "WAB-MN-12", penalty=penalty)
