"""Caches on frozen values: geometry on a field or standing, tables on a set-up.

Structs declared with `dict=True` carry cached results beside their fields. Equality and hashing ignore the cache. It
is never saved and disappears with the value.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from pilein.kernel.table import Noted, note, noting

Key = TypeVar("Key")
Value = TypeVar("Value")
Holder = TypeVar("Holder", bound=Struct)


class Memo(Generic[Key, Value]):
    """Named cache with a separate table on each frozen value, filled on demand.

    >>> from pilein.tabletop.plane import Loose
    >>> SQUARES = Memo[int, int]("squares")
    >>> crowd = Loose((), ())
    >>> SQUARES.on(crowd)[3] = 9
    >>> SQUARES.on(crowd), SQUARES.on(Loose((), ()))
    ({3: 9}, {})
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def on(self, holder: Struct) -> dict[Key, Value]:
        """Return the table of a value, which is empty at first. Keys must include every input on which the entry
        depends.
        """
        table: dict[Key, Value] | None = holder.__dict__.get(self.name)
        if table is None:
            table = holder.__dict__[self.name] = {}
        return table


class Kept(NamedTuple, Generic[Value]):
    """A cached value, with the sentences of the rules text used to compute it."""

    value: Value
    used: tuple[str, ...]


def kept(known: dict[Key, Kept[Value]], key: Key, work: Callable[[], Value]) -> Value:
    """Return the cached value of a key, computing it if necessary. Every call notes the sentences used to compute it.

    Without these notes, a sentence would seem never to be used if its only evaluation took place while a player's view
    of the table was prepared.

    >>> known, used = {}, {}
    >>> with noting(None):
    ...     kept(known, "best place", lambda: note("SH-MV-24") or 7)
    7
    >>> with noting(used):
    ...     kept(known, "best place", lambda: 0)
    7
    >>> list(used)
    ['SH-MV-24']
    """
    if key not in known:
        used: Noted = {}
        with noting(used):
            known[key] = Kept(work(), tuple(used))
    found = known[key]
    for sentence in found.used:
        note(sentence)
    return found.value


class Note(Generic[Value]):
    """Named cache for a single value. Each frozen value holds at most one entry."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def on(self, holder: Struct) -> Value | None:
        """Return the entry cached on a value, or None if there is none."""
        found: Value | None = holder.__dict__.get(self.name)
        return found

    def keep(self, holder: Struct, value: Value) -> Value:
        """Cache an entry on a value and return the entry."""
        holder.__dict__[self.name] = value
        return value


def remembered(holder: Struct) -> dict[str, Any]:
    """Return the dictionary of entries cached on a value, including cached properties, by name."""
    return holder.__dict__


def knowing(holder: Holder, **facts: object) -> Holder:
    """Set cached properties of a value in advance, and return the value. Properties given as None are skipped."""
    holder.__dict__.update({name: fact for name, fact in facts.items() if fact is not None})
    return holder
