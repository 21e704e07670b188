"""The march and the fast march: permissions, distances, and enemies that prevent them (WAB-MA, WAB-FM)."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pilein.geometry.blocks import EMPTY, Block, moved, with_slots
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH, TURN, turned
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import (
    is_lone_character,
    is_unit_of_skirmishers,
    living_traits,
    order,
    troop,
)
from pilein.rulesets.wab.columns import is_in_column
from pilein.rulesets.wab.going import OBSTACLE, ROUGH, kinds_met
from pilein.rulesets.wab.leadership import passes
from pilein.rulesets.wab.mover import Means
from pilein.rulesets.wab.nearness import units_within
from pilein.rulesets.wab.profile import CHARIOTS
from pilein.rulesets.wab.state import Battle

MOUNTED = ("cavalry", *CHARIOTS)
UNFIT = ("elephant", "artillery")


def why_no_march(battle: Battle, table: Table, unit: int) -> str:
    """Reason that forbids a unit to march, "" if there is none.

    WAB-MA-01. A unit needs a musician to march; a lone character does not (WAB-R-48).

    WAB-MA-07. Skirmishers, elephants and artillery cannot march.
    """
    if is_without_music(battle, unit) and table.holds("WAB-MA-01"):
        return "WAB-MA-01: a unit without a musician may not march"
    if is_unfit(battle, unit) and table.holds("WAB-MA-07"):
        return "WAB-MA-07: skirmishers, elephants and artillery may not march"
    if hindering(battle, table, unit):
        return 'WAB-MA-04: a unit may not march with an enemy within 8"'
    return ""


def is_without_music(battle: Battle, unit: int) -> bool:
    """Whether a unit lacks the musician it needs for a march or fast march."""
    return not has_musician(battle, unit) and not is_lone_character(battle, unit)


def is_unfit(battle: Battle, unit: int) -> bool:
    """Whether a unit never marches or fast marches: skirmishers, elephants and artillery.

    A lone character always may, in any formation (WAB-R-75).
    """
    return troop(battle, unit) in UNFIT or is_unit_of_skirmishers(battle, unit)


def has_musician(battle: Battle, unit: int) -> bool:
    """Whether a unit has a musician on the field."""
    return any(traits.musician for traits in living_traits(battle, unit))


def marching_distance(battle: Battle, table: Table, unit: int, rate: int) -> int:
    """WAB-MA-02. A march is made at twice the normal rate; rate and march in ticks.

    WAB-MA-03. Characters march at three times their rate; one in a unit moves with it (WAB-R-48).
    """
    if is_lone_character(battle, unit) and table.holds("WAB-MA-03"):
        return table.number("WAB-MA-03") * rate
    return table.number("WAB-MA-02") * rate if table.holds("WAB-MA-02") else rate


def hindering(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """WAB-MA-04. A unit cannot march with an enemy within 8": the enemies there that count."""
    near = enemies_near(battle, table, unit)
    counting = tuple(enemy for enemy in near if counts(battle, table, unit, enemy))
    return counting if counting and table.holds("WAB-MA-04") else ()


