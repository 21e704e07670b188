"""Combats that began, blows struck, wounds allocated and effects handed out."""

from typing import ClassVar

from pilein.kernel.events import Event


class SubPhaseBegan(Event, frozen=True, kw_only=True, tag=True):
    """A sub-phase has begun."""

    template: ClassVar[str] = "{name}"

    name: str


class CombatBegan(Event, frozen=True, kw_only=True, tag=True):
    """A combat is fought next; these units are in it."""

    template: ClassVar[str] = "combat of {units}"

    units: tuple[str, ...]


class StepBegan(Event, frozen=True, kw_only=True, tag=True):
    """An Initiative step has begun."""

    template: ClassVar[str] = "Initiative {step}"

    step: int


class Struck(Event, frozen=True, kw_only=True, tag=True):
    """Models have struck: so many attacks, and the scores they needed (7: not to be done)."""

    template: ClassVar[str] = "{unit} struck {foe}: {attacks:attack} with {weapon}, {hit}+ to hit, {wound}+ to wound"

    unit: str
    foe: str
    weapon: str
    attacks: int
    hit: int
    wound: int


class Suffered(Event, frozen=True, kw_only=True, tag=True):
    """A unit has lost Wounds after its saves."""

    template: ClassVar[str] = "{unit} lost {wounds:Wound}"

    unit: str
    wounds: int


class Marked(Event, frozen=True, kw_only=True, tag=True):
    """Models of a unit bear the effect of a weapon."""

    template: ClassVar[str] = "{unit}: {count} {mark}"

    unit: str
    mark: str
    count: int
    models: tuple[int, ...] = ()


class CombatStopped(Event, frozen=True, kw_only=True, tag=True):
    """The foes are too far apart to come together again: the remaining steps are lost."""

    template: ClassVar[str] = "nobody could reach the enemy any more: the combat stopped"
