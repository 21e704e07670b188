"""The checker shares no code with the package. Only the module that plays the games uses the package."""

import ast
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PLAYS = {"playing.py", "__main__.py"}
RECKONS = sorted(path for path in HERE.glob("*.py") if path.name not in PLAYS and not path.name.startswith("test_"))
ALLOWED = {
    "json",
    "math",
    "shapely",
    "tomllib",
    "bisect",
    "collections",
    "dataclasses",
    "functools",
    "pathlib",
    "random",
}
ALLOWED |= {"itertools", "re", "typing"}


def _imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: a relative import"
            inside = node.module == "tests.checker"
            found |= {f"tests.checker.{name.name}" for name in node.names} if inside else {node.module or ""}
    return found


def test_the_modules_of_the_checker_are_found() -> None:
    assert len(RECKONS) > 10


@pytest.mark.parametrize("path", RECKONS, ids=lambda path: path.name)
def test_the_checker_imports_only_allowed_libraries_and_its_own_modules(path: Path) -> None:
    own = {name for name in _imported(path) if name.startswith("tests.checker")}
    strange = {name for name in _imported(path) - own if name.split(".")[0] not in ALLOWED}
    assert strange == set()
    assert all((HERE / (name.removeprefix("tests.checker.") + ".py")).name not in PLAYS for name in own)
    assert not any(word in path.read_text("utf-8") for word in ("import_module", "__import__", "pilein."))


def test_the_checker_imports_no_part_of_the_engine() -> None:
    assert "pilein" not in ALLOWED
    assert {name for name in ALLOWED if name != "shapely"} <= set(sys.stdlib_module_names)
