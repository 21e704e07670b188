"""Prepared replies to the first requests of a page that has no server.

The page sends these requests before anything is entered. Without a server the engine takes seconds to start, and
meanwhile the page shows its first example with the odds from these replies.
"""

import json
from typing import Any

from msgspec.structs import replace

from pilein.protocol import desk
from pilein.protocol.from_page import AskExample, AskGames, AskOdds, AskWords, FromPage
from pilein.protocol.messages import written
from pilein.protocol.replies import Games, Reply, ScenarioChecked

FIRST = "scrollhammer/duel.toml"  # the example that the page begins with


def first_replies() -> tuple[dict[str, Any], ...]:
    """Return the requests with their replies, as the page sends and receives them but without IDs."""
    example = desk.reply(AskExample(id=0, name=FIRST))
    assert isinstance(example, ScenarioChecked), "the first example can be played"
    asked = (
        AskGames(id=0),
        AskExample(id=0, name=FIRST),
        AskWords(id=0, ruleset=FIRST.partition("/")[0]),
        AskOdds(id=0, toml=example.toml),
    )
    return tuple({"request": _plain(one), "reply": _plain(_in_browser(desk.reply(one)))} for one in asked)


def _in_browser(reply: Reply) -> Reply:
    """Return the reply as the engine in a browser would give it."""
    return replace(reply, has_numpy=False) if isinstance(reply, Games) else reply


def _plain(message: FromPage | Reply) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written(message))
    del found["id"]
    return found
