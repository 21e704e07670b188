"""Whether a unit can hurt the enemies it is locked with (SH-R-68)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.attacks import kinds_able
from pilein.rulesets.scrollhammer.fight.weapons import weapons_to_fight_with
from pilein.rulesets.scrollhammer.fight.wounding import (
    CANNOT,
    meets_cavalry,
    rends,
    score_to_wound,
    strength_of_blow,
    toughness_of_unit,
)
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.result.opponents import foes_of_the_round
from pilein.rulesets.scrollhammer.state import Battle


def cannot_hurt(battle: Battle, table: Table, unit: int) -> bool:
    """SH-R-68. No blow of the unit could wound any enemy unit it is locked with; `one-suffices`: or one of several."""
    foes = foes_of_the_round(battle, unit)
    unhurt = [foe for foe in foes if not can_hurt(battle, table, unit, foe)]
    if not unhurt:
        return False
    return len(unhurt) == len(foes) or table.rule("SH-R-68") == "one-suffices"


def can_hurt(battle: Battle, table: Table, unit: int, foe: int) -> bool:
    """Whether any living model of a unit has a blow that could wound a unit."""
    toughness = toughness_of_unit(battle, table, foe)
    able = kinds_able(battle, table, unit)
    for kind in able:
        weapons = weapons_to_fight_with(battle.traits(kind), battle.status(unit), table)
        if any(_wounds(battle, kind, weapon, foe, toughness) for weapon in weapons):
            return True
    return bool(able) and table.rule("SH-R-53") == "six-wounds"


def _wounds(battle: Battle, kind: int, weapon: Weapon, foe: int, toughness: int) -> bool:
    traits = battle.traits(kind)
    status = battle.status(battle.setup.kinds[kind].unit)
    strength = strength_of_blow(traits, status, weapon, mounted_foe=meets_cavalry(battle, foe))
    return score_to_wound(strength, toughness) != CANNOT or rends(traits, weapon)
