"""Value of a combat: the odds that either side breaks after the round, multiplied by the stakes.

A value of 1 stands for the loss or destruction of one ordinary unit of the battle.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import pairwise
from math import erf, fsum, prod, sqrt
from typing import NamedTuple

from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import FORMED, is_counted_by_wounds, living_traits, size_at_start, strength
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.policy.forecast import Arcs, Round, key_of_round, round_expected
from pilein.rulesets.wab.policy.previews import preview_table
from pilein.rulesets.wab.psychology.fear import dreads, fears, is_open_to_tests
from pilein.rulesets.wab.psychology.leadership import lent_leadership, may_roll_again, own_leadership
from pilein.rulesets.wab.result.break_tests import is_stubborn, lent_by_hatred
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from pilein.tabletop.memo import Memo

BROKEN = 0.85  # fraction of a broken unit's worth that is lost: some rally
RATTLED = 0.55  # the same for a unit that flees without a fight
AHEAD = 0.1  # value of a round won without breaking the enemy, where no later round is examined
ROUNDS_AHEAD = 1  # rounds examined after the first
ON = 0.9  # fraction of a later round's value
EACH = 0.5  # fraction of a unit's worth: its models, one by one
GENERAL = 0.7  # the General, in addition to the unit
SAME = 0.6  # fraction of a unit's worth that does not depend on its size
LARGE = 1.5  # times the mean size of units: larger ones are worth no more
MOST = 12  # the largest margin that is distinguished
SPREAD = 0.75  # per mean wound: how much dice vary
LEADERSHIP = Memo[tuple[int, Status], tuple[int, bool, int, bool, bool]]("resolve_of_units")
WORTHS = Memo[tuple[int, tuple[int, ...]], float]("worths_of_units")
GAINS = Memo[Hashable, float]("gains_expected")
MOST_GAINS = 5000  # remembered on a set-up
THROWS = tuple(sum(one + other <= total for one in range(1, 7) for other in range(1, 7)) / 36 for total in range(13))


def passing(leadership: int) -> float:
    """Probability of passing a test on 2D6 with a given Leadership."""
    return THROWS[max(0, min(leadership, 12))]


def worth(battle: Battle, unit: int) -> float:
    """Worth of a unit, made up of a fixed part, a part that depends on its size, and an addition for the General."""
    known, key = WORTHS.on(battle.setup), (unit, battle.field.kinds(unit))
    if key not in known:
        known[key] = _worth(battle, unit)
    return known[key]


def _worth(battle: Battle, unit: int) -> float:
    models = battle.setup.units
    mean = sum(len(one.models) for one in models) / len(models)
    size = 1.0 if is_counted_by_wounds(battle, unit) else min(LARGE, len(battle.unit(unit).models) / mean)
    leads = any(traits.general or traits.battle_standard for traits in living_traits(battle, unit))
    return SAME + (1 - SAME) * size + (GENERAL if leads else 0.0)


def gain(battle: Battle, arcs: Arcs, target: int, *, countered: bool = False) -> float:
    """Expected gain for chargers from charging a target on the given sides, negative if the charge is a loss.

    The value includes fear, terror and the wounds on both sides. `countered` means that the target will charge back
    in its own turn. Results are cached on the set-up.
    """
    known = GAINS.on(battle.setup)
    units = (*(unit for unit, _ in arcs), target)
    resolve = tuple(_resolve(battle, unit) for unit in units)
    fighting = tuple(target in foes(battle, unit) for unit, _ in arcs)
    key = key_of_round(battle, arcs, target, countered=countered), resolve, fighting
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_GAINS:
            known.clear()
        found = known[key] = _gain(battle, arcs, target, countered=countered)
    return found


def _gain(battle: Battle, arcs: Arcs, target: int, *, countered: bool) -> float:
    table = preview_table(battle)
    bold, shy = 1.0, 0.0
    for unit, _ in arcs:
        if target not in foes(battle, unit) and fears(battle, table, unit, target):
            fails = 1 - passing(_resolve(battle, unit)[2])
            bold *= 1 - fails
            shy += fails * RATTLED * worth(battle, unit) if dreads(battle, table, unit, target) else 0.0
    fought = _fought(battle, table, arcs, target, countered=countered)
    flees = _flees_in_fear(battle, table, arcs, target)
    return bold * (flees * RATTLED * worth(battle, target) + (1 - flees) * fought) - shy


def _flees_in_fear(battle: Battle, table: Table, arcs: Arcs, target: int) -> float:
    """Probability that a target flees before its chargers arrive."""
    stays = 1.0
    if not is_open_to_tests(battle, table, target):
        return 0.0
    for unit, _ in arcs:
        if fears(battle, table, target, unit) and target not in foes(battle, unit):
            outnumbered = strength(battle, table, target) < strength(battle, table, unit)
            if outnumbered or dreads(battle, table, target, unit):
                stays *= passing(_resolve(battle, target)[2])
    return 1 - stays


def _leadership_used(battle: Battle, table: Table, unit: int, test: str) -> int:
    return max(own_leadership(battle, unit), lent_leadership(battle, table, unit, test))


def _fought(battle: Battle, table: Table, arcs: Arcs, target: int, *, countered: bool) -> float:
    """Expected outcome of a combat, counting units that break in this round or later rounds, and the losses in this
    round.
    """
    expected = round_expected(battle, arcs, target, countered=countered)
    units = tuple(unit for unit, _ in arcs)
    theirs = tuple(map(_breaking(battle, table, target, units, expected.dealt), range(MOST + 1)))
    prize = BROKEN * worth(battle, target)
    won, stays = tuple(prize * one for one in theirs), tuple(1 - one for one in theirs)
    taken = expected.taken / len(units)
    ours = [tuple(map(_breaking(battle, table, unit, (target,), taken), range(MOST + 1))) for unit in units]
    values = [worth(battle, unit) for unit in units]
    lost = tuple(
        BROKEN * fsum(value * breaks[by] for value, breaks in zip(values, ours, strict=True)) for by in range(MOST + 1)
    )
    stand = tuple(prod(1 - breaks[by] for breaks in ours) for by in range(MOST + 1))
    stakes = Stakes(won, stays, lost, stand, round(_spread(expected), 1), round(expected.lead, 1))
    value = _rounds(stakes, stakes.lead, ROUNDS_AHEAD)
    value -= fsum(EACH * worth(battle, unit) * expected.taken / len(units) / _wounds(battle, unit) for unit in units)
    return value + EACH * worth(battle, target) * expected.dealt / _wounds(battle, target)


class Stakes(NamedTuple):
    """Stakes of a combat. The tuples are indexed by the margin, from 0 up.

    `won` is the value of a victory and `stays` the probability that the beaten enemy stays. `lost` is the cost of a
    defeat and `stand` the probability that all the beaten units stay. `spread` is the spread of the margin, and
    `lead` the expected lead in the first round.
    """

    won: tuple[float, ...]
    stays: tuple[float, ...]
    lost: tuple[float, ...]
    stand: tuple[float, ...]
    spread: float
    lead: float


def _rounds(stakes: Stakes, lead: float, left: int) -> float:
    """Value of this round and later rounds. The charge bonus goes to the winner of the previous round."""
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
    """Probability of each margin, from a defeat by 12 to a victory by 12, following a bell curve around the expected
    lead.
    """
    bounds = [-1.0, *(erf((by - 0.5 - lead) / spread / sqrt(2)) for by in range(-MOST + 1, MOST + 1)), 1.0]
    return tuple((high - low) / 2 for low, high in pairwise(bounds))


def _breaking(battle: Battle, table: Table, unit: int, by: tuple[int, ...], losses: float) -> Callable[[int], float]:
    """Return a function that gives the probability that a unit breaks when beaten by a margin."""
    left = battle.living(unit) - losses / max(1, battle.model_traits(battle.field.models(unit)[-1]).W)
    few = not is_counted_by_wounds(battle, unit) and left < FORMED and size_at_start(battle, unit) > 1
    feared = [foe for foe in by if fears(battle, table, unit, foe)]
    cowed = bool(feared) and left < sum(strength(battle, table, foe) for foe in feared)
    if few or cowed:
        return lambda _margin: 1.0
    need, again, *_ = _resolve(battle, unit)
    once_more = is_stubborn(battle, table, unit) and not battle.status(unit).stubborn_used

    def chance(margin: int) -> float:
        fails = 1 - passing(need - margin)
        fails *= fails if again else 1.0
        return fails * (0.3 if once_more else 1.0)

    return chance


def _resolve(battle: Battle, unit: int) -> tuple[int, bool, int, bool, bool]:
    """A unit's Leadership in break tests, whether it may re-roll them, its Leadership in fear tests, and the rules
    usable only once that it has already used.

    The result is cached on the field.
    """
    known = LEADERSHIP.on(battle.plane)
    key = unit, battle.status(unit)
    if key not in known:
        table = preview_table(battle)
        need = lent_by_hatred(battle, table, unit) or _leadership_used(battle, table, unit, "break")
        again = may_roll_again(battle, table, unit, "break")
        status = battle.status(unit)
        known[key] = need, again, _leadership_used(battle, table, unit, "fear"), status.stubborn_used, status.terrified
    return known[key]
