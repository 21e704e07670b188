"""The figures of a fight, exact or sampled: who wins, what becomes of each unit, losses, phases, events.

A chance or an expected number is a Fraction where it is exact, a float where it was solved in floats, and an Estimate
where it was sampled.
"""

from fractions import Fraction
from math import fsum, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

FOREVER = "forever"
Span = int | Literal["forever"]  # phases; 0: until no combat is left, or a ruling ends it

WINS = "{side} wins"
DRAWN = "drawn"  # neither side has anybody left who stands
APART = "apart"  # both have, and nobody is in contact
FIGHTING = "still fighting"  # when the phases asked for were over
UNRESOLVED = "unresolved"  # still fighting when a ruling ended it
ENDLESS = "goes on for ever"  # where no ruling ends it


class Estimate(Struct, frozen=True):
    """A sampled number with its standard error."""

    value: float
    error: float

    def __float__(self) -> float:
        return self.value


Number = Fraction | float | Estimate  # a chance, or an expected number


class Distribution(Struct, frozen=True):
    """How likely a whole number is to take each value: (value, chance), ascending, none of chance 0.

    `games`: how many were sampled, 0 if none was.
    """

    chances: tuple[tuple[int, Number], ...]
    games: int = 0

    @property
    def mean(self) -> Number:
        """The mean; exact if the chances are."""
        if self.games:
            return Estimate(self._moment(), self.deviation / sqrt(self.games))
        exact = [value * chance for value, chance in self.chances if isinstance(chance, Fraction)]
        return sum(exact, Fraction(0)) if len(exact) == len(self.chances) else self._moment()

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        mean = self._moment()
        squares = fsum((value - mean) ** 2 * float(chance) for value, chance in self.chances)
        return sqrt(squares)

    def quantile(self, share: float) -> int:
        """The least value that is not exceeded with at least this chance (0 to 1); the greatest, if chances lack it."""
        reached = 0.0
        for value, chance in self.chances:
            reached += float(chance)
            if reached >= share - 1e-12:
                return value
        return self.chances[-1][0]

    def _moment(self) -> float:
        return fsum(value * float(chance) for value, chance in self.chances)


class UnitFigures(Struct, frozen=True):
    """A unit: models before, the chance of each fate (the ruleset's words, likeliest first), and models lost."""

    unit: str
    side: str
    models: int
    fates: tuple[tuple[str, Number], ...]
    losses: Distribution


class EventFigures(Struct, frozen=True):
    """An event told under a clause: what kind, of whom, what was true or false of it.

    `chance` is that of its being told at all, `expected` how often it is told.
    """

    event: str
    unit: str
    facts: tuple[tuple[str, bool], ...]
    clause: str
    chance: Number
    expected: Number


class Figures(Struct, frozen=True):
    """All that odds and simulations tell of a fight.

    `outcome`: each side in the order of the scenario, then drawn, apart, still fighting, unresolved (chance 0 is left
    out, but for the sides). `phases` is the distribution of the phases played; `margin` that of the first combat
    result, as the lead of the first side, 0 if drawn (empty where none has a margin; what is missing to 1 has none).
    `decided` are the clauses under which a fight took its end. `games`: how many were sampled, 0 if none was.

    `rounds` is the distribution of the rounds of a phase, where a clock counts them (WarStrike's half-cycles); only
    odds tell it.

    A fight without any limit of phases has `lasting`, how many they are on average, and `endless`, what goes on for
    ever, by who is in it, with the chance that it comes to that. Its `phases` are in floats; what lasts for ever, or so
    long that it hardly ever comes, is missing in them to 1.
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

    @property
    def unresolved(self) -> Number:
        """The chance that a ruling ended the fight while it went on."""
        return dict(self.outcome).get(UNRESOLVED, Fraction(0))

    def with_events(self, events: tuple[EventFigures, ...]) -> "Figures":
        """The same figures with those of events."""
        return replace(self, events=events)

    @property
    def is_exact(self) -> bool:
        """Whether every chance is a fraction."""
        return all(isinstance(chance, Fraction) for _, chance in self.outcome)
