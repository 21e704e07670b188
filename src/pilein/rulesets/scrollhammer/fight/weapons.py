"""Which weapons a model may fight with, and what they add to a blow (SH-WP, SH-AT-04, SH-AT-05)."""

from collections import Counter

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.state import Status

GENERIC = Weapon("bare weapon", "generic")  # SH-R-50: own Strength, AP 0, no effects
UNARMED = Weapon("bare hands", "generic", S=-1)  # SH-R-50 `unarmed-weak`
PAIR = 2


def weapons_to_fight_with(traits: Traits, status: Status, table: Table) -> tuple[Weapon, ...]:
    """SH-WP-01. A model may fight with any weapon in its hands; each profile is offered once.

    SH-WP-03. Striking with a thing that is no such weapon is striking with one generic close combat weapon.
    """
    hands = in_hand(traits, status)
    found: dict[Weapon, None] = {}
    for weapon in hands:
        if is_close_combat_weapon(weapon, table):
            found.setdefault(weapon)
    if found:
        return tuple(found) if table.holds("SH-WP-01") else (GENERIC,)
    is_generic = table.holds("SH-WP-03") if hands else table.rule("SH-R-50") == "default"
    return (GENERIC,) if is_generic else (UNARMED,)


def in_hand(traits: Traits, status: Status) -> tuple[Weapon, ...]:
    """SH-R-16. What it carries; after a Stand and Shoot the bow has been in hand and stays there for the turn."""
    shot = tuple(weapon for weapon in traits.weapons if weapon.shots)
    return shot if status.stood_and_shot and shot else traits.weapons


def is_close_combat_weapon(weapon: Weapon, table: Table) -> bool:
    """SH-WP-02. A ranged weapon, or one without a close combat rule, gives nothing in close combat.

    SH-WP-06. A staff counts as a spell, not as a close combat weapon, unless its own rules make it one.
    """
    if not weapon.melee and table.holds("SH-WP-02"):
        return False
    is_spell = weapon.base_type == "staff" and "melee" not in weapon.rules
    return not (is_spell and table.holds("SH-WP-06"))


def pair_bonus(traits: Traits, status: Status, table: Table) -> int:
    """SH-AT-04. One attack more for two melee weapons of the same base type in the hands.

    SH-AT-05. More than two weapons give nothing further.
    """
    held = [weapon for weapon in in_hand(traits, status) if is_close_combat_weapon(weapon, table)]
    alike = Counter(weapon.base_type for weapon in held if weapon.hands == 1)
    pairs = sum(count - 1 for count in alike.values())
    if not pairs and len(held) >= PAIR and table.rule("SH-R-49") == "any-two":
        pairs = 1
    if pairs > 1 and table.holds("SH-AT-05"):
        pairs = 1
    return pairs if pairs and table.holds("SH-AT-04") else 0
