"""Expected value of attacks: the average Wounds that one attack costs an enemy unit (SH-FS-06)."""

from functools import lru_cache

from msgspec.structs import replace

from pilein.dice import Pool, Volley, mean
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import WOUNDS, unlike_traits
from pilein.rulesets.scrollhammer.fight.allocation import dies_outright
from pilein.rulesets.scrollhammer.fight.directing import Strikers, heads_of
from pilein.rulesets.scrollhammer.fight.striking import attack_roll_of, groups_of, volley_of
from pilein.rulesets.scrollhammer.saves import LATER, SIX, save_against
from pilein.rulesets.scrollhammer.state import Battle, DeclaredAttacks, Wounds

Head = tuple[int, int]  # index of the weapon, enemy unit


def worth_of(battle: Battle, table: Table, kind: int, head: Head) -> float:
    """Expected Wounds that one attack of a kind of model inflicts on one unit with one weapon. The battle must have a
    current fight.

    Natural sixes of Rending attacks are computed separately, because they have their own AP and may be Killing
    Blows.
    """
    weapon, foe = head
    declared = DeclaredAttacks(battle.setup.kinds[kind].unit, kind, weapon, foe, 1)
    (group,) = groups_of(battle.exchanging(declared=(declared,)), table)
    volley = volley_of(battle, table, replace(group, saved_by=LATER), (foe,))
    roll, victim = attack_roll_of(group, volley), _usual_model(battle, foe)
    plain = _expected(volley, "wounds") * _lost_each(battle, table, roll.wounds, victim)
    if not volley.six_wounds:
        return plain
    return plain + _expected(volley, "sixes") * _lost_each(battle, table, roll.rending, victim)


def worths_of(battle: Battle, table: Table, group: Strikers) -> tuple[tuple[Head, float], ...]:
    """Expected Wounds of each attack of a group, for every weapon and enemy unit available at this step."""
    return tuple((head, worth_of(battle, table, group.kind, head)) for head in heads_of(battle, table, group))


def wounds_left(battle: Battle, unit: int) -> int:
    """Total number of Wounds that the models of a unit have left."""
    field, kind_of = battle.field, battle.setup.kind_of
    if all(traits.W == 1 for traits in unlike_traits(battle, unit, WOUNDS)):
        return field.living(unit)
    return sum(battle.traits(kind_of[model]).W - field.wounds_lost(model) for model in field.models(unit))


@lru_cache(maxsize=4096)
def _expected(volley: Volley, what: str) -> float:
    """Expected number of wounds from a volley, or expected number of natural sixes to wound."""
    distribution = Pool((replace(volley, keep=(what,)),), ()).weights()
    return float(mean(tuple((kept[0][0], weight) for (kept, _), weight in distribution)))


def _usual_model(battle: Battle, unit: int) -> int:
    """First model of a unit's most common kind."""
    kinds = [number for number, kind in enumerate(battle.setup.kinds) if kind.unit == unit]
    most = battle.field.largest(unit, tuple((kind,) for kind in kinds)) if len(kinds) > 1 else 0
    return battle.setup.first_of_kind[kinds[most]]


def _lost_each(battle: Battle, table: Table, wound: Wounds, victim: int) -> float:
    """Average number of Wounds that a wound costs its victim, given the victim's save. An unsaved wound costs one
    Wound, or all the model's Wounds if the model dies outright.
    """
    traits = battle.traits(battle.setup.kind_of[victim])
    score = save_against(battle.side(wound.unit), table, traits, wound.AP, no_armour=wound.no_armour)
    lost = traits.W if dies_outright(battle, table, wound, victim) else 1
    return lost * min(max(score - 1, 0), SIX) / SIX
