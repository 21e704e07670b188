"""Desk, which answers a page's requests that need no table."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeAlias

import pilein
from pilein.engine.policies import POLICIES
from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.errors import PileInError
from pilein.lab.examples import examples_of
from pilein.protocol.books import book
from pilein.protocol.checking import checked, example, written
from pilein.protocol.from_page import (
    AskBook,
    AskCharge,
    AskCheck,
    AskExample,
    AskFilm,
    AskGames,
    AskImport,
    AskOdds,
    AskQuestions,
    AskStory,
    AskToml,
    AskUnits,
    AskWords,
    AskWorth,
    FromPage,
)
from pilein.protocol.odds_messages import charge_of, odds_of, questions_of, worth_of
from pilein.protocol.refusing import refused
from pilein.protocol.replies import Example, Game, Games, Reply
from pilein.protocol.stories import film, story
from pilein.protocol.unit_library import imported_units, shipped_units
from pilein.protocol.vocabularies import words
from pilein.tabletop.ruleset import Ruleset

Answering: TypeAlias = Callable[[Any], Reply]


def reply(request: FromPage, *, is_served: bool = False) -> Reply:
    """Return the reply to a request, or a refusal after a user error. `is_served` means that a server keeps tables for
    several people.
    """
    if isinstance(request, AskGames):
        return games(request.id, is_served=is_served)
    answering = ANSWERING.get(type(request), _unavailable)
    try:
        return answering(request)
    except PileInError as error:
        return refused(request.id, error)


def games(request: int, *, is_served: bool) -> Games:
    """Rulesets with their policies and ready-made examples."""
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
        title=rules.title,
        policies=tuple(POLICIES),
        examples=tuple(
            Example(
                name=one.name,
                title=one.shows,
                is_press="\n[press]" in one.text,
                is_battle="\nturns =" in one.text or "\n[[objective]]" in one.text,
            )
            for one in examples_of(rules)
            if "\n[units." not in one.text
        ),
    )


def _unavailable(request: FromPage) -> Reply:
    raise PileInError(f"{type(request).__name__} needs a table", remedy="join a table first")


ANSWERING: dict[type[FromPage], Answering] = {
    AskExample: lambda request: example(request.id, request.name),
    AskCheck: lambda request: checked(request.id, request.toml),
    AskToml: lambda request: written(request.id, request.scenario),
    AskUnits: shipped_units,
    AskImport: imported_units,
    AskWords: words,
    AskBook: book,
    AskOdds: odds_of,
    AskCharge: charge_of,
    AskWorth: worth_of,
    AskQuestions: questions_of,
    AskStory: story,
    AskFilm: film,
}
