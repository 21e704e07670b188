"""Expected value of attacks: the Wounds that one attack costs an enemy unit on average (SH-FS-06)."""

from functools import lru_cache

from msgspec.structs import replace

from pilein.dice import Pool, Target, Volley, mean
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.allocation import dies_outright
from pilein.rulesets.scrollhammer.characteristics import WOUNDS, unlike_traits
from pilein.rulesets.scrollhammer.directing import Strikers, heads_of
from pilein.rulesets.scrollhammer.saves import LATER, save_against
from pilein.rulesets.scrollhammer.state import Battle, DeclaredAttacks, Wounds
from pilein.rulesets.scrollhammer.striking import Group, groups_of, volley_of

Head = tuple[int, int]  # index of the weapon, enemy unit


def worth_of(battle: Battle, table: Table, kind: int, head: Head) -> float:
    """The expected Wounds that one attack of a kind, with one weapon on one unit, costs it; needs a fight under way."""
    weapon, foe = head
    declared = DeclaredAttacks(battle.setup.kinds[kind].unit, kind, weapon, foe, 1)
    (group,) = groups_of(battle.exchanging(declared=(declared,)), table)
    victim = _usual_model(battle, foe)
    if group.saved_by == LATER:
        group = replace(group, saved_by=_score_of_save(battle, table, group, victim))
    volley = volley_of(battle, table, group, (foe,))
    return _unsaved(replace(volley, keep=())) * _wounds_each(battle, table, group, victim)


def worths_of(battle: Battle, table: Table, group: Strikers) -> tuple[tuple[Head, float], ...]:
    """The expected Wounds of each attack of a group, for each weapon and enemy unit it may choose at this step."""
    return tuple((head, worth_of(battle, table, group.kind, head)) for head in heads_of(battle, table, group))


def wounds_left(battle: Battle, unit: int) -> int:
    """All the Wounds that the models of a unit still have."""
    field, kind_of = battle.field, battle.setup.kind_of
    if all(traits.W == 1 for traits in unlike_traits(battle, unit, WOUNDS)):
        return field.living(unit)
    return sum(battle.traits(kind_of[model]).W - field.wounds_lost(model) for model in field.models(unit))


@lru_cache(maxsize=4096)
def _unsaved(volley: Volley) -> float:
    distribution = Pool((volley,), (Target(volley.dice),)).weights()
    return float(mean(tuple((lost[0], weight) for (_, lost), weight in distribution)))


def _usual_model(battle: Battle, unit: int) -> int:
    """The first model of the kind that most models of a unit are of."""
    kinds = [number for number, kind in enumerate(battle.setup.kinds) if kind.unit == unit]
    most = battle.field.largest(unit, tuple((kind,) for kind in kinds)) if len(kinds) > 1 else 0
    return battle.setup.first_of_kind[kinds[most]]


def _score_of_save(battle: Battle, table: Table, group: Group, victim: int) -> int:
    traits = battle.traits(battle.setup.kind_of[victim])
    side, profile = battle.side(group.declared.foe), group.profile
    return save_against(side, table, traits, profile.AP, no_armour=profile.no_armour)


def _wounds_each(battle: Battle, table: Table, group: Group, victim: int) -> int:
    """The Wounds lost per unsaved wound: all that the model has, where it dies outright."""
    wounds = battle.traits(battle.setup.kind_of[victim]).W
    if wounds == 1:
        return 1
    wound = Wounds(
        group.declared.foe,
        group.declared.unit,
        1,
        S=group.profile.S,
        AP=group.profile.AP,
        instant=group.profile.instant,
    )
    return wounds if dies_outright(battle, table, wound, victim) else 1
