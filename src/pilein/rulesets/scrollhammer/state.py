"""The state of a Scrollhammer battle: where models stand, what units have done this turn, and the fight under way."""

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
    """What is true of a unit this turn, by the register's names ("Terms and state").

    `fired_at` is the unit it shot at this turn, NOBODY if none; `has_fought`: it has fought a round of its combat in
    an earlier phase; `charged_rough`: its charge went through difficult terrain;
    `has_struck`: it has fought in this phase; `bars`: reasons of other rules why it may not charge.
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


class Charge(Struct, frozen=True):
    """The charge under way: who, at whom in the order named, the range rolled (inches), and who has moved so far.

    `highest` is the highest die of the range where that matters (SH-R-36), `before` how the unit stood where it may
    have to go back (SH-R-29). `arcs` name for each target the face charged ("" for loose ones), `met` the enemies that
    each moved model touches with an edge of its base, `touching` the moved models in contact, `crossed` those that went
    through difficult ground. `ridden` are targets to be ridden down, `is_spent`: its leading model was lost, and with
    it the charge (SH-R-87). `assigned` are models with the targets that they were assigned to (SH-R-31).
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


class Blows(Struct, frozen=True):
    """Attacks of like models of one unit with one weapon on one enemy unit, to be rolled together.

    `weapon` is the place in the kind's list of weapons to fight with.
    """

    unit: int
    kind: int
    weapon: int
    foe: int
    attacks: int


