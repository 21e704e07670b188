"""Rolling to wound (SH-WO)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import TOUGHNESS, traits_present, unlike_traits
from pilein.rulesets.scrollhammer.fight.hitting import voted
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.rulebook import says
from pilein.rulesets.scrollhammer.state import Battle, Status

CANNOT = 7
MOST = 10  # SH-R-53: Strength with its bonuses
RENDING_AP = 5
DASH = -4


@says("SH-WO-01", "SH-WO-02", without=CANNOT)
def score_to_wound(strength: int, toughness: int) -> int:
    """SH-WO-01, SH-WO-02. The chart: Strength against Toughness, 2+ at best (SH-R-53)."""
    margin = strength - toughness
    if cannot_wound(margin):
        return CANNOT
    return max(2, min(6, 4 - margin))


@says("SH-WO-03", without=False)
def cannot_wound(margin: int) -> bool:
    """SH-WO-03. Where the chart has a dash, the Strength four or more too low, the attack cannot wound."""
    return margin <= DASH


@says("SH-WO-04", without=0)
def strength_of_blow(traits: Traits, status: Status, weapon: Weapon, *, mounted_foe: bool) -> int:
    """SH-WO-04. Strength is the profile's, whatever the weapon, at most 10 with bonuses."""
    return max(1, min(MOST, traits.S + weapon_strength(status, weapon, mounted_foe=mounted_foe)))


@says("SH-WO-05", without=0)
def weapon_strength(status: Status, weapon: Weapon, *, mounted_foe: bool) -> int:
    """SH-WO-05. Unless the weapon itself gives a bonus: always, to those who charged, or on meeting cavalry."""
    charging = weapon.charging_S if status.charged else 0
    meeting = weapon.cavalry_S if mounted_foe and not status.has_fought else 0
    return weapon.S + charging + meeting


def armour_piercing(status: Status, weapon: Weapon) -> int:
    """The AP of a blow."""
    return weapon.AP + (weapon.charging_AP if status.charged else 0)


@says("SH-WO-07", without=lambda battle, _table, unit: min(_toughnesses(battle, unit)))
def toughness_of_unit(battle: Battle, table: Table, unit: int) -> int:
    """SH-WO-07. Against mixed Toughness the majority value of the engaged models is used."""
    return highest_of_the_tied_toughnesses(voted(battle, table, unit, TOUGHNESS))


@says("SH-WO-08", without=min)
def highest_of_the_tied_toughnesses(tied: tuple[int, ...]) -> int:
    """SH-WO-08. If Toughness values tie for majority, the highest of the tied ones counts."""
    return max(tied)


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


def _toughnesses(battle: Battle, unit: int) -> list[int]:
    return [traits.T for traits in traits_present(battle, unit)]
