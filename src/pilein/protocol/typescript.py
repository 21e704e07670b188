"""TypeScript types for messages: `python -m pilein.protocol.typescript` prints `page/src/protocol/messages.ts`."""

import sys
from typing import Any

import msgspec
from msgspec.inspect import (
    AnyType,
    BoolType,
    CollectionType,
    DictType,
    Field,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from pilein.protocol.from_page import FromPage, Request
from pilein.protocol.messages import VERSION, FromEngine

HEAD = (
    "// Made by `python -m pilein.protocol.typescript` from the messages of the engine: change those, not this file.\n"
)
SIMPLE: dict[type[Type], str] = {
    AnyType: "unknown",
    BoolType: "boolean",
    FloatType: "number",
    IntType: "number",
    NoneType: "null",
    StrType: "string",
}


def module() -> str:
    """Return the complete TypeScript module, with an interface for each message and the two unions."""
    found: dict[str, StructType] = {}
    unions = {"FromPage": FromPage, "FromEngine": FromEngine}
    for union in unions.values():
        _collect(type_info(union), found)
    parts = [HEAD, f"export const VERSION = {VERSION};\n"]
    parts += [_interface(one) for one in found.values()]
    parts += [_union(name, type_info(union)) for name, union in unions.items()]
    return "\n".join(parts)


def _collect(kind: Type, found: dict[str, StructType]) -> None:
    """Add each struct that a type contains to `found`, by name."""
    if isinstance(kind, StructType):
        if kind.cls.__name__ in found:
            return
        found[kind.cls.__name__] = kind
    for one in _parts(kind):
        _collect(one, found)


def _parts(kind: Type) -> tuple[Type, ...]:
    match kind:
        case StructType(fields=fields):
            return tuple(field.type for field in fields)
        case UnionType(types=types):
            return types
        case TupleType(item_types=items):
            return items
        case CollectionType(item_type=item):
            return (item,)
    return ()


def _interface(kind: StructType) -> str:
    words = " ".join((kind.cls.__doc__ or "").split())
    lines = [f"/** {words} */", f"export interface {kind.cls.__name__} {{", f'  type: "{kind.tag}";']
    lines += [f"  {field.name}{_optional(kind, field)}: {spelled(field.type)};" for field in kind.fields]
    return "\n".join([*lines, "}", ""])


def _optional(kind: StructType, field: Field) -> str:
    """Return the mark of an optional field, or "". A page may leave out fields with a default, but the engine writes
    every field.
    """
    return "?" if issubclass(kind.cls, Request) and not field.required else ""


def _union(name: str, kind: Type) -> str:
    members = kind.types if isinstance(kind, UnionType) else (kind,)
    return f"export type {name} =\n" + "\n".join(f"  | {spelled(one)}" for one in members) + ";\n"


def spelled_of(annotation: Any) -> str:  # noqa: ANN401 - any annotation
    """Return the TypeScript spelling of a message field's annotation."""
    return spelled(type_info(annotation))


def spelled(kind: Type) -> str:
    """Return the TypeScript spelling of a type.

    Raises:
        TypeError: no message has a field of this type.
    """
    if type(kind) in SIMPLE:
        return SIMPLE[type(kind)]
    return _spelled_whole(kind)


def _spelled_whole(kind: Any) -> str:  # noqa: ANN401 - one of msgspec's
    match kind:
        case StructType(cls=cls):
            return str(cls.__name__)
        case LiteralType(values=values):
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case UnionType(types=types):
            return " | ".join(map(spelled, types))
        case TupleType(item_types=items):
            return f"[{', '.join(map(spelled, items))}]"
        case VarTupleType(item_type=item) | ListType(item_type=item):
            return f"({spelled(item)})[]" if isinstance(item, UnionType | LiteralType) else f"{spelled(item)}[]"
        case DictType(value_type=value):
            return f"Record<string, {spelled(value)}>"
    raise TypeError(f"{kind} has no form in TypeScript")


if __name__ == "__main__":
    sys.stdout.write(module())
