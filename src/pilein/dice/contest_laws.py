"""The exact law of a contest: who is caught, where several may share a chasing die."""

from functools import lru_cache
from typing import TypeAlias

from pilein.dice.faces import SIDES
from pilein.dice.watching import look_up
from pilein.dice.weights import Law, law_of, reduced, together

Flags: TypeAlias = tuple[bool, ...]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
NO_DIE = -1  # the bonus of a fleeing one that rolls nothing
NOBODY = -SIDES - 2  # a chasing total below every fleeing one


def flag_law(row: tuple[int, ...]) -> Law[bool]:
    """The law of a flag from its (false, true) weights."""
    return tuple((flag, weight) for flag, weight in zip((False, True), reduced(row), strict=True) if weight)


@lru_cache(maxsize=1024)
def contest_law(fleeing: tuple[int, ...], chasing: tuple[int, ...], pairs: Pairs) -> Law[Flags]:
    """One die each: given the best chasing totals, the fleeing dice are independent."""
    best = {(NOBODY,) * len(fleeing): 1}
    for chaser, bonus in enumerate(chasing):
        chased = tuple(one for one, other in pairs if other == chaser)
        if chased:
            best = _with_chaser(best, chased, bonus)
    weights: dict[Flags, int] = {}
    for totals, weight in best.items():
        look_up()
        for flags, more in _caught(fleeing, totals):
            weights[flags] = weights.get(flags, 0) + weight * more
    return law_of(weights)


@lru_cache(maxsize=1024)
def fresh_contest_law(fleeing: tuple[int, ...], chasing: tuple[int, ...], pairs: Pairs) -> Law[Flags]:
    """Two dice for each pair: one gets away only by getting away in every pair."""
    laws = []
    for place, bonus in enumerate(fleeing):
        away = every = 1
        for one, other in pairs:
            if one == place:
                away *= 0 if bonus == NO_DIE else _escapes(bonus, chasing[other])
                every *= SIDES * SIDES
        laws.append(flag_law((away, every - away)))
    return together(laws)


def _with_chaser(best: dict[tuple[int, ...], int], chased: tuple[int, ...], bonus: int) -> dict[tuple[int, ...], int]:
    grown: dict[tuple[int, ...], int] = {}
    for totals, weight in best.items():
        look_up()
        for face in range(1, SIDES + 1):
            shown = bonus + face
            key = tuple(max(one, shown) if place in chased else one for place, one in enumerate(totals))
            grown[key] = grown.get(key, 0) + weight
    return grown


def _caught(fleeing: tuple[int, ...], totals: tuple[int, ...]) -> list[tuple[Flags, int]]:
    """Weights over six to the power of the fleeing ones, whatever the totals: they may be added up."""
    flags: list[tuple[Flags, int]] = [((), 1)]
    for bonus, behind in zip(fleeing, totals, strict=True):
        caught = min(max(behind - bonus, 0), SIDES)
        if bonus == NO_DIE:
            caught = 0 if behind == NOBODY else SIDES
        steps = ((False, SIDES - caught), (True, caught))
        flags = [((*before, flag), weight * more) for before, weight in flags for flag, more in steps if more]
    return flags


def _escapes(fleeing: int, chasing: int) -> int:
    """In how many of 36 throws the fleeing total is higher."""
    return sum(min(max(fleeing + face - chasing - 1, 0), SIDES) for face in range(1, SIDES + 1))
