"""What a combat is worth: the odds that either side breaks after the round, times what is at stake.

Values are in units: 1 is an ordinary unit of the battle, lost or won.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import erf, fsum, prod, sqrt
from typing import NamedTuple

from pilein.kernel.table import Table
from pilein.rulesets.wab.break_tests import is_stubborn, lent_by_hatred
from pilein.rulesets.wab.characteristics import (
    FORMED,
    is_counted_by_wounds,
    living_traits,
    size_at_start,
    strength,
)
from pilein.rulesets.wab.fear import dreads, fears, is_open_to_tests
from pilein.rulesets.wab.leadership import lent_leadership, may_roll_again, own_leadership
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.policy.forecast import Arcs, Round, round_expected
from pilein.rulesets.wab.policy.looking import preview_table
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.memo import Memo

BROKEN = 0.85  # of a unit that has broken, what is lost: some rally
RATTLED = 0.55  # of one that flees without a fight
AHEAD = 0.1  # for a round won without breaking the enemy, where no further round is looked at
ROUNDS_AHEAD = 1  # looked at after the first
ON = 0.9  # of a later round's value
EACH = 0.5  # of a unit: its models, one by one
GENERAL = 0.7  # the General, besides the unit
MOST = 12  # margins that are told apart
SPREAD = 0.75  # of a wound's mean: how much dice vary
LEADERSHIP = Memo[tuple[int, object], tuple[int, bool]]("leadership_in_break_tests")
THROWS = tuple(sum(one + other <= total for one in range(1, 7) for other in range(1, 7)) / 36 for total in range(13))


def passing(leadership: int) -> float:
    """The chance of a Leadership test."""
    return THROWS[max(0, min(leadership, 12))]


def worth(battle: Battle, unit: int) -> float:
    """What a unit is worth: half of it is as good as any other, half is its size; and the General."""
    models = battle.setup.units
    mean = sum(len(one.models) for one in models) / len(models)
    size = min(1.5, len(battle.unit(unit).models) / mean)
    if is_counted_by_wounds(battle, unit):
        size = 1.0
    leads = any(traits.general or traits.battle_standard for traits in living_traits(battle, unit))
    return 0.6 + 0.4 * size + (GENERAL if leads else 0.0)


def gain(battle: Battle, arcs: Arcs, target: int, *, countered: bool = False) -> float:
    """What these chargers may expect of charging a target on these sides, for themselves; negative: they lose by it.

    Fear and terror are weighed, and the wounds of both sides; `countered`: the target charges them in its turn.
    """
    table = preview_table(battle)
    bold, shy = 1.0, 0.0
    for unit, _ in arcs:
        if target not in foes(battle, unit) and fears(battle, table, unit, target):
            fails = 1 - passing(_own(battle, table, unit, "fear"))
            bold *= 1 - fails
            shy += fails * RATTLED * worth(battle, unit) if dreads(battle, table, unit, target) else 0.0
    fought = _fought(battle, table, arcs, target, countered=countered)
    flees = _flees_in_fear(battle, table, arcs, target)
    return bold * (flees * RATTLED * worth(battle, target) + (1 - flees) * fought) - shy


def _flees_in_fear(battle: Battle, table: Table, arcs: Arcs, target: int) -> float:
    """The chance that a target flees before its chargers arrive."""
    stays = 1.0
    if not is_open_to_tests(battle, table, target):
        return 0.0
    for unit, _ in arcs:
        if fears(battle, table, target, unit) and target not in foes(battle, unit):
            outnumbered = strength(battle, table, target) < strength(battle, table, unit)
            if outnumbered or dreads(battle, table, target, unit):
                stays *= passing(_own(battle, table, target, "fear"))
    return 1 - stays


def _own(battle: Battle, table: Table, unit: int, test: str) -> int:
    return max(own_leadership(battle, unit), lent_leadership(battle, table, unit, test))


def _fought(battle: Battle, table: Table, arcs: Arcs, target: int, *, countered: bool) -> float:
    """The outcome of the combat: who breaks in this round or the next ones, and the losses of this one."""
    expected = round_expected(battle, arcs, target, countered=countered)
    units = tuple(unit for unit, _ in arcs)
    theirs = _breaking(battle, table, target, units, expected.dealt)
    won = tuple(BROKEN * worth(battle, target) * theirs(by) for by in range(MOST + 1))
    stays = tuple(1 - theirs(by) for by in range(MOST + 1))
    ours = [_breaking(battle, table, unit, (target,), expected.taken / len(units)) for unit in units]
    values = [worth(battle, unit) for unit in units]
    lost = tuple(
        BROKEN * fsum(value * breaks(by) for value, breaks in zip(values, ours, strict=True)) for by in range(MOST + 1)
    )
    stand = tuple(prod(1 - breaks(by) for breaks in ours) for by in range(MOST + 1))
    stakes = Stakes(won, stays, lost, stand, round(_spread(expected), 1), round(expected.lead, 1))
    value = _rounds(stakes, stakes.lead, ROUNDS_AHEAD)
    value -= fsum(EACH * worth(battle, unit) * expected.taken / len(units) / _wounds(battle, unit) for unit in units)
    return value + EACH * worth(battle, target) * expected.dealt / _wounds(battle, target)


class Stakes(NamedTuple):
    """By margin, from 0 on: what is won by one's own victory and the odds that the enemy stays; the same of defeats.

    `lead` is the first round's.
    """

    won: tuple[float, ...]
    stays: tuple[float, ...]
    lost: tuple[float, ...]
    stand: tuple[float, ...]
    spread: float
    lead: float


def _rounds(stakes: Stakes, lead: float, left: int) -> float:
    """The value of a round and those that follow: the bonus of the charge goes to whoever won the round before."""
    odds = margins(lead, stakes.spread)
    value, ahead, behind = 0.0, 0.0, 0.0
    for by in range(1, MOST + 1):
        win, lose = odds[MOST + by], odds[MOST - by]
        value += win * stakes.won[by] - lose * stakes.lost[by]
        ahead += win * stakes.stays[by]
        behind += lose * stakes.stand[by]
    if not left:
        return value + AHEAD * (ahead - behind)
    later = round(stakes.lead - 1, 1)
    value += ON * ahead * _rounds(stakes, round(later + 1, 1), left - 1)
    return value + ON * behind * _rounds(stakes, round(later - 1, 1), left - 1)


def _wounds(battle: Battle, unit: int) -> int:
    return max(1, sum(battle.model_traits(model).W for model in battle.unit(unit).models))


def _spread(expected: Round) -> float:
    return sqrt(0.5 + SPREAD * (expected.dealt + expected.taken))


@lru_cache(maxsize=4096)
def margins(lead: float, spread: float) -> tuple[float, ...]:
    """How likely each margin is, from a defeat by 12 to a victory by 12, as a bell curve round the expected lead."""
    bounds = [-1.0, *(erf((by - 0.5 - lead) / spread / sqrt(2)) for by in range(-MOST + 1, MOST + 1)), 1.0]
    return tuple((high - low) / 2 for low, high in pairwise(bounds))


def _breaking(battle: Battle, table: Table, unit: int, by: tuple[int, ...], losses: float) -> Callable[[int], float]:
    """The chance that a unit breaks, beaten by a margin."""
    left = battle.living(unit) - losses / max(1, battle.model_traits(battle.field.models(unit)[-1]).W)
    few = not is_counted_by_wounds(battle, unit) and left < FORMED and size_at_start(battle, unit) > 1
    feared = [foe for foe in by if fears(battle, table, unit, foe)]
    cowed = bool(feared) and left < sum(strength(battle, table, foe) for foe in feared)
    if few or cowed:
        return lambda _margin: 1.0
    need, again = _resolve(battle, table, unit)
    once_more = is_stubborn(battle, table, unit) and not battle.status(unit).stubborn_used

    def chance(margin: int) -> float:
        fails = 1 - passing(need - margin)
        fails *= fails if again else 1.0
        return fails * (0.3 if once_more else 1.0)

    return chance


def _resolve(battle: Battle, table: Table, unit: int) -> tuple[int, bool]:
    """The Leadership of a unit in break tests, and whether it may roll again; remembered on the field."""
    known = LEADERSHIP.on(battle.plane)
    key = unit, battle.status(unit).fought
    if key not in known:
        need = lent_by_hatred(battle, table, unit) or _own(battle, table, unit, "break")
        known[key] = need, may_roll_again(battle, table, unit, "break")
    return known[key]
