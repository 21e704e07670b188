"""Every test file is named after its source file or, if there is none, after one of a few subjects.

A test of `src/pilein/PACKAGE/module.py` is in `tests/PACKAGE`, and its name begins with that of the module:
`test_module.py`, or `test_module_SUBJECT.py` if one file would be too long. Folders in between (`charge`, `fight`)
arrange the tests of a package by its steps of play. Folders of `tests` that mirror no package test the program as a
whole.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "pilein"
SUBJECTS: Mapping[str, str] = {
    "against": "the same figures by a program of others, or by sampling",
    "examples": "worked examples of a rules text, played step by step",
    "face": "the public names of the package",
    "figures": "figures worked out by hand",
    "house": "rules of this house, for all files",
    "play": "games at random: offers are legal, the same answers play the same",
    "policies": "promises of all policies",
    "rulings": "every ruling of a ruleset, and its readings",
    "table_and_press": "the same combat on a table and in the press",
    "test_files": "names of test files",
    "two_routes": "odds against full enumeration",
}
EXCEPTIONS = (  # files that are still to be renamed; none comes in
    "cli/test_cluster.py",
    "cli/test_every_ruleset.py",
    "cli/test_files_written.py",
    "cli/test_log.py",
    "cli/test_unit_files.py",
    "lab/test_interrupted.py",
    "lab/test_numbers.py",
    "lab/test_same_on_every_python.py",
    "lab/test_spans.py",
    "lab/test_struck.py",
    "lab/test_wrong_calls.py",
    "lab/test_going_on.py",
    "protocol/browser/test_book.py",
    "protocol/browser/test_broken_input.py",
    "protocol/browser/test_forecast.py",
    "protocol/browser/test_odds.py",
    "protocol/browser/test_own_setups.py",
    "protocol/browser/test_replay.py",
    "protocol/browser/test_static_edition.py",
    "rulesets/test_carried.py",
    "rulesets/test_clauses.py",
    "rulesets/test_judged.py",
    "rulesets/test_numbers.py",
    "rulesets/test_questions.py",
    "rulesets/test_readmes.py",
    "server/test_killed.py",
    "server/test_own_rulesets.py",
    "server/test_unread.py",
    "tabletop/notation/test_sides.py",
)

BUILT = SOURCES / "protocol" / "page"  # the page, where it has been built; git ignores it


def _mirrored(folder: Path) -> Path | None:
    """Return the source folder that a test folder or its nearest parent mirrors."""
    inner = folder.relative_to(TESTS)
    mirrored = next(place for place in (inner, *inner.parents) if (SOURCES / place).is_dir())
    return SOURCES / mirrored if mirrored.parts or not inner.parts else None


@cache
def _sources(folder: Path) -> frozenset[str]:
    """Return the names with which the test files of a folder may begin: the package, and every module and folder below
    it.
    """
    modules = (path for path in folder.rglob("*") if path.suffix == ".py" or path.is_dir())
    return frozenset((folder.name, *(path.stem for path in modules if BUILT not in path.parents)))


def _is_named(path: Path) -> bool:
    """Return whether a test file is named after a source or a subject."""
    folder = _mirrored(path.parent)
    if folder is None:
        return True
    name = path.stem.removeprefix("test_")
    return any(f"{name}_".startswith(f"{word}_") for word in (*SUBJECTS, *_sources(folder)))


@cache
def _nameless() -> set[str]:
    return {path.relative_to(TESTS).as_posix() for path in TESTS.rglob("test_*.py") if not _is_named(path)}


def test_every_test_file_is_named_after_a_source_file_or_folder_or_a_subject() -> None:
    assert sorted(_nameless() - set(EXCEPTIONS)) == []


def test_every_exception_to_the_naming_rule_refers_to_an_existing_file() -> None:
    assert sorted(set(EXCEPTIONS) - _nameless()) == []
