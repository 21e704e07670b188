"""Checks of the options with which a ruleset's code compares its rulings.

A misspelled option would never be in force, and choosing the real option would change nothing.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pilein.engine.named_ids import files_of, names_in, tree_of, written_out
from pilein.kernel.errors import BadRuleset
from pilein.kernel.nearest import hint
from pilein.kernel.rulings import DEFAULT
from pilein.tabletop.ruleset import Ruleset

RULE = "rule"  # method of the table: takes a ruling and returns its option
COMPARED = (ast.Eq, ast.NotEq)
AMONG = (ast.In, ast.NotIn)


def assert_options_are_known(ruleset: Ruleset) -> None:
    """Check the options with which the result of `table.rule(...)` is compared, directly or through a variable.

    Raises:
        BadRuleset: the ruling has no such option. The error gives file and line, and suggests the nearest option.
    """
    for file in files_of(ruleset.home):
        names = names_in(file)
        functions = (one for one in ast.walk(tree_of(file)) if isinstance(one, ast.FunctionDef))
        for function in functions:
            for rulings, option, line in _Compared(names, _read(function, names)).pairs(function):
                known = {DEFAULT, *(one.name for ruling in rulings for one in ruleset.rulings[ruling].options)}
                if option not in known:
                    remedy = hint(option, known, f"the options are {', '.join(sorted(known))}")
                    words = (
                        f"{' and '.join(sorted(rulings))} {'has' if len(rulings) == 1 else 'have'} no option {option!r}"
                    )
                    raise BadRuleset(words, file=str(file), line=line, remedy=remedy)


def _read(function: ast.FunctionDef, names: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return the variables of a function that hold options, each with the rulings to which its options belong."""
    found: dict[str, frozenset[str]] = {}
    others: set[str] = set()
    for node in ast.walk(function):
        target, value = _assigned(node)
        if target:
            ruling = _ruling(value, names)
            if ruling:
                found[target] = found.get(target, frozenset()) | {ruling}
            else:
                others.add(target)
    return {name: rulings for name, rulings in found.items() if name not in others}


def _assigned(node: ast.AST) -> tuple[str, ast.expr | None]:
    """Return the variable and value of an assignment to a single variable, or ("", None) for any other node."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id, node.value
    if isinstance(node, ast.AnnAssign | ast.NamedExpr) and isinstance(node.target, ast.Name):
        return node.target.id, node.value
    return "", None


def _ruling(node: ast.expr | None, names: Mapping[str, Any]) -> str:
    """Return the ruling that `table.rule(...)` requests, or "" for any other expression."""
    if isinstance(node, ast.NamedExpr):
        node = node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == RULE and node.args:
        return written_out(node.args[0], names) or ""
    return ""


class _Compared(Struct, frozen=True):
    """Comparisons of options in a function.

    `names` are those of the function's module, and `read` holds the variables that hold options.
    """

    names: Mapping[str, Any]
    read: Mapping[str, frozenset[str]]

    def pairs(self, function: ast.FunctionDef) -> Iterator[tuple[frozenset[str], str, int]]:
        """Yield each option with which the function compares rulings, as (rulings, option, line)."""
        for node in ast.walk(function):
            for subject, options in self._comparisons(node):
                rulings = self._rulings(subject)
                for one in options if rulings else ():
                    option = written_out(one, self.names)
                    if option is not None:
                        yield rulings, option, one.lineno

    def _rulings(self, node: ast.expr) -> frozenset[str]:
        ruling = _ruling(node, self.names)
        if ruling:
            return frozenset({ruling})
        return self.read.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset()

    def _comparisons(self, node: ast.AST) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
        """Yield (subject, values) for comparisons by `==`, `in`, `match` and look-ups in a literal dictionary."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, operator, right = node.left, node.ops[0], node.comparators[0]
            if isinstance(operator, COMPARED):
                yield left, [right]
                yield right, [left]
            elif isinstance(operator, AMONG) and isinstance(right, ast.Tuple | ast.List | ast.Set):
                yield left, right.elts
        elif isinstance(node, ast.Match):
            inner = (one for case in node.cases for one in ast.walk(case.pattern))
            yield node.subject, [one.value for one in inner if isinstance(one, ast.MatchValue)]
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
            yield node.slice, [key for key in node.value.keys if key is not None]
