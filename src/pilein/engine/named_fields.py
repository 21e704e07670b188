"""Check the fields in event templates and the arguments of named steps before any game is played.

Without these checks, a misspelled field would come to light only when the event is logged, and a missing argument
only when the clause is played. Tests check the built-in rulesets; external rulesets are checked when they are added.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from pilein.engine.named_ids import files_of, names_in, tree_of
from pilein.kernel.errors import BadRuleset
from pilein.kernel.events import Event
from pilein.kernel.nearest import hint
from pilein.tabletop.ruleset import Ruleset

THEN = "then"  # method of the table: takes the step, then the arguments for its clause
STATE_AND_TABLE = (None, None)


def assert_templates_fit(ruleset: Ruleset) -> None:
    """Check that the templates of a ruleset's own events name existing fields.

    Raises:
        BadRuleset: a template names an unknown field. The error gives file and line, and suggests the nearest field.
    """
    for kind in _events(Event):
        is_own = f"{kind.__module__}.".startswith(f"{ruleset.home}.")
        if is_own and getattr(sys.modules.get(kind.__module__), kind.__name__, None) is kind:
            _assert_fits(kind)


def _events(kind: type[Event]) -> Iterator[type[Event]]:
    for one in kind.__subclasses__():
        yield one
        yield from _events(one)


def _assert_fits(kind: type[Event]) -> None:
    fields = kind.__struct_fields__
    try:
        named = [name for _, name, _, _ in Formatter().parse(kind.template) if name is not None]
    except ValueError as error:
        raise _fault(
            kind, f"the template of {kind.__name__} cannot be parsed: {error}", "correct the braces in the template"
        ) from error
    for name in named:
        if not hasattr(kind, name):
            message = f"the template of {kind.__name__} contains {{{name}}}, but the event has no field {name!r}"
            raise _fault(kind, message, hint(name, fields, f"its fields are {', '.join(fields)}"))


def _fault(kind: type[Event], message: str, remedy: str) -> BadRuleset:
    file = sys.modules[kind.__module__].__file__ or ""
    return BadRuleset(message, file=file, line=line_of(kind.__name__, file), remedy=remedy)


def line_of(kind: str, file: str) -> int:
    """Return the line of a file that defines a kind, as a class or by `msgspec.defstruct`, or 0 if no line does."""
    for node in ast.walk(tree_of(Path(file))):
        if isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id == kind for one in node.targets):
            return node.lineno
        if isinstance(node, ast.ClassDef) and node.name == kind:
            return node.lineno
    return 0


def assert_steps_fit(ruleset: Ruleset) -> None:
    """Check that each `table.then(Step.X, ...)` names a clause and passes the arguments that the clause takes.

    Only literal steps (a member of an enumeration, or a string) with literal arguments are checked.

    Raises:
        BadRuleset: a step or its arguments are wrong. The error gives file and line.
    """
    for file in files_of(ruleset.home):
        names = names_in(file)
        for call in ast.walk(tree_of(file)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == THEN:
                _assert_step(call, names, ruleset, file)


def _assert_step(call: ast.Call, names: dict[str, Any], ruleset: Ruleset, file: Path) -> None:
    if not call.args or call.keywords or any(isinstance(one, ast.Starred) for one in call.args):
        return
    shown = ast.unparse(call.args[0])
    step = _value(call.args[0], names)
    if step is None:
        return
    if step not in ruleset.clauses:
        remedy: str = hint(step, tuple(ruleset.clauses), "register a clause with this step as its key")
        raise BadRuleset(f"there is no clause for the step {shown}", file=str(file), line=call.lineno, remedy=remedy)
    clause, given = ruleset.clauses[step], call.args[1:]
    wrong = _why_not(clause, len(given))
    if wrong:
        wanted = ", ".join(list(inspect.signature(clause).parameters)[len(STATE_AND_TABLE) :]) or "none"
        remedy = f"give the arguments that the clause takes after state and table: {wanted}"
        message = f"the step {shown} is given {len(given)} argument{'' if len(given) == 1 else 's'}: {wrong}"
        raise BadRuleset(message, file=str(file), line=call.lineno, remedy=remedy)


def _value(node: ast.expr, names: dict[str, Any]) -> str | None:
    """Return the key that a literal step names, or None for any other step.

    For a member that does not exist in its enumeration, the member's name is returned.
    """
    if isinstance(node, ast.Constant):
        return str(node.value)
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and isinstance(names.get(node.value.id), type)
    ):
        return str(getattr(names[node.value.id], node.attr, node.attr))
    return None


def _why_not(clause: Callable[..., Any], given: int) -> str:
    """Return the reason why a clause cannot take this number of arguments after state and table, or "" if it can."""
    try:
        inspect.signature(clause).bind(*STATE_AND_TABLE, *range(given))
    except TypeError as error:
        return str(error)
    return ""
