"""State of a Scrollhammer battle: positions of models, actions of units this turn, and the current fight."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Volley
from pilein.rulesets.scrollhammer.profile import Traits
from pilein.tabletop.battle import Moment, with_entry
from pilein.tabletop.plane import Loose

NOBODY = -1
Hurt = tuple[tuple[int, int], ...]  # (model, wounds lost in this step), by model


class Status(Struct, frozen=True):
    """Status of a unit this turn, with the names used in the register ("Terms and state").

    `fired_at` is the enemy unit that the unit shot at this turn, or NOBODY. `has_fought` means that it fought a round
    of its combat in an earlier phase, `has_struck` that it has fought in this phase, and `charged_rough` that its
    charge crossed difficult terrain. `bars` names other rules that forbid the unit to charge. `unseen` lists the units
    that it named as targets but could not see.
    """

    charged: bool = False
    counter_attacked: bool = False
    falling_back: bool = False
    gone_to_ground: bool = False
    marched: bool = False
    charge_barred: bool = False
    declared: bool = False
    reaction: str = "none"
    stood_and_shot: bool = False
    fired_at: int = NOBODY
    has_fought: bool = False
    reacted: bool = False
    charged_several: bool = False
    charged_rough: bool = False
    has_struck: bool = False
    bars: tuple[str, ...] = ()
    unseen: tuple[int, ...] = ()


class Charge(Struct, frozen=True):
    """Current charge, with the unit, its targets in the order named, the range rolled in inches, and the models moved.

    `highest` is the highest die of the range roll, or 0 if the die does not matter (SH-R-36). `before` is the unit's
    standing before the charge, in case the unit must go back (SH-R-29). `arcs` holds the charged face of each target,
    "" for loose targets. `met` holds the enemies that each moved model touches along an edge, `touching` the moved
    models in contact, and `crossed` the moved models that went through difficult ground. `ridden` holds targets to be
    ridden down. `is_spent` means that the charge ended when its leading model was lost (SH-R-87). `assigned` pairs
    models with targets (SH-R-31). `leader` is the initial charger if it is named before the range is judged, and NOBODY
    otherwise (SH-R-26).
    """

    unit: int
    targets: tuple[int, ...]
    range: int = 0
    highest: int = 0
    through_difficult: bool = False
    arcs: tuple[str, ...] = ()
    moved: tuple[int, ...] = ()
    met: tuple[tuple[int, tuple[int, ...]], ...] = ()
    touching: tuple[int, ...] = ()
    crossed: tuple[int, ...] = ()
    before: Loose | None = None
    ridden: tuple[int, ...] = ()
    is_spent: bool = False
    assigned: tuple[tuple[int, int], ...] = ()
    leader: int = NOBODY


class DeclaredAttacks(Struct, frozen=True):
    """Attacks that identical models of one unit have declared with one weapon against one enemy unit, to be rolled
    together.

    `weapon` is an index into the kind's list of combat weapons.
    """

    unit: int
    kind: int
    weapon: int
    foe: int
    attacks: int


class Wounds(Struct, frozen=True):
    """Group of identical wounds on a unit, waiting to be allocated (SH-WO-06).

    `by` is the unit that inflicted the wounds and `S` their Strength. `instant` marks Instant Death, and `kills` a
    Killing Blow. `source` names the weapon if it has additional effects, and is empty otherwise. `kind` limits the
    wounds to models of that kind, or is NOBODY for models of any kind. `unsaved` means that the saves have failed.
    """

    unit: int
    by: int
    count: int
    S: int = 0
    AP: int = 0
    instant: bool = False
    no_armour: bool = False
    source: str = ""
    kind: int = NOBODY
    kills: bool = False
    unsaved: bool = False

    def of(self, count: int) -> "Wounds":
        """Return a copy of the group with `count` wounds."""
        return replace(self, count=count)


class AttackRoll(Struct, frozen=True):
    """Identical attacks about to be rolled together, with the attacking unit and kind, enemy unit, weapon and dice.

    `wounds` describes an ordinary wound, and `rending` a wound from a natural 6. Both have a count of 0 until the
    roll.
    """

    unit: int
    kind: int
    foe: int
    weapon: str
    volley: Volley
    wounds: Wounds
    rending: Wounds


class Began(Struct, frozen=True):
    """Data recorded when the combat began.

    On a table, `opened` holds the models engaged. In the press, `abreast` holds the maximum number of each unit's
    models in contact, as (unit, models).
    """

    ranks: int = 0
    voters: tuple[int, ...] = ()
    opened: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    abreast: tuple[tuple[int, int], ...] = ()


class Pairs(Struct, frozen=True):
    """Pairs of units in the combat. `met` holds pairs that were in contact, and `reached` holds pairs that were engaged
    at some step, even if only through friends.

    `sides` records the side of a block that a loose unit last touched, as (unit, block, side).
    """

    met: tuple[tuple[int, int], ...] = ()
    reached: tuple[tuple[int, int], ...] = ()
    sides: tuple[tuple[int, int, str], ...] = ()


Mark = tuple[int, str, int, str]  # model, effect, attacking unit, weapon


class Exchange(Struct, frozen=True):
    """Data of one Initiative step, empty between steps.

    `declared` holds the attacks and `rolls` their rolls. `capacity` holds (unit, wounds it can lose) for each unit
    struck. `struck` lists the models that have struck, on a table only. `wounds` are still to be allocated. `unsaved`
    holds a number of wounds for each unit, and `hurt` holds pairs (model, wounds) for each unit. `marking` holds
    effects as (unit, by, weapon, trigger, count), and `marked` the models affected as (model, effect, by, weapon).
    `allotted` lists models that have been allocated a wound, and `piled` models that have piled in.
    """

    by_unit: ClassVar[tuple[str, ...]] = ("unsaved", "hurt")

    declared: tuple[DeclaredAttacks, ...] = ()
    rolls: tuple[AttackRoll, ...] = ()
    capacity: tuple[tuple[int, int], ...] = ()
    struck: tuple[int, ...] = ()
    wounds: tuple[Wounds, ...] = ()
    unsaved: tuple[int, ...] = ()
    hurt: tuple[Hurt, ...] = ()
    marking: tuple[tuple[int, int, str, str, int], ...] = ()
    marked: tuple[Mark, ...] = ()
    allotted: tuple[int, ...] = ()
    piled: tuple[int, ...] = ()


class Aftermath(Struct, frozen=True):
    """State after the combat result. `broken` lists the broken units, and `aside` the units that consolidate instead of
    piling in.

    `astray` holds the models that were out of coherency when the models to pile in were selected.
    """

    broken: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    astray: tuple[int, ...] = ()


class Fight(Struct, frozen=True):
    """Combat being fought, with its units, the Initiative step (11 before the first), and the lead in wounds.

    `lead` is the number of wounds that the active side has inflicted minus the number it has suffered. `late` holds
    the attacks of models that strike at two steps, as (model, step, attacks). `came` lists models that came into
    contact by a pile-in (SH-R-45 `own-move`).
    """

    units: tuple[int, ...]
    step: int = 11
    lead: int = 0
    late: tuple[tuple[int, int, int], ...] = ()
    came: tuple[int, ...] = ()
    began: Began = Began()
    pairs: Pairs = Pairs()
    exchange: Exchange = Exchange()
    aftermath: Aftermath = Aftermath()


class Battle(Moment[Status], frozen=True):
    """State of a Scrollhammer battle at one moment. `combats` holds the groups of locked units that have yet to fight.

    `bonds` holds multiple combats of earlier phases that stay joined (SH-R-82). `marks` holds pairs (model, effect).
    """

    marks: tuple[tuple[int, str], ...] = ()
    charge: Charge | None = None
    combats: tuple[tuple[int, ...], ...] = ()
    bonds: tuple[tuple[int, ...], ...] = ()
    fight: Fight | None = None

    @property
    def combat(self) -> Fight:
        """The current combat. Only clauses that are played during a combat use this property."""
        assert self.fight is not None, "no combat is under way"
        return self.fight

    def traits(self, kind: int) -> Traits:
        """Characteristics of a kind of model."""
        traits = self.setup.kinds[kind].traits
        assert isinstance(traits, Traits)
        return traits

    def active_first(self, units: Iterable[int]) -> tuple[int, ...]:
        """Sort units by number, the active side's units first."""
        found = tuple(sorted(units))
        if len({self.side(unit) for unit in found}) <= 1:
            return found
        return tuple(sorted(found, key=lambda unit: self.side(unit) != self.active))

    def active_last(self, units: Iterable[int]) -> tuple[int, ...]:
        """Sort units by number, the active side's units last."""
        found = tuple(sorted(units))
        if len({self.side(unit) for unit in found}) <= 1:
            return found
        return tuple(sorted(found, key=lambda unit: self.side(unit) == self.active))

    def turning(self) -> "Battle":
        """Return the battle at the start of the other side's turn."""
        return replace(self, active=1 - self.active, fight=None, charge=None)

    def marked(self, marks: tuple[tuple[int, str], ...]) -> "Battle":
        """Return a copy in which the marks on models are replaced."""
        return self if marks == self.marks else replace(self, marks=marks)

    def having_combats(self, combats: tuple[tuple[int, ...], ...]) -> "Battle":
        """Return a copy in which the combats still to be fought are replaced."""
        return replace(self, combats=combats)

    def bound(self, bonds: tuple[tuple[int, ...], ...]) -> "Battle":
        """Return a copy in which the given multiple combats stay joined."""
        return replace(self, bonds=bonds)

    def beginning(self, fight: Fight | None) -> "Battle":
        """Return a copy in which the given fight is the current one and its units are marked as having struck. With
        None, no fight is the current one.
        """
        if fight is None:
            return replace(self, fight=None)
        units, now = len(self.setup.units), fight.exchange
        now = replace(now, unsaved=now.unsaved or (0,) * units, hurt=now.hurt or ((),) * units)
        battle = replace(self, fight=replace(fight, exchange=now))
        for unit in fight.units:
            battle = battle.having(unit, has_struck=True)
        return battle

    def unsaved(self, unit: int) -> int:
        """Number of a unit's wounds whose saves failed in this step and that are not yet allocated."""
        return self.combat.exchange.unsaved[unit] if self.combat.exchange.unsaved else 0

    def with_unsaved(self, unit: int, wounds: int) -> "Battle":
        """Return a copy in which a unit has the given number of unsaved wounds that are not yet allocated."""
        return self.exchanging(unsaved=with_entry(self.combat.exchange.unsaved, unit, wounds))

    def hurt(self, unit: int) -> Hurt:
        """Return the wounds lost by models of a unit in this step, as pairs (model, wounds) in model order."""
        return self.combat.exchange.hurt[unit] if self.combat.exchange.hurt else ()

    def with_hurt(self, unit: int, hurt: Hurt) -> "Battle":
        """Return a copy in which the models of a unit have lost the given wounds in this step."""
        return self.exchanging(hurt=with_entry(self.combat.exchange.hurt, unit, hurt))

    def charging(self, **changes: object) -> "Battle":
        """Return a copy with the given fields of the current charge changed."""
        assert self.charge is not None
        return replace(self, charge=replace(self.charge, **changes))

    def fighting(self, **changes: object) -> "Battle":
        """Return a copy with the given fields of the current fight changed."""
        return replace(self, fight=replace(self.combat, **changes))

    def exchanging(self, **changes: object) -> "Battle":
        """Return a copy with the given fields of the current Initiative step changed."""
        return self.fighting(exchange=replace(self.combat.exchange, **changes))
