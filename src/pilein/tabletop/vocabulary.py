"""Scenario notation of a ruleset, as data: keys, words, weapons and rulings."""

from collections.abc import Iterable, Mapping
from types import EllipsisType
from typing import Literal

from msgspec import Struct, field

from pilein.kernel.numbers import Number
from pilein.kernel.rulings import QuestionText, Ruling, Sentence, read_questions, read_sentences
from pilein.tabletop.shared_words import (
    MEMBER_WORDS,
    PROFILE_WORDS,
    SECTION_WORDS,
    SIDE_WORDS,
    TOP_WORDS,
    UNIT_WORDS,
)

Value = bool | int | float | str | tuple[str, ...]
Values = dict[str, Value | None]
Kind = Literal["int", "number", "bool", "text", "texts", "unit", "one of"]
Standing = Literal["block", "loose"]

TOP_KEYS = (*TOP_WORDS, *SECTION_WORDS)
PROFILE_KEYS, MEMBER_KEYS, UNIT_KEYS, SIDE_KEYS = map(tuple, (PROFILE_WORDS, MEMBER_WORDS, UNIT_WORDS, SIDE_WORDS))


class Key(Struct, frozen=True):
    """A key of the notation: its kind of value, the bounds of a number, and what holds where it is left out.

    `default` of `...` means that the key must be there; None means "none". `options` belong to the kind "one of".
    The kind "unit" (the name of a unit of the scenario) is for statuses alone. `words` say what the key means. `of` is
    the key without which this one has no effect.
    """

    name: str
    kind: Kind
    least: float | None = None
    most: float | None = None
    default: Value | EllipsisType | None = ...
    words: str = ""
    options: tuple[str, ...] = ()
    of: str = ""


def whole(values: Values, name: str) -> int:
    """Return a value that is a whole number by the vocabulary."""
    value = values[name]
    assert isinstance(value, int), f"{name} is a whole number by the vocabulary"
    return value


def flag(name: str, words: str = "") -> Key:
    """Make a key that is true or false, and false where it is left out."""
    return Key(name, "bool", default=False, words=words)


class Vocabulary(Struct, frozen=True, kw_only=True):
    """The words of one ruleset besides those common to all.

    `package` holds the sentences of its text in `clauses.toml` and the questions to players in `questions.toml`; a
    ruleset in a single file gives them as `text` and `asks`.

    `formations` say for each word whether the unit stands as a block or as loose models; if empty, units have no
    formation and are loose. An empty `default_formation` makes the key required. `weapons` are those that the ruleset
    defines itself, `numbers` those of the text that can be set, `rules` the special rules that models may have: name ->
    what it does. `formation_words` say what a formation means, `ground_words` what a kind of terrain does; one without
    words does nothing. `armour` names the characteristics and weapons that protect. `default_base` is a base in the
    notation of scenario files, and `bases` name others: ruling -> option in force -> base. `presets` name the option of
    a ruling (ruling -> option) that takes the first option marked `fantasy` of every other ruling. `arms` are the
    loadouts that a matrix compares, by name; if empty, each weapon alone is one. `elsewhere` are words that players
    bring from other games and that mean nothing here: name -> what to write instead.
    """

    ruleset: str
    package: str = ""
    text: tuple[Sentence, ...] = ()
    asks: tuple[QuestionText, ...] = ()
    characteristics: tuple[Key, ...] = ()
    statuses: tuple[Key, ...] = ()
    member_keys: tuple[Key, ...] = ()
    weapon_keys: tuple[Key, ...] = ()
    side_keys: tuple[Key, ...] = ()
    weapons: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    arms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    formations: Mapping[str, Standing] = field(default_factory=dict)
    default_formation: str = ""
    formation_words: Mapping[str, str] = field(default_factory=dict)
    ground_words: Mapping[str, str] = field(default_factory=dict)
    armour: tuple[str, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    default_base: str = "25mm"
    bases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    numbers: Mapping[str, Number] = field(default_factory=dict)
    presets: Mapping[str, str] = field(default_factory=dict)

    @property
    def sentences(self) -> Mapping[str, Sentence]:
        """The sentences in the ruleset's text, by ID; read once, on first use."""
        own = {sentence.id: sentence for sentence in self.text}
        return own or (read_sentences(self.package) if self.package else {})

    def listing(self, topic: str) -> str:
        """The command that lists words on a topic with their meaning."""
        return f"pilein words {self.ruleset} {topic}"

    @property
    def questions(self) -> tuple[QuestionText, ...]:
        """The questions that its clauses ask; () if none are listed."""
        return self.asks or (read_questions(self.package) if self.package else ())

    def __post_init__(self) -> None:
        """Check that no key takes the name of a common key and that only statuses name units."""
        shared = (
            (self.characteristics, PROFILE_KEYS),
            (self.statuses, (*UNIT_KEYS, *names(self.member_keys))),
            (self.member_keys, MEMBER_KEYS),
            (self.side_keys, SIDE_KEYS),
        )
        for keys, taken in shared:
            assert not set(names(keys)) & set(taken), f"a key of {self.ruleset} has a common key's name"
        others = (*self.characteristics, *self.member_keys, *self.weapon_keys, *self.side_keys)
        assert all(key.kind != "unit" for key in others), "only a status names a unit"
        armour = {*names(self.characteristics), *self.weapons}
        assert set(self.armour) <= armour, f"{self.ruleset} has no such armour"
        assert self.formation_words.keys() <= self.formations.keys(), f"{self.ruleset} has no such formation"
        carried = {weapon for held in self.arms.values() for weapon in held}
        assert not self.elsewhere.keys() & self.weapons.keys(), f"{self.ruleset} has such a weapon itself"
        assert carried <= self.weapons.keys(), f"{self.ruleset} arms models with weapons that it does not know"


def names(keys: Iterable[Key]) -> tuple[str, ...]:
    """Return the names of keys, in order."""
    return tuple(key.name for key in keys)


def weapons_of(words: Vocabulary) -> dict[str, Values]:
    """Return every weapon that the ruleset knows by name, with all its values."""
    return {name: defaults(words.weapon_keys) | dict(given) for name, given in words.weapons.items()}


def ways_to_be_armed(words: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Return the loadouts that a ruleset lists, or each weapon that it knows alone."""
    return dict(words.arms) or {name: (name,) for name in words.weapons}


def defaults(keys: Iterable[Key]) -> Values:
    """Return the default values of keys; keys without a default are left out."""
    return {key.name: key.default for key in keys if not isinstance(key.default, EllipsisType)}
