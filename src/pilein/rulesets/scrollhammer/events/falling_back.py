"""Units that fell back: who left the table, who found no way."""

from typing import ClassVar

from pilein.kernel.events import Event


class LeftTable(Event, frozen=True, kw_only=True, tag=True):
    """Models that fell back have touched the table edge and are gone."""

    template: ClassVar[str] = "{unit}: {count:model} left the table"

    unit: str
    count: int
    models: tuple[int, ...] = ()


class Trapped(Event, frozen=True, kw_only=True, tag=True):
    """Models that had to fall back found no way and are destroyed."""

    template: ClassVar[str] = "{unit} found no way for {count:model}: destroyed"

    unit: str
    count: int
    models: tuple[int, ...] = ()


class Regrouped(Event, frozen=True, kw_only=True, tag=True):
    """A unit falls back no longer."""

    template: ClassVar[str] = "{unit} regrouped"

    unit: str
