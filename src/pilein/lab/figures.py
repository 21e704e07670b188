"""The figures of a fight, exact or sampled: winner, fate of each unit, losses, phases, events.

A chance or an expected number is a Fraction if exact, a float if solved in floats, and an Estimate if sampled.
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
    """A sampled number with its standard error; for a chance, `games` is the number of games behind it."""

    value: float
    error: float
    games: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval: for a chance, Wilson's, which is never empty; else 1.96 standard errors."""
        if not self.games:
            return self.value - SURE * self.error, self.value + SURE * self.error
        weight = SURE**2 / self.games
        middle = (self.value + weight / 2) / (1 + weight)
        half = sqrt(self.value * (1 - self.value) * weight + weight**2 / 4) / (1 + weight)
        return max(0.0, middle - half), min(1.0, middle + half)

    def interval_within(self, most: float) -> tuple[float, float]:
        """The interval within the possible range: a difference of two chances is at most 1 either way."""
        low, high = self.interval
        return max(-most, low), min(most, high)

    def __float__(self) -> float:
        return self.value


def error_of(deviation: float, games: int) -> float:
    """The standard error of a mean; if all games were the same, as if one beyond 95 % of them might differ by one."""
    return deviation / sqrt(games) if deviation else SURE / (games + SURE**2)


def share(count: int, games: int) -> Estimate:
    """The chance of something that happened in `count` of the games."""
    found = count / games
    return Estimate(found, sqrt(found * (1 - found) / games), games)


Number = Fraction | float | Estimate  # a chance, or an expected number
WaysOfSide = tuple[tuple[str, Number], ...]
Ways = tuple[WaysOfSide, WaysOfSide]  # how each side wins: words of HOW with their chances


def difference_of(one: Number, other: Number) -> Number:
    """The second number minus the first; if either was sampled, with independent dice."""
    errors = [number.error for number in (one, other) if isinstance(number, Estimate)]
    if errors:
        return Estimate(float(other) - float(one), hypot(*errors))
    return other - one  # type: ignore[operator]


def bounds(number: Number) -> tuple[float, float]:
    """The 95 % interval of a number; the number itself twice if it is exact."""
    return number.interval if isinstance(number, Estimate) else (float(number), float(number))


class Distribution(Struct, frozen=True):
    """Distribution of a whole number: (value, chance), ascending, without chances of 0.

    `games`: number of sampled games, 0 if exact.
    """

    chances: tuple[tuple[int, Number], ...]
    games: int = 0

    @property
    def mean(self) -> Number:
        """The mean; exact if the chances are."""
        if self.games:
            return Estimate(self._moment(), error_of(self.deviation, self.games))
        exact = [value * chance for value, chance in self.chances if isinstance(chance, Fraction)]
        return sum(exact, Fraction(0)) if len(exact) == len(self.chances) else self._moment()

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        mean = self._moment()
        squares = fsum((value - mean) ** 2 * float(chance) for value, chance in self.chances)
        return sqrt(squares)

    def quantile(self, share: float) -> int:
        """The least value not exceeded with at least this chance (0 to 1); the greatest, if the chances sum to less."""
        reached = 0.0
        for value, chance in self.chances:
            reached += float(chance)
            if reached >= share - 1e-12:
                return value
        return self.chances[-1][0]

    def _moment(self) -> float:
        return fsum(value * float(chance) for value, chance in self.chances)


class UnitFigures(Struct, frozen=True):
    """A unit: models before, the chance of each fate (in the ruleset's words, likeliest first), and models lost."""

    unit: str
    side: str
    models: int
    fates: tuple[tuple[str, Number], ...]
    losses: Distribution


class EventFigures(Struct, frozen=True):
    """An event logged under a clause: its kind, its subject, its facts (true or false).

    `chance` is the probability that it happens at all, `expected` the mean number of times.
    """

    event: str
    unit: str
    facts: tuple[tuple[str, bool], ...]
    clause: str
    chance: Number
    expected: Number


class Figures(Struct, frozen=True):
    """All figures of a fight from odds or a simulation.

    `outcome`: each side in the order of the scenario, then drawn, apart, still fighting, unresolved (chance 0 is left
    out, except for sides). `phases`: distribution of the phases played; `margin`: distribution of the first combat
    result, as the lead of the first side, 0 if drawn (empty if none has a margin; the rest to 1 has none). `decided`
    are the clauses that decided fights. `games`: number of sampled games, 0 if exact. `how` splits each side's wins:
    for each side, the words in HOW with their chances; empty if events were not counted.

    `rounds`: distribution of the rounds of a phase, if a clock counts rounds (WarStrike's half-cycles); only in odds.

    A fight without a limit on phases has `lasting`, the mean number of phases, and `endless`: units that fight forever,
    with the probability. Its `phases` are in floats and add up to less than 1, since they omit endless fights and very
    long, improbable ones.
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
        """The chance that a ruling ended the fight before it was decided."""
        return dict(self.outcome).get(UNRESOLVED, Fraction(0))

    def with_events(self, events: tuple[EventFigures, ...]) -> "Figures":
        """The figures with events added."""
        return replace(self, events=events)

    @property
    def is_exact(self) -> bool:
        """Whether every chance is a fraction."""
        return all(isinstance(chance, Fraction) for _, chance in self.outcome)
