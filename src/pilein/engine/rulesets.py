"""Look-up of rulesets by name. It finds the built-in rulesets, and rulesets from installed packages and folders.

A package provides a ruleset through an entry point in the group `pilein.rulesets`: `hoplon = "hoplon:RULESET"`. A
ruleset is imported when it is first used.
"""

import sys
import traceback
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from pilein.engine.signals import held
from pilein.engine.soundness import assert_sound, guarded
from pilein.kernel.clauses import TESTS
from pilein.kernel.errors import BadRuleset
from pilein.kernel.nearest import listed, shortened, unknown
from pilein.kernel.remedies import command
from pilein.kernel.rulings import prefix_of
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.vocabulary import Vocabulary

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "pilein.rulesets"  # group of entry points; also the package of our own rulesets
LONGEST = 200  # characters shown of a Python error
NAME = "RULESET"  # name of the ruleset in its module
BRING = "give its folder with --rulesets, or install its package"
WRITE_ONE = "`pilein new-ruleset NAME -o DIR` writes one"

_known: dict[str, Ruleset] = {}
_folders: dict[Path, tuple[Ruleset, ...]] = {}


def ruleset_named(name: str) -> Ruleset:
    """Return the ruleset with this name, with all its clauses.

    Raises:
        UnknownRule: there is no such ruleset. The error suggests the nearest name.
        BadRuleset: the ruleset's package cannot be imported.
    """
    found = _known.get(name) or _imported(name)
    if found is None:
        raise unknown(
            name,
            names(),
            "ruleset",
            f"use one of {listed(names())}" + command(", or add a folder of rulesets with `--rulesets DIR`"),
        )
    _known[name] = found
    return found


def vocabulary(name: str) -> Vocabulary:
    """Return the vocabulary of the ruleset with this name. Raises the same errors as `ruleset_named`."""
    return ruleset_named(name).vocabulary


def names() -> tuple[str, ...]:
    """Return the names of all rulesets in alphabetical order.

    Raises:
        BadRuleset: an installed package's ruleset shares its name with another.
    """
    return tuple(sorted({*_own_names(), *_brought(), *_known}))


def rulesets_from(folder: str | Path) -> tuple[Ruleset, ...]:
    """Add the rulesets in a folder: each file NAME.py and package NAME that defines a RULESET.

    A folder is read only once. Files without a ruleset, names that begin with `_` or `.`, and tests (`test_...`) are
    skipped.

    Raises:
        BadRuleset: the folder does not exist, cannot be read or contains no ruleset. Also raised if a ruleset cannot be
            imported (with file and line), shares its name or prefix with another, or is unsound (see `assert_sound`).
    """
    place = Path(folder).resolve()
    if place not in _folders:
        found = tuple(one for file in _files_in(place, str(folder)) if (one := _in_file(file, folder)) is not None)
        if not found:
            raise BadRuleset(
                f"the folder contains no ruleset: no file in it defines {NAME}", file=str(folder), remedy=WRITE_ONE
            )
        taken = prefixes()
        for one in found:
            _assert_apart(one, taken)
            assert_sound(one)
            taken[one.name] = one.prefix
        found = tuple(map(guarded, found))
        _known.update({one.name: one for one in found})
        _folders[place] = found
    return _folders[place]


def _files_in(place: Path, folder: str) -> list[Path]:
    """Return the files in a folder that are to be imported.

    Raises BadRuleset, naming the folder as given, if it cannot be read.
    """
    try:
        if not place.is_dir():
            raise BadRuleset(_no_folder(place), file=folder, remedy="name an existing folder that contains rulesets")
        return [*_sources(place)]
    except OSError as error:
        words = f"the folder cannot be read: {str(error.strerror).lower()}"
        file = error.filename or folder
        raise BadRuleset(words, file=str(file), remedy="name a folder that you can read") from None


def _no_folder(place: Path) -> str:
    return "this path names a file, not a folder" if place.exists() else "this folder does not exist"


