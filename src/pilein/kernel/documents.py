"""Untrusted JSON documents, which are read within limits and sealed with a checksum."""

from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from pilein.kernel.errors import COPY, BadRecord
from pilein.kernel.nearest import shortened

Kind = TypeVar("Kind")

MOST_VALUES = 5_000_000  # values in a document: the most that fit into the byte limit could fill the memory
DEEPEST = 64  # nested lists and objects
LONGEST = 200  # characters of a message shown


def decoded(text: bytes | str, *, file: str = "", remedy: str = COPY) -> Any:  # noqa: ANN401 - any JSON
    """Decode a JSON document.

    Raises:
        BadRecord: the text is not JSON, has too many values, or is nested too deeply.
    """
    content = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if sum(content.count(mark) for mark in (b",", b"[", b"{")) > MOST_VALUES:
        raise BadRecord(f"the file holds more than {MOST_VALUES:,} values", file=file, remedy=remedy)
    try:
        plain = msgspec.json.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadRecord(f"the file is not valid JSON: {error}", file=file, remedy=remedy) from None
    except RecursionError:
        raise _too_deep(file, remedy) from None
    except MemoryError:
        raise BadRecord("there is not enough memory to read the file", file=file, remedy=remedy) from None
    if _is_too_deep(plain):
        raise _too_deep(file, remedy)
    return plain


def converted(plain: object, kind: type[Kind], *, file: str = "", remedy: str = COPY) -> Kind:
    """Convert the values of a document to a struct.

    Raises:
        BadRecord: the values do not fit; the error's key is the place in the document.
    """
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.ValidationError, OverflowError) as error:
        words, _, place = str(error).partition(" - at `")
        key = shortened(place.strip("`$").lstrip("."))
        raise BadRecord(shortened(words, LONGEST), file=file, key=key, remedy=remedy) from None


def checksum(value: object) -> str:
    """Return the checksum of a value in canonical JSON. Documents with equal content have equal checksums."""
    return blake2b(canonical(value), digest_size=16).hexdigest()


def canonical(value: object) -> bytes:
    """Return a value as JSON with sorted keys."""
    return msgspec.json.encode(value, order="deterministic")


def _is_too_deep(plain: object) -> bool:
    level = [plain] if isinstance(plain, list | dict) else []
    for _ in range(DEEPEST):
        inner = (one for outer in level for one in (outer.values() if isinstance(outer, dict) else outer))
        level = [one for one in inner if isinstance(one, list | dict)]
        if not level:
            return False
    return True


def _too_deep(file: str, remedy: str) -> BadRecord:
    return BadRecord(f"lists or objects are nested more than {DEEPEST} levels deep", file=file, remedy=remedy)
