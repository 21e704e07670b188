"""What blows are worth: the Wounds that one attack is expected to cost an enemy unit (SH-FS-06)."""

from functools import lru_cache

from msgspec.structs import replace

from pilein.dice import Pool, Target, Volley, mean
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.allocation import dies_outright
from pilein.rulesets.scrollhammer.characteristics import WOUNDS, unlike_traits
from pilein.rulesets.scrollhammer.directing import Strikers, heads_of
from pilein.rulesets.scrollhammer.saves import LATER, save_against
from pilein.rulesets.scrollhammer.state import Battle, Blows, Wounds
from pilein.rulesets.scrollhammer.striking import Group, groups_of, volley_of

Head = tuple[int, int]  # place of the weapon, enemy unit


def worth_of(battle: Battle, table: Table, kind: int, head: Head) -> float:
    """The Wounds that one attack of a kind, with one weapon on one unit, is expected to cost; a fight is under way."""
    weapon, foe = head
    blows = Blows(battle.setup.kinds[kind].unit, kind, weapon, foe, 1)
    (group,) = groups_of(battle.exchanging(blows=(blows,)), table)
    victim = _usual_model(battle, foe)
    if group.saved_by == LATER:
        group = replace(group, saved_by=_score_of_save(battle, table, group, victim))
    volley = volley_of(battle, table, group, (foe,))
    return _unsaved(replace(volley, keep=())) * _wounds_each(battle, table, group, victim)


def worths_of(battle: Battle, table: Table, group: Strikers) -> tuple[tuple[Head, float], ...]:
    """What each attack of a group is worth, for each weapon and enemy unit that it may choose at this step."""
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
    side, blow = battle.side(group.blows.foe), group.blow
    return save_against(side, table, traits, blow.AP, no_armour=blow.no_armour)


def _wounds_each(battle: Battle, table: Table, group: Group, victim: int) -> int:
    """The Wounds that go with one unsaved wound: all that the model has, where it dies outright."""
    wounds = battle.traits(battle.setup.kind_of[victim]).W
    if wounds == 1:
        return 1
    lot = Wounds(group.blows.foe, group.blows.unit, 1, S=group.blow.S, AP=group.blow.AP, instant=group.blow.instant)
    return wounds if dies_outright(battle, table, lot, victim) else 1
