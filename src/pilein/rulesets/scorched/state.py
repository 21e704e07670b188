"""The state of a Scorched battle: places of models, declarations, and the current combat."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from pilein.rulesets.scorched.profile import Traits
from pilein.rulesets.scorched.save_dice import HitDice
from pilein.tabletop.battle import Moment

NOBODY = -1
NOT_COUNTED = -1
Bouts = tuple[tuple[int, int], ...]  # opponents: a model of side 0 and one of side 1
Counts = tuple[tuple[int, int], ...]  # (model, how many)


class Status(Struct, frozen=True):
    """Status of a unit this round: `charged`, all its models moved into engagement; `chargers`, some of them did.

    Their traits say which of them did.
    """

    charged: bool = False
    chargers: bool = False


class Thrower(Struct, frozen=True):
    """Identical models and the dice of each: their number, and the number of highest dice that matter.

    `ones`: the number of ones matters too. `is_own` is False for dice from weapons and friends if those are rolled
    separately (CP-R-27). `is_second`: the dice of a second weapon that may yet be put out of use (CP-R-42).
    """

    models: tuple[int, ...]
    dice: int
    keep: int
    ones: bool = False
    is_own: bool = True
    is_second: bool = False


class Hand(Struct, frozen=True):
    """The attack dice of a model, as far as they matter: its highest faces, and its number of ones.

    `best` and, highest first, `rest` are dice that can still be forced to be re-rolled (`best` 0: none can), `fixed`
    those that have been. `ones` is NOT_COUNTED if a 1 is like any other face; `is_own` and `is_second` as in Thrower.
    """

    model: int
    best: int
    rest: tuple[int, ...] = ()
    ones: int = NOT_COUNTED
    fixed: tuple[int, ...] = ()
    is_own: bool = True
    is_second: bool = False

    @property
    def highest(self) -> int:
        """The highest face."""
        return max(self.best, *self.fixed) if self.fixed else self.best

    @property
    def open_dice(self) -> tuple[int, ...]:
        """The faces that can still be re-rolled, highest first."""
        return (self.best, *self.rest) if self.best else ()

    @property
    def open_ones(self) -> int:
        """Number of 1s that can still be re-rolled; of fixed dice every 1 is known. 0 or less: none."""
        return self.ones - self.fixed.count(1)


class Strike(Struct, frozen=True):
    """Hits that a model has landed on an enemy, and their AP (0 is "-")."""

    by: int
    on: int
    hits: int
    AP: int


class Hurt(Struct, frozen=True):
    """All wounds a model has taken; `slain_by` is the sentence that slew it, unless that is the sentence on saves."""

    model: int
    wounds: int
    slain_by: str = ""


class Push(Struct, frozen=True):
    """An enemy to be pushed away: bearer, model, inches, and the bearer's place at the hit, in ticks."""

    by: int
    on: int
    inches: int
    x: int
    y: int


class Fight(Struct, frozen=True):
    """The current combat: opponents, declarations, dice, hits and wounds so far.

    `shielding` are models; `two_handed` is the index of the weapon that a model uses with both hands, `striking` that
    of the one it has named (CP-R-18), `focused` the charges spent on a model, `supported` the dice that spears lend it.
    `announced` are enemies named by a bearer of Parry: (bearer, enemy), and with the die: (bearer, index of the hand,
    face). `hit_dice` are hits about to be saved, `pushing` on a table their strikes, which may push. `hurt` are the
    wounds taken in the combat, which the field takes over when the combat ends. `gone` are the slain.
    """

    by_unit: ClassVar[tuple[str, ...]] = ("hands", "hurt")

    bouts: Bouts
    shielding: tuple[int, ...] = ()
    two_handed: Counts = ()
    striking: Counts = ()
    focused: Counts = ()
    supported: Counts = ()
    announced: tuple[tuple[int, ...], ...] = ()
    throwers: tuple[Thrower, ...] = ()
    hands: tuple[Hand, ...] = ()
    strikes: tuple[Strike, ...] = ()
    hit_dice: tuple[HitDice, ...] = ()
    pushing: tuple[Strike, ...] = ()
    pushes: tuple[Push, ...] = ()
    hurt: tuple[Hurt, ...] = ()
    gone: tuple[int, ...] = ()


