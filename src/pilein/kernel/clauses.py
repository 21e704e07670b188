"""Clauses of a ruleset, by the keys used in agendas, records and saves.

A sentence of the text is implemented by the clauses registered with it, and by all code that checks whether the
sentence holds.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, ParamSpec, Protocol, TypeVar, cast

Arguments = ParamSpec("Arguments")
State_co = TypeVar("State_co", covariant=True)
TESTS = ("test_", "conftest")  # modules of a package with names starting like this hold no clauses


class Clause(Protocol[Arguments, State_co]):
    """Rule as a function (state, table, ...) -> state, with its key and the sentences that it implements.

    If any of its sentences is struck out, the clause leaves the state unchanged.
    """

    __module__: str
    __name__: str
    key: str
    sentences: tuple[str, ...]

    def __call__(self, *arguments: Arguments.args, **named: Arguments.kwargs) -> State_co:
        """Apply the rule to a state and return the next state."""


class Clauses(dict[str, Clause[..., Any]]):
    """Clauses of one ruleset, by key. As a decorator, `@clause(key, *sentences)` registers a new clause."""

    def __call__(
        self, key: str, *sentences: str
    ) -> Callable[[Callable[Arguments, State_co]], Clause[Arguments, State_co]]:
        """Register a function of (state, table, ...) as the clause with this key on the agenda.

        If any of its sentences is struck out, the clause leaves the state unchanged. Records and saves contain the
        key, so keep it when the function is renamed or moved.
        """

        def registered(function: Callable[Arguments, State_co]) -> Clause[Arguments, State_co]:
            assert key not in self, f"another clause already has the key {key}"
            clause = cast("Clause[Arguments, State_co]", function)
            clause.key = str(key)
            clause.sentences = sentences
            self[clause.key] = clause
            return clause

        return registered

    def of_package(self, package: str) -> "Clauses":
        """Import every module of a package, so that its clauses register themselves, and return these clauses."""
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.rpartition(".")[2].startswith(TESTS):
                import_module(module.name)
        return self


def words_of(clause: Callable[..., Any]) -> str:
    """Return the first paragraph of a clause's docstring as one line."""
    paragraph = (clause.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(line.strip() for line in paragraph.splitlines())
