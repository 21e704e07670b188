"""Expected result of a round of attacks, computed from the means of its rolls."""

from math import fsum, sqrt

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import rampage
from pilein.rulesets.scrollhammer.bonuses import number_lead, rank_lead, standard_lead
from pilein.rulesets.scrollhammer.fight.directing import Strikers, heads_of, strikers
from pilein.rulesets.scrollhammer.initiative import NEVER, kinds_of, next_step_of, strikes_at
from pilein.rulesets.scrollhammer.policy.attacks import Head, worth_of, wounds_left
from pilein.rulesets.scrollhammer.profile import Traits
from pilein.rulesets.scrollhammer.state import Battle

BEFORE_ALL = 11  # step number before the first step
Known = dict[tuple[int, Traits, Head], float]


class Forecast(Struct, frozen=True):
    """Expected Wounds lost by each unit of a fight, and the variance of their sum."""

    lost: tuple[tuple[int, float], ...]
    spread: float

    def by(self, unit: int) -> float:
        """Number of Wounds that a unit is expected to lose."""
        return dict(self.lost).get(unit, 0.0)


def forecast(battle: Battle, table: Table) -> Forecast:
    """Forecast one round of the current fight, from its first to its last Initiative step, without pile-ins."""
    wounds = {unit: wounds_left(battle, unit) for unit in battle.combat.units}
    lost = dict.fromkeys(wounds, 0.0)
    known: Known = {}
    spread = 0.0
    battle = battle.fighting(step=BEFORE_ALL, late=())
    while (step := next_step_of(battle, table)) != NEVER:
        battle = battle.fighting(step=step)
        living = {unit: 1 - lost[unit] / wounds[unit] if wounds[unit] else 0.0 for unit in wounds}
        for foe, dealt in _dealt_at(battle, table, living, known):
            lost[foe] = min(lost[foe] + dealt, wounds[foe])
            spread += dealt
    return Forecast(tuple(lost.items()), spread)


def lead_of(battle: Battle, table: Table, found: Forecast, side: int) -> float:
    """Expected lead in points for a side in the current fight, negative if the side is expected to lose."""
    wounds = fsum(lost if battle.side(unit) != side else -lost for unit, lost in found.lost)
    bonuses = rank_lead(battle, table) + number_lead(battle, table) + standard_lead(battle, table)
    return wounds + (bonuses if side == battle.active else -bonuses)


def confidence(battle: Battle, table: Table, side: int) -> float:
    """Expected lead of a side in the current fight divided by the spread of the lead. The greater this ratio, the more
    likely the side is to win.
    """
    found = forecast(battle, table)
    return lead_of(battle, table, found, side) / sqrt(1 + found.spread)


def _dealt_at(battle: Battle, table: Table, living: dict[int, float], known: Known) -> list[tuple[int, float]]:
    """Expected Wounds inflicted in one step, as pairs (unit that suffers them, number). Each unit strikes with the
    share of its models that is expected to survive.
    """
    dealt = []
    for unit, share in living.items():
        for kind in kinds_of(battle, unit):
            if battle.combat.step in strikes_at(battle, table, kind):
                dealt += _dealt_by(battle, table, kind, share, known)
    return dealt


def _dealt_by(battle: Battle, table: Table, kind: int, share: float, known: Known) -> list[tuple[int, float]]:
    """Return the wounds that a kind of model inflicts with its best weapon on the unit that suffers most. Strikers with
    equal traits share a cached result.
    """
    found = []
    for group in strikers(battle, table, kind):
        heads = heads_of(battle, table, group)
        worths = []
        for head in heads:
            key = (*_as_striker(battle, kind), head)
            if key not in known:
                known[key] = worth_of(battle, table, kind, head)
            worths.append((known[key], head[1]))
        if worths:
            worth, foe = max(worths, key=lambda pair: pair[0])
            found.append((foe, _attacks(battle, table, group) * share * worth))
    return found


def _as_striker(battle: Battle, kind: int) -> tuple[int, Traits]:
    """Unit and traits that affect the value of an attack, excluding duties and the number of attacks."""
    traits = battle.traits(kind)
    alike = replace(traits, A=0, Ld=0, points=0, standard=False, musician=False, champion=False)
    return battle.setup.kinds[kind].unit, alike


def _attacks(battle: Battle, table: Table, group: Strikers) -> float:
    """Number of attacks of a group at this step. If the models strike at two steps, their attacks are
    divided evenly.
    """
    unit = battle.setup.kinds[group.kind].unit
    more = rampage(battle, table, unit, battle.traits(group.kind), group.models)
    return (group.attacks + more) / len(strikes_at(battle, table, group.kind))
