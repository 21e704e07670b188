"""Which weapons a model may fight with, and what they add to a blow (SH-WP, SH-AT-04, SH-AT-05)."""

from collections import Counter

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.rulebook import says
from pilein.rulesets.scrollhammer.state import Status

GENERIC = Weapon("bare weapon", "generic")  # SH-R-50: own Strength, AP 0, no effects
UNARMED = Weapon("bare hands", "generic", S=-1)  # SH-R-50 `unarmed-weak`
NOTHING: tuple[Weapon, ...] = (GENERIC,)
PAIR = 2


@says("SH-WP-01", without=NOTHING)
def weapons_to_fight_with(traits: Traits, status: Status, table: Table) -> tuple[Weapon, ...]:
    """SH-WP-01. A model may fight with any weapon in its hands; each profile is offered once."""
    hands = in_hand(traits, status)
    found: dict[Weapon, None] = {}
    for weapon in hands:
        if grants_something(weapon):
            found.setdefault(weapon)
    if found:
        return tuple(found)
    return (generic(),) if hands or table.rule("SH-R-50") == "default" else (UNARMED,)


def in_hand(traits: Traits, status: Status) -> tuple[Weapon, ...]:
    """SH-R-16. What it carries; after a Stand and Shoot the bow has been in hand and stays there for the turn."""
    shot = tuple(weapon for weapon in traits.weapons if weapon.shots)
    return shot if status.stood_and_shot and shot else traits.weapons


@says("SH-WP-02", without=True)
def grants_something(weapon: Weapon) -> bool:
    """SH-WP-02. A ranged weapon, or one without a close combat rule, gives nothing in close combat."""
    return weapon.melee and is_a_weapon(weapon)


@says("SH-WP-03", without=UNARMED)
def generic() -> Weapon:
    """SH-WP-03. Striking with such a thing is striking with one generic close combat weapon."""
    return GENERIC


@says("SH-WP-06", without=True)
def is_a_weapon(weapon: Weapon) -> bool:
    """SH-WP-06. A staff counts as a spell, not as a close combat weapon, unless its own rules make it one."""
    return weapon.base_type != "staff" or "melee" in weapon.rules


@says("SH-AT-04", without=0)
def pair_bonus(traits: Traits, status: Status, table: Table) -> int:
    """SH-AT-04. One attack more for two melee weapons of the same base type in the hands."""
    held = [weapon for weapon in in_hand(traits, status) if grants_something(weapon)]
    alike = Counter(weapon.base_type for weapon in held if weapon.hands == 1)
    pairs = sum(count - 1 for count in alike.values())
    if not pairs and len(held) >= PAIR and table.rule("SH-R-49") == "any-two":
        pairs = 1
    return at_most_one(pairs)


@says("SH-AT-05", without=lambda pairs: pairs)
def at_most_one(pairs: int) -> int:
    """SH-AT-05. More than two weapons give nothing further."""
    return min(pairs, 1)
