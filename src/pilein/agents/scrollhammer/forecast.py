"""What a round of blows is expected to bring, worked out from the means of its rolls."""

from math import sqrt

from msgspec import Struct

from pilein.agents.scrollhammer.blows import worths_of
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import rampage
from pilein.rulesets.scrollhammer.bonuses import number_lead, rank_lead, standard_lead
from pilein.rulesets.scrollhammer.directing import Strikers, strikers
from pilein.rulesets.scrollhammer.initiative import NEVER, kinds_of, next_step_of, strikes_at
from pilein.rulesets.scrollhammer.state import Battle


class Forecast(Struct, frozen=True):
    """The Wounds that each unit of a fight is expected to lose, and how far the sum may spread (its variance)."""

    lost: tuple[tuple[int, float], ...]
    spread: float

    def by(self, unit: int) -> float:
        """The Wounds that a unit is expected to lose."""
        return dict(self.lost).get(unit, 0.0)


def forecast(battle: Battle, table: Table) -> Forecast:
    """One round of the fight under way, from its first Initiative step to its last; nobody closes up meanwhile."""
    assert battle.fight is not None
    lost = dict.fromkeys(battle.fight.units, 0.0)
    spread = 0.0
    battle = battle.fighting(step=11, late=())
    while (step := next_step_of(battle, table)) != NEVER:
        battle = battle.fighting(step=step)
        dealt = _dealt_at(battle, table, lost)
        for foe, wounds in dealt:
            lost[foe] = min(lost[foe] + wounds, _wounds_left(battle, foe))
            spread += wounds
    return Forecast(tuple(lost.items()), spread)


def lead_of(battle: Battle, table: Table, side: int) -> float:
    """How many points a side is expected to win the fight under way by; below nought: to lose it by."""
    assert battle.fight is not None
    found = forecast(battle, table)
    wounds = sum(lost if battle.side(unit) != side else -lost for unit, lost in found.lost)
    bonuses = rank_lead(battle, table) + number_lead(battle, table) + standard_lead(battle, table)
    return wounds + (bonuses if side == battle.active else -bonuses)


def confidence(battle: Battle, table: Table, side: int) -> float:
    """The expected lead of a side in the fight under way by its spread: the greater, the likelier it wins."""
    return lead_of(battle, table, side) / sqrt(1 + forecast(battle, table).spread)


def _dealt_at(battle: Battle, table: Table, lost: dict[int, float]) -> list[tuple[int, float]]:
    """The Wounds of one step by the unit that suffers them; those that fell in earlier steps do not strike."""
    assert battle.fight is not None
    dealt = []
    for unit in battle.fight.units:
        for kind in kinds_of(battle, unit):
            if battle.fight.step in strikes_at(battle, table, kind):
                dealt += _dealt_by(battle, table, kind, _share_that_lives(battle, unit, lost[unit]))
    return dealt


def _dealt_by(battle: Battle, table: Table, kind: int, share: float) -> list[tuple[int, float]]:
    found = []
    for group in strikers(battle, table, kind):
        worths = worths_of(battle, table, group)
        if worths:
            (_, foe), worth = max(worths, key=lambda pair: pair[1])
            found.append((foe, _attacks(battle, table, group) * share * worth))
    return found


def _attacks(battle: Battle, table: Table, group: Strikers) -> float:
    """The attacks of a group at this step; those of two steps are shared out evenly."""
    unit = battle.setup.kinds[group.kind].unit
    more = rampage(battle, table, unit, battle.traits(group.kind), group.models)
    return (group.attacks + more) / len(strikes_at(battle, table, group.kind))


def _share_that_lives(battle: Battle, unit: int, lost: float) -> float:
    left = _wounds_left(battle, unit)
    return 1 - lost / left if left else 0.0


def _wounds_left(battle: Battle, unit: int) -> int:
    field, kind_of = battle.field, battle.setup.kind_of
    return sum(battle.traits(kind_of[model]).W - field.wounds_lost(model) for model in field.models(unit))
