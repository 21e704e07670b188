"""Number of attacks of a model (SH-AT), and weapons that the model fights with (SH-WP)."""

from collections import Counter

from pilein.dice import D3s
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.contact import Engaged
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.state import Battle, Status

STOPPED = "stopped"  # mark of an effect that prevents a model from striking


def is_able(battle: Battle, table: Table, model: int) -> bool:
    """Whether a model can attack and therefore must (SH-AT-01). A model without WS or Attacks cannot (SH-R-85)."""
    traits = battle.traits(battle.setup.kind_of[model])
    if traits.WS == 0 or (model, STOPPED) in battle.marks:
        return False
    has_attacks = traits.A > 0 or (has_bonus(battle, table, model) and table.rule("SH-R-85") == "bonus-lifts")
    return has_attacks and table.holds("SH-AT-01")


def kinds_able(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Kinds of a unit's models of which at least one living model can strike."""
    if battle.marks or battle.is_on_table:
        able = (model for model in battle.field.models(unit) if is_able(battle, table, model))
        return tuple(sorted({battle.setup.kind_of[model] for model in able}))
    first = battle.setup.first_of_kind
    return tuple(kind for kind in battle.field.kinds(unit) if is_able(battle, table, first[kind]))


def attacks_of(battle: Battle, table: Table, one: Engaged) -> int:
    """Number of attacks of an engaged model: its profile Attacks plus its bonuses (SH-AT-02)."""
    attacks = battle.traits(battle.setup.kind_of[one.model]).A + bonus_of(battle, table, one)
    return attacks if table.holds("SH-AT-02") else 0


def bonus_of(battle: Battle, table: Table, one: Engaged) -> int:
    """Number of bonus attacks of an engaged model. Bonus attacks that are rolled for are not included."""
    kind = battle.setup.kind_of[one.model]
    unit = battle.setup.unit_of[one.model]
    return charge_bonus(battle, table, one) + pair_bonus(battle.traits(kind), battle.status(unit), table)


def has_bonus(battle: Battle, table: Table, model: int) -> bool:
    """Whether a model earns any bonus attacks, including attacks whose number is rolled."""
    unit, kind = battle.setup.unit_of[model], battle.setup.kind_of[model]
    return bonus_of(battle, table, Engaged(model, 0, ())) > 0 or rampages(battle, table, unit, battle.traits(kind))


def charge_bonus(battle: Battle, table: Table, one: Engaged) -> int:
    """Extra attack this turn for a model that charged or counter-attacked (SH-AT-03)."""
    status = battle.status(battle.setup.unit_of[one.model])
    if status.counter_attacked or (status.charged and _charge_counts(battle, table, one)):
        return table.number("SH-AT-03") if table.holds("SH-AT-03") else 0
    return 0


def rampage(battle: Battle, table: Table, unit: int, traits: Traits, models: int) -> int:
    """Extra attacks from Rampage: D3 for each model if enemies outnumber friends (SH-AT-06)."""
    if not rampages(battle, table, unit, traits):
        return 0
    return int(table.roll(D3s(models, label="rampage", by=battle.unit(unit).name)))


def rampages(battle: Battle, table: Table, unit: int, traits: Traits) -> bool:
    """Whether models with the given traits gain attacks from Rampage in the current combat (SH-AT-06)."""
    may = traits.has("Rampage") and battle.fight is not None and _is_outnumbered(battle, unit)
    return may and table.holds("SH-AT-06")


def _charge_counts(battle: Battle, table: Table, one: Engaged) -> bool:
    """Whether a model that charged earns the extra attack for charging (SH-R-48).

    The model always earns the attack, with two exceptions: under `disordered` if its unit charged several units, and
    under `movers-only` if the model was not in contact.
    """
    reading = table.rule("SH-R-48")
    if reading == "disordered" and battle.status(battle.setup.unit_of[one.model]).charged_several:
        return False
    return reading != "movers-only" or _moved_into_contact(battle, one)


def _moved_into_contact(battle: Battle, one: Engaged) -> bool:
    """Whether a model touched an enemy when the charges ended or, in the press, is now in the front rank (SH-R-48)."""
    if battle.fight is None or not battle.fight.began.opened:
        return one.depth == 0
    return any(model == one.model and depth == 0 for model, depth, _ in battle.fight.began.opened)


def _is_outnumbered(battle: Battle, unit: int) -> bool:
    side = battle.side(unit)
    friends = sum(battle.living(one) for one in battle.combat.units if battle.side(one) == side)
    return sum(battle.living(one) for one in battle.combat.units) - friends > friends


# --- Weapons to fight with, and the attacks they add (SH-WP, SH-AT-04, SH-AT-05) ---------------------------------


GENERIC = Weapon("bare weapon", "generic")  # SH-R-50: own Strength, AP 0, no effects
UNARMED = Weapon("bare hands", "generic", S=-1)  # SH-R-50 `unarmed-weak`
PAIR = 2
STAFF = "staff"  # base type
MELEE = "melee"  # the rule of a staff that makes it a close combat weapon


def weapons_to_fight_with(traits: Traits, status: Status, table: Table) -> tuple[Weapon, ...]:
    """Weapons that a model may fight with: the close combat weapons in its hands (SH-WP-01). Identical weapons are
    listed once.

    A model that holds no close combat weapon strikes with one generic close combat weapon (SH-WP-03).
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
    """Weapons in a model's hands. After Stand and Shoot the model holds only its bow for the rest of the turn
    (SH-R-16).
    """
    shot = tuple(weapon for weapon in traits.weapons if weapon.shots)
    return shot if status.stood_and_shot and shot else traits.weapons


def is_close_combat_weapon(weapon: Weapon, table: Table) -> bool:
    """Whether a weapon counts as a close combat weapon. Ranged weapons, and weapons with no close combat rule, do not
    (SH-WP-02).

    A staff counts as a spell instead, unless its own rules make it a close combat weapon (SH-WP-06).
    """
    is_melee = MELEE in weapon.rules
    if not (weapon.melee or is_melee) and table.holds("SH-WP-02"):
        return False
    is_spell = weapon.base_type == STAFF and not is_melee
    return not (is_spell and table.holds("SH-WP-06"))


def pair_bonus(traits: Traits, status: Status, table: Table) -> int:
    """Extra attack for wielding two melee weapons of the same base type (SH-AT-04).

    More than two weapons give no further attack (SH-AT-05).
    """
    held = [weapon for weapon in in_hand(traits, status) if is_close_combat_weapon(weapon, table)]
    alike = Counter(weapon.base_type for weapon in held if weapon.hands == 1)
    pairs = sum(count - 1 for count in alike.values())
    if not pairs and len(held) >= PAIR and table.rule("SH-R-49") == "any-two":
        pairs = 1
    if pairs > 1 and table.holds("SH-AT-05"):
        pairs = 1
    return pairs * table.number("SH-AT-04") if pairs and table.holds("SH-AT-04") else 0
