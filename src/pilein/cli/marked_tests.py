"""Find the tests that name sentences of the rules with `@pytest.mark.clause(...)`, without running them."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

import pilein


class MarkedTest(Struct, frozen=True):
    """Function that is a test, with its location (file and line) and the IDs of the sentences that it tests."""

    name: str
    file: Path
    line: int
    ids: tuple[str, ...]


def checkout() -> Path | None:
    """Return the folder of the project's checkout, or None if only the package is installed."""
    root = Path(pilein.__file__).parents[2]
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def marked_tests(files: Iterable[Path]) -> tuple[MarkedTest, ...]:
    """Return every marked test in the given files and folders, sorted by file and line.

    Each set of files is read only once.
    """
    return _found(tuple(files))


@cache
def _found(files: tuple[Path, ...]) -> tuple[MarkedTest, ...]:
    every = (one for file in files for one in (file.rglob("test_*.py") if file.is_dir() else (file,)))
    return tuple(test for file in sorted(every) for test in _in_file(file))


def _in_file(file: Path) -> Iterator[MarkedTest]:
    text = file.read_text(encoding="utf-8")
    if "mark.clause" not in text:
        return
    tree = ast.parse(text, str(file))
    of_module = _ids_in(_marks_of(tree))
    for function, of_class in _functions(tree):
        ids = _ids_in(function.decorator_list)
        if named := tuple(dict.fromkeys((*ids, *of_class, *of_module))):
            yield MarkedTest(function.name, file, function.lineno, named)


def _marks_of(module: ast.Module) -> Iterator[ast.expr]:
    """Yield the marks that a module assigns to `pytestmark`."""
    for node in module.body:
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "pytestmark" for target in node.targets):
            yield node.value


def _functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, tuple[str, ...]]]:
    """Yield every test function, with the sentences that are named by the marks of its class."""
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        of_class = _ids_in(node.decorator_list) if isinstance(node, ast.ClassDef) else ()
        for function in inside:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                yield function, of_class


def _ids_in(marks: Iterable[ast.expr]) -> tuple[str, ...]:
    calls = (node for mark in marks for node in ast.walk(mark) if isinstance(node, ast.Call))
    return tuple(
        argument.value
        for call in calls
        if getattr(call.func, "attr", "") == "clause"  # pytest.mark.clause
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
