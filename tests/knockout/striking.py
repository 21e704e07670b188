"""Strike a sentence from a text for the duration of a test, and record the sentences in use.

A game takes its struck sentences from the scenario. Tests also build set-ups and tables by hand and call clauses
directly, so here the functions themselves are made to act as if the sentence did not exist. The body of a clause
(its `__code__`) is replaced temporarily, which affects every test that has imported the clause. A clause must
therefore be a plain function without a closure.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import _lru_cache_wrapper
from types import CodeType, FunctionType
from typing import Any
from unittest.mock import patch

from pilein.kernel.clauses import Clause, Clauses
from pilein.kernel.table import Table
from pilein.tabletop.setup import Setup

HOLDERS = (Table, Setup)
Body = Callable[..., Any]


@contextmanager
def struck_out(clauses: Clauses, sentence: str) -> Iterator[None]:
    """Open a context in which no code finds the sentence in the text, and clauses that implement it leave the state
    unchanged.
    """
    with _answering(clauses, lambda one, answer: one != sentence and answer) as stack:
        for clause in clauses.values():
            if sentence in clause.sentences:
                stack.enter_context(_embodied(clause, lambda state, *_rest: state))
        yield


@contextmanager
def listening(clauses: Clauses) -> Iterator[set[str]]:
    """Open a context that collects the IDs of all sentences that code checks or whose clauses run."""
    heard: set[str] = set()

    def noted(sentence: str, answer: bool) -> bool:
        heard.add(sentence)
        return answer

    with _answering(clauses, noted) as stack:
        for clause in clauses.values():
            stack.enter_context(_embodied(clause, _heard(clause, heard)))
        yield heard


@contextmanager
def _answering(clauses: Clauses, answered: Callable[[str, bool], bool]) -> Iterator[ExitStack]:
    """Open a context in which each check of whether a sentence holds passes its result to `answered`, and the reply of
    `answered` replaces that result.
    """
    with ExitStack() as stack:
        stack.enter_context(_forgetting(clauses))
        for holder in HOLDERS:
            asked = holder.holds

            def holds(self: object, sentence: str, asked: Callable[..., bool] = asked) -> bool:
                return answered(sentence, asked(self, sentence))

            stack.enter_context(patch.object(holder, "holds", holds))
        yield stack


def _heard(clause: Clause[..., Any], heard: set[str]) -> Body:
    function = _function(clause)
    original = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    original.__kwdefaults__ = function.__kwdefaults__

    def noted(*arguments: Any, **named: Any) -> Any:
        heard.update(clause.sentences)
        return original(*arguments, **named)

    return noted


@contextmanager
def _embodied(clause: Body, body: Body) -> Iterator[None]:
    function = _function(clause)
    kept = function.__code__
    function.__code__ = _code_calling(body, function.__name__)
    try:
        yield
    finally:
        function.__code__ = kept


def _function(clause: Body) -> FunctionType:
    assert isinstance(clause, FunctionType), f"{clause} is no plain function"
    assert not clause.__closure__, f"{clause.__qualname__} has a closure"
    return clause


def _code_calling(body: Body, name: str) -> CodeType:
    """Return a code object that passes its arguments to `body`, which is one of its constants."""

    def template(*arguments: Any, **named: Any) -> Any:
        stand_in: Any = "stand-in"
        return stand_in(*arguments, **named)

    code = template.__code__
    constants = tuple(body if constant == "stand-in" else constant for constant in code.co_consts)
    return code.replace(co_consts=constants, co_name=name)


@contextmanager
def _forgetting(clauses: Clauses) -> Iterator[None]:
    """Open a context in which functions start with empty caches, and empty the caches again when the context closes."""
    modules = {clause.__module__ for clause in clauses.values()}
    packages = tuple(sorted({f"{module.rpartition('.')[0] or module}." for module in modules}))
    _empty_caches(packages)
    try:
        yield
    finally:
        _empty_caches(packages)


def _empty_caches(packages: tuple[str, ...]) -> None:
    """Empty the caches of functions in every module of the given packages. The name of each package ends with a dot."""
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(packages):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
