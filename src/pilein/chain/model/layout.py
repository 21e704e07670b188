"""The layout of a state: its variables, where each stands, and how a state is built from their values.

A position is one whole number: the number of a transition table in its lowest bits, and above them, for each variable,
the number of its value.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pilein.chain.model.unread import Aspect, ReadRequired, Unread
from pilein.kernel.errors import TooManyPositions

BITS = 20  # of a position, for each variable
BITS_OF_BOOL = 2
PLAIN = {int, bool, str, tuple}

Names = tuple[str | int, ...]  # of the fields, and numbers of the entries, that lead to a value in a state


class ReadSet:
    """Reads of one position, in order: whole variables, or aspects of them."""

    __slots__ = ("_answers", "position", "reads")

    def __init__(self) -> None:
        self.position: int | None = None
        self.reads: dict[tuple[StateVariable, Aspect | None], None] = {}
        self._answers: dict[StateVariable, dict[Aspect, Any]] = {}

    def begin(self, position: int) -> None:
        """Read this position from now on; nothing of it has been read."""
        self.position, self.reads, self._answers = position, {}, {}

    def end(self) -> None:
        """Read no position any more."""
        self.position = None

    def answers(self, variable: "StateVariable", known: Mapping[Aspect, Any]) -> dict[Aspect, Any]:
        """The aspects of a variable that are known, or have been read."""
        answers = self._answers.get(variable)
        if answers is None:
            answers = self._answers[variable] = dict(known)
        return answers


class StateVariable:
    """One variable of a game's states: the values met so far, numbered as they come; its bits in a position."""

    __slots__ = (
        "_aspect_values",
        "aspects",
        "has_truth",
        "ids",
        "implied",
        "last",
        "mask",
        "names",
        "read_set",
        "shift",
        "unread",
        "values",
    )

    def __init__(self, names: Names, shift: int, kind: type[Any], read_set: ReadSet | None = None) -> None:
        self.names = names
        self.shift = shift
        self.last = (1 << (BITS_OF_BOOL if kind is bool else BITS)) - 1  # the highest number that a value can have
        self.mask = self.last << shift
        self.aspects: tuple[str, ...] = getattr(kind, "aspects", ())
        self.implied: Callable[..., Any] = getattr(kind, "implied", _imply_nothing)
        self.has_truth = kind is not bool  # whether its truth tells less than all of it
        self.unread = Unread(self, {})
        self.read_set = read_set or ReadSet()
        self.ids: dict[Any, int] = {}
        self.values: list[Any] = []
        self._aspect_values: dict[Aspect, list[Any]] = {}

    def bits(self, value: Any) -> int:  # noqa: ANN401
        """The bits of a value in a position; booleans differ from whole numbers.

        Raises:
            TooManyPositions: more values than a position has room for.

        """
        key = (value,) if value is True or value is False else value
        number = self.ids.get(key)
        if number is None:
            number = self.ids[key] = len(self.values)
            self.values.append(value)
            if number > self.last:
                raise TooManyPositions(self.last, f"values of {self.names[-1]}")
        return number << self.shift

    def value(self, position: int) -> Any:  # noqa: ANN401
        """The value of the variable in a position."""
        return self.values[(position & self.mask) >> self.shift]

    def read(self, aspect: Aspect | None, known: Mapping[Aspect, Any]) -> Any:  # noqa: ANN401
        """An aspect of the value in the position that is being read, or the value itself (None) if it is a plain one.

        Raises:
            ReadRequired: no position is being read, or the value is not plain.

        """
        read_set, position = self.read_set, self.read_set.position
        if position is None:
            raise ReadRequired(self, aspect)
        if aspect is None:
            value = self.value(position)
            if type(value) not in PLAIN:
                raise ReadRequired(self)
            read_set.reads[self, None] = None
            return value
        answers = read_set.answers(self, known)
        if aspect not in answers:
            answer = self.implied(aspect, answers) if answers else None
            if answer is None:
                answer = self.aspect(aspect, position)
                read_set.reads[self, aspect] = None
            answers[aspect] = answer
        return answers[aspect]

    def aspect(self, aspect: Aspect, position: int) -> Any:  # noqa: ANN401
        """An aspect of the value that the variable has in a position."""
        number = (position & self.mask) >> self.shift
        found = self._aspect_values.setdefault(aspect, [])
        if number >= len(found):
            name, *arguments = aspect
            for value in self.values[len(found) :]:
                found.append(bool(value) if name == "__bool__" else getattr(value, name)(*arguments))
        return found[number]


