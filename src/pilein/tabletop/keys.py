"""Keys of the scenario notation, declared as annotations of the struct fields that hold their values.

For example, `skill: Annotated[int, InFile("what a die must show", 2, 6)] = 4` declares a characteristic. Its
notation, its validation, its error messages and its row in the ruleset's documentation all derive from this
declaration.
"""

from functools import cache
from types import EllipsisType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields, replace

from pilein.geometry.ticks import INCH, ticks
from pilein.tabletop.vocabulary import Key, Kind, Value, Values

Made = TypeVar("Made", bound=Struct)
KINDS: dict[Any, Kind] = {int: "int", bool: "bool", str: "text", tuple[str, ...]: "texts"}


class InFile(Struct, frozen=True):
    """Declaration of a struct field as a key of the scenario file, with its meaning in words and the bounds of a
    number.

    The key has the field's name unless `name` differs. Its kind follows from the type of the field: whole number,
    true or false, text, list of texts, or one of the words of a `Literal`. The `kind` "number" is a length in
    inches, stored in ticks. The field's default is the key's default; a default out of bounds means "none" and is
    written by leaving the key out. `of` names a key without which this key has no effect. `is_of_contact` marks a
    status that only a unit in contact can have, and `is_of_own_turn` one that only a unit of the active side can have.
    """

    words: str
    least: float | None = None
    most: float | None = None
    name: str = ""
    kind: Kind | None = None
    of: str = ""
    is_of_contact: bool = False
    is_of_own_turn: bool = False


def keys_of(struct: type[Struct], **after: Key) -> tuple[Key, ...]:
    """Return the keys declared by a struct's fields, in order, with further keys inserted `after` the named keys."""
    found = {key.name: key for key in written_in(struct).values()}
    return tuple(one for name, key in found.items() for one in (key, after.get(name)) if one is not None)


@cache
def written_in(struct: type[Struct]) -> dict[str, Key]:
    """Return the keys declared by a struct's fields, by field name."""
    found: dict[str, Key] = {}
    for field in fields(struct):
        kind, *notes = get_args(field.type) if get_origin(field.type) is Annotated else (field.type,)
        for note in notes:
            if isinstance(note, InFile):
                found[field.name] = _key(field, kind, note)
    return found


def made(struct: type[Made], values: Values, **others: Any) -> Made:  # noqa: ANN401 - as the fields are
    """Build a struct from the values of its keys and from `others`. The value "none" becomes the field's own
    default.
    """
    keys = {field: key for field, key in written_in(struct).items() if field not in others}
    held = {field: _held(key, values.get(key.name)) for field, key in keys.items()}
    return struct(**{field: value for field, value in held.items() if value is not None}, **others)


def _held(key: Key, value: Value | None) -> Any:  # noqa: ANN401
    """Convert the value of a key to the form that the struct stores."""
    return ticks(value) if key.kind == "number" and isinstance(value, int | float) else value


def _key(field: FieldInfo, kind: Any, note: InFile) -> Key:  # noqa: ANN401 - a type
    options = tuple(get_args(kind)) if get_origin(kind) is Literal else ()
    of_type: Kind = "one of" if options else KINDS.get(kind, "text")
    key = Key(note.name or field.name, note.kind or of_type, note.least, note.most, ..., note.words, options, note.of)
    default = _default(key, field.default)
    return replace(key, default=default, is_of_contact=note.is_of_contact, is_of_own_turn=note.is_of_own_turn)


def _default(key: Key, default: Any) -> Value | EllipsisType | None:  # noqa: ANN401 - of any field
    """Default of a key as written in a file, or `...` for a required key."""
    if default is NODEFAULT:
        return ...
    if key.kind == "number":
        return float(default / INCH) if default % INCH else int(default // INCH)
    if key.kind == "int" and (
        (key.least is not None and default < key.least) or (key.most is not None and default > key.most)
    ):
        return None
    value: Value | None = "" if default is None else default
    return value
