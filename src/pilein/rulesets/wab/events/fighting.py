"""Combats that began, and blows struck in them."""

from typing import ClassVar

from pilein.kernel.events import Event


class CombatBegan(Event, frozen=True, kw_only=True, tag=True):
    """A round of a combat is fought next; these units are in it."""

    template: ClassVar[str] = "combat of {units}"

    units: tuple[str, ...]


class StruckFirst(Event, frozen=True, kw_only=True, tag=True):
    """Both sides had blows left at the same Initiative, and dice gave one of them the first."""

    template: ClassVar[str] = "Initiative {initiative}: {side} strikes first"

    initiative: int
    side: str


class Struck(Event, frozen=True, kw_only=True, tag=True):
    """Models have struck: so many attacks, and the scores they needed (7: none)."""

    template: ClassVar[str] = "{unit} struck {foe}: {attacks:attack}, {hit}+ to hit, {wound}+ to wound"

    unit: str
    foe: str
    attacks: int
    hit: int
    wound: int


class Fell(Event, frozen=True, kw_only=True, tag=True):
    """What blows have cost a unit: wounds that it did not save, and models lost to them."""

    template: ClassVar[str] = "{unit} took {wounds:wound}, {fallen:model} lost"

    unit: str
    wounds: int
    fallen: int


class RanDown(Event, frozen=True, kw_only=True, tag=True):
    """A fleeing unit that was caught, or overtaken, was destroyed."""

    template: ClassVar[str] = "{unit} was destroyed in flight"

    unit: str
