"""Values of a catalogue profile in the ruleset's terms, and the changes made to them."""

import re
from collections.abc import Mapping
from types import EllipsisType
from typing import Any

from msgspec import Struct, field

from pilein.importers.entries import Profile
from pilein.importers.report import Change
from pilein.importers.words import NONE, TYPES, CatalogueWords, plain, type_named
from pilein.tabletop.vocabulary import Key, Vocabulary

NUMBER = re.compile(r"'?\s*(\d{1,6})\s*(?:\+|\"|”|'')?", re.ASCII)
IN_BRACKETS = re.compile(r"(\d{1,6})\s*\+?\s*[(\[/].*", re.ASCII)
FOR_RIDER = re.compile(r"(-\d)|\d\+,\s*(-\d) to rider", re.ASCII)
COUNTS = "it counts for the rider"
SAVES = ("armoursave", "armour save", "save", "sv", "as")
WARDS = ("ward", "inv")


class Values(Struct):
    """Characteristics under the ruleset's names, required characteristics that are missing, and changes.

    `unknown` holds characteristics that the ruleset does not have, with their texts. `lost` describes saves that are
    left out or worse than in the army list.
    """

    given: dict[str, Any] = field(default_factory=dict)
    lacking: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    unknown: dict[str, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)

    def change(self, name: str, text: str, after: float | str | None, why: str, *, is_worse: bool = False) -> None:
        """Record a change. A save is lost if the change makes it worse."""
        self.changes.append(Change(name, text, after, why))
        if is_worse and is_save(name):
            self.lost.append(f"{name} {text!r} is {'left out' if after is None else f'{after} here'}")


def is_save(name: str) -> bool:
    """Whether a characteristic is an armour save or a save against any wound, as judged by its name."""
    return plain(name) in (*SAVES, *WARDS) or "save" in plain(name)


def values_of(profile: Profile, vocabulary: Vocabulary, words: CatalogueWords, known: Mapping[str, Key]) -> Values:
    """Read a model's characteristics from its profile, in the ruleset's terms."""
    values = Values()
    for name, text in profile.before.items():
        values.changes.append(
            Change(name, text, _shown(profile.values[name]), f"the army list changes it for {profile.name!r}")
        )
    for name, text in profile.values.items():
        key = known.get(plain(name))
        if mount_save(profile, name) and (key is not None or words.scores):
            _of_mount(values, name, text, mount_save(profile, name))
        elif key is not None:
            _read(values, key, name, text)
        else:
            _read_other(values, words, name, text)
    numbers = {key.name: key for key in vocabulary.characteristics}
    needed = [name for name, key in numbers.items() if isinstance(key.default, EllipsisType)]
    values.lacking = [name for name in needed if name not in values.given]
    return values


def _of_mount(values: Values, name: str, text: str, better: str) -> None:
    """Record that a mount's save improves its rider's save. The mount's own save is lost."""
    is_whole = text.strip() == better
    why = COUNTS if is_whole else f"only {better} counts, for the rider"
    values.changes.append(Change(name, text, None, why))
    values.lost += [] if is_whole else [f"of {name} {text!r} {why}"]


def _read_other(values: Values, words: CatalogueWords, name: str, text: str) -> None:
    """Read a troop type or save for which the ruleset has words. Other characteristics are recorded as unknown."""
    if text.strip().lower() in NONE:
        return
    if words.type and plain(name) in TYPES:
        _type(values, words, name, text)
    elif words.scores and plain(name) in SAVES:
        _armour(values, words, name, text)
    else:
        values.unknown[name] = text
        if is_save(name):
            values.change(name, text, None, "the ruleset has no such save", is_worse=True)


def _read(values: Values, key: Key, name: str, text: str) -> None:
    """Read a number. A number out of bounds is moved to the nearest value that the ruleset allows."""
    if text.strip().lower() in NONE:
        if text.strip() or isinstance(key.default, EllipsisType):
            values.changes.append(Change(name, text, _default(key), "the catalogue has no number"))
        return
    exact, part = NUMBER.fullmatch(text.strip()), IN_BRACKETS.fullmatch(text.strip())
    match = exact or part
    if match is None:
        values.change(name, text, _default(key), "it is not a number", is_worse=True)
        return
    number = int(match[1])
    bounded = min(max(number, int(key.least or 0)), int(key.most if key.most is not None else number))
    values.given[key.name] = bounded
    if bounded != number:
        least, most = f"{key.least:g}", f"{key.most:g}"
        values.change(name, text, bounded, f"the ruleset has {least} to {most}", is_worse=bounded > number)
    elif exact is None:
        values.changes.append(Change(name, text, bounded, "the number before the brackets"))


def _shown(text: str) -> int | str:
    match = NUMBER.fullmatch(text.strip())
    return int(match[1]) if match else text


def without_holes(changes: list[Change], filled: list[Change]) -> list[Change]:
    """Combine changes with values filled in for missing characteristics, so that each filled value is listed once."""
    names = {one.key for one in filled}
    return [*(one for one in changes if one.key not in names), *filled]


def _default(key: Key) -> int | float | str | bool | None:
    return key.default if isinstance(key.default, int | float | str) else None


def _type(values: Values, words: CatalogueWords, name: str, text: str) -> None:
    if plain(text) in NONE:
        return
    kind = type_named(text, words.types)
    if kind is None:
        values.changes.append(Change(name, text, None, "the ruleset does not know this type"))
        return
    values.given[words.type] = kind
    if plain(kind) != plain(text):
        values.changes.append(Change(name, text, kind, "the nearest type of the ruleset"))


def _armour(values: Values, words: CatalogueWords, name: str, text: str) -> None:
    """Read an armour save for a ruleset that names armour, and take the armour with this save.

    If the save is better than that of any armour, the best armour is taken.
    """
    exact, part = NUMBER.fullmatch(text.strip()), IN_BRACKETS.fullmatch(text.strip())
    match = exact or part
    if match is None:
        values.change(name, text, None, "it is not a number", is_worse=True)
        return
    best = min(words.scores, key=int)
    armour = words.scores.get(match[1])
    if armour is None and 0 < int(match[1]) < int(best):
        values.given[words.save] = words.scores[best]
        values.change(name, text, words.scores[best], "the best armour of the ruleset", is_worse=True)
    elif armour is None:
        values.change(name, text, None, "the ruleset has no armour with this save", is_worse=True)
    else:
        values.given[words.save] = armour
        values.change(name, text, armour, "the armour with this save")


def mount_save(profile: Profile, only: str = "") -> str:
    """Bonus that a mount's profile gives to its rider's save. "-1" improves the save by one, and "" means no bonus."""
    for name, text in profile.values.items():
        if plain(name) in SAVES and only in ("", name):
            match = FOR_RIDER.fullmatch(text.strip())
            return (match[1] or match[2]) if match else ""
    return ""
