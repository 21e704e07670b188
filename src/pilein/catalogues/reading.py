"""Files of roster programs, read safely: plain or zipped XML, of bounded size and depth, without entities."""

import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from pilein.kernel.errors import BadInput

LARGEST = 32 * 2**20  # bytes of a file, and of its XML
MOST_ELEMENTS = 1_000_000
DEEPEST = 200  # elements within each other
MOST_ENTRIES = 100  # files in a zip
ENCRYPTED = 0x1
ENDINGS = (".cat", ".gst", ".ros")
ZIPPED = (".catz", ".gstz", ".rosz")
ROOTS = {"catalogue": "catalogue", "gameSystem": "game system", "roster": "roster"}
OTHER = "name a catalogue, a game system or a roster (.cat, .gst, .ros, or zipped)"

Contents = Callable[[str | Path, int], bytes]  # the first bytes of a file, up to a number


class BadCatalogue(BadInput):
    """A file that is not a catalogue, or one that must not be read."""


def root_of(path: str | Path, contents: Contents) -> Element:
    """The root element of a file; names have no namespace.

    Raises:
        BadCatalogue: it cannot be read, is not a catalogue, game system or roster, or is unsafe or too large.

    """
    file = str(path)
    try:
        content = contents(path, LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadCatalogue(f"cannot be read: {reason.lower()}", file=file, remedy=OTHER) from None
    if content.startswith(b"PK"):
        content = _unzipped(content, file)
    if len(content) > LARGEST:
        raise BadCatalogue(f"has more than {LARGEST:,} bytes", file=file, remedy="name a smaller file")
    root = _parsed(content, file)
    if root.tag not in ROOTS:
        raise BadCatalogue("is XML, but not of a roster program", file=file, remedy=OTHER)
    return root


def _unzipped(content: bytes, file: str) -> bytes:
    """The only catalogue of a zip; never more than a little over the limit is unpacked."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as opened:
            found = opened.infolist()
            named = [one for one in found if one.filename.lower().endswith(ENDINGS)]
            if len(found) > MOST_ENTRIES or len(named) != 1:
                words = f"is a zip with {len(named)} catalogues among {len(found)} files"
                raise BadCatalogue(words, file=file, remedy="unpack it, and name one catalogue")
            if named[0].flag_bits & ENCRYPTED:
                raise BadCatalogue("is an encrypted zip", file=file, remedy="unpack it first")
            with opened.open(named[0]) as packed:
                return packed.read(LARGEST + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, RuntimeError, ValueError):
        raise BadCatalogue("is a damaged zip", file=file, remedy="use another copy of the file") from None


def _parsed(content: bytes, file: str) -> Element:
    """The root of the XML; raises BadCatalogue."""
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
                what = f"{DEEPEST} levels" if depth > DEEPEST else f"{MOST_ELEMENTS:,} elements"
                raise BadCatalogue(f"has more than {what}", file=file, remedy="name a smaller file")
    except DefusedXmlException:
        words = "has a document type or entities, which catalogues do not have and which can do harm"
        raise BadCatalogue(words, file=file, remedy="use a copy without them") from None
    except ParseError as error:
        line = error.position[0]
        raise BadCatalogue("is not valid XML", file=file, line=line, remedy=OTHER) from None
    except (ValueError, LookupError):
        raise BadCatalogue("has an encoding that cannot be read", file=file, remedy="save it as UTF-8") from None
    assert root is not None, "valid XML has a root"
    return root
