"""Search for sentences and rulings of a ruleset by ID or by words."""

import re

from msgspec import Struct

from pilein.cli.rule_pages import SentencePage, describe_rule
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import UnknownRule
from pilein.kernel.nearest import nearest, shortened
from pilein.kernel.rulings import Ruling, Sentence
from pilein.lab.words import TOPICS, found_in, topic_named, words_of
from pilein.tabletop.vocabulary import Vocabulary

ID = re.compile(r"([a-z]+[-_])*[a-z]*[-_]?\d+", re.IGNORECASE)


class Found(Struct, frozen=True):
    """Sentences and rulings that contain every word of a phrase, and scenario-file keywords that match the phrase."""

    ruleset: str
    text: str
    clauses: tuple[Sentence, ...]
    rulings: tuple[Ruling, ...]
    words: tuple[str, ...]


def look_up(ruleset: str, text: str) -> SentencePage | Ruling | Found:
    """Return the sentence or ruling with an ID, given in full or in short form, or all sentences and rulings that
    contain every word of a phrase.

    Raises:
        UnknownRule: there is no match. The error suggests the nearest ID, or where to find a scenario-file keyword.
    """
    try:
        return describe_rule(ruleset, text)
    except UnknownRule:
        if ID.fullmatch(text):
            raise
    book = ruleset_named(ruleset)
    parts = text.lower().split()
    found = Found(
        ruleset,
        text,
        tuple(one for one in book.sentences.values() if _has(parts, one.id, one.section, one.words)),
        tuple(one for one in book.rulings.values() if _has(parts, *_read(one))),
        _words(book.vocabulary, text),
    )
    if found.clauses or found.rulings:
        return found
    raise _not_found(ruleset, text, found)


def _read(ruling: Ruling) -> tuple[str, ...]:
    options = (f"{option.name} {option.words}" for option in ruling.options)
    return ruling.id, ruling.question, ruling.default, *options


def _has(parts: list[str], *texts: str) -> bool:
    whole = " ".join(texts).lower()
    return bool(parts) and all(part in whole for part in parts)


def _words(vocabulary: Vocabulary, text: str) -> tuple[str, ...]:
    found = words_of(vocabulary, text) if topic_named(text) else found_in(vocabulary, text)
    return tuple(dict.fromkeys(word.name for word in found))


def _not_found(ruleset: str, text: str, found: Found) -> UnknownRule:
    """Return the error for a phrase that occurs in no sentence. The phrase is a scenario-file keyword or a
    misspelling.
    """
    if found.words:
        remedy = f"look it up among the words of scenario files with `pilein words {ruleset} {shortened(text)}`"
    else:
        vocabulary = ruleset_named(ruleset).vocabulary
        near = nearest(text, [*TOPICS, *(word.name for word in words_of(vocabulary))])
        tried = f"`pilein words {ruleset} {near}`, or " if near else ""
        remedy = f"try {tried}another text; `pilein rules {ruleset}` lists all sentences"
    return UnknownRule(shortened(text), what="clause, ruling or sentence with", remedy=remedy)
