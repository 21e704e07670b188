"""A whole game, step by step: every line of its log and its changes."""

from pilein.engine.game import Game
from pilein.engine.replay import replayed
from pilein.engine.rulesets import ruleset_named
from pilein.lab.drawing.animation import animated
from pilein.protocol.at_table import Film, Story
from pilein.protocol.drawing import board_of
from pilein.protocol.from_page import AskFilm, AskStory
from pilein.protocol.opening import record_in
from pilein.protocol.reporting import Reporter


def story(query: AskStory) -> Story:
    """The story of a record or saved game.

    Raises:
        BadRecord: it is damaged, or today's rules play it otherwise.

    """
    return story_of(_replayed(query.record), query.id)


def story_of(game: Game, number: int = 0) -> Story:
    """The story of a game; `number` is that of the request."""
    happened = tuple(Reporter(game).news(game, 1))
    return Story(id=number, board=board_of(game, game.opening.state), happened=happened)


def film(query: AskFilm) -> Film:
    """The record or saved game as an animated SVG; raises as `story` does."""
    return Film(id=query.id, svg=animated(_replayed(query.record)))


def _replayed(text: str) -> Game:
    record = record_in(text)
    return replayed(record, ruleset_named(record.ruleset))
