"""The state of a WAB battle: where models stand, what units have done, and the charges and combats under way."""

from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.status import Status
from pilein.tabletop.plane import Plane, Standing
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup, UnitSetup

NOBODY = -1
Field = Plane | Press
Arc = Literal["front", "flank", "rear"]


class Charge(Struct, frozen=True):
    """A charge that is declared and not yet moved: by whom, at whom, from where it came, and whether it can arrive.

    `arc` is the side of the target that the charger stood to when it declared (WAB-R-87).
    """

    unit: int
    target: int
    arc: Arc = "front"
    in_reach: bool = False


class Assault(Struct, frozen=True):
    """A unit in contact with the flank or rear of an enemy: `arc` as its charge came."""

    unit: int
    foe: int
    arc: Arc


class Absent(Struct, frozen=True):
    """A unit that pursued off the table and may come back: how it stood there, and (model, wounds lost)."""

    unit: int
    standing: Standing
    lost: tuple[tuple[int, int], ...] = ()


class Blows(Struct, frozen=True):
    """Like models of one unit that have yet to strike one enemy unit this round: how many, and at what Initiative.

    `by_mount`: their mounts strike, not they.
    """

    unit: int
    kind: int
    foe: int
    initiative: int
    models: int
    by_mount: bool = False


class Fight(Struct, frozen=True):
    """The round of combat being fought: its units, who has yet to strike, and the lead so far.

    `lead` is the active side's wounds caused less the other side's, `ranks` its lead in rank bonus as the round began,
    `paired` are the units that strike with the weapon in their other hand too.
    """

    units: tuple[int, ...]
    blows: tuple[Blows, ...] = ()
    lead: int = 0
    ranks: int = 0
    paired: tuple[int, ...] = ()


class Rout(Struct, frozen=True):
    """A unit that has taken to flight and runs when the tests of the moment are over (WAB-R-95).

    It runs from `foe` (NOBODY: the nearest enemy). `broken`: it broke in combat; `distance`: inches, 0 until rolled.
    """

    unit: int
    foe: int = NOBODY
    broken: bool = False
    distance: int = 0


class Aftermath(Struct, frozen=True):
    """What the close combat phase has yet to carry out when its combats are fought: cleared when it is over.

    `beaten` are (unit, by how much; nought once its test is due) and stay till then, like `lost`, the units destroyed;
    `shaken` are the friends near units that were caught in flight or loose models that were wiped out; `pursuits` are
    (winner, whom it pursues), `giving` the units that give ground.
    """

    beaten: tuple[tuple[int, int], ...] = ()
    lost: tuple[int, ...] = ()
    shaken: tuple[int, ...] = ()
    pursuits: tuple[tuple[int, int], ...] = ()
    giving: tuple[int, ...] = ()


class Battle(Struct, frozen=True):
    """One moment of a battle.

    `absent` are units off the table that may return, `assaults` the attacks on flanks and rears that go on, `mourned`
    the sides whose General's loss has been answered for, `routs` who runs next. `charges` belong to the movement phase,
    `volleys` (unit, its target) to the shooting phase, `fight` and `aftermath` to close combat.
    """

    by_unit: ClassVar[tuple[str, ...]] = ("statuses",)

    setup: Setup
    active: int
    field: Field
    statuses: tuple[Status, ...]
    absent: tuple[Absent, ...] = ()
    assaults: tuple[Assault, ...] = ()
    mourned: tuple[int, ...] = ()
    routs: tuple[Rout, ...] = ()
    charges: tuple[Charge, ...] = ()
    volleys: tuple[tuple[int, int], ...] = ()
    fight: Fight | None = None
    aftermath: Aftermath = Aftermath()

    def holds(self, sentence: str) -> bool:
        """Whether a sentence is in the text; for code that has no table at hand."""
        return self.setup.holds(sentence)

    @property
    def plane(self) -> Plane:
        """The field, where clauses are played that only a table has."""
        assert isinstance(self.field, Plane), "only a table has places"
        return self.field

    @property
    def is_on_table(self) -> bool:
        """Whether units have places; otherwise they are in the press."""
        return isinstance(self.field, Plane)

    def unit(self, number: int) -> UnitSetup:
        """A unit as it was fielded."""
        return self.setup.units[number]

    def side(self, unit: int) -> int:
        """The side of a unit."""
        return self.setup.units[unit].side

    def status(self, unit: int) -> Status:
        """What is true of a unit."""
        return self.statuses[unit]

    def lives(self, unit: int) -> bool:
        """Whether a unit has models on the field."""
        return self.field.lives(unit)

    def living(self, unit: int) -> int:
        """How many models of a unit are on the field."""
        return self.field.living(unit)

    def standing_units(self, side: int) -> tuple[int, ...]:
        """The units of a side with models on the field, in the order of the scenario."""
        return tuple(unit for unit in self.setup.units_of(side) if self.field.lives(unit))

    def traits(self, kind: int) -> Traits:
        """The characteristics of a kind of model."""
        traits = self.setup.kinds[kind].traits
        assert isinstance(traits, Traits)
        return traits

    def model_traits(self, model: int) -> Traits:
        """The characteristics of a model."""
        return self.traits(self.setup.kind_of[model])

    def on(self, field: Field) -> "Battle":
        """The battle, on this field."""
        return replace(self, field=field)

    def having(self, unit: int, **changes: Any) -> "Battle":  # noqa: ANN401 - statuses of several types
        """The battle, some statuses of a unit being otherwise."""
        return self.with_status(unit, replace(self.statuses[unit], **changes))

    def with_status(self, unit: int, status: Status) -> "Battle":
        """The battle, this being true of a unit."""
        if status == self.statuses[unit]:
            return self
        return replace(self, statuses=(*self.statuses[:unit], status, *self.statuses[unit + 1 :]))

    def after(self, **changes: Any) -> "Battle":  # noqa: ANN401 - fields of several types
        """The battle, these of its fields being otherwise: `battle.after(charges=())`."""
        return replace(self, **changes)

    def routing(self, rout: Rout) -> "Battle":
        """The battle, one more unit about to run."""
        return replace(self, routs=(*self.routs, rout))
