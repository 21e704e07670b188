"""Safe reading of roster files, in plain or zipped XML or JSON. Size and depth are bounded, and entities are
refused.
"""

import json
import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from pilein.importers.json_files import TooLargeError, is_json, root_in
from pilein.kernel.errors import BadInput

LARGEST = 32 * 2**20  # bytes of a file, and of its XML
MOST_ELEMENTS = 1_000_000
DEEPEST = 200  # elements within each other
MOST_ENTRIES = 100  # files in a zip
ENCRYPTED = 0x1
ENDINGS = (".cat", ".gst", ".ros")
ZIPPED = (".catz", ".gstz", ".rosz")
PACKED = (*ENDINGS, ".json")  # in a zip
ROOTS = {"catalogue": "catalogue", "gameSystem": "game system", "roster": "roster"}
OTHER = "name a catalogue, a game system or a roster (.cat, .gst or .ros, plain or zipped, or JSON from NewRecruit)"
EXPORT = "export the roster as .ros, .rosz or JSON, and name that file"
OTHERS = {  # the first bytes of other kinds of files: what they are, and what to do
    b"\x1f\x8b": ("the file is compressed with gzip", "unpack it with gunzip first"),
    b"BZh": ("the file is compressed with bzip2", "unpack it first"),
    b"\xfd7zXZ": ("the file is compressed with xz", "unpack it first"),
    b"7z\xbc\xaf": ("the file is a 7z archive", "unpack it first"),
    b"Rar!": ("the file is a RAR archive", "unpack it first"),
    b"%PDF": ("the file is a PDF, not a roster", EXPORT),
    b"\x89PNG": ("the file is a picture, not a roster", EXPORT),
    b"\xff\xd8\xff": ("the file is a picture, not a roster", EXPORT),
    b"SQLite format": ("the file is a database, not a roster", EXPORT),
}

Contents = Callable[[str | Path, int], bytes]  # the first bytes of a file, up to a number


class BadCatalogue(BadInput):
    """Error for a file that is not a catalogue or must not be read."""


def root_of(path: str | Path, contents: Contents) -> Element:
    """Read a file and return its root element, with namespaces removed from names.

    Raises:
        BadCatalogue: the file cannot be read, is not a catalogue, game system or roster, or is unsafe or too large.
    """
    file = str(path)
    try:
        content = contents(path, LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadCatalogue(f"the file cannot be read: {reason.lower()}", file=file, remedy=OTHER) from None
    if content.startswith(b"PK"):
        content = _unzipped(content, file)
    if len(content) > LARGEST:
        raise BadCatalogue(f"the file has more than {LARGEST:,} bytes", file=file, remedy="import a smaller file")
    for start, (words, remedy) in OTHERS.items():
        if content.startswith(start):
            raise BadCatalogue(words, file=file, remedy=remedy)
    root = _of_json(content, file) if is_json(content) else _of_xml(content, file)
    if root.tag not in ROOTS:
        raise BadCatalogue("the file is XML, but not a catalogue, game system or roster", file=file, remedy=OTHER)
    return root


def _unzipped(content: bytes, file: str) -> bytes:
    """Unpack the only catalogue in a zip file, and stop just above the size limit."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as opened:
            found = opened.infolist()
            named = [one for one in found if one.filename.lower().endswith(PACKED)]
            if len(found) > MOST_ENTRIES:
                words = f"the zip file contains {len(found):,} files, more than {MOST_ENTRIES}"
                raise BadCatalogue(words, file=file, remedy="unpack it and name a catalogue in it")
            if not named:
                raise BadCatalogue("the zip file contains no catalogue, game system or roster", file=file, remedy=OTHER)
            if len(named) > 1:
                words = f"the zip file contains {len(named)} catalogues, but must contain exactly one"
                raise BadCatalogue(words, file=file, remedy="unpack it and name one of its catalogues")
            if named[0].flag_bits & ENCRYPTED:
                raise BadCatalogue("the zip file is encrypted", file=file, remedy="unpack it first")
            with opened.open(named[0]) as packed:
                return packed.read(LARGEST + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, RuntimeError, ValueError):
        raise BadCatalogue("the zip file is damaged", file=file, remedy="use an undamaged copy of the file") from None


def _of_json(content: bytes, file: str) -> Element:
    """Parse JSON and return the root. Raises BadCatalogue if that fails."""
    try:
        root = root_in(content, ROOTS, MOST_ELEMENTS, DEEPEST)
    except TooLargeError as error:
        raise BadCatalogue(f"the file has more than {error}", file=file, remedy="import a smaller file") from None
    except json.JSONDecodeError as error:
        words = (
            "the file is not valid JSON: it ends too early"
            if error.pos >= len(error.doc.rstrip())
            else "the file is not valid JSON"
        )
        raise BadCatalogue(words, file=file, line=error.lineno, remedy="export the file again") from None
    except ValueError:
        raise BadCatalogue(
            "the file uses an encoding that cannot be read", file=file, remedy="save it as UTF-8"
        ) from None
    if root is None:
        raise BadCatalogue("the file is JSON, but not a catalogue, game system or roster", file=file, remedy=OTHER)
    return root


def _of_xml(content: bytes, file: str) -> Element:
    """Parse XML and return the root. Raises BadCatalogue if that fails."""
    depth = elements = 0
    root: Element | None = None
    try:
        for event, element in iterparse(BytesIO(content), events=("start", "end"), forbid_dtd=True):
            if event == "end":
                depth -= 1
                continue
            root = element if root is None else root
            element.tag = element.tag.rpartition("}")[2]
            depth, elements = depth + 1, elements + 1
            if depth > DEEPEST or elements > MOST_ELEMENTS:
                what = f"{DEEPEST} levels of nesting" if depth > DEEPEST else f"{MOST_ELEMENTS:,} elements"
                raise BadCatalogue(f"the file has more than {what}", file=file, remedy="import a smaller file")
    except DefusedXmlException:
        words = "the file declares a document type or entities, which can be harmful and never occur in catalogues"
        raise BadCatalogue(words, file=file, remedy="use a copy without these declarations") from None
    except ParseError as error:
        line = error.position[0]
        words = (
            "the file is not valid XML"
            if content.lstrip()[:1] == b"<"
            else "the file is neither valid XML nor valid JSON"
        )
        raise BadCatalogue(words, file=file, line=line, remedy=OTHER) from None
    except (ValueError, LookupError):
        raise BadCatalogue(
            "the file uses an encoding that cannot be read", file=file, remedy="save it as UTF-8"
        ) from None
    assert root is not None, "valid XML has a root"
    return root
