"""Results computed once and kept on a frozen value: geometry on a field or a standing, tables on a set-up.

Values with `dict=True` carry what is remembered beside their fields. It counts neither for equality nor for hashing, is
never saved, and is lost with the value.
"""

from typing import Any, Generic, TypeVar

from msgspec import Struct

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
        """The table that a value carries, empty at first. Its keys must hold all that the entries depend on."""
        table: dict[Key, Value] | None = holder.__dict__.get(self.name)
        if table is None:
            table = holder.__dict__[self.name] = {}
        return table


class Note(Generic[Value]):
    """One fact, by its name, that is remembered on frozen values: at most one on each."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def on(self, holder: Struct) -> Value | None:
        """What is remembered on a value; None: nothing yet."""
        found: Value | None = holder.__dict__.get(self.name)
        return found

    def keep(self, holder: Struct, value: Value) -> Value:
        """Remember this on a value, and return it."""
        holder.__dict__[self.name] = value
        return value


def remembered(holder: Struct) -> dict[str, Any]:
    """All that is remembered on a value, cached properties among it, by name."""
    return holder.__dict__


def knowing(holder: Holder, **facts: object) -> Holder:
    """The value with cached properties set in advance, by name; None: not known."""
    holder.__dict__.update({name: fact for name, fact in facts.items() if fact is not None})
    return holder
