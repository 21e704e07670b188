"""Translation of catalogue words into the ruleset's terms, defined by `[catalogue]` in the ruleset's `armies.toml`."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct, convert, field

from pilein.kernel.nearest import folded
from pilein.tabletop.vocabulary import Key, Vocabulary
from pilein.unit_files.riding import armies_of

LONGEST = 500  # characters of a name that are looked at
ASIDE = re.compile(r"\s?[(\[][^()\[\]]*[)\]]")
BEFORE = re.compile(r"^\s*[A-Z]{2,4}\s+-\s+")  # the mark of a book: "AB - Lance"
FEWEST = 3  # characteristics that make a profile that of a model
LONGEST_NAME = 60  # characters: there is room for a number, and for "NAME with ARMOUR"
LONGEST_REASON = 80  # characters of a text in a unit file
Changes = Mapping[str, Any]


class WeaponWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Words for weapons in catalogues: the keys for Strength and range, and phrases in weapon rules.

    If the ruleset treats all close combat weapons alike, `combat` is the weapon that represents them, and `alike`
    lists such weapons by name.
    """

    strength: str = ""
    range: str = ""
    shot_strength: str = ""
    combat: str = ""
    alike: tuple[str, ...] = ()
    ranged: Changes = field(default_factory=dict)
    phrases: Mapping[str, Changes] = field(default_factory=dict)


class CatalogueWords(Struct, frozen=True, forbid_unknown_fields=True):
    """Catalogue words and their meanings in the ruleset.

    `more` lists weapons that are carried in addition to others of their kind, such as an additional hand weapon.
    `save` is the characteristic for an armour save; if it names armour, `scores` maps saves to armour. `ward` is the
    characteristic for a save against any wound. `types` maps catalogue words to values of the characteristic `type`.
    `mounted` maps the save in a mount's profile to changes to its rider. `counts` is the characteristic for the
    number of mounts. `command` maps names of choices to member keys. `ridden` lists special rules of a mount that
    apply to its rider.
    """

    characteristics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    save: str = ""
    scores: Mapping[str, str] = field(default_factory=dict)
    ward: str = ""
    type: str = ""
    types: Mapping[str, str] = field(default_factory=dict)
    weapons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more: tuple[str, ...] = ()
    weapon: WeaponWords = field(default_factory=WeaponWords)
    armour: Mapping[str, Changes] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    command: Mapping[str, str] = field(default_factory=dict)
    mounted: Mapping[str, Changes] = field(default_factory=dict)
    counts: str = ""
    ridden: tuple[str, ...] = ()


TYPES = ("type", "unit type", "troop type")
NONE = ("", "-", "–", "—", "n/a", "none", "na", "x")  # texts that say that there is nothing
MOUNTS = ("cavalry", "war beast", "monstrous cavalry", "monstrous beast", "beast", "monster", "steed", "mount")
CARRIAGES = ("chariot", "warmachine", "war machine", "artillery")


def words_of(vocabulary: Vocabulary) -> CatalogueWords:
    """Return the catalogue words that a ruleset knows. The result is empty if the ruleset defines none."""
    return convert(armies_of(vocabulary.package).get("catalogue", {}), CatalogueWords)


@lru_cache(maxsize=10_000)
def plain(name: str) -> str:
    """Normalise a name: convert it to lower case and remove the book's mark and text in brackets."""
    words = " ".join(name[:LONGEST].split())
    return " ".join(ASIDE.sub("", BEFORE.sub("", words)).lower().replace("_", " ").split())


def showable(name: str) -> str:
    """Clean a name for use in a unit file."""
    words = " ".join("".join(one if one.isprintable() else " " for one in name).split())
    return words[:LONGEST_NAME].strip() or "unnamed"


def reason(text: str) -> str:
    """Shorten a reason for use in a unit file."""
    words = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    return words if len(words) <= LONGEST_REASON else f"{words[: LONGEST_REASON - 3].strip()}..."


def found(name: str, known: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of any table
    """Look up a name, or its singular, in a table. Return None if the table contains neither."""
    key = word_for(name, known)
    return known[key] if key is not None else None


def word_for(name: str, known: Iterable[str]) -> str | None:
    """Find a name, or its singular, among words. Return None if the words contain neither."""
    wanted, words = plain(name), tuple(known)
    return next((word for one in (wanted, wanted.removesuffix("s")) for word in words if plain(word) == one), None)


def readings(vocabulary: Vocabulary, words: CatalogueWords) -> dict[str, Key]:
    """Map the catalogue's names of characteristics, in lower case, to the ruleset's keys."""
    known: dict[str, Key] = {}
    for key in vocabulary.characteristics:
        if key.kind not in ("int", "number"):
            continue
        for name in (key.name, key.words, *words.characteristics.get(key.name, ())):
            known.setdefault(plain(name), key)
    return known


def is_model(names: Iterable[str], known: Mapping[str, Key]) -> bool:
    """Whether a profile with these characteristics belongs to a model."""
    return len({known[plain(name)].name for name in names if plain(name) in known}) >= FEWEST


def is_of(kind: str, kinds: Iterable[str]) -> bool:
    """Whether a profile's type is one of the kinds, ignoring any words that follow the type."""
    wanted = plain(kind)
    return any(wanted == one or wanted.startswith(f"{one} ") for one in kinds)


def option_named(name: str, known: Iterable[str]) -> str | None:
    """Known word that equals a catalogue's name apart from spelling and plural, or None."""
    wanted = folded(plain(name))
    return next((one for one in known if folded(one) in (wanted, wanted.removesuffix("s"))), None)


def type_in(values: Mapping[str, str]) -> str:
    """Troop type in a profile's characteristics, or "" if there is none."""
    return next((text for name, text in values.items() if plain(name) in TYPES), "")


def type_named(text: str, types: Mapping[str, str]) -> str | None:
    """Return the ruleset's unit type for a catalogue's text, or None. For example, "Heavy cavalry" is cavalry."""
    for part in re.split(r"[,;/]", text[:LONGEST]):
        known = found(part, types)
        if known is not None:
            return str(known)
        words = plain(part).split()
        ends = [" ".join(words[number:]) for number in range(1, len(words))]
        starts = [" ".join(words[:number]) for number in range(len(words) - 1, 0, -1)]
        known = next((one for name in (*ends, *starts) if (one := found(name, types)) is not None), None)
        if known is not None:
            return str(known)
    return None
