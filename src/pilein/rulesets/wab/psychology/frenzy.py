"""Frenzy (WAB-FZ)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule
from pilein.rulesets.wab.rulebook import says
from pilein.rulesets.wab.state import Battle


def is_frenzied(battle: Battle, unit: int) -> bool:
    """Whether a unit is in frenzy: it has the rule, and has not been broken in combat."""
    return not battle.status(unit).frenzy_lost and has_rule(battle, unit, "Frenzy")


@says("WAB-FZ-01", without=False)
def has_to_charge(battle: Battle, unit: int) -> bool:
    """WAB-FZ-01. In the declaration step a frenzied unit has to declare a charge if an enemy is in reach."""
    return is_frenzied(battle, unit)


@says("WAB-FZ-02", without=False)
def stands_its_ground(battle: Battle, unit: int) -> bool:
    """WAB-FZ-02. When charged a frenzied unit cannot flee and cannot fire and flee."""
    return is_frenzied(battle, unit)


@says("WAB-FZ-06", without=False)
def never_panics(battle: Battle, unit: int) -> bool:
    """WAB-FZ-06. A frenzied unit never panics."""
    return is_frenzied(battle, unit)


def minds_hatred(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-R-65. Hatred and Stubborn do not work on the frenzied; they do under `frenzy-keeps-hatred`."""
    return not is_frenzied(battle, unit) or table.rule("WAB-R-65") == "frenzy-keeps-hatred"
