"""Priority given, models paired off, leftovers assigned, combats begun."""

from typing import ClassVar

from pilein.kernel.events import Event


class PhaseBegan(Event, frozen=True, kw_only=True, tag=True):
    """The combat phase has begun; this side has priority."""

    template: ClassVar[str] = "Combat phase, priority: {side}"

    side: str


class Paired(Event, frozen=True, kw_only=True, tag=True):
    """Two models have been paired off."""

    template: ClassVar[str] = "{model} is paired off with {enemy}"

    model: str
    unit: str
    enemy: str


class JoinedCombat(Event, frozen=True, kw_only=True, tag=True):
    """A model that was left over fights an enemy that has an opponent already."""

    template: ClassVar[str] = "{model} fights {enemy} as well"

    model: str
    unit: str
    enemy: str


class CombatBegan(Event, frozen=True, kw_only=True, tag=True):
    """A combat is fought; these models are in it."""

    template: ClassVar[str] = "combat of {models}"

    models: tuple[str, ...]


class CombatDissolved(Event, frozen=True, kw_only=True, tag=True):
    """A combat is not fought: no enemies of it touch any more."""

    template: ClassVar[str] = "{models} no longer touch and do not fight"

    models: tuple[str, ...]
