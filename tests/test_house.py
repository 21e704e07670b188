"""House rules that no tool checks: the size of files and functions, documented names, and forbidden names."""

import ast
import gc
import importlib
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from benchmarks.house import arrows, circles, mutual_folders, sources

ROOT = Path(__file__).parents[1]
FILE_LIMIT = 400  # lines
FUNCTION_LIMIT = 40  # lines
OUR_CODE = tuple(path for folder in ("src", "tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py")))
OPTIONAL = {"gymnasium", "mypyc", "numba", "pettingzoo"}  # what only an extra installs

# Spelled in pieces, so that this file does not name what it looks for.
REGISTRY = re.compile(r"\b(pypi|pythonhosted|anaconda|npmjs|yarnpkg|crates)" + r"\.(org|com|io)\b", re.IGNORECASE)
HOME = re.compile(r"(?<![\w.:/-])(/(home|Users|root|work|opt|mnt)/\w|[A-Z]:\\+Users\\)")


@pytest.fixture(autouse=True, scope="module")
def without_garbage_collector() -> Iterator[None]:
    """Pause the garbage collector, which would walk every syntax tree several times and find nothing."""
    gc.disable()
    yield
    gc.enable()


def _files() -> Iterator[Path]:
    """Yield every file of the project, including uncommitted files but not the files that git ignores."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout: " + listing.stderr.strip())
    names = sorted(set(listing.stdout.split("\0")) - {""})
    return (ROOT / name for name in names if (ROOT / name).is_file())


def _naming(pattern: re.Pattern[str]) -> list[str]:
    """Return the places in text files where the pattern matches, each as file, line number and match."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {found.group()}"
        for path in _files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="ignore").splitlines(), 1)
        if (found := pattern.search(line))
    ]


def _long_functions(path: Path) -> Iterator[str]:
    """Yield a description of each function of a file that is over the limit."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LIMIT:
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {node.name} has {lines} lines"


def _undocumented(path: Path) -> Iterator[str]:
    """Yield each function and class in a module's `__all__` that has no docstring."""
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name in OPTIONAL:
            return
        raise
    for public in getattr(module, "__all__", ()):
        value = getattr(module, public)
        if callable(value) and not value.__doc__:
            yield f"{name}.{public}"


def test_no_source_file_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in OUR_CODE}
    assert [f"{path}: {lines}" for path, lines in lengths.items() if lines > FILE_LIMIT] == []


def test_no_function_is_too_long() -> None:
    assert [function for path in OUR_CODE for function in _long_functions(path)] == []


def test_every_public_name_is_documented() -> None:
    ours = [path for path in OUR_CODE if path.is_relative_to(ROOT / "src") and not path.match("__main__.py")]
    ours = [
        path for path in ours if "starter" not in path.parts
    ]  # imported, that ruleset would be known to other tests
    assert [name for path in ours for name in _undocumented(path)] == []


def test_no_file_refers_to_a_package_registry() -> None:
    assert _naming(REGISTRY) == []


def test_no_file_refers_to_a_path_on_a_particular_machine() -> None:
    assert _naming(HOME) == []


def test_versions_are_pinned_only_in_the_requirements_files() -> None:
    assert [path.name for path in _files() if path.name in {"uv.lock", "poetry.lock", "Pipfile.lock"}] == []


def test_every_requirement_has_a_hash() -> None:
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        pinned = [block for block in re.split(r"\n(?=\w)", path.read_text()) if "==" in block]
        assert pinned, path.name
        assert [block.split()[0] for block in pinned if "--hash=sha256:" not in block] == [], path.name


def test_the_version_is_stated_once_and_is_the_newest_in_the_changelog() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert not re.search(r"^version =", project, re.MULTILINE)
    assert '[tool.hatch.version]\npath = "src/pilein/__init__.py"' in project
    newest = re.search(r"^## (\S+) \(", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] == importlib.import_module("pilein").__version__


def test_shared_code_names_no_ruleset() -> None:
    """Shared code is all code outside the folders of the rulesets. Only whole string constants count as names."""
    package = ROOT / "src" / "pilein"
    rulesets = {path.parent.name for path in (package / "rulesets").glob("*/__init__.py")}
    shared = [path for path in package.rglob("*.py") if not path.is_relative_to(package / "rulesets")]
    naming = [
        f"{path.relative_to(package).as_posix()}:{node.lineno}: {node.value}"
        for path in shared
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in rulesets
    ]
    assert rulesets
    assert naming == []


def test_no_ruleset_has_a_separate_file_for_odds() -> None:
    """Odds must be solved from the same clauses that play a fight."""
    files = (ROOT / "src" / "pilein" / "rulesets").rglob("*.py")
    assert [path.name for path in files if re.search("odds|chance|chain|simulat", path.stem)] == []


@cache
def _imports() -> dict[str, set[str]]:
    """Return the modules that each module imports."""
    return arrows(sources(ROOT))


def test_no_files_import_each_other_in_a_cycle() -> None:
    """Imports inside functions count too."""
    assert circles(_imports()) == []


def test_no_two_folders_import_each_other() -> None:
    """A folder and a folder inside it do not count."""
    assert mutual_folders(_imports()) == []
