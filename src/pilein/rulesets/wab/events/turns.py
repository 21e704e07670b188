"""The course of a turn."""

from typing import ClassVar

from pilein.kernel.events import Event


class PhaseBegan(Event, frozen=True, kw_only=True, tag=True):
    """A phase of a side's turn began."""

    template: ClassVar[str] = "{side}: {name}"

    side: str
    name: str
