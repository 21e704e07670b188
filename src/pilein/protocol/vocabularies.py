"""Vocabulary of a ruleset, from which the page builds its forms."""

import tomllib
from collections.abc import Iterator, Mapping
from types import EllipsisType
from typing import Any, Literal

from pilein.engine.rulesets import ruleset_named
from pilein.lab.words import meaning, words_of
from pilein.protocol.from_page import AskWords
from pilein.protocol.replies import Field, QuestionWords, Word, Words
from pilein.tabletop import shared_words as shared
from pilein.tabletop.ruleset import PRESS, Ruleset
from pilein.tabletop.vocabulary import Key, Value, Vocabulary

Kind = Literal["number", "text", "flag", "choice", "several", "table"]
KINDS: dict[str, Kind] = {
    "int": "number",
    "number": "number",
    "bool": "flag",
    "text": "text",
    "unit": "text",
    "texts": "several",
    "one of": "choice",
}
NUMBERS = {"models": (1.0, 500.0), "facing": (0.0, 360.0)}  # shared keys that are numbers
TABLES = ("members", "place", "positions")  # shared keys that hold more keys
WEAPONS = "weapons"  # the topic of the weapons that a ruleset knows
ELSEWHERE = ("use", "options")  # of unit files, which a page does not read


def words(query: AskWords) -> Words:
    """Return the vocabulary of a ruleset. Raises UnknownRule if there is no such ruleset."""
    rules = ruleset_named(query.ruleset)
    book = rules.vocabulary
    return Words(
        id=query.id,
        ruleset=query.ruleset,
        profile=(*_keys(book.characteristics, _plain(rules)), *_shared(book, shared.PROFILE_WORDS)),
        unit=(*_shared(book, shared.UNIT_WORDS), *_keys(book.statuses)),
        member=(*_shared(book, shared.MEMBER_WORDS), *_keys(book.member_keys)),
        weapon=tuple(_keys(book.weapon_keys)),
        words=tuple(
            Word(
                name=one.name,
                words=weapon_in_words(book, one.name) if one.topic == WEAPONS else meaning(one),
                topic=one.topic,
            )
            for one in words_of(book)
        ),
        questions=tuple(
            QuestionWords(key=one.id, words=one.words, answers=one.answers, also=one.also) for one in book.questions
        ),
        blocks=tuple(name for name, standing in book.formations.items() if standing == "block"),
    )


def _plain(rules: Ruleset) -> Mapping[str, float]:
    """Return a plain model's characteristics, each with its lowest value in the profiles of the ruleset's sample."""
    sample = rules.sample_of(PRESS) or rules.sample
    profiles = tomllib.loads(sample).get("profiles", {}).values() if sample else ()
    return {
        key.name: min(given)
        for key in rules.vocabulary.characteristics
        if (given := [profile[key.name] for profile in profiles if type(profile.get(key.name)) in (int, float)])
    }


def weapon_in_words(book: Vocabulary, name: str) -> str:
    """Describe a weapon by the meanings and values of its keys, without the keys themselves."""
    keys = {key.name: key for key in book.weapon_keys}
    said = (_value_in_words(keys[key].words, value) for key, value in book.weapons[name].items())
    return "; ".join(said) or "nothing special"


def _value_in_words(words: str, value: Value) -> str:
    whole = words.replace("`", "").partition(";")[0]
    if value is True:
        return whole
    if value is False and whole.startswith("a "):
        return f"not {whole}"
    given = "no" if value is False else ", ".join(value) if isinstance(value, tuple) else f"{value}"
    return f"{whole.partition(':')[0]}: {given}"


def _keys(keys: tuple[Key, ...], plain: Mapping[str, float] | None = None) -> Iterator[Field]:
    """Yield the form fields for the keys that only this ruleset has. `plain` gives initial values by key."""
    for key in keys:
        is_required = isinstance(key.default, EllipsisType)
        yield Field(
            key=key.name,
            kind=KINDS[key.kind],
            words=key.words,
            least=key.least,
            most=key.most,
            options=tuple(option for option in key.options if option),
            usual=None if is_required else key.default,
            is_required=is_required,
            plain=(plain or {}).get(key.name, key.least) if is_required else None,
            is_of_contact=key.is_of_contact,
            is_of_own_turn=key.is_of_own_turn,
        )


def _shared(book: Vocabulary, keys: shared.Words) -> Iterator[Field]:
    """Yield the form fields for the keys that all rulesets share."""
    for name, key in keys.items():
        if name in ELSEWHERE or (name == "formation" and not book.formations):
            continue
        least, most = NUMBERS.get(name, (None, None))
        yield Field(
            key=name,
            kind=_kind(name),
            words=key.words,
            least=least,
            most=most,
            options=_options(book, name),
            usual=_usual(book, name),
            is_required=key.default == shared.REQUIRED and name not in TABLES,
        )


def _kind(name: str) -> Kind:
    if name in NUMBERS:
        return "number"
    if name in ("weapons", "rules"):
        return "several"
    if name in TABLES:
        return "table"
    return "choice" if name == "formation" else "text"


def _options(book: Vocabulary, name: str) -> tuple[str, ...]:
    listed = {"weapons": book.weapons, "rules": book.rules, "formation": book.formations}
    return tuple(listed.get(name, ()))


def _usual(book: Vocabulary, name: str) -> Any:  # noqa: ANN401 - a value of a file
    usual = {"formation": book.default_formation or None, "base": book.default_base}
    return usual.get(name)
