"""Frenzy and hatred. Frenzied units gain nothing from hatred (WAB-FZ, WAB-HA, WAB-R-65, WAB-R-66)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, living_traits, troop
from pilein.rulesets.wab.state import Battle

EVERYBODY = "Hatred"  # the rule of units that hate all their enemies


def is_frenzied(battle: Battle, unit: int) -> bool:
    """Whether a unit is in frenzy, because it has the rule and has not been broken in combat."""
    return not battle.status(unit).frenzy_lost and has_rule(battle, unit, "Frenzy")


def has_to_charge(battle: Battle, unit: int) -> bool:
    """Whether a frenzied unit must declare a charge in the declaration step if an enemy is in reach (WAB-FZ-01)."""
    return is_frenzied(battle, unit) and battle.holds("WAB-FZ-01")


def stands_its_ground(battle: Battle, unit: int) -> bool:
    """Whether a charged unit may neither flee nor fire and flee because it is frenzied (WAB-FZ-02)."""
    return is_frenzied(battle, unit) and battle.holds("WAB-FZ-02")


def minds_hatred(battle: Battle, table: Table, unit: int) -> bool:
    """Whether Hatred and Stubborn affect a unit. They do not affect a frenzied unit, except under `frenzy-keeps-hatred`
    (WAB-R-65).
    """
    return not is_frenzied(battle, unit) or table.rule("WAB-R-65") == "frenzy-keeps-hatred"


def hates(battle: Battle, unit: int, foe: int) -> bool:
    """Whether a unit hates an enemy, which is identified by its name, its troop type or the name of one of its
    profiles.
    """
    hated = {name for traits in living_traits(battle, unit) for name in traits.hates}
    if has_rule(battle, unit, EVERYBODY):
        return True
    if not hated:
        return False
    kinds = {kind.name for kind in battle.setup.kinds if kind.unit == foe}
    return not hated.isdisjoint({battle.unit(foe).name, troop(battle, foe), *kinds})


def bears_hatred(battle: Battle, unit: int) -> bool:
    """Whether a unit hates any enemy. A unit with the rule hates every enemy, and other units hate the enemies that
    their profiles name.
    """
    return has_rule(battle, unit, EVERYBODY) or any(traits.hates for traits in living_traits(battle, unit))


def hatred_works(battle: Battle, table: Table, unit: int) -> bool:
    """Whether hatred takes effect in a unit that has it. It does not while the unit is frenzied (WAB-R-65)."""
    return bears_hatred(battle, unit) and minds_hatred(battle, table, unit)
