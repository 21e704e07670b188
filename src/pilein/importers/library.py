"""Catalogues that belong together: the given files, their game system and the linked catalogues."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from pilein.importers.reading import ENDINGS, ZIPPED, BadCatalogue, Contents, root_of

MOST_BESIDE = 500  # files of a folder that are looked at
HEAD = 4096  # bytes in which a catalogue's own id stands
ID = re.compile(rb"<(?:catalogue|gameSystem)\b[^>]*?\sid=\"([^\"]{1,200})\"")


class Library:
    """Documents by root ID and all their elements by ID. The given documents come first."""

    def __init__(self, paths: Sequence[str | Path], contents: Contents) -> None:
        self.contents = contents
        self.given: list[tuple[str, Element]] = []
        self.by_id: dict[str, Element] = {}
        self.roots: dict[str, Element] = {}
        self.file_of: dict[int, str] = {}  # of each profile, by its identity
        self.missing: list[str] = []
        for path in paths:
            root = root_of(path, contents)
            self.given.append((str(path), root))
            self._add(str(path), root)
        for path, root in tuple(self.given):
            self._follow(path, root)

    def _add(self, path: str, root: Element) -> None:
        own = root.get("id") or path
        if own in self.roots:
            return
        self.roots[own] = root
        for element in root.iter():
            if element.tag == "profile":
                self.file_of[id(element)] = path
            known = element.get("id")
            if known and element.tag not in ("constraint", "cost"):
                self.by_id.setdefault(known, element)

    def _follow(self, path: str, root: Element) -> None:
        """Load the documents to which a document links if they are in the same folder, and record missing documents."""
        wanted = [(root.get("gameSystemId") or "", "game system", root.get("gameSystemName") or "")]
        wanted += [(one.get("targetId") or "", "catalogue", one.get("name") or "") for one in _links(root)]
        wanted += [(one.get("catalogueId") or "", "catalogue", one.get("catalogueName") or "") for one in _forces(root)]
        for key, kind, name in wanted:
            if not key or key in self.roots:
                continue
            beside = self._beside(Path(path), key)
            if beside is None:
                words = f"{kind} {(name or key)!r}"
                self.missing += [words] if words not in self.missing else []
                continue
            found = root_of(beside, self.contents)
            self._add(str(beside), found)
            self._follow(str(beside), found)

    def _beside(self, path: Path, key: str) -> Path | None:
        """File in the same folder whose document has the given ID, or None."""
        try:
            names = sorted(one for one in path.parent.iterdir() if one.suffix.lower() in (*ENDINGS[:2], *ZIPPED[:2]))
        except OSError:
            return None
        return next((one for one in names[:MOST_BESIDE] if self._id(one) == key), None)

    def _id(self, path: Path) -> str:
        """ID of a document, read from its first bytes or, if the file is zipped, from the whole file."""
        try:
            if path.suffix.lower() in ZIPPED:
                return root_of(path, self.contents).get("id") or ""
            found = ID.search(self.contents(path, HEAD))
        except (BadCatalogue, OSError, ValueError):
            return ""
        return found[1].decode(errors="replace") if found else ""

    def imported(self, root: Element) -> Iterator[Element]:
        """Yield a document and the catalogues whose entries it imports."""
        seen: set[int] = set()
        waiting = [root]
        while waiting:
            one = waiting.pop(0)
            if id(one) in seen:
                continue
            seen.add(id(one))
            yield one
            links = (link for link in _links(one) if link.get("importRootEntries") == "true")
            waiting += [self.roots[key] for link in links if (key := link.get("targetId") or "") in self.roots]

    def name_of(self, key: str | None) -> str:
        """Name of the element with the given ID, or "" if there is none."""
        found = self.by_id.get(key or "")
        return (found.get("name") or "") if found is not None else ""


def _links(root: Element) -> Iterable[Element]:
    return root.iterfind("catalogueLinks/catalogueLink")


def _forces(root: Element) -> Iterable[Element]:
    return root.iter("force") if root.tag == "roster" else ()
