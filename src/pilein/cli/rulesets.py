"""The rulesets as commands need them: found by name, imported only when asked for."""

from collections.abc import Callable
from difflib import get_close_matches
from importlib.resources import files

from msgspec import Struct

from pilein.engine.rules import Rules
from pilein.kernel.errors import UnknownRule
from pilein.tabletop.vocabulary import Vocabulary


class Ruleset(Struct, frozen=True):
    """A ruleset to be played, the words of its scenario files, and a scenario to start from."""

    rules: Rules
    vocabulary: Vocabulary
    sample: str


def _scrollhammer() -> Ruleset:
    from pilein.rulesets.scrollhammer.opening import next_phase, opened
    from pilein.rulesets.scrollhammer.rulebook import RULEBOOK
    from pilein.rulesets.scrollhammer.vocabulary import VOCABULARY

    return Ruleset(Rules(RULEBOOK, opened, next_phase), VOCABULARY, _sample("scrollhammer"))


RULESETS: dict[str, Callable[[], Ruleset]] = {"scrollhammer": _scrollhammer}


def ruleset(name: str) -> Ruleset:
    """The ruleset of that name.

    Raises:
        UnknownRule: there is none; suggests the nearest name.

    """
    if name not in RULESETS:
        near = get_close_matches(name.lower(), list(RULESETS), 1, 0.3)
        raise UnknownRule(name, near[0] if near else "", what="ruleset")
    return RULESETS[name]()


def vocabulary(name: str) -> Vocabulary:
    """The words of the ruleset of that name; raises UnknownRule as `ruleset` does."""
    return ruleset(name).vocabulary


def _sample(name: str) -> str:
    return files(f"pilein.rulesets.{name}").joinpath("sample.toml").read_text(encoding="utf-8")