def ignored(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """WAB-R-60. The enemies within 8" that a unit ignores if it marches; `ignored-flag`: only those the scenario
    names.
    """
    near = enemies_near(battle, table, unit)
    passed = tuple(enemy for enemy in near if not counts(battle, table, unit, enemy))
    return () if passed and table.rule("WAB-R-60") == "ignored-flag" else passed


def enemies_near(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """The enemies within 8" from a unit."""
    enemies, near = battle.standing_units(1 - battle.side(unit)), table.number("WAB-MA-04")
    return units_within(battle, table, unit, enemies, near)


def counts(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """Whether an enemy, if near, keeps a unit from marching.

    WAB-MA-06. Enemy infantry does not count if the marching unit is cavalry or chariots.
    """
    if is_harmless(battle, table, enemy):
        return False
    is_outpaced = troop(battle, unit) in MOUNTED and troop(battle, enemy) == "infantry"
    return not (is_outpaced and table.holds("WAB-MA-06"))


def is_harmless(battle: Battle, table: Table, enemy: int) -> bool:
    """WAB-MA-05. Fleeing enemies, enemy characters and enemy artillery do not count.

    WAB-R-47 `only-fleeing-characters`: only fleeing characters and enemy artillery are ignored.
    """
    kind = troop(battle, enemy)
    flees, is_character = battle.status(enemy).fleeing, kind == "character"
    harmless = kind == "artillery" or flees or is_character
    if kind != "artillery" and flees != is_character and table.rule("WAB-R-47") == "only-fleeing-characters":
        harmless = False
    return harmless and table.holds("WAB-MA-05")


def why_no_marching_there(battle: Battle, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Why a unit in any formation may not march over the ground on a straight path; "" if it may.

    WAB-MA-09. A marching unit cannot go through difficult or very difficult ground. WAB-MA-10. A marching unit cannot
    cross obstacles.
    """
    kinds = kinds_met(battle, bodies, way, length) if battle.setup.grounds else ()
    if any(kind in ROUGH for kind in kinds) and battle.holds("WAB-MA-09"):
        return "WAB-MA-09: a unit may not march through difficult ground"
    if OBSTACLE in kinds and battle.holds("WAB-MA-10"):
        return "WAB-MA-10: a unit may not march across obstacles"
    return ""


def why_no_fast_march(battle: Battle, table: Table, unit: int) -> str:
    """Why a unit may not fast march, "" if it may.

    WAB-FM-01. A unit needs a musician to fast march; a lone character does not (WAB-R-48). WAB-FM-05. Skirmishers,
    elephants and artillery cannot fast march. WAB-FM-02. The unit must be in march column (WAB-R-50). WAB-FM-04. No
    fast march with any enemy within 8".
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
    """WAB-FM-03. A fast march is made at three times the normal rate; rate and march in ticks."""
    return table.number("WAB-FM-03") * rate if table.holds("WAB-FM-03") else rate


def why_no_fast_marching_there(battle: Battle, bodies: Sequence[Shape], way: Vector, length: float) -> str:
    """Why a unit may not fast march over the ground on a straight path, "" if it may.

    WAB-FM-07. No fast march through difficult or very difficult ground. WAB-FM-08. No fast march across obstacles.
    """
    kinds = kinds_met(battle, bodies, way, length) if battle.setup.grounds else ()
    if any(kind in ROUGH for kind in kinds) and battle.holds("WAB-FM-07"):
        return "WAB-FM-07: a unit may not fast march through difficult ground"
    if OBSTACLE in kinds and battle.holds("WAB-FM-08"):
        return "WAB-FM-08: a unit may not fast march across obstacles"
    return ""


# --- What manoeuvres cost, how often they may be made, and who may reform (WAB-MN) -------------------------------


WHEELING_NEAR = 8  # inches
HALF, QUARTER = 2, 4


class Ease(NamedTuple):
    """Manoeuvres of a unit: the number of permitted turns about, and whether they and changes of formation are free."""

    abouts: int
    free_about: bool = False
    free_ranks: bool = False


def with_manoeuvres(battle: Battle, table: Table, unit: int, means: Means) -> Means:
    """The means of a unit in ranks: permitted turns about, and the costs of its manoeuvres."""
    ease = ease_of(battle, table, unit)
    return replace(
        means,
        abouts=ease.abouts,
        about=0 if ease.free_about else part_of(table, means.rate, QUARTER),
        one_rank=0 if ease.free_ranks else part_of(table, means.rate, HALF),
        two_ranks=0 if ease.free_ranks else means.rate,
    )


def ease_of(battle: Battle, table: Table, unit: int) -> Ease:
    """WAB-MN-04. A unit may turn about once during its movement: models keep their places and face the other way.

    WAB-MN-06. An open order unit may do so twice.
    """
    if order(battle, unit) == "open" and table.holds("WAB-MN-06"):
        return ease_in_open_order(table)
    return Ease(1 if table.holds("WAB-MN-04") else 0)


def ease_in_open_order(table: Table) -> Ease:
    """WAB-R-51. In open order, turning about and changing formation are free.

    `two-paid-turns`: neither is; `open-free-turn`: one free turn about; `open-change-formation`: one turn about at
    a cost, but changes are free.
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
    """WAB-R-27. A half or a quarter of a movement, as an exact fraction; `round-up-moves`: rounded up to whole
    inches.
    """
    exact = rate // share
    whole = -(-rate // (share * INCH)) * INCH
    return whole if whole != exact and table.rule("WAB-R-27") == "round-up-moves" else exact


def turned_about(block: Block) -> Block:
    """A block facing the other way, every model in its place: its rear rank becomes its front."""
    last = max(slot for slot, model in enumerate(block.slots) if model != EMPTY)
    rows = last // block.files + 1
    slots = block.slots[: rows * block.files]
    slots += (EMPTY,) * (rows * block.files - len(slots))
    dx, dy = turned(0, -rows * block.depth, block.facing)
    rear = moved(block, round(block.x + dx), round(block.y + dy), block.facing + TURN // 2)
    return with_slots(rear, slots[::-1])


def why_no_reform(battle: Battle, table: Table, unit: int) -> str:
    """WAB-MN-09. A unit with a musician may reform during its movement; returns the reason why not, "" if it may."""
    if order(battle, unit) == "skirmish":
        return "skirmishers have no formation"
    may_reform = has_musician(battle, unit) and table.holds("WAB-MN-09")
    return "" if may_reform else "WAB-MN-09: a unit without a musician may not reform"


def passes_to_reform(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-MN-12. A reform needs a passed Leadership test.

    WAB-R-53: -1 with an enemy within 8"; `reform-no-modifier`: no modifier.
    """
    if not table.holds("WAB-MN-12"):
        return True
    enemies = battle.standing_units(1 - battle.side(unit))
    near = units_within(battle, table, unit, enemies, WHEELING_NEAR)
    penalty = 1 if near and table.rule("WAB-R-53") != "reform-no-modifier" else 0
    return passes(battle, table, unit, "reform", "WAB-MN-12", penalty=penalty)
