"""Frenzy, and hatred, which does not affect frenzied units (WAB-FZ, WAB-HA, WAB-R-65, WAB-R-66)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, living_traits, troop
from pilein.rulesets.wab.state import Battle

EVERYBODY = "Hatred"  # the rule of units that hate all their enemies


def is_frenzied(battle: Battle, unit: int) -> bool:
    """Whether a unit is in frenzy: it has the rule, and has not been broken in combat."""
    return not battle.status(unit).frenzy_lost and has_rule(battle, unit, "Frenzy")


def has_to_charge(battle: Battle, unit: int) -> bool:
    """WAB-FZ-01. In the declaration step a frenzied unit must declare a charge if an enemy is in reach."""
    return is_frenzied(battle, unit) and battle.holds("WAB-FZ-01")


def stands_its_ground(battle: Battle, unit: int) -> bool:
    """WAB-FZ-02. When charged a frenzied unit cannot flee and cannot fire and flee."""
    return is_frenzied(battle, unit) and battle.holds("WAB-FZ-02")


def minds_hatred(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-R-65. Hatred and Stubborn do not affect frenzied units; they do under `frenzy-keeps-hatred`."""
    return not is_frenzied(battle, unit) or table.rule("WAB-R-65") == "frenzy-keeps-hatred"


def hates(battle: Battle, unit: int, foe: int) -> bool:
    """Whether a unit hates an enemy: by its name, its troop type or the type of one of its profiles."""
    hated = {name for traits in living_traits(battle, unit) for name in traits.hates}
    if has_rule(battle, unit, EVERYBODY):
        return True
    if not hated:
        return False
    kinds = {kind.name for kind in battle.setup.kinds if kind.unit == foe}
    return not hated.isdisjoint({battle.unit(foe).name, troop(battle, foe), *kinds})


def bears_hatred(battle: Battle, unit: int) -> bool:
    """Whether a unit hates any enemy: every enemy by the rule, or those its profiles name."""
    return has_rule(battle, unit, EVERYBODY) or any(traits.hates for traits in living_traits(battle, unit))


def hatred_works(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-R-65. Whether hatred works on a unit that has it: not while it is frenzied."""
    return bears_hatred(battle, unit) and minds_hatred(battle, table, unit)
