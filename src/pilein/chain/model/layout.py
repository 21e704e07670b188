"""Layout of a state, which gives its variables, their places, and the way to build a state from their values.

A position is one whole number. Its lowest bits are the number of a transition table. Above them, each variable has
bits for the number of its value.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pilein.chain.model.unread import Aspect, ReadRequired, Unread
from pilein.kernel.errors import TooManyPositions

BITS = 20  # of a position, for each variable
BITS_OF_BOOL = 2
PLAIN = {int, bool, str, tuple}

ALL = (-1, ())  # reads: everything

Names = tuple[str | int, ...]  # names of fields and numbers of entries that lead to a value in a state


class ReadSet:
    """The reads from one position, in order. A read covers a whole variable or an aspect of a variable."""

    __slots__ = ("_answers", "position", "reads")

    def __init__(self) -> None:
        self.position: int | None = None
        self.reads: dict[tuple[StateVariable, Aspect | None], None] = {}
        self._answers: dict[StateVariable, dict[Aspect, Any]] = {}

    def begin(self, position: int) -> None:
        """Start reading a position, with no reads so far."""
        self.position = position
        if self.reads:
            self.reads = {}
        if self._answers:
            self._answers = {}

    def end(self) -> None:
        """Stop reading positions. From then on, unread values are unavailable."""
        self.position = None

    def answers(self, variable: "StateVariable", known: Mapping[Aspect, Any]) -> dict[Aspect, Any]:
        """Return the aspects of a variable that are known or have been read."""
        answers = self._answers.get(variable)
        if answers is None:
            answers = self._answers[variable] = dict(known)
        return answers


class StateVariable:
    """Variable of a game's states, with its values so far, in order of appearance, and its bits in a position."""

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
        self.last = (1 << (BITS_OF_BOOL if kind is bool else BITS)) - 1  # the highest number of a value
        self.mask = self.last << shift
        self.aspects: tuple[str, ...] = getattr(kind, "aspects", ())
        self.implied: Callable[..., Any] = getattr(kind, "implied", _imply_nothing)
        self.has_truth = kind is not bool  # whether its truth reveals less than the whole value
        self.unread = Unread(self, {})
        self.read_set = read_set or ReadSet()
        self.ids: dict[Any, int] = {}
        self.values: list[Any] = []
        self._aspect_values: dict[Aspect, list[Any]] = {}

    def bits(self, value: Any) -> int:  # noqa: ANN401
        """Return the bits of a value in a position. The bits of True and False differ from those of 1 and 0.

        Raises:
            TooManyPositions: there are more values than a position has room for.
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
        """Return the value of the variable in a position."""
        return self.values[(position & self.mask) >> self.shift]

    def read(self, aspect: Aspect | None, known: Mapping[Aspect, Any]) -> Any:  # noqa: ANN401
        """Read an aspect of the value in the current position. If `aspect` is None, read the value itself, which must
        be plain.

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
        """Return an aspect of the variable's value in a position."""
        number = (position & self.mask) >> self.shift
        found = self._aspect_values.setdefault(aspect, [])
        if number >= len(found):
            name, *arguments = aspect
            for value in self.values[len(found) :]:
                found.append(bool(value) if name == "__bool__" else getattr(value, name)(*arguments))
        return found[number]


