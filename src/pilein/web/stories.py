"""A whole game, step by step: every line of its log and what it changed."""

from pilein.engine.replay import replayed
from pilein.engine.rulesets import ruleset_named
from pilein.web.at_table import Story
from pilein.web.drawing import board_of
from pilein.web.from_page import AskStory
from pilein.web.opening import record_in
from pilein.web.reporting import Reporter


def story(query: AskStory) -> Story:
    """The story of a record or saved game.

    Raises:
        BadRecord: it is damaged, or today's rules play it otherwise.

    """
    record = record_in(query.record)
    game = replayed(record, ruleset_named(record.ruleset))
    happened = tuple(Reporter(game).news(game, 1))
    return Story(id=query.id, board=board_of(game, game.opening.state), happened=happened)
