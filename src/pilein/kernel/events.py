"""What has happened: past tense, plain values, the clause it comes from.

Each kind of event has a `template`: a sentence with the event's own fields in braces, for the log.
"""

from typing import Any, ClassVar

import msgspec
from msgspec import Struct


class Event(Struct, frozen=True, kw_only=True, tag=True):
    """Something that has happened under a clause of the rules."""

    template: ClassVar[str] = ""

    clause: str

    def fields(self) -> dict[str, Any]:
        """The event's own values by name, the clause left out."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "clause"}


def as_plain(event: Event) -> dict[str, Any]:
    """The event as JSON-able values, its kind under `type`."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain


# --- A clock: what counts the rounds of a phase that a ruling ends after so many ---------------------------------


class Clock(Struct, frozen=True):
    """The stable key of a clause that comes after each round, with the number of rounds played as its one argument.

    It does the same for every number from 0 to less than `most`, and no other clause does anything else for another
    number; with `most` it ends what still goes on. It asks for no dice.
    """

    clause: str
    most: int
