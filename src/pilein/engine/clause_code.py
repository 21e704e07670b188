"""Checks of the source code of a ruleset's functions.

They find clauses that return nothing, and the strings that functions return.
"""

import ast
from collections.abc import Callable, Iterator
from functools import lru_cache
from inspect import unwrap
from pathlib import Path
from types import FunctionType
from typing import Any

from pilein.engine.named_ids import MOST_TREES, tree_of
from pilein.kernel.errors import BadRuleset
from pilein.tabletop.ruleset import Ruleset

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def assert_clauses_return(ruleset: Ruleset) -> None:
    """Check that every clause returns the next state.

    Raises:
        BadRuleset: a clause has no `return` with a value. The error gives file and line.
    """
    for key, clause in ruleset.clauses.items():
        found = _definition(clause)
        if isinstance(found, ast.FunctionDef) and not any(_returns(found)) and not _always_raises(found):
            file = unwrap(clause).__code__.co_filename
            words = f"the clause {key!r}{_sentences(clause)} never returns a state"
            raise BadRuleset(
                words,
                file=file,
                line=found.lineno,
                remedy="end the clause by returning the state, as in `return battle`",
            )


def returned_words(function: Callable[..., Any]) -> Iterator[tuple[str, int]]:
    """Yield the string literals that a function returns, each with its line."""
    found = _definition(function)
    for value in () if found is None else _returns(found):
        for one in _branches(value):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                yield one.value, one.lineno


def _sentences(clause: object) -> str:
    """Format the IDs of a clause's sentences in brackets."""
    named: tuple[str, ...] = getattr(clause, "sentences", ())
    return f" ({', '.join(named)})" if named else ""


def _returns(function: Function) -> Iterator[ast.expr]:
    """Yield the expressions that a function returns, without the expressions returned by nested functions."""
    if isinstance(function, ast.Lambda):
        yield function.body
        return
    left: list[ast.AST] = [*function.body]
    while left:
        node = left.pop(0)
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value
        if not isinstance(node, INNER):
            left += ast.iter_child_nodes(node)


def _always_raises(function: ast.FunctionDef) -> bool:
    return isinstance(function.body[-1], ast.Raise)


def _branches(value: ast.expr) -> Iterator[ast.expr]:
    """Yield the possible values of an expression. A conditional expression has one value for each branch."""
    if isinstance(value, ast.IfExp):
        yield from _branches(value.body)
        yield from _branches(value.orelse)
    else:
        yield value


def _definition(function: Callable[..., Any]) -> Function | None:
    """Return the definition of a function in its file, or None if the file has no such definition."""
    inner = unwrap(function)
    if not isinstance(inner, FunctionType):
        return None
    code = inner.__code__
    try:
        tree = tree_of(Path(code.co_filename))
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None
    return _definitions(tree).get(code.co_firstlineno)


@lru_cache(maxsize=MOST_TREES)
def _definitions(tree: ast.Module) -> dict[int, Function]:
    """Map the first line of each function in a file, decorators included, to the function."""
    found: dict[int, Function] = {}
    for node in ast.walk(tree):
        if isinstance(node, Function):
            decorators = getattr(node, "decorator_list", ())
            found[min((one.lineno for one in decorators), default=node.lineno)] = node
    return found
