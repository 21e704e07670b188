"""Keywords in a ruleset's scenario files, with their meanings: keys, weapons, special rules, formations, terrain."""

import re
from collections.abc import Callable, Iterable, Iterator
from types import EllipsisType
from typing import get_args

from msgspec import Struct

from pilein.kernel.errors import UnknownRule
from pilein.kernel.nearest import folded, hint, nearest, shortened
from pilein.kernel.remedies import command
from pilein.tabletop import shared_words as shared
from pilein.tabletop.scenario import GroundKind
from pilein.tabletop.vocabulary import Key, Value, Vocabulary

KINDS = {"bool": "true or false", "unit": "name of a unit", "text": "text", "texts": "list of texts"}
ALSO = {"special rules": "rules", "characteristics": "profiles", "keys": "units", "shields": "armour"}

ARMOUR = "armour"  # the topic whose words also appear in others
ELSEWHERE = "elsewhere"  # the topic of words that mean nothing here, found by their names alone


class Word(Struct, frozen=True):
    """Word used in scenario files, with its meaning.

    `topic` is the list to which the word belongs, and `words` is its meaning. For a key, `value` describes the
    values and `default` is the value if the key is left out; for a name both are "". For a weapon, `words` are its
    keys with their values, and `value` explains the keys.
    """

    topic: str
    name: str
    words: str
    value: str = ""
    default: str = ""


def words_of(vocabulary: Vocabulary, *asked: str) -> tuple[Word, ...]:
    """Return a ruleset's keywords: all keywords, the keywords in a topic, or those that `found_in` finds.

    Raises:
        UnknownRule: no topic or word fits. The error suggests the nearest one.
    """
    wanted = " ".join(asked).strip()
    if not wanted:
        return tuple(word for topic in TOPICS for word in _of(vocabulary, topic))
    topic = topic_named(wanted)
    if topic:
        return (*_of(vocabulary, topic), *_named(_of(vocabulary, ELSEWHERE), wanted))
    found = found_in(vocabulary, wanted)
    if not found:
        raise _unknown(vocabulary, wanted)
    return found


def meaning(word: Word, *, is_short: bool = False) -> str:
    """Return the meaning of a word. Unless `is_short`, a key's values and default are included."""
    default = (
        word.default if word.default.startswith(shared.REQUIRED) or not word.default else f"default {word.default}"
    )
    values = "; ".join(part for part in (word.value, default) if part)
    return f"{word.words} ({values})" if values and not is_short else word.words


def found_in(vocabulary: Vocabulary, text: str) -> tuple[Word, ...]:
    """Return the words with that name or, if there are none, all words that contain every part of the text in their
    name or meaning.

    A part is matched at the beginning of words or, if that finds nothing, anywhere within words.
    """
    every = tuple(word for word in words_of(vocabulary) if word.topic != ARMOUR)
    named = _named(every, text)
    if named:
        return named
    parts = [re.escape(part) for part in text.lower().replace("_", " ").split()]
    return _matching_words(every, [rf"(?<!\w){part}" for part in parts]) or _matching_words(every, parts)


def _named(words: Iterable[Word], text: str) -> tuple[Word, ...]:
    return tuple(word for word in words if folded(word.name) == folded(text))


def _matching_words(words: Iterable[Word], patterns: list[str]) -> tuple[Word, ...]:
    searched = ((word, _searched(word)) for word in words)
    return tuple(word for word, text in searched if patterns and all(re.search(one, text) for one in patterns))


def topic_named(text: str) -> str:
    """Return the topic with this name, in the singular or the plural, or "" if there is none."""
    name = " ".join(text.lower().split())
    name = ALSO.get(name, ALSO.get(f"{name}s", name))
    return next((topic for topic in TOPICS if name in (topic, topic.removesuffix("es"), topic.removesuffix("s"))), "")


def _searched(word: Word) -> str:
    meant = "" if word.topic == ELSEWHERE else f"{word.words} {word.value}"
    return f"{word.name} {meant}".lower().replace("_", " ")


def _unknown(vocabulary: Vocabulary, text: str) -> UnknownRule:
    known = [*TOPICS, *(word.name for word in words_of(vocabulary))]
    remedy = hint(text, known, command(f"`pilein words {vocabulary.ruleset}` lists the words"))
    return UnknownRule(shortened(text), nearest(text, known), what="word or topic", remedy=remedy)


def _of(vocabulary: Vocabulary, topic: str) -> Iterator[Word]:
    for word in TOPICS[topic][1](vocabulary):
        yield Word(topic, *word)


# --- Topics: what each lists --------------------------------------------------------------------------------------


Row = tuple[str, ...]
Rows = Iterator[Row]


def _shared(words: shared.Words) -> Rows:
    for name, key in words.items():
        yield name, _plain(key.words), "", _plain(key.default)


