"""The state of a battle under WWPD: places of models, actions of units this turn, the current Melee."""

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
    """Status of a unit this turn, by the register's names.

    `starting_strength`, in models, is permanent, as is `broke`: the unit was removed by a Break test. `fallen_back` is
    true until it fights again. `may_break`: it is eligible to Break; `falls_back`: it does so at the end of this phase,
    or has done so; `wounded`: it has had a Wound in this phase (kept only under WW-R-08 `any-wound`).
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
    """Hits on one unit by one weapon: the unit struck, the weapon, and the number."""

    foe: int
    weapon: Weapon
    hits: int = 0


class Melee(Struct, frozen=True):
    """The Melee being fought: its units, and (model, enemy unit) of each that has named its target.

    The rest is empty between steps: `throws` are the dice to hit, counted in the `pools`. If there are no decisions
    between the dice, `exchange` is the whole roll and `struck` the units it falls on, in order; `crowds` are the models
    struck and `suffered` (marked, number lost), by unit. If there are, `dealt` are the hits on each model, as (model,
    hits by pool), and `wounded` (marked, losses by lot), also by unit.
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
    """One moment of a battle. `fired` are the models that fired in the Firefight phase.

    `chargers` are the units that charged, until the opponent has piled in; `bound` the models engaged since an earlier
    turn, if they only fight (WW-R-18). `melees` are the groups of units that fight each other in this phase.
    """

    fired: tuple[int, ...] = ()
    chargers: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
    melees: tuple[tuple[int, ...], ...] = ()
    melee: Melee | None = None

    @property
    def fight(self) -> Melee:
        """The Melee being fought; for clauses that are only played in one."""
        assert self.melee is not None, "no Melee is being fought"
        return self.melee

    def unit_of(self, model: int) -> int:
        """The unit of a model."""
        return self.setup.unit_of[model]

    def traits(self, model: int) -> Traits:
        """The characteristics of a model."""
        traits = self.setup.kinds[self.setup.kind_of[model]].traits
        assert isinstance(traits, Traits)
        return traits

    def after(self, lost: Mapping[int, int], gone: frozenset[int]) -> "Battle":
        """The battle after models have lost these total numbers of wounds, and others are removed."""
        return replace(self, field=self.field.after(lost, gone))

    def wounding(self, unit: int, outcome: BodyOutcome) -> "Battle":
        """The battle with this outcome recorded for a unit in the Melee being fought."""
        so_far = self.fight.wounded or ((False, ()),) * len(self.statuses)
        return self.fighting(wounded=with_entry(so_far, unit, outcome))

    def fighting(self, **changes: object) -> "Battle":
        """A copy with the current Melee changed."""
        return replace(self, melee=replace(self.fight, **changes))

    def turning(self, suppressed: Collection[int] = ()) -> "Battle":
        """The battle when the other side's turn begins: facts of this turn are cleared.

        Units that are still `suppressed` (WW-R-40) remain so.
        """
        kept = map(self._kept, range(len(self.statuses)))
        statuses = tuple(replace(status, suppressed=unit in suppressed) for unit, status in enumerate(kept))
        return Battle(self.setup, 1 - self.active, self.field, statuses)

    def _kept(self, unit: int) -> Status:
        status = self.statuses[unit]
        has_fought = any(unit in melee for melee in self.melees)
        fallen_back = status.falls_back or (status.fallen_back and not has_fought)
        return Status(starting_strength=status.starting_strength, broke=status.broke, fallen_back=fallen_back)
