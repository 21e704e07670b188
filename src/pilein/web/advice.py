"""Advice to readers of a page: what they can do there, without commands and their options."""

import re

from pilein.engine.rulesets import names
from pilein.kernel.errors import PileInError, TooMuch
from pilein.kernel.nearest import listed

LESS = "take fewer models or phases"
COMMAND = re.compile(r"[;,]? ?(?:or )?\(?(?:`(?:pilein|--)[^`]*`|with --[a-z-]+)[^;,?)]*\)?")


def advice(error: PileInError) -> str:
    """The remedy of an error as a page tells it; "" if it needs a command."""
    if isinstance(error, TooMuch):
        return LESS
    said = COMMAND.sub("", error.remedy).strip(" ;,")
    if said or error.key != "ruleset":
        return said
    return f"this page plays {listed(names())}: write one of them, or choose a game"
