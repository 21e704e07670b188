"""Complete games to step through, with every log line and its changes to the board."""

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
    """Return the story of a record or saved game.

    Raises:
        BadRecord: the record is damaged, or the current rules play it differently.
    """
    return story_of(_replayed(query.record), query.id)


def story_of(game: Game, number: int = 0) -> Story:
    """Return the story of a game. `number` is the number of the request."""
    happened = tuple(Reporter(game).news(game, 1))
    return Story(id=number, board=board_of(game, game.opening.state), happened=happened)


def film(query: AskFilm) -> Film:
    """Return a record or saved game as an animated SVG. Raises the errors of `story`."""
    return Film(id=query.id, svg=animated(_replayed(query.record)))


def _replayed(text: str) -> Game:
    record = record_in(text)
    return replayed(record, ruleset_named(record.ruleset))