class Constant:
    """A value that never changes in a game, or is absent."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:  # noqa: ANN401
        self.value = value


def _imply_nothing(*_: Any) -> None:  # noqa: ANN401
    """Nothing is implied."""


class Path:
    """A place in a state, by the names that lead there; the variable there, once one has been met."""

    __slots__ = ("_fields", "_paths", "names", "variable")

    def __init__(self, names: Names) -> None:
        self.names = names
        self.variable: StateVariable | None = None
        self._paths: dict[str | int, Path] = {}
        self._fields: dict[type[Any], list[tuple[Path, bool]]] = {}

    def at(self, name: str | int) -> "Path":
        """The field of that name, or the entry of that number, of what stands here."""
        found = self._paths.get(name)
        if found is None:
            found = self._paths[name] = Path((*self.names, name))
        return found

    def fields(self, kind: type[Any]) -> list[tuple["Path", bool]]:
        """The fields of a struct that stands here, and of each whether it has an entry for each unit."""
        fields = self._fields.get(kind)
        if fields is None:
            by_unit = getattr(kind, "by_unit", ())
            fields = self._fields[kind] = [(self.at(name), name in by_unit) for name in kind.__struct_fields__]
        return fields


class BuildPlan(NamedTuple):
    """Plan for building a struct: its constant fields, then the variables and layouts to fill in, by place.

    `unread` is what is known of structs of which nothing is read.
    """

    fields: list[Any]
    variables: list[tuple[int, StateVariable]]
    layouts: list[tuple[int, "Layout"]]
    unread: "Known"


class Layout:
    """The layout of a struct, or of a tuple with an entry for each unit: inner layouts, variables and constants."""

    __slots__ = ("_plans", "_unread", "kind", "mask", "parts", "path", "variables")
    variables: tuple[StateVariable, ...]

    def __init__(self, path: Path, kind: type[Any], parts: tuple["Part", ...]) -> None:
        self.path = path
        self.kind = kind
        self.parts = parts
        found: list[StateVariable] = []
        for part in parts:
            found += (part,) if isinstance(part, StateVariable) else part.variables if isinstance(part, Layout) else ()
        self.variables = tuple(found)
        self.mask = sum(variable.mask for variable in found)
        self._unread: tuple[Any, Known] | None = None
        self._plans: dict[int, BuildPlan] = {}

    def built(self, value_of: Callable[[StateVariable], Any], known: "Known", read_mask: int = -1) -> Any:  # noqa: ANN401
        """A state of this layout with these values; `known` records the value at each path, and its layout.

        Variables whose bits are not in `read_mask` are unread.
        """
        read_mask &= self.mask
        if not read_mask:
            made, unread = self.all_unread()
            known.update(unread)
            return made
        plan = self._plans.get(read_mask) or self._plan(read_mask)
        fields = plan.fields.copy()
        for place, variable in plan.variables:
            fields[place] = value_of(variable)
        for place, layout in plan.layouts:
            fields[place] = layout.built(value_of, known, read_mask)
        known.update(plan.unread)
        made = self._made(fields)
        known[self.path] = made, self
        return made

    def forget(self) -> None:
        """Forget how states are built: a constant in them has changed."""
        self._unread = None
        self._plans.clear()

    def all_unread(self) -> tuple[Any, "Known"]:
        """The state of this layout of which nothing is read, and what is known of it; made once."""
        if self._unread is None:
            plan = self._plan(0)
            whole = self._made(plan.fields)
            self._unread = whole, plan.unread | {self.path: (whole, self)}
        return self._unread

    def _plan(self, read_mask: int) -> BuildPlan:
        """Plan for building states of which these bits are read."""
        plan = self._plans[read_mask] = BuildPlan([], [], [], {})
        for place, part in enumerate(self.parts):
            if isinstance(part, Constant):
                plan.fields.append(part.value)
            elif read_mask & part.mask:
                plan.fields.append(None)
                if isinstance(part, StateVariable):
                    plan.variables.append((place, part))
                else:
                    plan.layouts.append((place, part))
            elif isinstance(part, StateVariable):
                plan.fields.append(part.unread)
            else:
                whole, unread = part.all_unread()
                plan.fields.append(whole)
                plan.unread.update(unread)
        return plan

    def _made(self, fields: list[Any]) -> Any:  # noqa: ANN401
        return tuple(fields) if self.kind is tuple else self.kind(*fields)


Part = Layout | StateVariable | Constant
Known = dict[Path, tuple[Any, Layout]]  # what stands where in a state that has been built, and its layout
