"""State of a Scorched battle: positions of models, declarations, and the current combat."""

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
    """Status of a unit this round: whether all its models (`charged`) or some of them (`chargers`) moved into
    engagement.

    The traits of the models state which models moved.
    """

    charged: bool = False
    chargers: bool = False


class Thrower(Struct, frozen=True):
    """Identical models, with the number of dice that each rolls and the number of highest dice that matter.

    `ones` means that the number of ones matters too. `is_own` is False for dice from weapons and friends if they are
    rolled separately (CP-R-27). `is_second` marks the dice of a second weapon that may yet be put out of use
    (CP-R-42).
    """

    models: tuple[int, ...]
    dice: int
    keep: int
    ones: bool = False
    is_own: bool = True
    is_second: bool = False


class Hand(Struct, frozen=True):
    """Attack dice of a model as far as they matter: its highest faces and its number of ones.

    `best` and `rest`, highest first, are dice that can still be rerolled; a `best` of 0 means that there are none.
    `fixed` holds the dice that have been rerolled. `ones` is NOT_COUNTED if a 1 is like any other face. `is_own` and
    `is_second` have the same meaning as in Thrower.
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
        """Highest face among all dice of the hand."""
        return max(self.best, *self.fixed) if self.fixed else self.best

    @property
    def open_dice(self) -> tuple[int, ...]:
        """Return the faces that can still be rerolled, highest first."""
        return (self.best, *self.rest) if self.best else ()

    @property
    def open_ones(self) -> int:
        """Number of 1s that can still be rerolled, not counting 1s among the fixed dice. A negative number
        means none.
        """
        return self.ones - self.fixed.count(1)


class Strike(Struct, frozen=True):
    """Hits that a model has landed on an enemy, with their AP (0 is "-")."""

    by: int
    on: int
    hits: int
    AP: int


class Hurt(Struct, frozen=True):
    """Total wounds that a model has taken. `slain_by` is the ID of the rule sentence by which the model was slain. The
    ID is empty if that sentence is the one on saves.
    """

    model: int
    wounds: int
    slain_by: str = ""


class Push(Struct, frozen=True):
    """Push that has yet to be made, with the bearer, the enemy, the distance in inches, and the bearer's position in
    ticks when it hit.
    """

    by: int
    on: int
    inches: int
    x: int
    y: int


class Fight(Struct, frozen=True):
    """Current combat, with its opponents, declarations, dice, hits and wounds so far.

    `shielding` lists the models that shield. `two_handed` holds the index of the weapon that a model uses with both
    hands, and `striking` the index of the weapon that it has named (CP-R-18). `focused` holds the charges spent on a
    model, and `supported` the dice that spears lend it. `announced` holds the enemies that bearers of Parry have named,
    as (bearer, enemy), or the dice, as (bearer, index of the hand, face). `hit_dice` holds the hits about to be saved
    and `pushing`, on a table, the strikes that may push. `hurt` holds the wounds taken in the combat. They are applied
    to the field when the combat ends. `gone` lists the slain.
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
    """State of a Scorched battle at one moment. `active` is the side with priority, and `has_had` means that a side has
    had priority before.

    `combats` have yet to be fought. `spears` are bearers outside combats that may still support a friend, and
    `spent` counts the psychic charges used up. The other fields are used only under certain rulings: `shielding`
    holds models that chose to shield as the phase began (CP-R-22), `scores` the scores of finished combats
    (CP-R-10), `undoubled` the scores of shielders before doubling (CP-R-13), `met` the lance bearers with which
    enemies moved into engagement (CP-R-40), and `excised` models that have fought a relic bearer (CP-R-48).
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
        """Combat that is being fought."""
        assert self.fight is not None, "no combat is under way"
        return self.fight

    def side_of(self, model: int) -> int:
        """Side of a model."""
        return self.setup.side_of(model)

    def name(self, model: int) -> str:
        """Display name of a model: its unit's name, with a number if the unit was fielded with several models."""
        unit = self.setup.units[self.setup.unit_of[model]]
        return unit.name if len(unit.models) == 1 else f"{unit.name} {model - unit.models.start + 1}"

    def called(self, model: int) -> dict[str, str]:
        """Names of a model and of its unit, as fields of an event."""
        return {"model": self.name(model), "unit": self.setup.units[self.setup.unit_of[model]].name}

    def traits(self, model: int) -> Traits:
        """Traits of a model."""
        traits = self.setup.kind(model).traits
        assert isinstance(traits, Traits)
        return traits

    def status_of(self, model: int) -> Status:
        """Status of a model's unit this round."""
        return self.statuses[self.setup.unit_of[model]]

    def has_charged(self, model: int) -> bool:
        """Whether the model itself moved into engagement this round (CP-R-40)."""
        status = self.status_of(model)
        return status.charged or (status.chargers and self.traits(model).charger)

    def is_alive(self, model: int) -> bool:
        """Whether a model is on the field and not slain in the current combat."""
        if self.fight is not None and model in self.fight.gone:
            return False
        return model in self.field.models(self.setup.unit_of[model])

    def wounds_taken(self, model: int) -> int:
        """Return the wounds that a model has taken so far."""
        hurt = self.fight.hurt if self.fight is not None else ()
        for one in hurt:
            if one.model == model:
                return one.wounds
        return self.field.wounds_lost(model)

    def wounds_left(self, model: int) -> int:
        """Number of wounds that a living model can still take before it is slain."""
        return self.traits(model).W - self.wounds_taken(model)

    def in_order(self, models: Iterable[int]) -> tuple[int, ...]:
        """Sort models in order of action. The priority player's models come first, and each side's models are in
        scenario order.
        """
        return tuple(sorted(models, key=lambda model: (self.side_of(model) != self.active, model)))

    def fighting(self, **changes: object) -> "Battle":
        """Return a copy with fields of the current combat changed."""
        return replace(self, fight=replace(self.combat, **changes))

    def without(self, gone: frozenset[int], new: Mapping[int, int]) -> "Battle":
        """Return a copy without the removed models and with the remaining models renumbered. `new` maps old to new
        numbers.
        """
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
