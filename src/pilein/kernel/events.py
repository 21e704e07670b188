"""Events, which are plain values that describe what happened and name the clause responsible.

Each kind of event has a `template` for the log, a sentence with the event's fields in braces.
"""

from typing import Any, ClassVar

import msgspec
from msgspec import Struct


class Event(Struct, frozen=True, kw_only=True, tag=True):
    """Event that a clause of the rules reports."""

    template: ClassVar[str] = ""
    rolled_by: ClassVar[str] = ""  # the field that names whose dice came before the event, in the same clause

    clause: str

    def fields(self) -> dict[str, Any]:
        """Return the event's fields by name, except the clause."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "clause"}


def as_plain(event: Event) -> dict[str, Any]:
    """Return the event as JSON-compatible values, with its kind under `type`."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain


# --- A clock counts the rounds of a phase that a ruling ends after a number of them -------------------------------


class Clock(Struct, frozen=True):
    """Key of a clause that is played after each round. The clause's only argument is the number of rounds.

    The clause rolls no dice. Its effect is the same for every number below `most`, and at `most` it ends the phase.
    No other clause depends on the number.
    """

    clause: str
    most: int
