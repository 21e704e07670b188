"""State of a WarStrike battle: positions of models, losses of units, and the current combat."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from pilein.rulesets.warstrike.barrages import Barrage, Suffered
from pilein.rulesets.warstrike.pools import Pool
from pilein.rulesets.warstrike.profile import Traits
from pilein.tabletop.battle import Moment

NOBODY = -1
DEFENSIVE, SHOOTING, MELEE = 0, 1, 2  # kind of volley


class Status(Struct, frozen=True):
    """Status of a unit, with the names used in the register ("Terms and state").

    `leader` is its leading model, or NOBODY. `hits` is the hit counter. `has_had_its_chance` means that the unit
    could have fired defensively in this phase, whether or not it did. `broken_off` means that it has fallen back or
    routed and is out of every combat, in later phases too (WS-R-33). `routed` means that it has routed.
    """

    markers: int = 0
    hits: int = 0
    leader: int = NOBODY
    at_the_double: bool = False
    moved: bool = False
    has_had_its_chance: bool = False
    broken_off: bool = False
    routed: bool = False


class Hits(Struct, frozen=True):
    """Identical hits of a volley that are waiting to be dealt, with their number, AP, Str, and the models that may take
    them.
    """

    count: int
    AP: int
    Str: int
    takers: tuple[int, ...]


class Dealt(Struct, frozen=True):
    """Identical hits dealt to models of a unit that have the same Ar and To.

    `pool` holds the models that may fall to these shots, and is empty if any eligible model may. `open_to` holds the
    numbers of the hit groups in the volley that these models may take. It is used only if models differ in the
    groups they may take.
    """

    unit: int
    count: int
    AP: int
    Str: int
    Ar: int
    To: int
    pool: tuple[int, ...] = ()
    open_to: tuple[int, ...] = ()


class Fight(Struct, frozen=True):
    """Current combat, with its units, the side that attacks, and the attacking units still to act.

    `stirred` means that dice were rolled or the state changed in this half-cycle, and `quiet` counts consecutive
    half-cycles in which neither happened. `fled` holds units that fell back or routed, with the inches they ran in
    the press. `withdrew` holds attacking units that moved more than 6" away and stayed out. `joining` holds units
    that take part from the next half-cycle (WS-R-37).

    The fields of a volley are empty between volleys: weapons in hand as `arms` (model, index of the melee weapon);
    `aims` (model, unit shot at or model named); `hits` to be dealt and hits `dealt`; the dice to roll as a
    `barrage`; losses by unit as `suffered` (hits, whether a save failed, casualties); and the `pools` of
    close-combat shooting on a table, in the order of the barrage's targets.

    Under certain rulings, `engaged` holds the models engaged as the half-cycle began (WS-R-44), `allocated` holds
    the units against which the attacker has made an allocation test (WS-R-49), and `hitters` holds pairs (unit hit,
    unit that hit it) (WS-R-30).
    """

    by_unit: ClassVar[tuple[str, ...]] = ("suffered",)

    units: tuple[int, ...]
    attacker: int
    waiting: tuple[int, ...] = ()
    stirred: bool = False
    quiet: int = 0
    fled: tuple[tuple[int, int], ...] = ()
    withdrew: tuple[int, ...] = ()
    joining: tuple[int, ...] = ()
    arms: tuple[tuple[int, int], ...] = ()
    aims: tuple[tuple[int, int], ...] = ()
    hits: tuple[Hits, ...] = ()
    dealt: tuple[Dealt, ...] = ()
    barrage: Barrage | None = None
    suffered: tuple[Suffered, ...] = ()
    pools: tuple[Pool, ...] = ()
    engaged: tuple[tuple[int, tuple[int, ...]], ...] = ()
    allocated: tuple[int, ...] = ()
    hitters: tuple[tuple[int, int], ...] = ()


class Battle(Moment[Status], frozen=True):
    """State of a battle at one moment. `combats` holds the groups of units whose combat has yet to be fought.

    `drawn` means that a combat in this phase did not end (WS-R-04). `marked` holds the units that have taken their
    only marker for a failed save in the phase or half-cycle (WS-R-18).
    """

    combats: tuple[tuple[int, ...], ...] = ()
    fight: Fight | None = None
    drawn: bool = False
    marked: tuple[int, ...] = ()

    @property
    def combat(self) -> Fight:
        """Current combat. Only clauses that are played during a combat use this property."""
        assert self.fight is not None, "no combat is under way"
        return self.fight

    def name(self, unit: int) -> str:
        """Name of a unit."""
        return self.setup.units[unit].name

    def models(self, unit: int) -> tuple[int, ...]:
        """Living models of a unit."""
        return self.field.models(unit)

    def traits(self, model: int) -> Traits:
        """Characteristics of a model."""
        traits = self.setup.kind(model).traits
        assert isinstance(traits, Traits)
        return traits

    def unit_traits(self, unit: int) -> Traits:
        """Characteristics of a unit (Mv, Aw, Ld and Nv), taken from its first model as fielded."""
        return self.traits(self.setup.units[unit].models[0])

    def fighters(self, side: int) -> tuple[int, ...]:
        """Units of a side that fight in the current combat."""
        return tuple(unit for unit in self.combat.units if self.side(unit) == side and self.can_fight(unit))

    def fighters_and_joining(self, side: int) -> tuple[int, ...]:
        """Units of a side that are in the current combat or join it in the next half-cycle (WS-R-37)."""
        joining = (unit for unit in self.combat.joining if self.side(unit) == side and self.can_fight(unit))
        return (*self.fighters(side), *joining)

    def can_fight(self, unit: int) -> bool:
        """Whether a unit has models left and has not fallen back."""
        return self.lives(unit) and not self.statuses[unit].broken_off

    @property
    def attackers(self) -> tuple[int, ...]:
        """Attacking units of the combat."""
        return self.fighters(self.combat.attacker)

    @property
    def defenders(self) -> tuple[int, ...]:
        """Defending units of the combat."""
        return self.fighters(1 - self.combat.attacker)

    def having_combats(self, combats: tuple[tuple[int, ...], ...]) -> "Battle":
        """Return a copy of the battle with the given combats still to be fought."""
        return replace(self, combats=combats)

    def beginning(self, fight: Fight | None) -> "Battle":
        """Return a copy of the battle with the given combat, or no combat, as the current one."""
        return replace(self, fight=fight)

    def fighting(self, **changes: object) -> "Battle":
        """Return a copy of the battle with fields of the current combat changed."""
        return replace(self, fight=replace(self.combat, **changes))

    def stirring(self) -> "Battle":
        """Return a copy of the battle, with a record that something has happened in this half-cycle."""
        return self if self.combat.stirred else self.fighting(stirred=True)
