"""Separation of structs from a module. The structs stay plain Python, and the rest of the module is compiled.

A compiled class loses the keywords of its base (`frozen=True`) and part of the annotations of its fields, and
msgspec needs both. `shapes.py`, for example, is compiled without its structs and imports them from a plain
`shapes_structs.py` beside it.
"""

import ast
from typing import NamedTuple

STRUCTS = ("msgspec.Struct", "Struct")


class Halves(NamedTuple):
    """Module in two parts, one of which is compiled, while the other holds its structs as plain Python."""

    compiled: str
    plain: str


def split(module: str, source: str) -> Halves | None:
    """Split a module, given by its full name, into a compiled and a plain half. The plain half is empty if the module
    has no structs.

    Returns None if the structs cannot be separated because they use functions or classes of their own module.
    """
    body = ast.parse(source).body
    structs = [node for node in body if isinstance(node, ast.ClassDef) and _is_struct(node)]
    if not structs:
        return Halves(source, "")
    used = {name for struct in structs for name in _named(struct)}
    if used & {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}:
        return None
    plain = "\n\n".join(ast.unparse(node) for node in (*_needed(body, used), *structs)) + "\n"
    names = ", ".join(struct.name for struct in structs)
    return Halves(_replaced(source, structs, f"from {module}_structs import {names}"), plain)


def _is_struct(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base) in STRUCTS for base in node.bases)


def _named(node: ast.stmt) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _needed(body: list[ast.stmt], names: set[str]) -> list[ast.stmt]:
    """Return the imports and assignments of a module on which the names depend, directly or indirectly."""
    found: list[ast.stmt] = []
    for node in reversed(body):
        if _bound(node) & names:
            found.insert(0, node)
            names = names | _named(node)
    return found


def _bound(node: ast.stmt) -> set[str]:
    """Return the names that a module's import or assignment binds."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    if isinstance(node, ast.AnnAssign):
        return {node.target.id} if isinstance(node.target, ast.Name) else set()
    if isinstance(node, ast.Assign):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}
    return set()


def _replaced(source: str, structs: list[ast.ClassDef], instead: str) -> str:
    """Return the source with the first struct replaced by a line and all later structs removed."""
    lines = source.splitlines()
    for struct in reversed(structs):
        lines[struct.lineno - 1 : struct.end_lineno] = [instead if struct is structs[0] else ""]
    return "\n".join(lines) + "\n"
