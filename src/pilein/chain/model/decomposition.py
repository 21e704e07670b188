"""Decomposition of states into a layout, which describes how to build a state, and the values of its variables.

Structs are opened down to fields of other types, and so are tuples with one entry for each unit (`by_unit` of a
struct). The value None is part of the layout. The set-up is left out, since it never changes. A struct is the value
of a variable if it carries caches beside its fields (a plane), has aspects, or checks its fields when it is made (a
roll).
"""

from enum import Enum, auto
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from pilein.chain.model.layout import Built, Constant, Known, Layout, Part, Path, ReadSet, StateVariable
from pilein.chain.model.unread import DeferredDraw, ReadRequired, Unread, source_of
from pilein.tabletop.setup import Setup

Values = dict[StateVariable, Any]


class Treatment(Enum):
    """Treatment of values of a type: as the value of a variable, as a struct to open, or as a special case."""

    VALUE = auto()
    OPENED = auto()
    UNREAD = auto()
    SETUP = auto()
    NOTHING = auto()


VALUE, OPENED, UNREAD, SETUP, NOTHING = Treatment  # reading a member of an enumeration each time would be slow
SPECIAL: dict[type[Any], Treatment] = {Unread: UNREAD, Setup: SETUP, type(None): NOTHING}


class Decomposition:
    """Variables and layouts of one game's states. The values of variables start at bit `above` of a position."""

    def __init__(self, above: int) -> None:
        self._above = above
        self.read_set = ReadSet()
        self._root = Path(())
        self._variables: list[StateVariable] = []
        self._layouts: dict[tuple[Any, ...], Layout] = {}
        self._nothing = Constant(None)
        self._setup = Constant(None)
        self._treatments = SPECIAL.copy()

    def decomposed(self, state: Struct, known: Known) -> tuple[Layout, Values]:
        """Return a state's layout and its values. Values that are `known` to be in place are left out.

        Raises:
            ReadRequired: an unread value is not in its own place and must be read.
        """
        values: Values = {}
        return self._struct(state, self._root, values, known), values

    def begin_with(self, setup: Setup) -> None:
        """Build states with this set-up from now on."""
        if self._setup.value is not setup:
            self._setup.value = setup
            for layout in self._layouts.values():
                layout.forget()

    def variables(self) -> tuple[StateVariable, ...]:
        """Return all variables found so far, in order."""
        return tuple(self._variables)

    def variable(self, *names: str | int) -> StateVariable | None:
        """Return the variable at a place in the state, or None if there is no variable yet."""
        path = self._root
        for name in names:
            path = path.at(name)
        return path.variable

    def _part(self, value: Any, path: Path, values: Values, known: Known) -> Part:  # noqa: ANN401
        kind = type(value)
        treatment = self._treatments.get(kind)
        if treatment is None:
            treatment = self._treatments[kind] = OPENED if _opens(kind) else VALUE
        if treatment is VALUE:
            variable = path.variable or self._new_variable(path, kind)
            values[variable] = value
            return variable
        if treatment is OPENED:
            return self._struct(value, path, values, known)
        if treatment is UNREAD:
            return self._unread(value, path, values)
        if treatment is NOTHING:
            return self._nothing
        if self._setup.value is None:
            self._setup.value = value
        return self._setup

    def _unread(self, value: Unread, path: Path, values: Values) -> StateVariable:
        source: StateVariable | DeferredDraw = source_of(value)
        if isinstance(source, DeferredDraw):
            variable = path.variable or self._new_variable(path, source.kind)
            values[variable] = source
            return variable
        if source is not path.variable:
            raise ReadRequired(source)
        return source

    def _struct(self, value: Struct, path: Path, values: Values, known: Known) -> Layout:
        kind = type(value)
        built = known.get(path)
        if built is not None:
            if built[0] is value:
                return built[1]
            if type(built[0]) is kind:
                return self._changed(astuple(value), built, values, known)
        places = zip(astuple(value), path.fields(kind), strict=True)
        parts = [
            self._tuple(field, at, values, known) if is_by_unit else self._part(field, at, values, known)
            for field, (at, is_by_unit) in places
        ]
        return self._layout(path, kind, tuple(parts))

    def _tuple(self, value: tuple[Any, ...], path: Path, values: Values, known: Known) -> Layout:
        built = known.get(path)
        if built is not None and len(built[0]) == len(value):
            return built[1] if built[0] is value else self._changed(value, built, values, known)
        parts = [self._part(entry, path.at(unit), values, known) for unit, entry in enumerate(value)]
        return self._layout(path, tuple, tuple(parts))

    def _changed(self, new: tuple[Any, ...], built: Built, values: Values, known: Known) -> Layout:
        """Return the layout of changed entries. Only objects that differ from the earlier objects are decomposed."""
        _, layout, old = built
        before = layout.parts
        parts: list[Part] = []
        for place, (entry, was) in enumerate(zip(new, old, strict=True)):
            if entry is not was:
                path, is_by_unit = layout.places[place]
                part = (self._tuple if is_by_unit else self._part)(entry, path, values, known)
                if part is not before[place]:
                    parts = parts or list(before)
                    parts[place] = part
        return self._layout(layout.path, layout.kind, tuple(parts)) if parts else layout

    def _layout(self, path: Path, kind: type[Any], parts: tuple[Part, ...]) -> Layout:
        key = (path, kind, *map(id, parts))
        layout = self._layouts.get(key)
        if layout is None:
            layout = self._layouts[key] = Layout(path, kind, parts)
        return layout

    def _new_variable(self, path: Path, kind: type[Any]) -> StateVariable:
        variable = path.variable = StateVariable(path.names, self._above, kind, self.read_set)
        self._variables.append(variable)
        self._above += variable.last.bit_length()
        return variable


def _opens(kind: type[Any]) -> bool:
    """Whether values of a type are opened: structs that have only fields, without caches, aspects or checks."""
    if not issubclass(kind, Struct) or kind.__struct_config__.dict:
        return False
    return not hasattr(kind, "aspects") and not hasattr(kind, "__post_init__")
