"""Find the places in the code that implement each sentence of the rules, by reading the sources without running them.

A sentence is implemented by the clause registered with its ID, and by any code that calls `holds` to check whether
the sentence applies.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

from pilein.kernel.clauses import TESTS


class CodePlace(Struct, frozen=True):
    """Function in a ruleset, with its dotted name, file and line, and its docstring as a summary and in full."""

    name: str
    file: Path
    line: int
    words: str
    quoted: str


@cache
def places(package: str) -> Mapping[str, tuple[CodePlace, ...]]:
    """Return the places of each sentence in the code of a package or module, ordered by file and line."""
    home = import_module(package)
    source = Path(home.__file__ or "")
    every = source.parent.rglob("*.py") if hasattr(home, "__path__") else [source]
    files = sorted(file for file in every if not file.name.startswith(TESTS))
    found: dict[str, list[CodePlace]] = {}
    for file in files:
        inner = file.relative_to(source.parent).with_suffix("").parts if hasattr(home, "__path__") else ()
        module = ".".join((package, *inner)).removesuffix(".__init__")
        for place, sentences in _in_file(file, module):
            for sentence in sentences:
                found.setdefault(sentence, []).append(place)
    return {sentence: tuple(ones) for sentence, ones in found.items()}


def _in_file(file: Path, module: str) -> Iterator[tuple[CodePlace, tuple[str, ...]]]:
    """Yield the functions in a file that name sentences, with the sentences' IDs."""
    for node in _definitions(ast.parse(file.read_text(encoding="utf-8"), str(file)), module):
        name, definition = node
        sentences = tuple(dict.fromkeys(_named(definition)))
        if sentences:
            text = ast.get_docstring(definition) or ""
            words = " ".join(text.split("\n\n")[0].split())
            yield CodePlace(name, file, definition.lineno, words, text), sentences


Definition = ast.FunctionDef | ast.ClassDef


def _definitions(tree: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, Definition]]:
    """Yield functions and the methods of classes, each with its dotted name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _definitions(node, f"{prefix}.{node.name}")
        elif isinstance(node, ast.FunctionDef):
            yield f"{prefix}.{node.name}", node


def _named(function: Definition) -> Iterator[Any]:
    """Yield the sentences whose clause a function implements, and the sentences that the function checks."""
    for call in ast.walk(function):
        if isinstance(call, ast.Call):
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if called == "holds" or (called == "clause" and call in function.decorator_list):
                yield from (one.value for one in call.args if isinstance(one, ast.Constant) and "-" in str(one.value))