def is_from_outside(ruleset: Ruleset) -> bool:
    """Whether a ruleset comes from a folder or an installed package rather than being built in or made in Python."""
    return ruleset.name not in _own_names() and bool(ruleset.home)


def from_outside() -> dict[str, str]:
    """Return the entry points of rulesets from folders and packages, by name: {"hoplon": "hoplon:RULESET"}."""
    found = {name: point.value for name, point in _brought().items()}
    for ruleset in (one for rulesets in _folders.values() for one in rulesets):
        home = ruleset.home.split(".")[0]
        module = home if hasattr(sys.modules[home], NAME) else f"{home}.ruleset"
        found[ruleset.name] = f"{module}:{NAME}"
    return found


def folders() -> tuple[str, ...]:
    """Return the folders added so far. A new process must add the same folders."""
    return tuple(map(str, _folders))


def at_fault(error: BaseException) -> str:
    """Return the file and line in a ruleset's folder where an error arose, directly or in a call, or "" if it arose
    elsewhere.
    """
    frames = reversed(traceback.extract_tb(error.__traceback__))
    own = (frame for frame in frames if any(Path(frame.filename).is_relative_to(folder) for folder in _folders))
    return next((f"{frame.filename}:{frame.lineno}" for frame in own), "")


def _own_names() -> tuple[str, ...]:
    spec = find_spec(GROUP)
    assert spec is not None
    return tuple(module.name for module in iter_modules(spec.submodule_search_locations))


