"""Exact distribution of a pool, computed by formulas: the chances of successive stages multiply, and targets are
independent of each other.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import TypeAlias

from pilein.dice.counts import (
    AUTOMATIC,
    NO_TARGET,
    Target,
    Volley,
    faces_distribution,
    is_thrown,
    needed_to_hit,
    needed_to_wound,
)
from pilein.dice.weights import (
    Distribution,
    Row,
    binomial,
    capped,
    convolved,
    distribution_of,
    distribution_of_row,
    look_up,
    multinomial,
    reduced,
)

Kept: TypeAlias = tuple[int, ...]
PoolOutcome: TypeAlias = tuple[tuple[Kept, ...], tuple[int, ...]]
GroupOutcome: TypeAlias = tuple[tuple[Kept, ...], int]  # counts kept for its volleys, losses of their target

SURE, NEVER = (0, 1), (1, 0)  # (failing, succeeding) weights


@lru_cache(maxsize=1024)
def pool_distribution(volleys: tuple[Volley, ...], targets: tuple[Target, ...]) -> Distribution[PoolOutcome]:
    """Return the distribution of (kept, lost), which does not depend on the order of saves."""
    if all(not volley.keep for volley in volleys):
        return _plain_distribution(volleys, targets)
    return _kept_distribution(volleys, targets)


def _plain_distribution(volleys: tuple[Volley, ...], targets: tuple[Target, ...]) -> Distribution[PoolOutcome]:
    """Distribution for volleys that keep no counts. The outcomes come out sorted, because each target's outcomes are
    sorted.
    """
    kept: tuple[Kept, ...] = ((),) * len(volleys)
    distributions = losses_distributions(volleys, targets)
    if len(distributions) == 2:  # noqa: PLR2004 - two sides, the most frequent case, inlined for speed
        first, second = distributions
        found: list[tuple[PoolOutcome, int]] = []
        for one, weight in first:
            look_up()
            found += [((kept, (one, other)), weight * more) for other, more in second]
        return tuple(found)
    return tuple(_joint_counts(kept, entries) for entries in product(*distributions))


def _joint_counts(kept: tuple[Kept, ...], entries: tuple[tuple[int, int], ...]) -> tuple[PoolOutcome, int]:
    look_up()
    return (kept, tuple(lost for lost, _ in entries)), _product(weight for _, weight in entries)


def losses_distributions(volleys: tuple[Volley, ...], targets: tuple[Target, ...]) -> list[Distribution[int]]:
    """Return the distribution of each target's losses to volleys that keep no counts. Targets are independent."""
    return [_losses(_aimed(volleys, place), target.room) for place, target in enumerate(targets)]


def _aimed(volleys: tuple[Volley, ...], target: int) -> tuple[Volley, ...]:
    return tuple(volley for volley in volleys if volley.target == target)


@lru_cache(maxsize=4096)
def _losses(volleys: tuple[Volley, ...], room: int) -> Distribution[int]:
    """Distribution of the number of wounds that one target loses."""
    attacks: dict[Row, int] = {}
    for volley in volleys:
        odds = _unsaved_odds(volley)
        attacks[odds] = attacks.get(odds, 0) + volley.dice
    row: Row = (1,)
    for (bad, good), dice in attacks.items():
        row = capped(convolved(row, capped(binomial(dice, good, bad), room)), room)
    return distribution_of_row(row)


def _unsaved_odds(volley: Volley) -> Row:
    """Return the weights of (no unsaved wound, unsaved wound) for one attack, through all its stages."""
    *_, hits = hit_odds(volley)
    _, ordinary, sixes = wound_odds(volley)
    unsaved, _ = save_odds(volley)
    hit_total, wound_total = sum(hit_odds(volley)), sum(wound_odds(volley))
    good = hits * (ordinary + sixes) * unsaved
    return reduced((hit_total * wound_total * sum(save_odds(volley)) - good, good))


def hit_odds(volley: Volley) -> Row:
    """Return the weights of (natural one that misses, other miss, hit) for one attack."""
    need = needed_to_hit(volley)
    if not is_thrown(need):
        return (0, *(SURE if need <= AUTOMATIC else NEVER))
    distribution = faces_distribution(need, volley.re_roll_hits)
    return reduced((distribution[0], sum(distribution[1 : need - 1]), sum(distribution[need - 1 :])))


def wound_odds(volley: Volley) -> Row:
    """Return the weights of (no wound, ordinary wound, natural six counted separately) for one hit."""
    need = needed_to_wound(volley)
    if not volley.six_wounds and not is_thrown(need):
        return (*(SURE if need <= AUTOMATIC else NEVER), 0)
    distribution = faces_distribution(need, volley.re_roll_wounds)
    apart = distribution[-1] if volley.six_wounds else 0
    return reduced((sum(distribution[: need - 1]), sum(distribution[need - 1 :]) - apart, apart))


def save_odds(volley: Volley) -> Row:
    """Return the weights of (unsaved, saved) for one wound."""
    need = volley.save
    if not is_thrown(need):
        return SURE if need <= AUTOMATIC else NEVER
    distribution = faces_distribution(need, volley.re_roll_saves)
    return reduced((sum(distribution[: need - 1]), sum(distribution[need - 1 :])))


