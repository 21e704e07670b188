"""Rolling to hit in melee: Weapon Skill and what changes it (WS-ME-06, WS-WM)."""

from pilein.dice import Score
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.comparative import adjusted, comparative
from pilein.rulesets.warstrike.engaged import is_across_a_wall
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.rulebook import says
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.press import Press

LEVEL = 2 * INCH  # WS-R-54, WS-R-40


def score_to_hit(battle: Battle, table: Table, model: int, weapon: Weapon, foes: tuple[int, ...]) -> Score:
    """What a model needs to hit with a weapon those that it is engaged with."""
    modifier = of_weapon(weapon) + _of_ground(battle, table, model, foes)
    if _has_walls(battle) and is_across_a_wall(battle, model) and table.rule("WS-R-42") == "wall-penalty":
        modifier -= 1
    skills = tuple(_skill_of(battle, table, foe) for foe in foes)
    return comparative(table, adjusted(table, battle.traits(model).WS, modifier), skill_to_beat(skills))


@says("WS-ME-06", without=0)
def skill_to_beat(skills: tuple[int, ...]) -> int:
    """WS-ME-06. Each die is a test of WS against the highest WS of the enemies that the model is engaged with."""
    return max(skills)


@says("WS-WM-01", without=0)
def of_weapon(weapon: Weapon) -> int:
    """WS-WM-01. The WS+ of the weapon in use is added to its user's WS."""
    return weapon.WS


@says("WS-WM-02", without=0)
def of_higher_ground(own: int, foes: tuple[int, ...]) -> int:
    """WS-WM-02. +1 WS on higher ground, if all enemies that the model is engaged with are lower (WS-R-54)."""
    return int(all(own - other >= LEVEL for other in foes))


@says("WS-WM-03", "WS-WM-04", without=-1)
def of_lower_ground(own: int, foes: tuple[int, ...]) -> int:
    """WS-WM-03, WS-WM-04. -1 WS if all of them are on higher ground; in mixed and level cases nothing changes."""
    return -int(all(other - own >= LEVEL for other in foes))


def ground_height(battle: Battle, model: int) -> int:
    """How high a model stands, in ticks: on the highest ground under its centre."""
    if isinstance(battle.field, Press):
        return 0
    place = battle.field.place(model)
    return height_at(battle, place.x, place.y)


def height_at(battle: Battle, x: float, y: float) -> int:
    """How high the ground is at a point, in ticks."""
    raised = (ground for ground in battle.setup.grounds if ground.height)
    return max((ground.height for ground in raised if ground.outline.contains(x, y)), default=0)


def _of_ground(battle: Battle, table: Table, model: int, foes: tuple[int, ...]) -> int:
    own, others = ground_height(battle, model), tuple(ground_height(battle, foe) for foe in foes)
    modifier = of_higher_ground(own, others) + of_lower_ground(own, others)
    if modifier and (table.rule("WS-R-54") == "v052" or table.rule("WS-R-55") == "v052"):
        return 0
    return modifier


def _skill_of(battle: Battle, table: Table, foe: int) -> int:
    """WS-R-19. The printed WS; `weapon-adds`: and the best WS+ of its weapons."""
    traits: Traits = battle.traits(foe)
    bonus = max((weapon.WS for weapon in traits.melee_weapons), default=0)
    if bonus and table.rule("WS-R-19") == "weapon-adds":
        return traits.WS + bonus
    return traits.WS


def _has_walls(battle: Battle) -> bool:
    return any(ground.kind == "obstacle" for ground in battle.setup.grounds)
