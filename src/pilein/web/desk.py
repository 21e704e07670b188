"""The desk: answers whatever needs no table."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, TypeAlias

import pilein
from pilein.engine.policies import POLICIES
from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.errors import PileInError
from pilein.lab.examples import examples
from pilein.tabletop.ruleset import Ruleset
from pilein.web.checking import checked, example, written
from pilein.web.from_page import AskCheck, AskExample, AskGames, AskOdds, AskToml, FromPage
from pilein.web.odds_messages import odds_of
from pilein.web.refusing import refused
from pilein.web.replies import Example, Game, Games, Reply

Answering: TypeAlias = Callable[[Any], Reply]


def reply(request: FromPage, *, is_served: bool = False) -> Reply:
    """The reply to a request; every error that a user can cause is a refusal. `is_served`: by a server, for several."""
    if isinstance(request, AskGames):
        return games(request.id, is_served=is_served)
    answering = ANSWERING.get(type(request), _not_here)
    try:
        return answering(request)
    except PileInError as error:
        return refused(request.id, error)


def games(request: int, *, is_served: bool) -> Games:
    """The rulesets and their examples."""
    return Games(
        id=request,
        version=pilein.__version__,
        games=tuple(_game(ruleset_named(name)) for name in names()),
        is_served=is_served,
        has_numpy=find_spec("numpy") is not None,
    )


def _game(rules: Ruleset) -> Game:
    return Game(
        ruleset=rules.name,
        title=title_of(rules),
        policies=tuple(POLICIES),
        examples=tuple(
            Example(
                name=one.name,
                title=one.shows,
                is_press="\n[press]" in one.text,
                is_battle="\nturns =" in one.text or "\n[[objective]]" in one.text,
            )
            for one in examples()
            if one.name.startswith(f"{rules.name}/") and "\n[units." not in one.text
        ),
    )


def _not_here(request: FromPage) -> Reply:
    raise PileInError(f"{type(request).__name__} is for a table", remedy="join a table first")


@cache
def _heading(package: str) -> str:
    """The heading of the README of a package, "" without one."""
    file = files(package).joinpath("README.md") if package else None
    text = file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""
    return text.partition("\n")[0].removeprefix("# ").strip()


def title_of(rules: Ruleset) -> str:
    """What a ruleset is called."""
    return _heading(rules.vocabulary.package) or rules.name.replace("_", " ").capitalize()


ANSWERING: dict[type[FromPage], Answering] = {
    AskExample: lambda request: example(request.id, request.name),
    AskCheck: lambda request: checked(request.id, request.toml),
    AskToml: lambda request: written(request.id, request.scenario),
    AskOdds: odds_of,
}
