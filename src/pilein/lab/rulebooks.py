"""The rulesets that are installed, each with all its clauses registered."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages

import pilein.rulesets
from pilein.kernel.nearest import unknown
from pilein.kernel.ruleset import Rulebook
from pilein.kernel.rulings import Sentence, read_sentences

Step = tuple[str, tuple[str, ...]]  # a step of the order of play: its title, and the stable keys of its clauses


def names() -> tuple[str, ...]:
    """Every ruleset, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(pilein.rulesets.__path__)))


@cache
def complete(name: str) -> Rulebook:
    """The rulebook of a ruleset, with every clause of every module in it.

    Raises:
        UnknownRule: no such ruleset; suggests the nearest.

    """
    package = import_module(_package(name))
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    rulebook: Rulebook = import_module(f"{package.__name__}.rulebook").RULEBOOK
    return rulebook


def sentences(name: str) -> Mapping[str, Sentence]:
    """The sentences of a ruleset's text by ID, in the order of the text.

    Raises:
        UnknownRule: no such ruleset; suggests the nearest.

    """
    return read_sentences(_package(name))


def sequence(name: str) -> tuple[Step, ...]:
    """The order of play: SEQUENCE of the ruleset's package; empty while it has none.

    Raises:
        UnknownRule: no such ruleset; suggests the nearest.

    """
    steps: tuple[Step, ...] = getattr(import_module(_package(name)), "SEQUENCE", ())
    return steps


def _package(name: str) -> str:
    known = names()
    if name not in known:
        raise unknown(name, known, "ruleset")
    return f"pilein.rulesets.{name}"