class Constant:
    """Part of a game's state that never changes, or None."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:  # noqa: ANN401
        self.value = value


def _imply_nothing(*_: Any) -> None:  # noqa: ANN401
    """Return None, because known aspects imply no others. This serves types without a method `implied`."""


class Path:
    """Place in a state, given by the names that lead there, and the variable at that place, if known."""

    __slots__ = ("_fields", "_paths", "names", "variable")

    def __init__(self, names: Names) -> None:
        self.names = names
        self.variable: StateVariable | None = None
        self._paths: dict[str | int, Path] = {}
        self._fields: dict[type[Any], list[tuple[Path, bool]]] = {}

    def at(self, name: str | int) -> "Path":
        """Return the path of the field with this name, or of the entry with this number."""
        found = self._paths.get(name)
        if found is None:
            found = self._paths[name] = Path((*self.names, name))
        return found

    def fields(self, kind: type[Any]) -> list[tuple["Path", bool]]:
        """Return the paths of a struct's fields, each with a flag that says whether the field has one entry per
        unit.
        """
        fields = self._fields.get(kind)
        if fields is None:
            by_unit = getattr(kind, "by_unit", ())
            fields = self._fields[kind] = [(self.at(name), name in by_unit) for name in kind.__struct_fields__]
        return fields


class Building(NamedTuple):
    """Struct or tuple within a state, to be built after its parts, with its `fields` so far and those still missing.

    `whole` holds fields whose variable is read, with their values, mask and shift. `partial` holds fields whose
    variable is read in part. `inner` holds fields with a layout of their own, each with its index among the parts
    built before.
    """

    fields: list[Any]
    whole: list[tuple[int, list[Any], int, int]]
    partial: list[tuple[int, "PartlyRead"]]
    inner: list[tuple[int, int]]
    layout: "Layout"


class BuildPlan:
    """Plan for building states of a layout, part by part. `unread` holds the structs that are entirely unread.

    Other variables stay unread, or partly unread. The plan holds for one version of the layout.
    """

    __slots__ = ("layout_version", "parts", "path", "unread")

    def __init__(self, path: Path, layout_version: int) -> None:
        self.path = path
        self.layout_version = layout_version
        self.parts: list[Building] = []
        self.unread: Known = {}

    def built(self, position: int) -> tuple[Any, "Known"]:
        """Build the state of a position, and return it with the parts that it was built from."""
        known = self.unread.copy()
        built: list[Any] = []
        for fields, whole, partial, inner, layout in self.parts:
            entries = fields.copy()
            for place, values, mask, shift in whole:
                entries[place] = values[(position & mask) >> shift]
            for place, partly in partial:
                entries[place] = partly.unread(position)
            for place, number in inner:
                entries[place] = built[number]
            kind = layout.kind
            made = tuple(entries) if kind is tuple else kind(*entries)
            known[layout.path] = made, layout, entries
            built.append(made)
        return (built[-1] if built else known[self.path][0]), known


class PartlyRead(Protocol):
    """Variable of which only aspects have been read."""

    @property
    def variable(self) -> StateVariable:
        """Variable that is read in part."""

    def unread(self, position: int) -> Unread:
        """Return a stand-in for the value in a position. The stand-in knows the aspects read."""


class Layout:
    """Layout of a struct, or of a tuple with an entry for each unit, made of inner layouts, variables and constants.

    `places` holds the path of each part, and whether the part has an entry for each unit.
    """

    __slots__ = ("_plans", "_unread", "kind", "mask", "parts", "path", "places", "variables", "version")
    variables: tuple[StateVariable, ...]

    def __init__(self, path: Path, kind: type[Any], parts: tuple["Part", ...]) -> None:
        self.path = path
        self.kind = kind
        self.parts = parts
        self.places = [(path.at(number), False) for number in range(len(parts))] if kind is tuple else path.fields(kind)
        found: list[StateVariable] = []
        for part in parts:
            found += (part,) if isinstance(part, StateVariable) else part.variables if isinstance(part, Layout) else ()
        self.variables = tuple(found)
        self.mask = sum(variable.mask for variable in found)
        self._unread: tuple[Any, Known] | None = None
        self._plans: dict[Any, BuildPlan] = {}
        self.version = 0  # increases when a constant changes

    def built(self, position: int, reads: "Reads" = ALL) -> tuple[Any, "Known"]:
        """Build the state of a position, and return it with the parts that it was built from."""
        return self.plan(reads).built(position)

    def plan(self, reads: "Reads") -> BuildPlan:
        """Return the plan for building states with these reads."""
        plan = self._plans.get(reads)
        if plan is None:
            plan = self._plans[reads] = self._plan(reads)
        return plan

    def forget(self) -> None:
        """Forget how to build states, because a constant in them has changed."""
        self.version += 1
        self._unread = None
        self._plans.clear()

    def all_unread(self) -> tuple[Any, "Known"]:
        """Return the entirely unread state, with the value and layout at each path in it. The state is built once."""
        if self._unread is None:
            known: Known = {}
            fields: list[Any] = []
            for part in self.parts:
                if isinstance(part, Layout):
                    whole, unread = part.all_unread()
                    known.update(unread)
                    fields.append(whole)
                else:
                    fields.append(part.value if isinstance(part, Constant) else part.unread)
            made = tuple(fields) if self.kind is tuple else self.kind(*fields)
            known[self.path] = made, self, fields
            self._unread = made, known
        return self._unread

    def _plan(self, reads: "Reads") -> BuildPlan:
        mask, partial_reads = reads
        partly = {partial.variable: partial for partial in partial_reads}
        plan = BuildPlan(self.path, self.version)
        self._add_to(plan, mask, mask | sum(variable.mask for variable in partly), partly)
        return plan

    def _add_to(self, plan: BuildPlan, whole: int, read: int, partly: dict[StateVariable, "PartlyRead"]) -> None:
        """Add the steps that build this layout to a plan.

        `whole` are the bits read whole, and `read` are all bits read.
        """
        if not read & self.mask:
            plan.unread.update(self.all_unread()[1])
            return
        one = Building([], [], [], [], self)
        for place, part in enumerate(self.parts):
            one.fields.append(None)
            if isinstance(part, Constant):
                one.fields[place] = part.value
            elif isinstance(part, StateVariable):
                if whole & part.mask:
                    one.whole.append((place, part.values, part.mask, part.shift))
                elif part in partly:
                    one.partial.append((place, partly[part]))
                else:
                    one.fields[place] = part.unread
            else:
                part._add_to(plan, whole, read, partly)  # noqa: SLF001 - its own kind
                if read & part.mask:
                    one.inner.append((place, len(plan.parts) - 1))
                else:
                    one.fields[place] = part.all_unread()[0]
        plan.parts.append(one)


Part = Layout | StateVariable | Constant
Built = tuple[Any, Layout, Sequence[Any]]  # struct or tuple in a built state; its layout; its fields or entries
Known = dict[Path, Built]  # parts of a built state, by place
Reads = tuple[int, tuple[Any, ...]]  # bits of variables read whole; variables read only by aspects