def _keys(keys: tuple[Key, ...]) -> Rows:
    for key in keys:
        yield key.name, key.words, value_of(key), default_of(key)


def value_of(key: Key) -> str:
    """Describe the values that a key accepts."""
    if key.kind == "one of":
        return ", ".join(option for option in key.options if option)
    if key.kind in KINDS:
        return KINDS[key.kind]
    return f"{'inches, ' if key.kind == 'number' else ''}{key.least:g} to {key.most:g}"


def default_of(key: Key) -> str:
    """Describe the value that a key takes if it is left out."""
    if isinstance(key.default, EllipsisType):
        return shared.REQUIRED
    return "none" if key.default in (None, "", ()) else _spelled(key.default)


def _spelled(value: Value | None) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(value) if isinstance(value, tuple) else f"{value}"


def _file(_vocabulary: Vocabulary) -> Rows:
    yield from _shared(shared.TOP_WORDS)
    yield from shared.SECTION_WORDS.items()


def _profiles(vocabulary: Vocabulary) -> Rows:
    yield from _keys(vocabulary.characteristics)
    yield from _shared(shared.PROFILE_WORDS)


def _units(vocabulary: Vocabulary) -> Rows:
    for row in _shared(shared.UNIT_WORDS):
        if row[0] != "formation" or vocabulary.formations:
            yield row


def _statuses(vocabulary: Vocabulary) -> Rows:
    yield from _keys(vocabulary.statuses)


def _members(vocabulary: Vocabulary) -> Rows:
    yield from _keys(vocabulary.member_keys)
    yield from _shared(shared.MEMBER_WORDS)


def _weapons(vocabulary: Vocabulary) -> Rows:
    meaning = {key.name: key.words for key in vocabulary.weapon_keys}
    for name, values in vocabulary.weapons.items():
        given = ", ".join(f"{key} {_spelled(value)}" for key, value in values.items())
        yield name, given or "nothing special", "; ".join(f"{key}: {meaning[key]}" for key in values)


def _weapon_keys(vocabulary: Vocabulary) -> Rows:
    yield from _keys(vocabulary.weapon_keys)


def _armour(vocabulary: Vocabulary) -> Rows:
    rows = (*_keys(vocabulary.characteristics), *_weapons(vocabulary))
    yield from (row for row in rows if row[0] in vocabulary.armour)


def _rules(vocabulary: Vocabulary) -> Rows:
    yield from vocabulary.rules.items()


def _words_elsewhere(vocabulary: Vocabulary) -> Rows:
    yield from vocabulary.elsewhere.items()


def _formations(vocabulary: Vocabulary) -> Rows:
    for name, standing in vocabulary.formations.items():
        yield name, vocabulary.formation_words.get(name, shared.STANDING_WORDS[standing])


def _terrain(vocabulary: Vocabulary) -> Rows:
    for kind in get_args(GroundKind):
        yield kind, vocabulary.ground_words.get(kind, shared.NOTHING_HERE)
    for row in _shared(shared.TERRAIN_WORDS):
        if row[0] != "kind":
            yield row


def _sides(vocabulary: Vocabulary) -> Rows:
    yield from _shared(shared.SIDE_WORDS)
    yield from _keys(vocabulary.side_keys)


def _press(_vocabulary: Vocabulary) -> Rows:
    yield from _shared(shared.PRESS_WORDS)


def _objectives(_vocabulary: Vocabulary) -> Rows:
    yield from _shared(shared.OBJECTIVE_WORDS)


def _plain(text: str) -> str:
    return text.replace("*", "").replace("`", "").replace(", see below", "")


TOPICS: dict[str, tuple[str, Callable[[Vocabulary], Rows]]] = {  # name: (where it is written, what it lists)
    "profiles": ("in [profiles.NAME]", _profiles),
    "units": ("in [[unit]]", _units),
    "statuses": ("in [[unit]]: what has happened to the unit", _statuses),
    "members": ("in members = [{ ... }] of a unit: models that differ", _members),
    "weapons": ('in weapons = ["..."] of a unit or a member', _weapons),
    "weapon keys": ("in [weapons.NAME]: a weapon of your own", _weapon_keys),
    ARMOUR: ("what protects a model", _armour),
    "rules": ('special rules, in rules = ["..."] of a profile, a unit or a member', _rules),
    "formations": ('in formation = "..." of a unit', _formations),
    "terrain": ('kind = "..." and other keys of [[terrain]]', _terrain),
    "file": ("at the top of a scenario, and its sections", _file),
    "sides": ("in [sides.NAME]", _sides),
    "press": ("in [press]", _press),
    "objectives": ("in [[objective]]", _objectives),
    ELSEWHERE: ("words of other games that mean nothing here, and what to write instead", _words_elsewhere),
}
