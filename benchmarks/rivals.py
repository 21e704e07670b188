"""Canonical fight, written by hand for the programs with which pilein is compared: its rules, and its versions for dice
libraries.

In each of six rounds, ten of twenty models strike on each side: first those of the first side, then the survivors of
the second. The side that has inflicted fewer wounds rolls two dice against Leadership 7 minus the difference, and is
removed if it fails.
"""

from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

FRONTAGE, MODELS, ROUNDS, LEADERSHIP = 10, 20, 6, 7
BEST = 6  # of a die
FIRST_WINS, SECOND_WINS, NEITHER = KNOWN = (0.9119772628597, 0.0875327797207, 0.00048995742)


class Scores(NamedTuple):
    """Rolls that one side's attack needs to hit and to wound, and that the enemy needs to save."""

    hit: int
    wound: int
    save: int

    @property
    def wounding(self) -> int:
        """Return the number of rolls, out of 216, in which an attack inflicts a wound."""
        return (7 - self.hit) * (7 - self.wound) * (self.save - 1)


FIRST, SECOND = Scores(3, 3, 6), Scores(4, 4, 5)
MIRROR = Scores(4, 3, 5)


def passing(difference: int) -> int:
    """Return the number of rolls of two dice, out of 36, that are at most Leadership minus the difference."""
    need = LEADERSHIP - difference
    return sum(one + other <= need for one in range(1, 7) for other in range(1, 7))


State = tuple[int, int]


def by_icepool() -> tuple[float, float, float]:
    """Return the probabilities of the three outcomes, computed with icepool by mapping a die through the six rounds."""
    import icepool  # noqa: PLC0415 - one program at a time

    @cache
    def wounds(side: Scores, models: int) -> Any:  # noqa: ANN401
        attack = icepool.Die({0: 216 - side.wounding, 1: side.wounding})
        return min(FRONTAGE, models) @ attack if models else icepool.Die([0])

    def tested(difference: int, first: int, second: int) -> Any:  # noqa: ANN401
        if not difference or not first or not second:
            return (first, second)
        gone = (first, 0) if difference > 0 else (0, second)
        holds = passing(abs(difference))
        return icepool.Die({(first, second): holds, gone: 36 - holds}) if holds else gone

    @cache
    def fight_round(first: int, second: int) -> Any:  # noqa: ANN401
        if not first or not second:
            return (first, second)

        def struck_back(one: int) -> Any:  # noqa: ANN401
            left = max(0, second - one)
            return wounds(SECOND, left).map(lambda other: tested(one - other, max(0, first - other), left))

        return wounds(FIRST, first).map(struck_back)

    states = icepool.Die([(MODELS, MODELS)])
    for _ in range(ROUNDS):
        states = states.map(fight_round, star=True)
    return _read({state: float(states.probability(state)) for state in states.outcomes()})


def by_dyce() -> tuple[float, float, float]:
    """Return the probabilities of the three outcomes, computed with dyce by expanding a histogram through the six
    rounds.
    """
    from dyce import H  # noqa: PLC0415 - one program at a time
    from dyce import expand as truncating  # noqa: PLC0415

    expand = partial(truncating, min_path_probability=Fraction(0))

    @cache
    def wounds(side: Scores, models: int) -> Any:  # noqa: ANN401
        return min(FRONTAGE, models) @ H({0: 216 - side.wounding, 1: side.wounding}) if models else H({0: 1})

    def tested(difference: int, first: int, second: int) -> Any:  # noqa: ANN401
        if not difference or not first or not second:
            return (first, second)
        holds = passing(abs(difference))
        gone = (first, 0) if difference > 0 else (0, second)
        return H({(first, second): holds, gone: 36 - holds}) if holds else gone

    @cache
    def fight_round(first: int, second: int) -> Any:  # noqa: ANN401
        if not first or not second:
            return (first, second)

        def struck_back(one: Any) -> Any:  # noqa: ANN401
            left = max(0, second - one.outcome)
            return expand(
                lambda other: tested(one.outcome - other.outcome, max(0, first - other.outcome), left),
                wounds(SECOND, left),
            )

        return expand(struck_back, wounds(FIRST, first))

    states = H({(MODELS, MODELS): 1})
    for _ in range(ROUNDS):
        states = expand(lambda state: fight_round(*state.outcome), states)
    return _read({state: float(chance) for state, chance in states.probability_items()})


def _read(states: dict[State, float]) -> tuple[float, float, float]:
    first = sum(chance for (_, second), chance in states.items() if not second)
    other = sum(chance for (one, _), chance in states.items() if not one)
    return first, other, sum(chance for (one, two), chance in states.items() if one and two)
