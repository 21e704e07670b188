"""Stubborn units, and whoever gives ground instead of fleeing (WAB-SB-02, WAB-R-67, WAB-R-69)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, strength
from pilein.rulesets.wab.ground.contact import foes
from pilein.rulesets.wab.psychology.frenzy import minds_hatred
from pilein.rulesets.wab.state import Battle

TWICE = 2


def is_stubborn(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit is stubborn; not while it is frenzied (WAB-R-65)."""
    return has_rule(battle, unit, "Stubborn") and minds_hatred(battle, table, unit)


def gives_ground_instead(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit that has failed its break test gives ground: if it is stubborn, or by `outnumber-2to1`."""
    return stands_once(battle, table, unit) or outnumbers_twice(battle, table, unit)


def stands_once(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-SB-02. A stubborn unit that fails its break test gives ground, once, instead of fleeing.

    WAB-R-67: once in the battle; `once-per-combat`: once against the same enemies; `every-failure`: always.
    """
    if not is_stubborn(battle, table, unit):
        return False
    may_again = not battle.status(unit).stubborn_used or table.rule("WAB-R-67") == "every-failure"
    return may_again and table.holds("WAB-SB-02")


def outnumbers_twice(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-R-69 `outnumber-2to1`. Whether a beaten unit outnumbers its foes twice over, where that lets it hold."""
    enemies = sum(strength(battle, table, foe) for foe in foes(battle, unit))
    return strength(battle, table, unit) >= TWICE * enemies and table.rule("WAB-R-69") == "outnumber-2to1"


def restored(battle: Battle, table: Table) -> Battle:
    """WAB-R-67 `once-per-combat`. A unit that gave ground and has left combat may do so again in the next."""
    for unit in battle.setup.units:
        number = unit.number
        is_free = battle.status(number).stubborn_used and not foes(battle, number)
        if is_free and table.rule("WAB-R-67") == "once-per-combat":
            battle = battle.having(number, stubborn_used=False)
    return battle
