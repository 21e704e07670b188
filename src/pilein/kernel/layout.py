"""Conversion of values to and from lists. The writer and the reader of each type are built only once."""

from collections.abc import Callable
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

Write = Callable[[Any], Any]
Read = Callable[[Any, Any], Any]


class Layout(Struct, frozen=True):
    """Writer that turns a value into JSON, and the matching reader, which also gets the set-up.

    `writer` is None if the value is written unchanged. `read` raises TypeError or ValueError for an unsuitable
    value.
    """

    writer: Write | None
    read: Read

    def write(self, value: object) -> Any:  # noqa: ANN401
        """Return the value as JSON."""
        return value if self.writer is None else self.writer(value)


def layout_of(kind: object, setup_type: object = None) -> Layout:
    """Return the layout for a type built from structs, tuples, unions and plain values.

    Fields of type `setup_type` are left out.

    Raises:
        TypeError: values of the type cannot be written.
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _of_union(get_args(kind), setup_type)
    if origin is Annotated:
        return layout_of(get_args(kind)[0], setup_type)
    if origin is tuple:
        return _of_tuple(get_args(kind), setup_type)
    if origin is Literal:
        return _of_leaf(_types_in(kind))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _of_struct(kind, setup_type)
    if kind in (bool, int, float, str, NoneType):
        return _of_leaf((kind,))
    raise TypeError(f"a state cannot hold {kind}; use structs, tuples and plain values instead")


def _types_in(kind: object) -> tuple[type, ...]:
    return tuple(sorted({type(one) for one in get_args(kind)}, key=str))


def _of_leaf(kinds: tuple[type, ...]) -> Layout:
    def read(value: object, _setup: object) -> Any:  # noqa: ANN401
        if type(value) not in kinds:
            raise TypeError(f"{value!r} is not of type {' or '.join(kind.__name__ for kind in kinds)}")
        return value

    return Layout(None, read)


def _of_tuple(kinds: tuple[Any, ...], setup_type: object) -> Layout:
    if len(kinds) == 2 and kinds[1] is Ellipsis:  # noqa: PLR2004 - (type, ...)
        return _of_row(layout_of(kinds[0], setup_type))
    parts = [layout_of(kind, setup_type) for kind in kinds]

    def write(value: tuple[Any, ...]) -> Any:  # noqa: ANN401
        return [part.write(one) for part, one in zip(parts, value, strict=True)]

    def read(value: object, setup: object) -> Any:  # noqa: ANN401
        return tuple(part.read(one, setup) for part, one in zip(parts, _listed(value), strict=True))

    return Layout(None if all(part.writer is None for part in parts) else write, read)


def _of_row(part: Layout) -> Layout:
    writer = part.writer

    def read(value: object, setup: object) -> Any:  # noqa: ANN401
        return tuple([part.read(one, setup) for one in _listed(value)])

    if writer is None:
        return Layout(None, read)
    return Layout(lambda value: [writer(one) for one in value], read)


def _of_struct(kind: type[Struct], setup_type: object) -> Layout:
    fields = [(field.name, field.type) for field in msgspec.structs.fields(kind)]
    parts = [(name, layout_of(of, setup_type)) for name, of in fields if setup_type is None or of is not setup_type]
    given = [name for name, of in fields if setup_type is not None and of is setup_type]

    def read(value: object, setup: object) -> Any:  # noqa: ANN401
        values = zip(parts, _listed(value), strict=True)
        named = {name: part.read(one, setup) for (name, part), one in values}
        return kind(**named, **dict.fromkeys(given, setup))

    return Layout(_struct_writer(parts), read)


def _struct_writer(parts: list[tuple[str, Layout]]) -> Write:
    names = [name for name, _ in parts]
    if len(names) > 1 and all(part.writer is None for _, part in parts):
        return attrgetter(*names)  # a tuple of the fields, at C speed
    return lambda value: [part.write(getattr(value, name)) for name, part in parts]


def _of_union(kinds: tuple[Any, ...], setup_type: object) -> Layout:
    kinds = tuple(one for kind in kinds for one in (_types_in(kind) if get_origin(kind) is Literal else (kind,)))
    structs = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)]
    rows = [kind for kind in kinds if get_origin(kind) is tuple]
    leaves = _of_leaf(tuple(kind for kind in kinds if kind not in structs and kind not in rows))
    if len(rows) > 1 or (rows and structs):
        raise TypeError(f"a state cannot hold a union of {kinds}, which look alike when saved; use one of them")
    if rows or len(structs) == 1:
        return _union_layout(layout_of((rows or structs)[0], setup_type), leaves)
    return _named({kind.__name__: (kind, layout_of(kind, setup_type)) for kind in structs}, leaves)


def _union_layout(part: Layout, leaves: Layout) -> Layout:
    """Layout for a union of one composite type and plain types, in which a list always denotes the composite type."""

    def write(value: object) -> Any:  # noqa: ANN401
        return part.write(value) if isinstance(value, Struct | tuple) else value

    def read(value: object, setup: object) -> Any:  # noqa: ANN401
        return (part if isinstance(value, list | tuple) else leaves).read(value, setup)

    return Layout(None if part.writer is None else write, read)


def _named(structs: dict[str, tuple[type, Layout]], leaves: Layout) -> Layout:
    """Layout for several structs, each written with its class name first."""
    by_type = {kind: (name, part) for name, (kind, part) in structs.items()}

    def write(value: object) -> Any:  # noqa: ANN401
        if type(value) not in by_type:
            return value
        name, part = by_type[type(value)]
        return name, part.write(value)

    def read(value: object, setup: object) -> Any:  # noqa: ANN401
        if not isinstance(value, list | tuple):
            return leaves.read(value, setup)
        name, rest = value
        if name not in structs:
            raise ValueError(f"{name!r} is not one of {', '.join(structs)}")
        return structs[name][1].read(rest, setup)

    return Layout(write if structs else None, read)


def _listed(value: object) -> Any:  # noqa: ANN401
    if not isinstance(value, list | tuple):
        raise TypeError(f"{value!r} is not a list")
    return value
