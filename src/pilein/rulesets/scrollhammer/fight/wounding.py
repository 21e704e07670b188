"""Rolling to wound (SH-WO)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import TOUGHNESS, unlike_traits
from pilein.rulesets.scrollhammer.fight.hitting import voted
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.state import Battle, Status

CANNOT = 7
MOST = 10  # SH-R-53: Strength with its bonuses
RENDING_AP = 5
DASH = -4


def score_to_wound(table: Table, strength: int, toughness: int) -> int:
    """SH-WO-01, SH-WO-02. The chart: Strength against Toughness, 2+ at best (SH-R-53).

    SH-WO-03. Where it has a dash, the Strength four or more too low, the attack cannot wound.
    """
    margin = strength - toughness
    if margin <= DASH and table.holds("SH-WO-03"):
        return CANNOT
    if not (table.holds("SH-WO-01") and table.holds("SH-WO-02")):
        return CANNOT
    return max(2, min(6, 4 - margin))


def strength_of_attack(table: Table, traits: Traits, status: Status, weapon: Weapon, *, mounted_foe: bool) -> int:
    """SH-WO-04. Strength is the profile's, whatever the weapon.

    SH-WO-05. Unless the weapon itself gives a bonus; at most 10 with it (SH-R-53).
    """
    strength = traits.S if table.holds("SH-WO-04") else 0
    bonus = _weapon_strength(status, weapon, mounted_foe=mounted_foe)
    if bonus and table.holds("SH-WO-05"):
        strength += bonus
    return max(1, min(MOST, strength))


def _weapon_strength(status: Status, weapon: Weapon, *, mounted_foe: bool) -> int:
    """What a weapon adds: always, to those who charged, or on meeting cavalry."""
    charging = weapon.charging_S if status.charged else 0
    meeting = weapon.cavalry_S if mounted_foe and not status.has_fought else 0
    return weapon.S + charging + meeting


def armour_piercing(status: Status, weapon: Weapon) -> int:
    """The AP of a blow."""
    return weapon.AP + (weapon.charging_AP if status.charged else 0)


def toughness_of_unit(battle: Battle, table: Table, unit: int) -> int:
    """SH-WO-07. Against mixed Toughness the majority value of the engaged models is used."""
    present = [traits.T for traits in unlike_traits(battle, unit, TOUGHNESS)]
    if len(present) == 1 or not table.holds("SH-WO-07"):
        return min(present)
    return of_tied_toughnesses(table, voted(battle, table, unit, TOUGHNESS))


def of_tied_toughnesses(table: Table, tied: tuple[int, ...]) -> int:
    """SH-WO-08. If Toughness values tie for majority, the highest of the tied ones counts."""
    return max(tied) if len(tied) == 1 or table.holds("SH-WO-08") else min(tied)


def meets_cavalry(battle: Battle, unit: int) -> bool:
    """Whether most of a unit is mounted."""
    if not any(is_mounted(traits) for traits in unlike_traits(battle, unit, is_mounted)):
        return False
    mounted = tuple(kind for kind in battle.field.kinds(unit) if is_mounted(battle.traits(kind)))
    others = tuple(kind for kind in battle.field.kinds(unit) if kind not in mounted)
    return not others or battle.field.largest(unit, (others, mounted)) > 0


def is_mounted(traits: Traits) -> bool:
    """Whether a model is cavalry."""
    return traits.type == "cavalry"


def rends(traits: Traits, weapon: Weapon) -> bool:
    """Rending: a natural 6 wounds whatever the Toughness, at AP 5. A Killing Blow rends."""
    return has_rule(traits, weapon, "Rending") or kills_outright(traits, weapon)


def kills_outright(traits: Traits, weapon: Weapon) -> bool:
    """Killing Blow: wounds by a natural 6 cause Instant Death."""
    return has_rule(traits, weapon, "Killing Blow")


def has_rule(traits: Traits, weapon: Weapon, rule: str) -> bool:
    """Whether the model or its weapon has a special rule."""
    return rule in traits.rules or rule in weapon.rules
