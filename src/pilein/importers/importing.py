"""Conversion of catalogues, game systems and rosters to the values of a unit file, with a report."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pilein.importers.bodies import body_of
from pilein.importers.entries import Entry, Followed, profile_of
from pilein.importers.library import Library
from pilein.importers.models import Target
from pilein.importers.parts import Part
from pilein.importers.reading import ROOTS, BadCatalogue, Contents
from pilein.importers.register import Register
from pilein.importers.report import ImportReport
from pilein.importers.units import UnitWriter
from pilein.importers.words import is_model, readings, words_of
from pilein.tabletop.vocabulary import Vocabulary
from pilein.unit_files.reading import MOST_NAMED
from pilein.unit_files.riding import riding_of

NOWHERE = "it was neither given nor found in the folder, so links into it lead nowhere"
UNUSED = "no unit has it as a compulsory part or as a choice"


def unit_values(
    paths: Sequence[str | Path], vocabulary: Vocabulary, contents: Contents
) -> tuple[dict[str, Any], ImportReport]:
    """Convert catalogues to the values of a unit file and a report. The unit file may have no units.

    Raises:
        BadCatalogue: a file cannot be read or is unsafe. The error names the file.
    """
    library = Library(paths, contents)
    words = words_of(vocabulary)
    target = Target(vocabulary, words, readings(vocabulary, words), riding_of(vocabulary.package))
    register = Register(vocabulary)
    for path, root in library.given:
        has_entries = next(root.iter("selection" if root.tag == "roster" else "profile"), None) is not None
        what = ROOTS[root.tag] if has_entries else f"{ROOTS[root.tag]} without profiles"
        register.report.add("file", Path(path).name, "taken" if has_entries else "left out", why=what)
    for missing in library.missing:
        register.report.add("file", missing, "left out", why=NOWHERE)
    writer = UnitWriter(register, target)
    for file, entry in _entries(library):
        try:
            _add(writer, entry, register, target)
        except BadCatalogue as error:
            error.file = error.file or file
            raise
    _pass_over(library, register)
    return register.values(), register.report


def _entries(library: Library) -> Iterator[tuple[str, Entry]]:
    """Yield the top-level entries of the given documents, each with its file. Entries may be units."""
    followed, seen = Followed(), set()
    for path, root in library.given:
        tops = list(root.iter("force")) if root.tag == "roster" else list(library.imported(root))
        for top in tops:
            if id(top) in seen:
                continue
            seen.add(id(top))
            try:
                for entry in Entry(library, top, followed).children():
                    yield path, entry
            except BadCatalogue as error:
                error.file = error.file or path
                raise


def _add(writer: UnitWriter, entry: Entry, register: Register, target: Target) -> None:
    if entry.is_lost:
        register.report.add("unit", entry.name or "a link", "left out", why="the target of its link was not found")
        return
    part = Part(entry, lambda profile: is_model(profile.values, target.known))
    if not part.has_models and part.type not in ("unit", "model"):
        register.report.add("unit", entry.name, "left out", why="a choice of the army list, not a unit")
    elif len(register.sections["units"]) >= MOST_NAMED:
        register.report.add("unit", entry.name, "left out", why=f"a unit file has at most {MOST_NAMED} units")
    else:
        writer.add(body_of(part))


def _pass_over(library: Library, register: Register) -> None:
    """Report every profile of the given files that was not used."""
    for _, root in library.given:
        for element in root.iter("profile"):
            if element.find("characteristics") is None and element.find("characteristic") is None:
                continue
            profile = profile_of(library, element)
            line = register.line(profile)
            if line.fate == "left out" and not line.why:
                line.why.append(UNUSED)