def _brought() -> "Mapping[str, EntryPoint]":
    """Return the entry point of each ruleset from an installed package, by the ruleset's name."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, and seldom needed

    found: dict[str, EntryPoint] = {}
    own = _own_names()
    for point in entry_points(group=GROUP):
        if point.name in own or point.value != found.get(point.name, point).value:
            words = f"another ruleset is already named {shortened(point.name)!r}"
            raise BadRuleset(words, file=point.value, remedy="uninstall the package that provides this entry point")
        found[point.name] = point
    return found


def _imported(name: str) -> Ruleset | None:
    with held():  # an exception raised by a signal crashes msgspec's decoder
        if name in _own_names():
            return _of_module(import_module(f"{GROUP}.{name}"))
        point = _brought().get(name)
        if point is None:
            return None
        try:
            found = point.load()
        except (Exception, SystemExit) as error:
            raise _broken(error, point.value, "correct the ruleset, or uninstall its package") from error
    if not isinstance(found, Ruleset):
        raise BadRuleset(
            "the entry point does not name a Ruleset",
            file=point.value,
            remedy="make the package's entry point name a Ruleset object",
        )
    if found.name != name:
        raise BadRuleset(
            f"the ruleset is named {found.name!r}, but its entry point is named {name!r}",
            file=point.value,
            remedy="give the ruleset and its entry point the same name",
        )
    assert_sound(found)
    return guarded(found)


def _of_module(module: ModuleType) -> Ruleset | None:
    """Return the ruleset in a module. A package may define it in its module `ruleset`."""
    found = getattr(module, NAME, None)
    if found is None and hasattr(module, "__path__") and find_spec(f"{module.__name__}.ruleset"):
        found = getattr(import_module(f"{module.__name__}.ruleset"), NAME, None)
    return found if isinstance(found, Ruleset) else None


def _sources(folder: Path) -> Iterator[Path]:
    """Yield the files to import: single files, and the `__init__.py` of packages."""
    for path in sorted(folder.iterdir()):
        file = path / "__init__.py" if path.is_dir() else path
        is_left_alone = path.name.startswith(("_", *TESTS)) or not path.stem.isidentifier()
        if file.suffix == ".py" and file.is_file() and not is_left_alone and _names_one(file):
            yield file


def _names_one(file: Path) -> bool:
    """Whether a file or package may contain a ruleset. Only its text is read, so that files without a ruleset are not
    run.
    """
    files = [file, *file.parent.glob("ruleset.py")] if file.name == "__init__.py" else [file]
    return any(NAME in one.read_text(encoding="utf-8", errors="ignore") for one in files)


def _in_file(file: Path, folder: str | Path) -> Ruleset | None:
    """Return the ruleset in a file, or in the package with that `__init__.py`, or None if there is no ruleset."""
    is_package = file.name == "__init__.py"
    name = file.parent.name if is_package else file.stem
    shown = str(Path(folder) / file.relative_to(Path(folder).resolve()))
    other = find_spec(name)
    if other is not None and other.origin != str(file):
        raise _taken(name, other.origin, shown)
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)] if is_package else None)
    assert spec is not None
    try:
        with held():
            return _of_module(_executed(spec))
    except (Exception, SystemExit) as error:
        for one in [one for one in sys.modules if f"{one}.".startswith(f"{name}.")]:
            del sys.modules[one]
        raise _broken(error, shown, "correct the ruleset, or omit its folder") from error


def _taken(name: str, other: str | None, shown: str) -> BadRuleset:
    """Return the error for a module whose name is taken by a ruleset in another folder or by a Python module."""
    if other and any(Path(other).is_relative_to(folder) for folder in _folders):
        remedy = "rename one of the two rulesets, or use only one of the folders (--rulesets, PILEIN_RULESETS)"
        return BadRuleset(f"another ruleset folder already contains {name!r}: {other}", file=shown, remedy=remedy)
    return BadRuleset(
        f"a ruleset cannot be named {name!r}, which is the name of a Python module",
        file=shown,
        remedy="give the file or folder another name",
    )


def _executed(spec: ModuleSpec) -> ModuleType:
    """Return the module in a file, executing it on first use."""
    if spec.name not in sys.modules:
        sys.modules[spec.name] = module_from_spec(spec)
        assert spec.loader is not None
        spec.loader.exec_module(sys.modules[spec.name])
    return sys.modules[spec.name]


def _broken(error: BaseException, file: str, remedy: str) -> BadRuleset:
    """Return the error for a ruleset that cannot be imported. Its location is the last line of the traceback that
    belongs to the ruleset.
    """
    if isinstance(error, BadRuleset):
        return error
    line = 0
    if isinstance(error, SyntaxError):
        file, line = error.filename or file, error.lineno or 0
    else:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if _is_entry_of(frame.filename, file)]
        if own:
            file, line = own[-1].filename, own[-1].lineno or 0
    words = error.msg if isinstance(error, SyntaxError) else str(error)
    return BadRuleset(f"{type(error).__name__}: {shortened(words, LONGEST)}", file=file, line=line, remedy=remedy)


def _is_entry_of(filename: str, file: str) -> bool:
    root = Path(file).absolute()
    root = root.parent if root.name == "__init__.py" else root
    return Path(filename).absolute().is_relative_to(root)


def prefixes() -> dict[str, str]:
    """Return the prefix of every ruleset by name, read without importing the ruleset."""
    found = {name: prefix_of(f"{GROUP}.{name}") for name in _own_names()}
    found |= {name: prefix_of(point.module.split(".")[0]) for name, point in _brought().items()}
    return found | {name: one.prefix for name, one in _known.items()}


def _assert_apart(found: Ruleset, taken: Mapping[str, str]) -> None:
    """Check that a ruleset shares neither its name nor its prefix with another."""
    place = getattr(sys.modules.get(found.home), "__file__", None) or found.home
    if found.name in taken:
        words = f"a ruleset named {found.name!r} already exists"
        raise BadRuleset(words, file=place, remedy="give this ruleset another name")
    other = next((name for name, prefix in taken.items() if prefix == found.prefix), None)
    if other is not None:
        words = f"the prefix {found.prefix} is already used by the ruleset {other}"
        raise BadRuleset(words, file=place, remedy="begin the IDs of this ruleset with a different prefix")
