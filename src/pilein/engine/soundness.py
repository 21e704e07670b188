"""Checks of a ruleset that find, without playing, names that its code uses but its text lacks, or vice versa.

Tests check the built-in rulesets; external rulesets are checked when they are added.
"""

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from types import FunctionType
from typing import Any, cast

from msgspec.structs import replace

from pilein.engine.clause_code import assert_clauses_return, returned_words
from pilein.engine.named_fields import assert_steps_fit, assert_templates_fit
from pilein.engine.named_ids import assert_ids_are_known
from pilein.engine.named_options import assert_options_are_known
from pilein.kernel.clauses import Clause, Clauses
from pilein.kernel.errors import BadRuleset
from pilein.kernel.nearest import hint
from pilein.kernel.position import Position
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario


def assert_sound(ruleset: Ruleset) -> None:
    """Check the sentences, rulings, options, fields, steps and fates that a ruleset names, and the results of its
    clauses.

    Raises:
        BadRuleset: a name is misspelled or missing. The error gives file and line.
    """
    assert_ids_are_known(ruleset)
    assert_options_are_known(ruleset)
    assert_templates_fit(ruleset)
    assert_steps_fit(ruleset)
    assert_clauses_return(ruleset)
    _assert_fates_are_listed(ruleset)


def guarded(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset with checks on every use of its fates, openings and clauses."""

    @wraps(ruleset.fate)
    def fate(state: Any, unit: int) -> str:  # noqa: ANN401 - the ruleset's own
        word = ruleset.fate(state, unit)
        if word not in ruleset.fates:
            raise _unlisted_fate(ruleset, word, 0)
        return word

    @wraps(ruleset.opened)
    def opened(scenario: Scenario) -> Position:
        position = ruleset.opened(scenario)
        assert_hashable(ruleset, position.state)
        return position

    clauses = Clauses({key: _checked(ruleset, clause) for key, clause in ruleset.clauses.items()})
    return replace(ruleset, fate=fate, opened=opened, clauses=clauses)


def _checked(ruleset: Ruleset, clause: Clause[..., Any]) -> Clause[..., Any]:
    """Return the clause with a check of each state that it returns. A state that cannot be compared is rejected at
    once.
    """

    @wraps(clause)
    def checked(state: Any, *arguments: Any) -> Any:  # noqa: ANN401 - the ruleset's own
        after = clause(state, *arguments)
        if after is not state and type(after) is type(state):
            assert_hashable(ruleset, after, by=clause)
        return after

    return cast("Clause[..., Any]", checked)


def assert_hashable(ruleset: Ruleset, state: Any, by: Callable[..., Any] | None = None) -> None:  # noqa: ANN401 - the ruleset's own
    """Check that a state can be compared with other states because it has no lists, dictionaries or sets.

    `by` is the function that made the state, by default the function that opens scenarios.

    Raises:
        BadRuleset: the state has such a field. The message names the field.
    """
    try:
        hash(state)
    except TypeError:
        where, value = _unhashable("state", state)
        words = f"{where} is a {type(value).__name__}, which cannot be hashed and so cannot be part of a state"
        made_by = unwrap(by or ruleset.opened)
        line = made_by.__code__.co_firstlineno if by and isinstance(made_by, FunctionType) else 0
        file = _file_of(made_by, ruleset.home)
        raise BadRuleset(
            words, file=file, line=line, remedy="use a tuple, or another value that can be hashed"
        ) from None


def _unhashable(where: str, value: Any) -> tuple[str, Any]:  # noqa: ANN401 - any part of a state
    """Return the place and value of the innermost part of a state that cannot be hashed."""
    inner: list[tuple[str, Any]] = []
    if isinstance(value, tuple):
        inner = [(f"{where}[{number}]", one) for number, one in enumerate(value)]
    elif hasattr(value, "__struct_fields__"):
        inner = [(f"{where}.{name}", getattr(value, name)) for name in value.__struct_fields__]
    for place, part in inner:
        try:
            hash(part)
        except TypeError:
            return _unhashable(place, part)
    return where, value


def _assert_fates_are_listed(ruleset: Ruleset) -> None:
    for word, line in (*((one, 0) for one in ruleset.beaten), *returned_words(ruleset.fate)):
        if word not in ruleset.fates:
            raise _unlisted_fate(ruleset, word, line)


def _unlisted_fate(ruleset: Ruleset, word: str, line: int) -> BadRuleset:
    remedy = hint(word, ruleset.fates, f"add it to the ruleset's fates: {', '.join(ruleset.fates)}")
    file = _file_of(ruleset.fate, ruleset.home)
    return BadRuleset(f"the fate {word!r} is not among the ruleset's fates", file=file, line=line, remedy=remedy)


def _file_of(function: Any, home: str) -> str:  # noqa: ANN401 - a callable of a ruleset's
    """Return the file of a function. For any other callable, return the file of the module that defines the ruleset."""
    return function.__code__.co_filename if isinstance(function, FunctionType) else home
