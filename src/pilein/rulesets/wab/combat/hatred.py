"""Whom a unit hates (WAB-HA, WAB-R-66)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, living_traits, troop
from pilein.rulesets.wab.psychology.frenzy import minds_hatred
from pilein.rulesets.wab.state import Battle

EVERYBODY = "Hatred"  # the rule of those who hate all their enemies


def hates(battle: Battle, unit: int, foe: int) -> bool:
    """Whether a unit hates an enemy: by its name, its troop type or that of a profile in it."""
    hated = {name for traits in living_traits(battle, unit) for name in traits.hates}
    if has_rule(battle, unit, EVERYBODY):
        return True
    if not hated:
        return False
    kinds = {kind.name for kind in battle.setup.kinds if kind.unit == foe}
    return not hated.isdisjoint({battle.unit(foe).name, troop(battle, foe), *kinds})


def hatred_works(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-R-65. Whether hatred works on a unit that has it: not while it is frenzied."""
    bears = has_rule(battle, unit, EVERYBODY) or any(traits.hates for traits in living_traits(battle, unit))
    return bears and minds_hatred(battle, table, unit)
