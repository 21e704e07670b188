"""State of a battle under WWPD: positions of models, actions of units this turn, and the current Melee."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from pilein.rulesets.wwpd.damage import BodyOutcome
from pilein.rulesets.wwpd.exchanges import CrowdOutcome, Exchange
from pilein.rulesets.wwpd.profile import Traits, Weapon
from pilein.rulesets.wwpd.re_rolls import Throw
from pilein.tabletop.battle import Moment, with_entry


class Status(Struct, frozen=True):
    """Status of a unit this turn, with the names used in the register.

    `starting_strength` (in models) is permanent, and so is `broke`, which means that a Break test removed the unit.
    `fallen_back` holds until the unit fights again. `may_break` means that it is eligible to Break, and `falls_back`
    that it falls back at the end of this phase or has done so. `wounded` means that it suffered a Wound in this
    phase, and is recorded only under WW-R-08 `any-wound`.
    """

    suppressed: bool = False
    took_part_in_firefight: bool = False
    hit_in_firefight: bool = False
    may_break: bool = False
    falls_back: bool = False
    wounded: bool = False
    starting_strength: int = 0
    broke: bool = False
    fallen_back: bool = False


class Pool(Struct, frozen=True):
    """Hits by one weapon on a unit: the unit struck, the weapon, and the number of hits."""

    foe: int
    weapon: Weapon
    hits: int = 0


class Melee(Struct, frozen=True):
    """Melee being fought, with its units. `aims` holds (model, enemy unit) for each model that has named its target.

    The other fields are empty between steps. `throws` are the dice to hit, counted in the `pools`. If no decision
    interrupts the dice, `exchange` is the complete roll, `struck` lists the units that it strikes in order, `crowds`
    the models struck by unit, and `suffered` (marked, number lost) by unit. If a decision does interrupt them,
    `dealt` holds the hits on each model, as (model, hits by pool), and `wounded` holds (marked, losses by lot), both
    by unit.
    """

    by_unit: ClassVar[tuple[str, ...]] = ("crowds", "suffered", "dealt", "wounded")

    units: tuple[int, ...]
    aims: tuple[tuple[int, int], ...] = ()
    throws: tuple[Throw, ...] = ()
    pools: tuple[Pool, ...] = ()
    exchange: Exchange | None = None
    struck: tuple[int, ...] = ()
    crowds: tuple[tuple[int, ...], ...] = ()
    suffered: tuple[CrowdOutcome, ...] = ()
    dealt: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = ()
    wounded: tuple[BodyOutcome, ...] = ()


class Battle(Moment[Status], frozen=True):
    """State of a battle at one moment. `fired` holds the models that fired in the Firefight phase.

    `chargers` holds the units that charged, until the opponent has piled in. `bound` holds the units that have been
    engaged since an earlier turn, if such units may only fight (WW-R-18). `melees` holds the groups of units that
    fight each other in this phase.
    """

    fired: tuple[int, ...] = ()
    chargers: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    melees: tuple[tuple[int, ...], ...] = ()
    melee: Melee | None = None

    @property
    def fight(self) -> Melee:
        """Melee being fought. Only clauses that are played in a Melee use this property."""
        assert self.melee is not None, "no Melee is being fought"
        return self.melee

    def unit_of(self, model: int) -> int:
        """Unit of a model."""
        return self.setup.unit_of[model]

    def traits(self, model: int) -> Traits:
        """Characteristics of a model."""
        traits = self.setup.kinds[self.setup.kind_of[model]].traits
        assert isinstance(traits, Traits)
        return traits

    def after(self, lost: Mapping[int, int], gone: frozenset[int]) -> "Battle":
        """Return a copy of the battle in which models have lost the given total numbers of wounds, and the models in
        `gone` are removed.
        """
        return replace(self, field=self.field.after(lost, gone))

    def wounding(self, unit: int, outcome: BodyOutcome) -> "Battle":
        """Return a copy of the battle with the outcome recorded for a unit in the current Melee."""
        so_far = self.fight.wounded or ((False, ()),) * len(self.statuses)
        return self.fighting(wounded=with_entry(so_far, unit, outcome))

    def fighting(self, **changes: object) -> "Battle":
        """Return a copy of the battle with fields of the current Melee changed."""
        return replace(self, melee=replace(self.fight, **changes))

    def turning(self, suppressed: Collection[int] = ()) -> "Battle":
        """Return a copy of the battle at the start of the other side's turn, with the statuses of this turn cleared.

        Units in `suppressed` stay Suppressed (WW-R-40).
        """
        kept = map(self._kept, range(len(self.statuses)))
        statuses = tuple(replace(status, suppressed=unit in suppressed) for unit, status in enumerate(kept))
        return Battle(self.setup, 1 - self.active, self.field, statuses)

    def _kept(self, unit: int) -> Status:
        status = self.statuses[unit]
        has_fought = any(unit in melee for melee in self.melees)
        fallen_back = status.falls_back or (status.fallen_back and not has_fought)
        return Status(starting_strength=status.starting_strength, broke=status.broke, fallen_back=fallen_back)
