"""Exact distribution of one model's saves, hit by hit.

Each hit is a step from one pair (wounds, count) to another. Wounds are capped at the number that the model has left,
and the count at a limit of its own. A saving roll of 1 that adds another hit leads to a further step. If this step
changes nothing, the loop is summed as a geometric series.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Protocol

from pilein.dice import Distribution
from pilein.dice.counts import is_thrown
from pilein.dice.faces import SIDES
from pilein.dice.weights import distribution_of, look_up

State = tuple[int, int]  # wounds, count
Chances = dict[State, Fraction]
Steps = dict[State, tuple[tuple[State, int], ...]]  # whole-number weights, the same total from every state
Ending = tuple[bool, bool, Fraction]  # all saves failed; it adds another hit; its chance


class SaveLike(Protocol):
    """Protocol of a saving roll."""

    @property
    def need(self) -> int:
        """Score needed for the saving roll."""
        ...

    @property
    def shreds(self) -> bool:
        """Whether a saving roll of 1 adds another hit."""
        ...


class HitDiceLike(Protocol):
    """Protocol of identical hits on one model (see `save_dice.HitDice`)."""

    hits: int
    wound: int
    ignore: int
    is_lethal: bool
    again: str
    spares: bool
    keep: str

    @property
    def saves(self) -> tuple[SaveLike, ...]:
        """Return the saves rolled against each hit."""
        ...

    @property
    def shreds(self) -> bool:
        """Whether a saving roll against these hits can add another hit."""
        ...

    @property
    def following(self) -> "HitDiceLike":
        """Return the hits added by saving rolls of 1."""
        ...


@lru_cache(maxsize=4096)
def victim_distribution(room: int, every: tuple[HitDiceLike, ...], cap: int) -> Distribution[tuple[int, ...]]:
    """Distribution of (wounds, kept counts ...) of a model with `room` wounds left."""
    reached: dict[tuple[int, ...], int] = {(0,): 1}
    for hit_dice in every:
        if hit_dice.keep:
            reached = {(*state, 0): weight for state, weight in reached.items()}
        good, bad = _wounding(hit_dice.wound)
        steps = _steps(room, cap if hit_dice.keep else 0, _kind(hit_dice), _kind(hit_dice.following))
        for _ in range(hit_dice.hits if good else 0):
            look_up()
            reached = _stepped(reached, steps, (good, bad), kept=bool(hit_dice.keep))
    return distribution_of(reached)


Kind = tuple[tuple[tuple[int, bool], ...], int, bool, str, bool, str]


def _kind(hit_dice: HitDiceLike) -> Kind:
    """Key of identical hits, made up of everything on which a step depends except the number of hits."""
    saves = tuple((save.need, save.shreds) for save in hit_dice.saves)
    return (
        saves,
        hit_dice.ignore,
        hit_dice.is_lethal,
        hit_dice.again if hit_dice.shreds else "",
        hit_dice.spares,
        hit_dice.keep,
    )


def _wounding(need: int) -> tuple[int, int]:
    if not is_thrown(need):
        return (1, 0) if need <= 1 else (0, 1)
    return SIDES + 1 - need, need - 1


def _stepped(
    reached: dict[tuple[int, ...], int], steps: Steps, wounding: tuple[int, int], *, kept: bool
) -> dict[tuple[int, ...], int]:
    good, bad = wounding
    total = sum(weight for _, weight in steps[0, 0])
    after: dict[tuple[int, ...], int] = {}
    for state, weight in reached.items():
        if bad:
            after[state] = after.get(state, 0) + weight * bad * total
        here = (state[0], state[-1] if kept else 0)
        for (wounds, count), more in steps[here]:
            key = (wounds, *state[1:-1], count) if kept else (wounds, *state[1:])
            after[key] = after.get(key, 0) + weight * good * more
    return after


@lru_cache(maxsize=4096)
def _steps(room: int, cap: int, kind: Kind, added: Kind) -> Steps:
    """For every state, the distribution of the results of one hit, as whole-number weights."""
    followed = _followed(room, cap, kind, added)
    whole = lcm(*(chance.denominator for distribution in followed.values() for chance in distribution.values()))
    return {
        state: tuple((end, int(chance * whole)) for end, chance in sorted(distribution.items()))
        for state, distribution in followed.items()
    }


def _followed(room: int, cap: int, kind: Kind, added: Kind) -> dict[State, Chances]:
    """For every state, the distribution of the results of one hit, including the results of added hits, whose kind may
    differ.
    """
    *_, again, _, _ = kind
    plain = _single_hits(room, cap, kind)
    if not again:
        return plain
    endings, states = tuple(_endings(kind)), list(plain)
    found: dict[State, Chances] = {}
    known = plain if again == "once" else found
    if added != kind:
        known = _single_hits(room, cap, added) if again == "once" else _followed(room, cap, added, added)
    for state in states:
        look_up()
        found[state] = _with_further_hits(state, endings, (room, cap), kind, known)
    return found


def _single_hits(room: int, cap: int, kind: Kind) -> dict[State, Chances]:
    """For every state, the distribution of the results of one hit that adds no further hits."""
    endings = tuple(_endings(kind))
    states = [(wounds, count) for wounds in range(room, -1, -1) for count in range(cap, -1, -1)]
    return {state: _without_further_hits(state, endings, (room, cap), kind) for state in states}


def _with_further_hits(
    state: State, endings: tuple[Ending, ...], bounds: tuple[int, int], kind: Kind, known: dict[State, Chances]
) -> Chances:
    """Distribution of the results of one hit, where a 1 adds another hit.

    Repeats that leave the state unchanged are summed as a geometric series.
    """
    distribution: Chances = {}
    loop = Fraction(0)
    for is_failed, is_one, chance in endings:
        for end, share in _ends(state, (is_failed, is_one), bounds, kind):
            if not is_one or end[0] >= bounds[0]:
                _add(distribution, end, chance * share)
            elif end == state and end not in known:
                loop += chance * share
            else:
                for last, part in known[end].items():
                    _add(distribution, last, chance * share * part)
    return {end: chance / (1 - loop) for end, chance in distribution.items()}


def _without_further_hits(state: State, endings: tuple[Ending, ...], bounds: tuple[int, int], kind: Kind) -> Chances:
    distribution: Chances = {}
    for is_failed, _, chance in endings:
        for end, share in _ends(state, (is_failed, False), bounds, kind):
            _add(distribution, end, chance * share)
    return distribution


def _ends(
    state: State, shown: tuple[bool, bool], bounds: tuple[int, int], kind: Kind
) -> Iterator[tuple[State, Fraction]]:
    """Yield the states to which one hit leads after its saves. Feel No Pain may still undo the wound."""
    (wounds, count), (is_failed, is_one), (room, cap) = state, shown, bounds
    _, ignore, is_lethal, _, _, keep = kind
    hurt = min(room, room if is_lethal else wounds + 1)
    undone = Fraction(SIDES + 1 - ignore, SIDES) if is_thrown(ignore) else Fraction(0)
    after = [(hurt, 1 - undone), (wounds, undone)] if is_failed else [(wounds, Fraction(1))]
    for taken, chance in after:
        counts = is_failed if keep == "failed" else keep == "extra" and is_one and taken < room
        if chance:
            yield (taken, min(cap, count + counts)), chance


def _endings(kind: Kind) -> Iterator[Ending]:
    """Yield the possible results of the saving rolls of one hit."""
    saves, *_, spares, _ = kind
    failing: list[tuple[bool, Fraction]] = [(False, Fraction(1))]
    for need, shreds in saves:
        if need <= 1:
            yield from ((False, is_one, chance) for is_one, chance in failing)
            return
        if not is_thrown(need):
            continue
        still: list[tuple[bool, Fraction]] = []
        for is_one, chance in failing:
            yield False, is_one, chance * Fraction(SIDES + 1 - need, SIDES)
            one = (True, chance * Fraction(1, SIDES)) if shreds else (is_one, chance * Fraction(1, SIDES))
            if shreds and spares:
                yield False, True, one[1]
            else:
                still.append(one)
            if need > 2:  # noqa: PLR2004 - other faces fail too
                still.append((is_one, chance * Fraction(need - 2, SIDES)))
        failing = still
    yield from ((True, is_one, chance) for is_one, chance in failing)


def _add(distribution: Chances, state: State, chance: Fraction) -> None:
    if chance:
        distribution[state] = distribution.get(state, Fraction(0)) + chance
