"""Words that must not come back, and what to write instead. From the house's table of words and its page on English."""

import re
from typing import NamedTuple


class Word(NamedTuple):
    """A pattern, what to write instead, and the paths below which it is looked for (everywhere, if left out)."""

    pattern: re.Pattern[str]
    instead: str
    within: re.Pattern[str] = re.compile("")


def _prose(pattern: str, instead: str) -> Word:
    return Word(re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), instead)


def _name(pattern: str, instead: str, within: str = "") -> Word:
    """A word in names of code: one part of `snake_case` or `CamelCase`."""
    return Word(re.compile(rf"(?:{pattern})"), instead, re.compile(within))


PROSE = (
    _prose("told", "listed, reported, said, logged"),
    _prose("reckon(?:s|ed|ing)?", "compute"),
    _prose("nought", "zero, nothing"),
    _prose("for ever", "forever, endless"),
    _prose("so many", "the number"),
    _prose("ways on", "transitions"),
    _prose("holes? in (?:the|a) (?:rules )?texts?", "ruling, ambiguity"),
    _prose("worked out in (?:fractions|floats)", "exact, in floats"),
    _prose("in vain", "wasted"),
    _prose("of these", "among them, of them"),
    _prose("(?:goes|going|gone|go) on with", "continue"),
    _prose("for once", "for one run"),
    _prose("comes? to (?:a|the|that|this|it)", "is, amounts to, reaches"),
    _prose("(?<!there )is no (?!longer|more|less|fewer|later)\\w+", "is not a ..., there is no ..."),
    _prose("hear what", "find out what"),
    _prose("slip of the pen", "typing error"),
    _prose("dearest|dearer", "most expensive, slower"),
    _prose("the laws? of (?:a|the|what) \\w+", "distribution"),
    _prose("in a blink|in no time", "fast"),
)

NAMES = (
    _name("veil|unveil|unveiled|glimpse|glimpsed", "unread, read required, partial read"),
    _name("looker|crowding", "transition lookup, batching"),
    _name("sheaf|sheaves|poured|whirl", "sparse block, propagate, cyclic"),
    _name("deaf|listener|listeners", "no monitor, monitor"),
    _name("settling|thicket|thickets", "absorbing chain, game graph"),
    _name("nought|reckon|reckoned|reckoning", "zero, compute"),
    _name("berth|shunned|outlook", "clearance, avoided, reachability bound"),
    _name("strokes|blow|blows", "attack roll, attacks", "rulesets/"),
    _name("leaf|leaves|spot|spots|crowd|crowds|flow|flows|fork|forks|story|stories", "table of words", "/chain/"),
    _name("law|laws", "distribution"),
    _name("utils?|helpers?|common|manager|handlers?", "a name that says what it is"),
)
