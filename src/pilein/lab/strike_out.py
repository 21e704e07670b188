"""Strike a sentence out of the rules for a while, or listen for the sentences that are at work.

Both put another body into the very function that carries a sentence (its `__code__`), so that everybody who has
imported it is served; the function itself stays the same object. So a carrier is a plain function without a closure.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import _lru_cache_wrapper
from types import CodeType, FunctionType
from typing import Any

from pilein.kernel.nearest import unknown
from pilein.kernel.ruleset import Carrier, Rulebook

Body = Callable[..., Any]


@contextmanager
def struck_out(rulebook: Rulebook, clause_id: str) -> Iterator[Carrier]:
    """While this lasts the text lacks that sentence; gives its carrier.

    What is left is the carrier's `without`: a value, or the result of a function for the same arguments. All
    sentences of one carrier go together.

    Raises:
        UnknownRule: nothing carries that sentence; suggests the nearest.

    """
    if clause_id not in rulebook.carriers:
        raise unknown(clause_id, rulebook.carriers, "clause", f"`pilein rules {rulebook.name}` lists them")
    carrier = rulebook.carriers[clause_id]
    with forgetting(rulebook), _embodied(carrier, _left_of(carrier)):
        yield carrier


@contextmanager
def listening(rulebook: Rulebook) -> Iterator[set[str]]:
    """While this lasts the IDs of all sentences whose carriers are called are gathered in the set that it gives."""
    heard: set[str] = set()
    with forgetting(rulebook), ExitStack() as stack:
        for carrier in {carrier.where: carrier for carrier in rulebook.carriers.values()}.values():
            stack.enter_context(_embodied(carrier, _heard(carrier, heard)))
        yield heard


def _left_of(carrier: Carrier) -> Body:
    without = carrier.without
    return without if callable(without) else lambda *_arguments, **_named: without


def _heard(carrier: Carrier, heard: set[str]) -> Body:
    function = _function(carrier)
    original = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    original.__kwdefaults__ = function.__kwdefaults__

    def noted(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - any carrier's
        heard.update(carrier.ids)
        return original(*arguments, **named)

    return noted


@contextmanager
def _embodied(carrier: Carrier, body: Body) -> Iterator[None]:
    function = _function(carrier)
    kept = function.__code__
    function.__code__ = _code_calling(body, function.__name__)
    try:
        yield
    finally:
        function.__code__ = kept


def _function(carrier: Carrier) -> FunctionType:
    function = carrier.function
    assert isinstance(function, FunctionType), f"{carrier.where} is no plain function"
    assert not function.__closure__, f"{carrier.where} has a closure"
    return function


def _code_calling(body: Body, name: str) -> CodeType:
    """Code that hands its arguments to `body`, which is one of its constants."""

    def template(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
        stand_in: Any = "stand-in"
        return stand_in(*arguments, **named)

    code = template.__code__
    constants = tuple(body if constant == "stand-in" else constant for constant in code.co_consts)
    return code.replace(co_consts=constants, co_name=name)


@contextmanager
def forgetting(rulebook: Rulebook) -> Iterator[None]:
    """Nothing worked out before this is remembered in it, nor anything worked out in it afterwards."""
    modules = {carrier.function.__module__ for carrier in rulebook.carriers.values()}
    packages = tuple(sorted({f"{module.rpartition('.')[0] or module}." for module in modules}))
    _empty_caches(packages)
    try:
        yield
    finally:
        _empty_caches(packages)


def _empty_caches(packages: tuple[str, ...]) -> None:
    """Empty the caches of functions in every module below these packages (each with its dot)."""
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(packages):
            for value in list(vars(module).values()):
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
