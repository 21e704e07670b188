"""Scenario vocabulary of a ruleset: keys, formations, weapons and rulings."""

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
    """Key of the scenario notation: the type of its value, the bounds of a number, and the default.

    A `default` of `...` makes the key required; None means "none". `options` apply to the kind "one of". The kind
    "unit", the name of a unit in the scenario, is allowed only for statuses. `words` explains the key. `of` names a
    key without which this key has no effect. `is_of_contact` marks a status that only a unit in contact can have, and
    `is_of_own_turn` one that only a unit of the active side can have.
    """

    name: str
    kind: Kind
    least: float | None = None
    most: float | None = None
    default: Value | EllipsisType | None = ...
    words: str = ""
    options: tuple[str, ...] = ()
    of: str = ""
    is_of_contact: bool = False
    is_of_own_turn: bool = False


def whole(values: Values, name: str) -> int:
    """Return a value that the vocabulary defines as a whole number."""
    value = values[name]
    assert isinstance(value, int), f"{name} is a whole number according to the vocabulary"
    return value


def flag(name: str, words: str = "", *, is_of_contact: bool = False, is_of_own_turn: bool = False) -> Key:
    """Return a boolean key whose default is false."""
    return Key(name, "bool", default=False, words=words, is_of_contact=is_of_contact, is_of_own_turn=is_of_own_turn)


class Vocabulary(Struct, frozen=True, kw_only=True):
    """Vocabulary of one ruleset, in addition to the keys common to all rulesets.

    `package` contains the sentences of the rules text (`clauses.toml`) and the questions to players
    (`questions.toml`). A single-file ruleset passes them as `text` and `asks`.

    `formations` maps each formation to block or loose models; if it is empty, units have no formation and are loose.
    If `default_formation` is empty, the key is required. `weapons` are the weapons that the ruleset itself defines,
    and `numbers` the numbers in the text that can be changed. `rules` maps the special rules of models to their
    effects. `formation_words` and `ground_words` explain formations and kinds of terrain; terrain without an
    explanation has no effect. `armour` names the characteristics and weapons that protect. `default_base` is a base
    in scenario notation, and `bases` maps a ruling and the option in force to another base. `presets` maps a ruling
    to the option that selects the first option marked `fantasy` for every other ruling. `arms` are the named
    loadouts that a matrix compares; if it is empty, each weapon is a loadout of its own. `elsewhere` maps words of
    other games to their replacements in this ruleset.
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
        """Sentences of the ruleset's text, by ID. The text is read once, on first use."""
        own = {sentence.id: sentence for sentence in self.text}
        return own or (read_sentences(self.package) if self.package else {})

    def listing(self, topic: str) -> str:
        """Return the command that lists the words on a topic, together with their meanings."""
        return f"pilein words {self.ruleset} {topic}"

    @property
    def questions(self) -> tuple[QuestionText, ...]:
        """Questions that the ruleset's clauses ask. The result is empty if none are listed."""
        return self.asks or (read_questions(self.package) if self.package else ())

    def __post_init__(self) -> None:
        """Check that no key uses the name of a common key and that only statuses name units."""
        shared = (
            (self.characteristics, PROFILE_KEYS),
            (self.statuses, (*UNIT_KEYS, *names(self.member_keys))),
            (self.member_keys, MEMBER_KEYS),
            (self.side_keys, SIDE_KEYS),
        )
        for keys, taken in shared:
            assert not set(names(keys)) & set(taken), f"a key of {self.ruleset} has the name of a common key"
        others = (*self.characteristics, *self.member_keys, *self.weapon_keys, *self.side_keys)
        assert all(key.kind != "unit" for key in others), "only a status can name a unit"
        armour = {*names(self.characteristics), *self.weapons}
        assert set(self.armour) <= armour, f"`armour` names a key or weapon that {self.ruleset} does not define"
        assert self.formation_words.keys() <= self.formations.keys(), (
            f"`formation_words` explains a formation that {self.ruleset} does not define"
        )
        carried = {weapon for held in self.arms.values() for weapon in held}
        assert not self.elsewhere.keys() & self.weapons.keys(), (
            f"`elsewhere` replaces a weapon that {self.ruleset} itself defines"
        )
        assert carried <= self.weapons.keys(), f"`arms` names a weapon that {self.ruleset} does not define"


def names(keys: Iterable[Key]) -> tuple[str, ...]:
    """Return the names of the keys, in order."""
    return tuple(key.name for key in keys)


def weapons_of(words: Vocabulary) -> dict[str, Values]:
    """Return the ruleset's own weapons by name, with all their values."""
    return {name: defaults(words.weapon_keys) | dict(given) for name, given in words.weapons.items()}


def ways_to_be_armed(words: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Return the ruleset's loadouts. If it lists none, each of its weapons is a loadout of its own."""
    return dict(words.arms) or {name: (name,) for name in words.weapons}


def defaults(keys: Iterable[Key]) -> Values:
    """Return the default values of keys, leaving out required keys."""
    return {key.name: key.default for key in keys if not isinstance(key.default, EllipsisType)}
