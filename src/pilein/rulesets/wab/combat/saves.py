"""Saves: what is taken off them, and the score that is left (WAB-SV)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.combat.armour import BEST, NONE, Threat, basic_save
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.rulebook import says

UNHELPED = 3  # the highest strength that takes nothing off a save
LEAST = 2  # a natural 1 fails


def save_needed(traits: Traits, threat: Threat, table: Table) -> int:
    """The score needed on a D6 to save, 7 where there is no save (WAB-R-84).

    A natural 1 fails; under `one-plus-auto` a save of 1+ always succeeds against strength 3 or less: 1, without dice.
    """
    basic = basic_save(traits, threat, table)
    need = min(NONE, basic - taken_off(threat.modifier)) if basic < NONE else NONE
    if basic == BEST and threat.strength <= UNHELPED and table.rule("WAB-R-84") == "one-plus-auto":
        return BEST
    return max(LEAST, need)


@says("WAB-SV-01", without=0)
def taken_off(modifier: int) -> int:
    """WAB-SV-01. The strength of the attack takes its modifier off the saving roll."""
    return modifier


@says("WAB-SV-02", without=0)
def strength_modifier(strength: int) -> int:
    """WAB-SV-02. Strength 4 takes off 1, and each point above it 1 more; strength 1 to 3 nothing (WAB-R-25)."""
    return min(0, UNHELPED - strength)
