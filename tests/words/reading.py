"""Texts to check, area by area: prose of pages, comments of examples, help, docstrings, messages and names."""

import argparse
import ast
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

from pilein.cli.main import COMMANDS, parser_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "pilein"
GENERATED = re.compile(r"order-of-play-")
CODE_OF_A_PAGE = re.compile(r"^(`{3,}).*?^\1$|`[^`\n]+`|^ {4,}[^\n]*", re.MULTILINE | re.DOTALL)

Piece = tuple[str, str]  # where: a path with a line, or a command; what stands there


def pages() -> Iterator[Piece]:
    """Yield the lines of every page outside code blocks. Third-party texts and past changelogs are left out."""
    found = [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
        *ROOT.glob("changelog.d/*.md"),
    ]
    for path in sorted([*found, *PACKAGE.glob("rulesets/*/README.md"), ROOT / "examples" / "README.md"]):
        if not GENERATED.search(path.name):
            text = CODE_OF_A_PAGE.sub(lambda code: "\n" * code[0].count("\n") or "_", path.read_text(encoding="utf-8"))
            yield from _lines(path, text)


def examples() -> Iterator[Piece]:
    for path in sorted((ROOT / "examples").rglob("*.toml")):
        comments = (line.partition("#")[2] for line in path.read_text(encoding="utf-8").splitlines())
        yield from _lines(path, "\n".join(comments))


def helps() -> Iterator[Piece]:
    for name, (_, summary) in COMMANDS.items():
        parser = parser_of(name)
        for words in (summary, parser.description, *(_help(action) for action in parser._actions)):
            yield f"pilein {name} --help", words or ""


def _help(action: argparse.Action) -> str:
    return action.help or ""


def docstrings() -> Iterator[Piece]:
    """Yield docstrings and comments of the program."""
    for path, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node)):
                for piece in text.splitlines():
                    yield f"{_named(path)}:{getattr(node, 'lineno', 1)}", piece
        with path.open("rb") as file:
            for token in tokenize.tokenize(file.readline):
                if token.type == tokenize.COMMENT:
                    yield f"{_named(path)}:{token.start[0]}", token.string


def messages() -> Iterator[Piece]:
    """Yield the texts of the program outside docstrings: errors, remedies, and the wording of events and questions."""
    for path, tree in _trees():
        documents = {id(node.body[0].value) for node in ast.walk(tree) if _has_document(node)}  # type: ignore[attr-defined]
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
                yield f"{_named(path)}:{node.lineno}", node.value


def _has_document(node: ast.AST) -> bool:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
        return False
    return ast.get_docstring(node, clean=False) is not None


def names() -> Iterator[Piece]:
    """Yield the parts of the names of modules, functions, classes, arguments, variables and fields in the program."""
    for path, tree in _trees():
        yield from ((_named(path), part) for part in _parts(path.stem))
        for node in ast.walk(tree):
            for name in _given(node):
                yield from ((f"{_named(path)}:{getattr(node, 'lineno', 1)}", part) for part in _parts(name))


def _given(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id


def _parts(name: str) -> list[str]:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().split("_")


def logs() -> Iterator[Piece]:
    for path in sorted((ROOT / "tests" / "examples" / "golden").rglob("*.txt")):
        yield from _lines(path, path.read_text(encoding="utf-8"))


def _lines(path: Path, text: str) -> Iterator[Piece]:
    for number, line in enumerate(text.splitlines(), 1):
        yield f"{path.relative_to(ROOT).as_posix()}:{number}", line


def _trees() -> Iterator[tuple[Path, ast.Module]]:
    return ((path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(PACKAGE.rglob("*.py")))


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


AREAS: dict[str, Callable[[], Iterator[Piece]]] = {
    "pages": pages,
    "examples": examples,
    "help": helps,
    "docstrings": docstrings,
    "messages": messages,
    "names": names,
    "logs": logs,
}
