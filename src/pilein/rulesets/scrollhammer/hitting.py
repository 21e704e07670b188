"""Rolling to hit (SH-HI) and to wound (SH-WO)."""

from collections import Counter
from collections.abc import Iterable

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import SKILL, TOUGHNESS, Value, kinds_by_nature, unlike_traits
from pilein.rulesets.scrollhammer.contact import deep, engaged_models, has_spears, reach
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.state import Battle, Status
from pilein.tabletop.press import Press

AUTOMATIC = 1
IMPOSSIBLE = 7


def score_to_hit(table: Table, own: int, enemy: int) -> int:
    """Score needed to hit, from the striker's and the enemy's WS (SH-HI-01, SH-HI-03). An enemy with WS 0 is hit
    without a roll (SH-R-51).
    """
    if enemy == 0:
        return AUTOMATIC
    if not (table.holds("SH-HI-01") and table.holds("SH-HI-03")):
        return IMPOSSIBLE
    if own > enemy:
        return table.number("SH-HI-03.better")
    is_much_worse = enemy > table.number("SH-HI-03.times") * own
    return table.number("SH-HI-03.worse" if is_much_worse else "SH-HI-03.even")


def own_skill(battle: Battle, table: Table, kind: int) -> int:
    """WS with which a model strikes: its own, even in a unit with mixed WS (SH-HI-04)."""
    alike = kinds_by_nature(battle.setup, battle.setup.kinds[kind].unit, SKILL)
    if len(alike) > 1 and not table.holds("SH-HI-04"):
        kind = alike[0][0]
    return battle.traits(kind).WS


def skill_of_unit(battle: Battle, table: Table, unit: int) -> int:
    """WS used to hit a unit: the WS of the majority of its engaged models (SH-HI-05). If several values tie for the
    majority, the highest counts (SH-HI-06).
    """
    present = [traits.WS for traits in unlike_traits(battle, unit, SKILL)]
    if not _is_voted_on(battle, table, unit, SKILL, present) or not table.holds("SH-HI-05"):
        return max(present)
    tied = voted(battle, table, unit, SKILL)
    return max(tied) if len(tied) == 1 or table.holds("SH-HI-06") else min(tied)


def _is_voted_on(battle: Battle, table: Table, unit: int, value: Value, present: list[int]) -> bool:
    """Whether the models of a unit vote on a value because they differ in it.

    With `fixed-at-start` votes (SH-R-52) they vote even if all the surviving models have the same value.
    """
    if len(present) > 1:
        return True
    is_mixed = len(kinds_by_nature(battle.setup, unit, value)) > 1
    return is_mixed and battle.fight is not None and table.rule("SH-R-52") == "fixed-at-start"


def voted(battle: Battle, table: Table, unit: int, value: Value) -> tuple[int, ...]:
    """Value held by most voters in a mixed unit, or all tied values."""
    reading = table.rule("SH-R-52")
    if not battle.is_on_table and reading == "default" and not has_spears(battle.setup, unit):
        return _voted_in_press(battle, battle.press, unit, value)
    return leading(value(traits) for traits in _voters(battle, table, unit, reading))


def leading(votes: Iterable[int]) -> tuple[int, ...]:
    """Value with the most votes, or all tied values."""
    counted = Counter(votes)
    most = max(counted.values())
    return tuple(value for value, count in counted.items() if count == most)


def _voted_in_press(battle: Battle, press: Press, unit: int, value: Value) -> tuple[int, ...]:
    """Value held by most voters in the press, where engaged models come first in a unit. Only the leading values are
    read.
    """
    groups = kinds_by_nature(battle.setup, unit, value)
    leaders = press.leaders(unit, groups, deep(battle, unit, battle.combat.units))
    return tuple(value(battle.traits(groups[place][0])) for place in leaders)


def _voters(battle: Battle, table: Table, unit: int, reading: str) -> list[Traits]:
    """Traits of the voters, one for each model: the models engaged at this step, or all models if none is engaged. The
    options `whole-unit` and `fixed-at-start` select other models (SH-R-52).
    """
    engaged = [] if reading == "whole-unit" else _traits(battle, _electorate(battle, table, unit, reading))
    return engaged or _traits(battle, battle.field.models(unit))


def voters_at_the_start(battle: Battle, table: Table, units: tuple[int, ...]) -> tuple[int, ...]:
    """Kinds of the models engaged when a combat begins in the press, or () if this does not matter (SH-R-52
    `fixed-at-start`).

    Kinds are recorded rather than models, because models in the press are renumbered after losses.
    """
    if battle.is_on_table or all(_is_of_one_kind(battle, unit) for unit in units):
        return ()
    if table.rule("SH-R-52") != "fixed-at-start":
        return ()
    return tuple(battle.setup.kind_of[model] for model in sorted(reach(battle, table, units)))


