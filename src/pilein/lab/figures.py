"""Figures of a fight, either exact or sampled: winner, fate of each unit, losses, phases and events.

A chance or an expected number is a Fraction if it is exact, a float if it is solved in floats, and an Estimate if it
is sampled.
"""

from fractions import Fraction
from math import fsum, hypot, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

FOREVER = "forever"
Span = int | Literal["forever"]  # phases; 0: until no combat is left, or a ruling ends it

WINS = "{side} wins"
DRAWN = "drawn"  # neither side has a unit that still counts
APART = "apart"  # both sides have such units, and no units are in contact
FIGHTING = "still fighting"  # after the requested phases
UNRESOLVED = "unresolved"  # still fighting when a ruling ended the fight
ENDLESS = "goes on forever"  # without a ruling that ends it


DESTROYED = "destroyed"
ROUTED = "routed"
DRIVEN_OFF = "driven off"
FLED = "fled"
STILL_IN_CONTACT = "still in contact"
HOW = {  # ways a side wins: fate of the other side -> the same as a sentence
    DESTROYED: "the enemy is destroyed in combat",
    ROUTED: "the enemy is destroyed in rout",
    DRIVEN_OFF: "the enemy is driven off after blows",
    FLED: "the enemy flees without a blow",
    STILL_IN_CONTACT: "the enemy is beaten, and combat goes on",
}
IN_SHORT = {  # the same in a list or a heading
    DESTROYED: "destroyed in combat",
    ROUTED: "destroyed in rout",
    DRIVEN_OFF: "driven off",
    FLED: "fled",
    STILL_IN_CONTACT: "still in contact",
}
SURE = 1.959963984540054  # standard errors on either side of an interval of 95 %


class Estimate(Struct, frozen=True):
    """Sampled number with its standard error. For a chance, `games` is the number of games behind the estimate."""

    value: float
    error: float
    games: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval: Wilson's for a chance (never empty), otherwise 1.96 standard errors either way."""
        if not self.games:
            return self.value - SURE * self.error, self.value + SURE * self.error
        weight = SURE**2 / self.games
        middle = (self.value + weight / 2) / (1 + weight)
        half = sqrt(self.value * (1 - self.value) * weight + weight**2 / 4) / (1 + weight)
        return max(0.0, middle - half), min(1.0, middle + half)

    def interval_within(self, most: float) -> tuple[float, float]:
        """Return the interval limited to ±`most`. A difference of two chances, for example, is at most 1."""
        low, high = self.interval
        return max(-most, low), min(most, high)

    def __float__(self) -> float:
        return self.value


def error_of(deviation: float, games: int) -> float:
    """Return the standard error of a mean.

    If all games agree, the error is not 0, since further games may differ. It is then derived from the 95 % interval.
    """
    return deviation / sqrt(games) if deviation else SURE / (games + SURE**2)


def sampled_mean(total: float, squares: float, games: int) -> Estimate:
    """Return the mean of numbers over games, from the sums of the numbers and of their squares."""
    mean = total / games
    return Estimate(mean, error_of(sqrt(max(0.0, squares / games - mean**2)), games))


def share(count: int, games: int) -> Estimate:
    """Estimate the chance of an outcome that occurred in `count` of the games."""
    found = count / games
    return Estimate(found, sqrt(found * (1 - found) / games), games)


Number = Fraction | float | Estimate  # a chance, or an expected number
WaysOfSide = tuple[tuple[str, Number], ...]
Ways = tuple[WaysOfSide, WaysOfSide]  # how each side wins: words of HOW with their chances


def difference_of(one: Number, other: Number) -> Number:
    """Return the second number minus the first. Sampled numbers must come from independent dice."""
    errors = [number.error for number in (one, other) if isinstance(number, Estimate)]
    if errors:
        return Estimate(float(other) - float(one), hypot(*errors))
    return other - one  # type: ignore[operator]


def bounds(number: Number) -> tuple[float, float]:
    """Return the 95 % interval of a number. Both bounds of an exact number equal the number."""
    return number.interval if isinstance(number, Estimate) else (float(number), float(number))


