"""Rolling to hit in melee, by Weapon Skill and its modifiers (WS-ME-06, WS-WM)."""

from msgspec import Struct

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.barrages import Score
from pilein.rulesets.warstrike.engaged import is_across_a_wall
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.state import Battle

Models = tuple[int, ...]


def score_to_hit(battle: Battle, table: Table, model: int, weapon: Weapon, foes: Models, named: Models = ()) -> Score:
    """Score needed to hit: a test of WS against the highest WS among the enemies with which the model is engaged
    (WS-ME-06).

    Under WS-R-20 `declare-target` only the WS of the models in `named` counts. The weapon in use adds its WS+ to the
    bearer's WS (WS-WM-01).
    """
    named = named or foes
    modifier = _of_ground(battle, table, model, foes)
    if weapon.WS and table.holds("WS-WM-01"):
        modifier += weapon.WS
    if _has_walls(battle) and is_across_a_wall(battle, table, model, named) and table.rule("WS-R-42") == "wall-penalty":
        modifier -= 1
    skill = max(_skill_of(battle, table, foe) for foe in named) if table.holds("WS-ME-06") else 0
    return comparative(table, adjusted(table, battle.traits(model).WS, modifier), skill, table.number("WS-ME-06"))


def ground_height(battle: Battle, model: int) -> int:
    """Height in ticks of the highest ground under a model's centre."""
    if not battle.is_on_table:
        return 0
    place = battle.plane.place(model)
    return height_at(battle, place.x, place.y)


def height_at(battle: Battle, x: float, y: float) -> int:
    """Height of the ground at a point, in ticks."""
    raised = (ground for ground in battle.setup.grounds if ground.height)
    return max((ground.height for ground in raised if ground.outline.contains(x, y)), default=0)


def _of_ground(battle: Battle, table: Table, model: int, foes: tuple[int, ...]) -> int:
    """WS modifier of a model for standing on higher or lower ground.

    The modifier is +1 if all enemies engaged with the model are lower (WS-WM-02, WS-R-54), -1 if all of them are
    higher (WS-WM-03), and 0 otherwise. Without WS-WM-04 one lower or higher enemy is enough.
    """
    own, others = ground_height(battle, model), tuple(ground_height(battle, foe) for foe in foes)
    level = table.number("WS-WM-02.height") * INCH
    lower, higher = (sum(way * (own - other) >= level for other in others) for way in (1, -1))
    modifier = 0
    if lower == len(foes):
        modifier = table.number("WS-WM-02.bonus") if table.holds("WS-WM-02") else 0
    elif higher == len(foes):
        modifier = -table.number("WS-WM-03") if table.holds("WS-WM-03") else 0
    elif (lower or higher) and not table.holds("WS-WM-04"):
        modifier = int(lower > 0) - int(higher > 0)
    if modifier and (table.rule("WS-R-54") == "v052" or table.rule("WS-R-55") == "v052"):
        return 0
    return modifier


def _skill_of(battle: Battle, table: Table, foe: int) -> int:
    """WS of an enemy as printed. Under WS-R-19 `weapon-adds` the best WS+ among its weapons is added, in accordance
    with WS-R-02.
    """
    traits: Traits = battle.traits(foe)
    bonus = max((weapon.WS for weapon in traits.melee_weapons), default=0)
    if bonus and table.rule("WS-R-19") == "weapon-adds":
        stat = adjusted(table, traits.WS, bonus)
        return stat.value + stat.on_die
    return traits.WS


def _has_walls(battle: Battle) -> bool:
    return any(ground.kind == "obstacle" for ground in battle.setup.grounds)


# --- The comparative test: stats of two models compared on one D6 (WS-R-01, WS-R-02) ------------------------------


BEST, WORST, NEVER = 2, 6, 7


class Stat(Struct, frozen=True):
    """Characteristic in a test, with a modifier to the die if one applies (WS-R-02 `die-modifier`)."""

    value: int
    on_die: int = 0


def adjusted(table: Table, value: int, modifier: int) -> Stat:
    """Stat with its modifiers, limited to 0 or more (WS-R-02). Under `no-floor` it may be negative. Under
    `die-modifier` the modifiers change the die instead.
    """
    if not modifier:
        return Stat(value)
    reading = table.rule("WS-R-02")
    if reading == "die-modifier":
        return Stat(value, modifier)
    return Stat(value + modifier if reading == "no-floor" else max(0, value + modifier))


def comparative(table: Table, own: Stat, other: int, even: int) -> Score:
    """Score needed on a D6: `even` plus the `other` stat minus the `own` stat, within the limits of the ruling
    (WS-R-01).
    """
    reading = table.rule("WS-R-01")
    if reading == "opposed":
        return Score(other - own.value - own.on_die, opposed=True)
    return Score(_on_the_chart(own.value, other, even, reading) - own.on_die)


def _on_the_chart(own: int, other: int, even: int, reading: str) -> int:
    if reading == "wh40k-ws":
        return even - 1 if own > other else even + (other > 2 * own)
    need = even + other - own
    if reading == "clamped":
        return max(BEST, min(WORST, need))
    if reading == "wh40k-wound":
        return WORST if need == NEVER else max(BEST, need)
    return need
