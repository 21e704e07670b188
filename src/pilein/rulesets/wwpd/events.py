"""Events of phases, Melees and tests."""

from typing import ClassVar

from pilein.kernel.events import Event
from pilein.rulesets.wwpd.re_rolls import SURE, has_dice
from pilein.tabletop import events

FEW = ("no", "one", "two", "three", "four")  # numbers in words
RANGE = 2  # longer runs of model numbers are shown as a range


class CombatBegan(events.CombatBegan, frozen=True, kw_only=True, tag=True):
    """Event: a Melee between the given units is fought next."""

    template: ClassVar[str] = "Melee of {units}"


class Divided(Event, frozen=True, kw_only=True, tag=True):
    """Event: the contacts on the table are divided into Melees."""

    template: ClassVar[str] = "{melees} on the table"

    count: int

    @property
    def melees(self) -> str:
        """Number of Melees, as text."""
        if self.count < len(FEW):
            return f"{FEW[self.count]} Melee{'s' if self.count > 1 else ''}"
        return f"{self.count} Melees"


class LeadershipTested(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit tested its Leadership for the given reason."""

    template: ClassVar[str] = "{unit} {passed:passed|failed} the Leadership test for {reason}"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    reason: str
    passed: bool


class Suppressed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit became Suppressed."""

    template: ClassVar[str] = "{unit} became Suppressed"

    unit: str


class Broke(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit broke, and its models were removed from the given places in ticks (table only)."""

    template: ClassVar[str] = "{unit} broke: {count:model} removed"

    unit: str
    count: int
    models: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


class Stayed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that could have fallen back stayed."""

    template: ClassVar[str] = "{unit} stayed"

    unit: str


class WillFallBack(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit will fall back, because it must or by choice."""

    template: ClassVar[str] = "{unit} {by_choice:chose to fall back|had to fall back}"

    unit: str
    by_choice: bool


# --- Charges declared, and units that did not reach their goal ----------------------------------------------------


class Declared(Event, frozen=True, kw_only=True, tag=True):
    """Event: units were declared to charge."""

    template: ClassVar[str] = "{units} declared a charge"

    units: tuple[str, ...]


class StoodStill(Event, frozen=True, kw_only=True, tag=True):
    """Event: models of a unit that had to move stayed in place."""

    template: ClassVar[str] = "{unit}: {count:model} stayed put"

    unit: str
    count: int
    models: tuple[int, ...] = ()


class LeftPress(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit left the press by falling back out of contact."""

    template: ClassVar[str] = "{unit} fell back out of contact"

    unit: str


class Cornered(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that fell back failed to get out of contact."""

    template: ClassVar[str] = "{unit} could not get away from the enemy"

    unit: str


class Destroyed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that could not get away was destroyed (WW-R-37)."""

    template: ClassVar[str] = "{unit} were destroyed: {count:model} removed"

    unit: str
    count: int
    models: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


# --- Attacks struck, hits dealt, wounds and casualties -----------------------------------------------------------


class Struck(Event, frozen=True, kw_only=True, tag=True):
    """Event: models of a unit struck at an enemy unit. The event gives the number of attacks and the score to hit."""

    template: ClassVar[str] = "{unit} struck {foe}: {attacks:attack} with {weapon}, {score}"

    unit: str
    foe: str
    weapon: str
    attacks: int
    hit: int

    @property
    def score(self) -> str:
        """Score needed to hit, as text. Some scores need no dice (WW-R-02)."""
        if has_dice(self.hit):
            return f"{self.hit}+ to hit"
        return "hitting automatically" if self.hit <= SURE else "cannot hit"


class Hit(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit was hit. The event gives the number of hits."""

    template: ClassVar[str] = "{count:hit} on {unit}"

    unit: str
    count: int


class Dealt(Event, frozen=True, kw_only=True, tag=True):
    """Event: hits were allocated to models in a unit. The event gives the number for each model in order."""

    template: ClassVar[str] = "{unit} took {share}"

    unit: str
    models: tuple[int, ...]
    hits: tuple[int, ...]

    @property
    def share(self) -> str:
        """Number of hits taken by each model, as text, highest number first."""
        numbers = sorted({number for number in self.hits if number}, reverse=True)
        taken = tuple(zip(self.models, self.hits, strict=True))
        return "; ".join(_in_words(number, [one for one, mine in taken if mine == number]) for number in numbers)


def _in_words(number: int, models: list[int]) -> str:
    hits = f"{number} hit{'s' if number > 1 else ''}"
    return f"{hits} each on models {_listed(models)}" if len(models) > 1 else f"{hits} on model {models[0]}"


def _listed(models: list[int]) -> str:
    """List model numbers as text, with three or more consecutive numbers shown as a range."""
    runs: list[list[int]] = []
    for model in models:
        if runs and model == runs[-1][-1] + 1:
            runs[-1].append(model)
        else:
            runs.append([model])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > RANGE else ", ".join(map(str, run)) for run in runs)


class Hurt(Event, frozen=True, kw_only=True, tag=True):
    """Event: models of a unit lost Wounds and survived."""

    template: ClassVar[str] = "{unit} lost {wounds:Wound}"

    unit: str
    wounds: int
