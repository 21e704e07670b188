"""Forbidden words and their replacements, from the project's glossary and its page on English."""

import re
from typing import NamedTuple


class Word(NamedTuple):
    """A forbidden pattern with its replacement and the paths that are searched (by default, all)."""

    pattern: re.Pattern[str]
    instead: str
    within: re.Pattern[str] = re.compile("")


def _prose(pattern: str, instead: str) -> Word:
    return Word(re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), instead)


def _name(pattern: str, instead: str, within: str = "") -> Word:
    """Forbid a word in the names of code, where it is one part of a name in `snake_case` or `CamelCase`."""
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
    _prose("the laws? of (?:a|the|what) (?!land)\\w+", "distribution"),
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

# A function's name holds a noun or a verb. Words that are neither, and participles that say too little to stand alone:
LITTLE_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a an the this that these those it its them they their theirs his her hers our ours us we you i me mine own self
        some any all each every both either neither none one ones other others another no not nothing nobody nowhere
        same anything anybody something somebody many much more most few fewer fewest less least only such
        who whom whose which what where when how if and or but than so too very
        then here there now yet again ever never often once twice also just together apart alone alike elsewhere ahead
        aside away forever good better best bad worse worst able like unlike
        told gone done had having doing
        """,
    )
)
PREPOSITIONS = frozenset(
    re.findall(
        r"\w+",
        """
        of on in at by to from for with within without into onto over under up down out off across around along among
        between behind beside beyond before after about against near through toward towards until since per as upto
        inside outside via back
        """,
    )
)
WORDS_OF_THE_TABLE = frozenset({"then", "tell"})  # verbs of a clause
READ_WITH_THEIR_OBJECT = frozenset(  # `press.apart(units)`, `question.least`, `battle.having(unit, charged=True)`
    re.findall(
        r"\w+",
        """
        all only same most least at_least at_most best fewer never nothing anything ever again here there now having
        alike alone apart together ahead elsewhere
        """,
    )
)
