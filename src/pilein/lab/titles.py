"""What rulesets are called."""

from functools import cache
from importlib.resources import files

from pilein.tabletop.ruleset import Ruleset


def title_of(rules: Ruleset) -> str:
    """What a ruleset is called: the heading of its README, or else its name.

    >>> from pilein.engine.rulesets import ruleset_named
    >>> title_of(ruleset_named("warstrike"))
    'WarStrike'
    """
    return _heading(rules.vocabulary.package) or rules.name.replace("_", " ").capitalize()


@cache
def _heading(package: str) -> str:
    """The heading of the README of a package, "" without one."""
    file = files(package).joinpath("README.md") if package else None
    text = file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""
    return text.partition("\n")[0].removeprefix("# ").strip()