class Distribution(Struct, frozen=True):
    """Distribution of a whole number, as (value, chance) pairs in ascending order without chances of 0.

    `games` is the number of sampled games, 0 if exact.
    """

    chances: tuple[tuple[int, Number], ...]
    games: int = 0

    @property
    def mean(self) -> Number:
        """Mean of the distribution, exact if the chances are exact."""
        if self.games:
            return Estimate(self._moment(), error_of(self.deviation, self.games))
        exact = [value * chance for value, chance in self.chances if isinstance(chance, Fraction)]
        return sum(exact, Fraction(0)) if len(exact) == len(self.chances) else self._moment()

    @property
    def deviation(self) -> float:
        """Standard deviation of the distribution."""
        mean = self._moment()
        squares = fsum((value - mean) ** 2 * float(chance) for value, chance in self.chances)
        return sqrt(squares)

    def quantile(self, share: float) -> int:
        """Return the smallest value whose cumulative chance is at least `share` (0 to 1).

        Returns the largest value if the chances add up to less than `share`.
        """
        reached = 0.0
        for value, chance in self.chances:
            reached += float(chance)
            if reached >= share - 1e-12:
                return value
        return self.chances[-1][0]

    def _moment(self) -> float:
        return fsum(value * float(chance) for value, chance in self.chances)


class UnitFigures(Struct, frozen=True):
    """Figures of a unit: its models before the fight, the chance of each fate, and its losses.

    Fates are in the ruleset's words, with the likeliest fate first.
    """

    unit: str
    side: str
    models: int
    fates: tuple[tuple[str, Number], ...]
    losses: Distribution


class EventFigures(Struct, frozen=True):
    """Event logged under a clause, with its kind, its unit and its boolean fields.

    `chance` is the probability that the event happens at all, and `expected` is the mean number of times that it
    happens.
    """

    event: str
    unit: str
    facts: tuple[tuple[str, bool], ...]
    clause: str
    chance: Number
    expected: Number


class Figures(Struct, frozen=True):
    """Figures of a fight, from odds or a simulation.

    `outcome` lists each side in scenario order, then drawn, apart, still fighting and unresolved. Outcomes with
    chance 0 are left out, except for the sides. `phases` is the distribution of phases played. `margin` is the
    distribution of the first combat result, as the lead of the first side (0 if the combat is drawn). Its chances add
    up to less than 1 if some fights have no combat result. `decided` lists the clauses that decided fights. `games`
    is the number of sampled games, or 0 if the figures are exact. `how` splits each side's wins by the words in HOW,
    with the chance of each. `how` is empty if events were not counted.

    `rounds` is the distribution of the rounds in a phase, in rulesets whose clock counts rounds (WarStrike's
    half-cycles). Only odds have this distribution. A fight without a limit on phases has `lasting`, the mean number
    of phases, and `endless`, which lists the groups of units that fight forever, each with its probability. The
    chances in `phases` of such a fight are floats that add up to less than 1, since they omit endless fights and
    fights that are very long and improbable.
    """

    sides: tuple[str, str]
    outcome: tuple[tuple[str, Number], ...]
    units: tuple[UnitFigures, ...]
    phases: Distribution
    margin: Distribution
    decided: tuple[tuple[str, Number], ...]
    events: tuple[EventFigures, ...] = ()
    games: int = 0
    rounds: Distribution = Distribution(())
    lasting: Number | None = None
    endless: tuple[tuple[str, Number], ...] = ()
    how: Ways = ((), ())

    @property
    def unresolved(self) -> Number:
        """Chance that a ruling ended the fight before it was decided."""
        return dict(self.outcome).get(UNRESOLVED, Fraction(0))

    def with_events(self, events: tuple[EventFigures, ...]) -> "Figures":
        """Return a copy of the figures with the given events."""
        return replace(self, events=events)

    @property
    def is_exact(self) -> bool:
        """Whether every chance is a fraction."""
        return all(isinstance(chance, Fraction) for _, chance in self.outcome)
