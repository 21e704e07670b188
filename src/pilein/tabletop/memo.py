"""Results computed once and kept on a frozen value: geometry on a field or a standing, tables on a set-up.

Values with `dict=True` carry remembered results beside their fields, ignored by equality and hashing, never saved, and
lost with the value.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from pilein.kernel.table import Noted, note, noting

Key = TypeVar("Key")
Value = TypeVar("Value")
Holder = TypeVar("Holder", bound=Struct)


class Memo(Generic[Key, Value]):
    """One kind of memory, by name: each frozen value has its own table, filled by its readers.

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
        """The table that a value carries, empty at first. Its keys must include everything that the entries depend
        on.
        """
        table: dict[Key, Value] | None = holder.__dict__.get(self.name)
        if table is None:
            table = holder.__dict__[self.name] = {}
        return table


class Kept(NamedTuple, Generic[Value]):
    """A cached value, and the sentences of the text used to compute it."""

    value: Value
    used: tuple[str, ...]


def kept(known: dict[Key, Kept[Value]], key: Key, work: Callable[[], Value]) -> Value:
    """The value of a key, computed once. Its sentences count as used in every request, first or later.

    Otherwise a sentence already computed for a player's view of the table would seem never used.

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
    """One fact, by its name, that is cached on frozen values: at most one on each."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def on(self, holder: Struct) -> Value | None:
        """The value's note; None if there is none yet."""
        found: Value | None = holder.__dict__.get(self.name)
        return found

    def keep(self, holder: Struct, value: Value) -> Value:
        """Cache this on a value, and return it."""
        holder.__dict__[self.name] = value
        return value


def remembered(holder: Struct) -> dict[str, Any]:
    """Everything cached on a value, including cached properties, by name."""
    return holder.__dict__


def knowing(holder: Holder, **facts: object) -> Holder:
    """The value with cached properties set in advance, by name; None: not known."""
    holder.__dict__.update({name: fact for name, fact in facts.items() if fact is not None})
    return holder