class Battle(Moment[Status], frozen=True):
    """One moment of a battle. `active` is the side with priority, `has_had` whether one had it in an earlier round.

    `combats` are still to be fought; `spears` are bearers in no combat that may still support a friend; `spent` are
    psychic charges used up. `shielding` are models that chose to shield as the phase began (CP-R-22), `scores` the
    scores of finished combats (CP-R-10), `undoubled` those of shielders before doubling (CP-R-13), `met` lances that
    enemies moved into (CP-R-40), `excised` models that have fought a relic (CP-R-48): all are empty except under those
    rulings.
    """

    has_had: bool = False
    combats: tuple[Bouts, ...] = ()
    spears: tuple[int, ...] = ()
    spent: Counts = ()
    shielding: tuple[int, ...] = ()
    scores: Counts = ()
    undoubled: Counts = ()
    met: tuple[int, ...] = ()
    excised: tuple[int, ...] = ()
    fight: Fight | None = None

    @property
    def combat(self) -> Fight:
        """The current combat."""
        assert self.fight is not None, "no combat is under way"
        return self.fight

    def side_of(self, model: int) -> int:
        """The side of a model."""
        return self.setup.side_of(model)

    def name(self, model: int) -> str:
        """Name of a model: its unit's name, with a number if the unit was fielded with several."""
        unit = self.setup.units[self.setup.unit_of[model]]
        return unit.name if len(unit.models) == 1 else f"{unit.name} {model - unit.models.start + 1}"

    def called(self, model: int) -> dict[str, str]:
        """Name of a model in events, and its unit."""
        return {"model": self.name(model), "unit": self.setup.units[self.setup.unit_of[model]].name}

    def traits(self, model: int) -> Traits:
        """The traits of a model."""
        traits = self.setup.kind(model).traits
        assert isinstance(traits, Traits)
        return traits

    def status_of(self, model: int) -> Status:
        """Status of a model's unit this round."""
        return self.statuses[self.setup.unit_of[model]]

    def has_charged(self, model: int) -> bool:
        """CP-R-40. Whether a model itself moved into engagement this round."""
        status = self.status_of(model)
        return status.charged or (status.chargers and self.traits(model).charger)

    def is_alive(self, model: int) -> bool:
        """Whether a model is on the field and not slain in the current combat."""
        if self.fight is not None and model in self.fight.gone:
            return False
        return model in self.field.models(self.setup.unit_of[model])

    def wounds_taken(self, model: int) -> int:
        """The wounds a model has taken so far."""
        hurt = self.fight.hurt if self.fight is not None else ()
        for one in hurt:
            if one.model == model:
                return one.wounds
        return self.field.wounds_lost(model)

    def wounds_left(self, model: int) -> int:
        """The wounds that a living model can take before it is slain."""
        return self.traits(model).W - self.wounds_taken(model)

    def in_order(self, models: Iterable[int]) -> tuple[int, ...]:
        """Models in order of action: the priority player's first, each side's as in the scenario."""
        return tuple(sorted(models, key=lambda model: (self.side_of(model) != self.active, model)))

    def fighting(self, **changes: object) -> "Battle":
        """A copy with the current combat changed."""
        return replace(self, fight=replace(self.combat, **changes))

    def without(self, gone: frozenset[int], new: Mapping[int, int]) -> "Battle":
        """The battle with no trace of the models gone; some others have new numbers from now on."""
        return replace(
            self,
            combats=tuple(kept for combat in self.combats if (kept := _bouts(combat, gone, new))),
            spears=_models(self.spears, gone, new),
            spent=_counts(self.spent, gone, new),
            shielding=_models(self.shielding, gone, new),
            scores=_counts(self.scores, gone, new),
            undoubled=_counts(self.undoubled, gone, new),
            met=_models(self.met, gone, new),
            excised=_models(self.excised, gone, new),
        )


def _bouts(bouts: Bouts, gone: frozenset[int], new: Mapping[int, int]) -> Bouts:
    left = (bout for bout in bouts if gone.isdisjoint(bout))
    return tuple(sorted((new.get(one, one), new.get(other, other)) for one, other in left))


def _models(models: tuple[int, ...], gone: frozenset[int], new: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(sorted(new.get(model, model) for model in models if model not in gone))


def _counts(counts: Counts, gone: frozenset[int], new: Mapping[int, int]) -> Counts:
    return tuple(sorted((new.get(model, model), count) for model, count in counts if model not in gone))