def _kept_distribution(volleys: tuple[Volley, ...], targets: tuple[Target, ...]) -> Distribution[PoolOutcome]:
    """Distribution for volleys that keep counts.

    Volleys on one target have a joint distribution. Targets, and volleys without a target, are independent.
    """
    groups = list(_groups(volleys, targets))
    weights: dict[PoolOutcome, int] = {}
    for entries in product(*(distribution for _, _, distribution in groups)):
        look_up()
        kept: list[Kept] = [()] * len(volleys)
        lost = [0] * len(targets)
        weight = 1
        for (subjects, target, _), ((group_kept, group_lost), more) in zip(groups, entries, strict=True):
            weight *= more
            for subject, counts in zip(subjects, group_kept, strict=True):
                kept[subject] = counts
            if target != NO_TARGET:
                lost[target] = group_lost
        weights[tuple(kept), tuple(lost)] = weight
    return distribution_of(weights)


def _groups(
    volleys: tuple[Volley, ...], targets: Sequence[Target]
) -> Iterator[tuple[tuple[int, ...], int, Distribution[GroupOutcome]]]:
    for place, target in enumerate(targets):
        subjects = tuple(here for here, volley in enumerate(volleys) if volley.target == place)
        yield subjects, place, _group_distribution(tuple(volleys[here] for here in subjects), target.room)
    for here, volley in enumerate(volleys):
        if volley.target == NO_TARGET:
            yield (here,), NO_TARGET, _group_distribution((volley,), 0)


@lru_cache(maxsize=1024)
def _group_distribution(volleys: tuple[Volley, ...], room: int) -> Distribution[GroupOutcome]:
    """Joint distribution of successive volleys on one target. Each volley leaves less room for the next."""
    if all(not volley.keep for volley in volleys):
        silent: tuple[Kept, ...] = ((),) * len(volleys)
        return tuple(((silent, lost), weight) for lost, weight in _losses(volleys, room))
    states: dict[GroupOutcome, int] = {((), 0): 1}
    for volley in volleys:
        grown: dict[GroupOutcome, int] = {}
        for (kept, lost), weight in states.items():
            look_up()
            for (counts, more_lost), more in _volley_distribution(volley, room - lost):
                key = ((*kept, counts), lost + more_lost)
                grown[key] = grown.get(key, 0) + weight * more
        states = grown
    return distribution_of(states)


@lru_cache(maxsize=4096)
def _volley_distribution(volley: Volley, room: int) -> tuple[tuple[tuple[Kept, int], int], ...]:
    """Distribution of (kept, lost) for one volley. The sum of weights does not depend on `room`."""
    unsaved, passed = save_odds(volley)
    weights: dict[tuple[Kept, int], int] = {}
    for (*counts, wounds), weight in multinomial(volley.dice, _attack_kinds(volley)):
        look_up()
        scale = weight * (unsaved + passed) ** (volley.dice - wounds)
        for (lost, saved), more in _saves_distribution(wounds, room, unsaved, passed):
            kept = tuple(saved if word == "saved" else count for word, count in zip(volley.keep, counts, strict=True))
            weights[kept, lost] = weights.get((kept, lost), 0) + scale * more
    return tuple(weights.items())


def _attack_kinds(volley: Volley) -> Distribution[tuple[int, ...]]:
    """Distribution of one attack's contributions to the counts kept and to the wounds to be saved."""
    ones, misses, hits = hit_odds(volley)
    glances, ordinary, sixes = wound_odds(volley)
    every = glances + ordinary + sixes
    kinds: dict[tuple[int, ...], int] = {}
    for marks, weight in (
        (("ones",), ones * every),
        ((), misses * every),
        (("hits", "glances"), hits * glances),
        (("hits", "wounds"), hits * ordinary),
        (("hits", "sixes"), hits * sixes),
    ):
        is_wound = "wounds" in marks or "sixes" in marks
        key = (*(int(word in marks) for word in volley.keep), int(is_wound))
        kinds[key] = kinds.get(key, 0) + weight
    return distribution_of(kinds)


@lru_cache(maxsize=4096)
def _saves_distribution(wounds: int, room: int, unsaved: int, passed: int) -> tuple[tuple[tuple[int, int], int], ...]:
    """Distribution of (lost, saved) when saves are rolled until no wounds are left or there is no more room."""
    distribution = []
    if room == 0:
        return (((0, 0), (unsaved + passed) ** wounds),)
    for lost in range(min(wounds, room - 1) + 1):
        saved = wounds - lost
        distribution.append(((lost, saved), comb(wounds, lost) * unsaved**lost * passed**saved))
    for thrown in range(room, wounds + 1):
        saved = thrown - room
        ends_here = comb(thrown - 1, room - 1) * unsaved**room * passed**saved
        distribution.append(((room, saved), ends_here * (unsaved + passed) ** (wounds - thrown)))
    return tuple((outcome, weight) for outcome, weight in distribution if weight)


def _product(weights: Iterator[int]) -> int:
    result = 1
    for weight in weights:
        result *= weight
    return result