def _is_of_one_kind(battle: Battle, unit: int) -> bool:
    return len(battle.field.kinds(unit)) == 1


def _electorate(battle: Battle, table: Table, unit: int, reading: str) -> list[int]:
    setup = battle.setup
    if reading == "fixed-at-start" and battle.combat.began.voters:
        return [setup.first_of_kind[kind] for kind in battle.combat.began.voters if setup.kinds[kind].unit == unit]
    if reading == "fixed-at-start" and battle.combat.began.opened:
        return [one[0] for one in battle.combat.began.opened if setup.unit_of[one[0]] == unit]
    return [one.model for one in engaged_models(battle, table, unit)]


def _traits(battle: Battle, models: Iterable[int]) -> list[Traits]:
    return [battle.traits(battle.setup.kind_of[model]) for model in models]


# --- Rolling to wound (SH-WO) ------------------------------------------------------------------------------------


CANNOT = 7
RENDING_AP = 5


def score_to_wound(table: Table, strength: int, toughness: int) -> int:
    """Score needed to wound, from Strength and Toughness, never better than 2+ (SH-WO-01, SH-WO-02, SH-R-53).

    An attack whose Strength is four or more below the Toughness has a dash in the chart and cannot wound (SH-WO-03).
    """
    margin = strength - toughness
    if margin <= -table.number("SH-WO-03") and table.holds("SH-WO-03"):
        return CANNOT
    if not (table.holds("SH-WO-01") and table.holds("SH-WO-02")):
        return CANNOT
    best, worst = table.number("SH-WO-02.best"), table.number("SH-WO-02.worst")
    return max(best, min(worst, table.number("SH-WO-02.even") - margin))


def strength_of_attack(table: Table, traits: Traits, status: Status, weapon: Weapon, *, mounted_foe: bool) -> int:
    """Strength of an attack, up to 10: the profile's Strength (SH-WO-04) plus any bonus of the weapon (SH-WO-05,
    SH-R-53).
    """
    strength = traits.S if table.holds("SH-WO-04") else 0
    bonus = _weapon_strength(status, weapon, mounted_foe=mounted_foe)
    if bonus and table.holds("SH-WO-05"):
        strength += bonus
    return max(1, min(table.number("SH-WO-05"), strength))


def _weapon_strength(status: Status, weapon: Weapon, *, mounted_foe: bool) -> int:
    """Strength bonus of a weapon. Some bonuses always apply, some only after a charge, and some only against
    cavalry.
    """
    charging = weapon.charging_S if status.charged else 0
    meeting = weapon.cavalry_S if mounted_foe and not status.has_fought else 0
    return weapon.S + charging + meeting


def armour_piercing(status: Status, weapon: Weapon) -> int:
    """Armour Piercing (AP) of an attack."""
    return weapon.AP + (weapon.charging_AP if status.charged else 0)


def toughness_of_unit(battle: Battle, table: Table, unit: int) -> int:
    """Toughness of a unit: the Toughness of the majority of its engaged models (SH-WO-07)."""
    present = [traits.T for traits in unlike_traits(battle, unit, TOUGHNESS)]
    if not _is_voted_on(battle, table, unit, TOUGHNESS, present) or not table.holds("SH-WO-07"):
        return min(present)
    return of_tied_toughnesses(table, voted(battle, table, unit, TOUGHNESS))


def of_tied_toughnesses(table: Table, tied: tuple[int, ...]) -> int:
    """Highest of the Toughness values that tie for the majority (SH-WO-08)."""
    return max(tied) if len(tied) == 1 or table.holds("SH-WO-08") else min(tied)


def meets_cavalry(battle: Battle, unit: int) -> bool:
    """Whether most models of a unit are mounted."""
    if not any(is_mounted(traits) for traits in unlike_traits(battle, unit, is_mounted)):
        return False
    mounted = tuple(kind for kind in battle.field.kinds(unit) if is_mounted(battle.traits(kind)))
    others = tuple(kind for kind in battle.field.kinds(unit) if kind not in mounted)
    return not others or battle.field.largest(unit, (others, mounted)) > 0


def is_mounted(traits: Traits) -> bool:
    """Whether a model is cavalry."""
    return traits.type == "cavalry"


def rends(traits: Traits, weapon: Weapon) -> bool:
    """Whether an attack has Rending: a natural 6 always wounds, with AP 5. An attack with Killing Blow rends
    as well.
    """
    return has_rule(traits, weapon, "Rending") or kills_outright(traits, weapon)


def kills_outright(traits: Traits, weapon: Weapon) -> bool:
    """Whether an attack has Killing Blow, so that wounds from a natural 6 cause Instant Death."""
    return has_rule(traits, weapon, "Killing Blow")


def has_rule(traits: Traits, weapon: Weapon, rule: str) -> bool:
    """Whether a model or its weapon has the given special rule."""
    return rule in traits.rules or rule in weapon.rules
