"""State of a WAB battle: positions of models, actions of units, and the current charges and combats."""

from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.status import Status
from pilein.tabletop.battle import Moment
from pilein.tabletop.plane import Standing

NOBODY = -1
Arc = Literal["front", "flank", "rear"]


class Charge(Struct, frozen=True):
    """A charge that has been declared but not yet moved, with its charger, target and arc, and whether it can arrive.

    `arc` is the side of the target that the charger faced when it declared (WAB-R-87).
    """

    unit: int
    target: int
    arc: Arc = "front"
    in_reach: bool = False


class Assault(Struct, frozen=True):
    """Unit in contact with an enemy's flank or rear. `arc` is the side that its charge struck."""

    unit: int
    foe: int
    arc: Arc


class Absent(Struct, frozen=True):
    """Unit that pursued off the table and may return, with the standing in which it left and the wounds lost by its
    models, as (model, wounds).
    """

    unit: int
    standing: Standing
    lost: tuple[tuple[int, int], ...] = ()


class Strikers(Struct, frozen=True):
    """Identical models of a unit that have yet to strike an enemy unit this round, with their number and Initiative.

    `by_mount` means that the mounts strike, not their riders. `at` is the kind of character that they strike in the
    enemy unit, or NOBODY for its rank and file. `attacks` counts the attacks of models that divide their attacks
    between targets; `models` does not include those models.
    """

    unit: int
    kind: int
    foe: int
    initiative: int
    models: int
    by_mount: bool = False
    at: int = NOBODY
    attacks: int = 0


class Fight(Struct, frozen=True):
    """Current round of combat, with its units, the models still to strike, and the lead so far.

    `lead` is the number of wounds caused by the active side minus those caused by the other side. `ranks` is the
    active side's lead in rank bonus at the start of the round. `paired` holds the kinds of models that also strike
    with their second weapon. While both sides strike together, `due` holds the losses still to be removed: (unit,
    foe, wounds) and the kind of the character struck.
    """

    units: tuple[int, ...]
    strikers: tuple[Strikers, ...] = ()
    lead: int = 0
    ranks: int = 0
    paired: tuple[int, ...] = ()
    due: tuple[tuple[int, ...], ...] | None = None


class Rout(Struct, frozen=True):
    """Unit that has begun to flee and runs when the current tests are over (WAB-R-95).

    The unit runs from `foe`, or from the nearest enemy if `foe` is NOBODY. `broken` means that it broke in combat.
    `distance` is in inches, and 0 until it is rolled.
    """

    unit: int
    foe: int = NOBODY
    broken: bool = False
    distance: int = 0


class Aftermath(Struct, frozen=True):
    """Work that remains in the close combat phase after its combats, cleared at the end of the phase.

    `beaten` holds (unit, margin), with margin 0 once the break test has been scheduled, and `lost` holds the units
    destroyed. `shaken` holds the friends near units that were caught in flight or wiped out as loose models.
    `pursuits` holds (winner, pursued unit), and `giving` holds the units that give ground. `won` holds the units
    that have won their round, and is kept until the turn ends.
    """

    beaten: tuple[tuple[int, int], ...] = ()
    lost: tuple[int, ...] = ()
    shaken: tuple[int, ...] = ()
    pursuits: tuple[tuple[int, int], ...] = ()
    giving: tuple[int, ...] = ()
    won: tuple[int, ...] = ()


class Battle(Moment[Status], frozen=True):
    """State of a battle at one moment.

    `absent` holds units off the table that may return, `assaults` continuing attacks on flanks and rears, `mourned`
    the sides that have tested for the loss of their General, and `routs` the units that run next. `charges` belong
    to the movement phase, or are contacts made in pursuit. `volleys` (unit, target) belong to the shooting phase,
    and `fight` and `aftermath` to close combat.
    """

    absent: tuple[Absent, ...] = ()
    assaults: tuple[Assault, ...] = ()
    mourned: tuple[int, ...] = ()
    routs: tuple[Rout, ...] = ()
    charges: tuple[Charge, ...] = ()
    volleys: tuple[tuple[int, int], ...] = ()
    fight: Fight | None = None
    aftermath: Aftermath = Aftermath()

    def standing_units(self, side: int) -> tuple[int, ...]:
        """Numbers of a side's units with models on the field, in scenario order."""
        return tuple(unit for unit in self.setup.units_of(side) if self.field.lives(unit))

    def traits(self, kind: int) -> Traits:
        """Characteristics of a kind of model."""
        traits = self.setup.kinds[kind].traits
        assert isinstance(traits, Traits)
        return traits

    def model_traits(self, model: int) -> Traits:
        """Characteristics of a model."""
        return self.traits(self.setup.kind_of[model])

    def with_status(self, unit: int, status: Status) -> Self:
        """Return a copy of the battle with a unit's status set, or the same object if nothing changes."""
        return self if status == self.statuses[unit] else super().with_status(unit, status)

    def routing(self, rout: Rout) -> "Battle":
        """Return a copy of the battle with a rout appended to `routs`."""
        return replace(self, routs=(*self.routs, rout))
