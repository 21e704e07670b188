"""Replays written by `--html`. Each is a single HTML file that can be opened anywhere without a network."""

from html import escape
from importlib.resources.abc import Traversable

import msgspec

from pilein.engine.game import Game
from pilein.kernel.errors import BadInput
from pilein.protocol.at_table import Story
from pilein.protocol.built_page import BUILD_PAGE, built_page
from pilein.protocol.stories import story_of

GENERATOR = '<meta name="generator" content="pilein">'
BEGINNING = f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{GENERATOR}\n'  # of every such file


def replay_page(game: Game) -> str:
    """Return the game so far as an HTML page to step through, with the sentences that apply.

    Raises:
        BadInput: the browser page has not been built.
    """
    story = story_of(game)
    title = f"{game.rules.title}: {' against '.join(game.state.setup.sides)}"
    data = {"title": title, "story": story, "sentences": _sentences(game, story)}
    return (
        f'{BEGINNING}<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_part('replay.css')}</style>\n</head>\n<body>\n"
        f'<div id="app"></div>\n<script type="application/json" id="replay">{_in_html(data)}</script>\n'
        f"<script>{_part('replay.js')}</script>\n</body>\n</html>\n"
    )


def is_built() -> bool:
    """Return True if the browser page from which replays are made has been built."""
    return built_page().joinpath("replay", "replay.js").is_file()


def _sentences(game: Game, story: Story) -> dict[str, str]:
    """Texts of the sentences that the story's lines refer to, by sentence ID."""
    keys = dict.fromkeys(key for happened in story.happened for line in happened.lines for key in line.sentences)
    known = game.rules.sentences
    return {key: known[key].words for key in keys if key in known}


def _part(name: str) -> str:
    """Text of a file of the built page. Raises BadInput if the page has not been built."""
    part: Traversable = built_page().joinpath("replay", name)
    if not part.is_file():
        raise BadInput("the replay page has not been built", key="html", remedy=BUILD_PAGE)
    return part.read_text(encoding="utf-8").replace("</script", "<\\/script")


def _in_html(data: object) -> str:
    """Encode data as JSON that cannot close the HTML element containing it."""
    return msgspec.json.encode(data).decode().replace("<", "\\u003c")
