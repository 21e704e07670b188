"""Blows struck, hits dealt, wounds and casualties."""

from typing import ClassVar

from pilein.kernel.events import Event


class Struck(Event, frozen=True, kw_only=True, tag=True):
    """Models of a unit have struck at an enemy unit: so many attacks, and the score that hits."""

    template: ClassVar[str] = "{unit} struck {foe}: {attacks:attack} with {weapon}, {hit}+ to hit"

    unit: str
    foe: str
    weapon: str
    attacks: int
    hit: int


class Hit(Event, frozen=True, kw_only=True, tag=True):
    """So many hits lie on a unit."""

    template: ClassVar[str] = "{unit}: {count:hit}"

    unit: str
    count: int


class Dealt(Event, frozen=True, kw_only=True, tag=True):
    """Hits have been dealt over models of a unit: so many each, in order of the models."""

    template: ClassVar[str] = "{unit}: hits on its models {hits}"

    unit: str
    models: tuple[int, ...]
    hits: tuple[int, ...]


class Hurt(Event, frozen=True, kw_only=True, tag=True):
    """Models of a unit have lost Wounds and live."""

    template: ClassVar[str] = "{unit} lost {wounds:Wound}"

    unit: str
    wounds: int


class Slain(Event, frozen=True, kw_only=True, tag=True):
    """Models of a unit have been taken off as casualties; `places` are their base centres in ticks (table only)."""

    template: ClassVar[str] = "{unit}: {count} slain"

    unit: str
    count: int
    models: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
