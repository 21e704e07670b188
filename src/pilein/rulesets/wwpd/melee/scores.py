"""The scores that hit, wound and save (WW-RS-02, WW-RS-04, WW-RS-05)."""

from pilein.dice.second_chances import LEAST, MOST, NEVER, SURE
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.profile import Traits, Weapon

EVEN = 4  # to hit between equals
BASIC = 2  # to wound without Toughness and Armor
SIX = 6
GOOD, BAD = 3, 5  # to hit by the reading wh40k-ws
OUT_OF_REACH = 4  # points of Toughness above the Strength that no blow gets through
PLAIN_SAVE = 7  # less the Armor, by the reading armour-save


def score_to_hit(table: Table, own: int, other: int) -> int:
    """WW-R-01. The score that hits: 4+, one easier or harder for each point of difference in skill."""
    if own == other:
        return EVEN
    reading = table.rule("WW-R-01")
    if reading == "wh40k-ws":
        return GOOD if own > other else BAD if other > 2 * own else EVEN
    return EVEN if reading == "flat-4" else settled(table, EVEN - own + other)


def score_to_wound(table: Table, weapon: Weapon, target: Traits) -> int:
    """WW-RS-04. Each hit is rolled to wound: 2+, one worse for each level of Toughness and Armor not cancelled."""
    if not table.holds("WW-RS-04"):
        return SURE
    if table.rule("WW-R-03") == "wh40k-wound":
        behind = target.toughness - weapon.massive
        return NEVER if behind >= OUT_OF_REACH else min(max(EVEN + behind, BASIC), SIX)
    armor = 0 if _saved_by_armor(table) else max(0, target.armor - weapon.ap)
    return settled(table, BASIC + max(0, target.toughness - weapon.massive) + armor)


def score_to_save(table: Table, weapon: Weapon, target: Traits) -> int:
    """WW-RS-05. Each wound is saved against by its owner: Defensive Save, less Melee Defense, plus Melee Offense."""
    reading = table.rule("WW-R-04")
    if reading == "none" or not table.holds("WW-RS-05"):
        return NEVER
    if reading == "armour-save":
        need = PLAIN_SAVE - target.armor + weapon.ap
        return NEVER if need >= PLAIN_SAVE else settled(table, need)
    return settled(table, target.save - target.melee_defense + weapon.melee_offense)


def settled(table: Table, need: int) -> int:
    """WW-R-02. What becomes of a score beyond the die: a second chance at a double, or none, or the nearest on it."""
    if BASIC <= need <= SIX:
        return need
    reading = table.rule("WW-R-02")
    if reading == "automatic":
        return SURE if need < BASIC else NEVER
    if reading == "clamped":
        return min(max(need, BASIC), SIX)
    return min(max(need, LEAST), MOST)


def _saved_by_armor(table: Table) -> bool:
    return table.rule("WW-R-04") == "armour-save"
