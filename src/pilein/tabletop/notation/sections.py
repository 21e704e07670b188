"""Sections of a scenario file: typed access to values, and errors with file, line and key."""

from collections.abc import Collection, Iterable, Mapping
from types import EllipsisType

from msgspec import Struct, field

from pilein.kernel.errors import MISSING, UNKNOWN, BadScenario
from pilein.kernel.nearest import hint, listed, nearest, shortened
from pilein.tabletop.notation.lines import Lines, Path
from pilein.tabletop.notation.values import described, example, plain, why_no_name, why_not
from pilein.tabletop.vocabulary import TOP_KEYS, Key, Value, Values

MANY = 12  # keys listed by a remedy at most; if there are more, only those not written yet


class Source(Struct, frozen=True):
    """Origin of a scenario: the name of its file, and the line of each key."""

    file: str = ""
    lines: Lines = field(default_factory=dict)

    def fault(self, path: Path, message: str, remedy: str, *, kind: str = "", value: object = None) -> BadScenario:
        """Return the error for a path, at the line of its innermost part that occurs in the file.

        `kind` and `value` are passed on to the error.
        """
        known = (path[:length] for length in range(len(path), 0, -1))
        line = next((self.lines[part] for part in known if part in self.lines), 1 if self.lines else 0)
        fault = BadScenario(message, file=self.file, line=line, key=spelled(path), remedy=remedy)
        fault.path, fault.kind, fault.value = path, kind, value
        return fault


class Section(Struct, frozen=True):
    """Table in a scenario file, with its path, its values and a description such as "a unit"."""

    source: Source
    path: Path
    values: Mapping[str, object]
    what: str

    def fault(self, message: str, *path: str | int, remedy: str, kind: str = "", value: object = None) -> BadScenario:
        """Return the error for a path in this section."""
        return self.source.fault((*self.path, *path), message, remedy, kind=kind, value=value)

    def missing(self, key: str, remedy: str, why: str = "") -> BadScenario:
        """Return the error for a key that this section needs but does not have. `why` states a consequence of the
        omission.
        """
        message = f"the key {key!r} is missing" + (f", so {why}" if why else "")
        return self.fault(message, remedy=remedy, kind=MISSING, value=key)

    def has(self, key: str) -> bool:
        """Whether the section has a key."""
        return key in self.values

    def only(self, known: Collection[str], elsewhere: Mapping[str, str] | None = None, listing: str = "") -> None:
        """Raise BadScenario for the first unknown key.

        `elsewhere` maps keys that belong in other sections to remedies. `listing` is a command that lists the keys.
        """
        for key in self.values:
            if key not in known:
                remedy = (elsewhere or {}).get(key) or self._remedy(key, known, listing)
                message = f"{self.what} has no key {shortened(key)!r}"
                raise self.fault(message, key, remedy=remedy, kind=UNKNOWN, value=key)

    def read(self, key: Key) -> Value | None:
        """Return the value of a key, or its default.

        Raises:
            BadScenario: a required key is missing or its value is invalid.
        """
        if key.name not in self.values:
            if isinstance(key.default, EllipsisType):
                raise self.missing(key.name, example(key))
            return key.default
        fault = why_not(key, self.values[key.name])
        if fault:
            raise self.fault(fault.message, key.name, remedy=fault.remedy)
        return plain(key, self.values[key.name])

    def read_all(self, keys: Iterable[Key]) -> Values:
        """Return the values of the given keys by name, with defaults filled in."""
        return {key.name: self.read(key) for key in keys}

    def whole(self, key: str, least: int, most: int, default: int | EllipsisType = ...) -> int:
        """Return the value of a key, which must be a whole number within bounds."""
        value = self.read(Key(key, "int", least, most, default))
        assert isinstance(value, int)
        return value

    def number(self, key: str, least: float, most: float, default: float | EllipsisType = ...) -> float:
        """Return the value of a key, which must be a number within bounds."""
        value = self.read(Key(key, "number", least, most, default))
        assert isinstance(value, int | float)
        return value

    def truth(self, key: str) -> bool:
        """Return the value of a true-or-false key, or false if the key is missing."""
        return self.read(Key(key, "bool", default=False)) is True

    def text(self, key: str, default: str | EllipsisType = ...) -> str:
        """Return the value of a key, which must be a valid name."""
        return str(self.read(Key(key, "text", default=default)))

    def texts(self, key: str, default: tuple[str, ...] | EllipsisType = ()) -> tuple[str, ...]:
        """Return the value of a key, which must be a list of valid names."""
        value = self.read(Key(key, "texts", default=default))
        assert isinstance(value, tuple)
        return value

    def option(self, key: str, options: tuple[str, ...], default: str | EllipsisType = ...) -> str:
        """Return the value of a key, which must be one of `options`."""
        return str(self.read(Key(key, "one of", default=default, options=options)))

    def inner(self, key: str, what: str, example: str = "") -> "Section":
        """Return the table under a key, or an empty table if the key is missing."""
        return self.section(self.values.get(key, {}), what, key, remedy=example)

    def named(self, key: str, what: str) -> tuple[tuple[str, "Section"], ...]:
        """Return the tables [key.NAME] by name."""
        group = self.inner(key, f"[{key}]", f"write [{key}.NAME] and the keys below it")
        return tuple((name, group.child(name, what)) for name in group.values)

    def entries(self, key: str, what: str, example: str) -> tuple["Section", ...]:
        """Return the tables of a list, written as [[key]] or key = [{ ... }, ...]."""
        values = self.values.get(key, [])
        if not isinstance(values, list):
            raise self.fault(f"the value must be a list of tables, not {described(values)}", key, remedy=example)
        return tuple(self.section(value, what, key, number, remedy=example) for number, value in enumerate(values))

    def child(self, name: str, what: str) -> "Section":
        """Return the table under a name that the user has chosen."""
        fault = why_no_name(name)
        if fault:
            raise self.fault(fault.message, name, remedy=fault.remedy)
        return self.section(self.values[name], f"{what} {name!r}", name)

    def section(self, value: object, what: str, *path: str | int, remedy: str = "") -> "Section":
        """Wrap a value as a section. Raises BadScenario if it is not a table."""
        if not isinstance(value, dict):
            remedy = remedy or f"write [{spelled((*self.path, *path))}] and the keys below it"
            raise self.fault(f"the value must be a table, not {described(value)}", *path, remedy=remedy)
        return Section(self.source, (*self.path, *path), value, what)

    def _remedy(self, key: str, known: Collection[str], listing: str) -> str:
        close = nearest(key, known)
        if self.path and key in TOP_KEYS and not close:
            return f"move {key} above the first heading in brackets, or under its own heading"
        unused = [one for one in known if one not in self.values]
        is_long = len(known) > MANY and len(unused) < len(known)
        return hint(key, known, f"use one of the other keys: {listed(unused)}" if is_long else "", listing)


def spelled(path: Path) -> str:
    """Format a path for users, counting list items from 1: `unit[2].positions`."""
    words = ""
    for part in path[:6]:
        if isinstance(part, int):
            words += f"[{part + 1}]"
        else:
            words += f".{shortened(part)}" if words else shortened(part)
    return words