class Wounds(Struct, frozen=True):
    """Like wounds on a unit that wait to be allocated: how many, how dangerous, from whose unit (SH-WO-06).

    `S` is the Strength behind them; `source` names the weapon where it hands out effects, else it is empty.
    `kind` limits them to models of that kind (NOBODY: any).
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

    def of(self, count: int) -> "Wounds":
        """Wounds like these, so many of them."""
        return replace(self, count=count)


class Strokes(Struct, frozen=True):
    """Like attacks that are about to be rolled together: whose, of which kind, on whom, with what weapon and dice.

    `wounds` is what each of them deals, `rent` what one by a natural 6 does; how many it will be is left open.
    """

    unit: int
    kind: int
    foe: int
    weapon: str
    volley: Volley
    wounds: Wounds
    rent: Wounds


class Fight(Struct, frozen=True):
    """The combat being fought: its units, the Initiative step (11 before the first), and the lead in wounds.

    `lead` is the wounds that the active side has inflicted less those it has suffered; `ranks` its lead in
    rank bonuses as the combat began, where that is what counts (SH-R-61), `voters` in the press the kinds of the
    models engaged then, where they fix the majorities (SH-R-52). `opened` holds, on a table, the
    models engaged when the sub-phase began: (model, depth, enemy units reached). `met` are the pairs of units that
    were in contact in it, `reached` those that were engaged at one of its steps, if only through friends; `late` are
    the attacks of models that strike at two steps: (kind, step, attacks of each).
    The rest belongs to one step and is empty between steps: blows declared, strokes to be rolled, the wounds that
    each unit struck can lose (unit, wounds), the kinds that have struck, wounds to allocate, unsaved wounds and what
    models have lost (model, wounds) by unit number, (unit, by, weapon, trigger, count) of effects, models allotted a
    wound, models that piled in.
    After the result: units that have `broken`, and those that stand `aside`, to consolidate instead of piling in.
    """

    by_unit: ClassVar[tuple[str, ...]] = ("unsaved", "hurt")

    units: tuple[int, ...]
    step: int = 11
    lead: int = 0
    ranks: int = 0
    voters: tuple[int, ...] = ()
    opened: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    met: tuple[tuple[int, int], ...] = ()
    reached: tuple[tuple[int, int], ...] = ()
    late: tuple[tuple[int, int, int], ...] = ()
    blows: tuple[Blows, ...] = ()
    strokes: tuple[Strokes, ...] = ()
    room: tuple[tuple[int, int], ...] = ()
    struck: tuple[int, ...] = ()
    wounds: tuple[Wounds, ...] = ()
    unsaved: tuple[int, ...] = ()
    hurt: tuple[Hurt, ...] = ()
    marking: tuple[tuple[int, int, str, str, int], ...] = ()
    allotted: tuple[int, ...] = ()
    piled: tuple[int, ...] = ()
    broken: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()


class Battle(Moment[Status], frozen=True):
    """One moment of a battle. `combats` are the groups of units locked together that have yet to be fought.

    `bonds` are multiple combats of earlier phases that stay one (SH-R-82). `marks` are (model, effect).
    """

    marks: tuple[tuple[int, str], ...] = ()
    charge: Charge | None = None
    combats: tuple[tuple[int, ...], ...] = ()
    bonds: tuple[tuple[int, ...], ...] = ()
    fight: Fight | None = None

    def traits(self, kind: int) -> Traits:
        """The characteristics of a kind of model."""
        traits = self.setup.kinds[kind].traits
        assert isinstance(traits, Traits)
        return traits

    def active_first(self, units: Iterable[int]) -> tuple[int, ...]:
        """Units by number, those of the active side first."""
        found = tuple(sorted(units))
        if len({self.side(unit) for unit in found}) <= 1:
            return found
        return tuple(sorted(found, key=lambda unit: self.side(unit) != self.active))

    def active_last(self, units: Iterable[int]) -> tuple[int, ...]:
        """Units by number, those of the active side last."""
        found = tuple(sorted(units))
        if len({self.side(unit) for unit in found}) <= 1:
            return found
        return tuple(sorted(found, key=lambda unit: self.side(unit) == self.active))

    def turning(self) -> "Battle":
        """The battle at the turn of the other side."""
        return replace(self, active=1 - self.active, fight=None, charge=None)

    def marked(self, marks: tuple[tuple[int, str], ...]) -> "Battle":
        """The battle, models bearing these marks."""
        return self if marks == self.marks else replace(self, marks=marks)

    def having_combats(self, combats: tuple[tuple[int, ...], ...]) -> "Battle":
        """The battle, these combats having yet to be fought."""
        return replace(self, combats=combats)

    def bound(self, bonds: tuple[tuple[int, ...], ...]) -> "Battle":
        """The battle, these multiple combats staying one."""
        return replace(self, bonds=bonds)

    def beginning(self, fight: Fight | None) -> "Battle":
        """The battle with this fight under way; its units have struck in this phase, nobody is hurt yet."""
        if fight is None:
            return replace(self, fight=None)
        units = len(self.setup.units)
        unsaved, hurt = fight.unsaved or (0,) * units, fight.hurt or ((),) * units
        battle = replace(self, fight=replace(fight, unsaved=unsaved, hurt=hurt))
        for unit in fight.units:
            battle = battle.having(unit, has_struck=True)
        return battle

    def unsaved(self, unit: int) -> int:
        """The wounds that a unit has not saved in this step and that have yet to fall on models."""
        assert self.fight is not None
        return self.fight.unsaved[unit] if self.fight.unsaved else 0

    def with_unsaved(self, unit: int, wounds: int) -> "Battle":
        """The battle, a unit having so many wounds that have yet to fall on models."""
        assert self.fight is not None
        return self.fighting(unsaved=with_entry(self.fight.unsaved, unit, wounds))

    def hurt(self, unit: int) -> Hurt:
        """What models of a unit lose in this step: (model, wounds), by model."""
        assert self.fight is not None
        return self.fight.hurt[unit] if self.fight.hurt else ()

    def with_hurt(self, unit: int, hurt: Hurt) -> "Battle":
        """The battle, models of a unit losing so much in this step."""
        assert self.fight is not None
        return self.fighting(hurt=with_entry(self.fight.hurt, unit, hurt))

    def charging(self, **changes: object) -> "Battle":
        """A copy with the charge under way changed."""
        assert self.charge is not None
        return replace(self, charge=replace(self.charge, **changes))

    def fighting(self, **changes: object) -> "Battle":
        """A copy with the fight under way changed."""
        assert self.fight is not None
        return replace(self, fight=replace(self.fight, **changes))
