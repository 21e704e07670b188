"""Weapons, armour and special rules of a catalogue in the ruleset's words, where it has any."""

import re
from typing import Any

from msgspec import Struct, field

from pilein.catalogues.entries import Profile
from pilein.catalogues.words import CatalogueWords, found, option_named, plain, showable
from pilein.tabletop.vocabulary import Vocabulary

INCHES = re.compile(r"(\d{1,3})\s*(?:\"|''|”|in(?:ch(?:es)?)?)", re.ASCII)
STEP = re.compile(r"'?\+\s*(\d)", re.ASCII)
PLAIN = re.compile(r"'?(\d{1,2})", re.ASCII)
SCORE = re.compile(r"([1-7])\+", re.ASCII)
BETTER = re.compile(r"-([1-3])", re.ASCII)
AS_USER = ("as user", "user", "-", "")
COMBAT = ("combat", "close combat", "melee", "cc", "-", "")


class Equipment(Struct):
    """What a profile is in the ruleset: weapons, armour with what it changes, and what of it was left out."""

    weapons: list[str] = field(default_factory=list)
    described: dict[str, dict[str, Any]] = field(default_factory=dict)  # weapons of the catalogue's own
    armour: dict[str, dict[str, Any]] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)


def equipment_of(profile: Profile, vocabulary: Vocabulary, words: CatalogueWords) -> Equipment:
    """Read a weapon or armour; one that the ruleset has no words for comes out empty, with the reason."""
    values = {plain(name): text for name, text in profile.values.items()}
    armour = found(profile.name, words.armour)
    if armour is not None:
        return Equipment(armour={plain(profile.name): dict(armour)})
    known = found(profile.name, words.weapons) or _own(profile, vocabulary)
    if known:
        return Equipment(weapons=list(known))
    if "range" in values and "strength" in values:
        return _weapon(profile, values, words)
    save = next((text for name, text in values.items() if "sav" in name), None)
    if save is not None and words.save and not words.scores:
        return _armour(profile, save, vocabulary, words)
    return Equipment(why=["the ruleset has no words for it"])


def _own(profile: Profile, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The weapon of the ruleset that has the name of the profile."""
    name = option_named(profile.name, vocabulary.weapons)
    return (name,) if name else ()


def _armour(profile: Profile, save: str, vocabulary: Vocabulary, words: CatalogueWords) -> Equipment:
    key = next(key for key in vocabulary.characteristics if key.name == words.save)
    score, better = SCORE.match(save.strip()), BETTER.fullmatch(save.strip())
    if score:
        changes: dict[str, Any] = {words.save: int(min(max(int(score[1]), key.least or 1), key.most or 6))}
    elif better:
        changes = {words.save: f"-{better[1]}"}
    else:
        return Equipment(why=[f"its save {save!r} is not a score"])
    rest = [text for name, text in profile.values.items() if "sav" not in plain(name) and text.strip()]
    why = [f"left out of it: {one}" for one in rest]
    if score and changes[words.save] != int(score[1]):
        why.append(f"save {save}: the ruleset has {key.least:g}+ to {key.most:g}+")
    return Equipment(armour={plain(profile.name): changes}, why=why)


def _weapon(profile: Profile, values: dict[str, str], words: CatalogueWords) -> Equipment:
    distance, strength = values["range"].strip(), values["strength"].strip()
    is_combat = distance.lower() in COMBAT
    if is_combat and words.weapon.combat:
        alike = f"a {words.weapon.combat}: the ruleset has one kind of close combat weapon"
        return Equipment(weapons=[words.weapon.combat], why=[alike])
    keys = _combat(strength, words) if is_combat else _ranged(distance, strength, words)
    if keys is None:
        return Equipment(why=[f"range {distance!r} and Strength {strength!r} are not in the ruleset's words"])
    rest = _phrases(keys, values, words)
    why = [f"left out of it: {rest}"] if rest else []
    name = showable(profile.name)
    return Equipment(weapons=[name], described={name: keys}, why=why)


def _combat(strength: str, words: CatalogueWords) -> dict[str, Any] | None:
    if not words.weapon.strength:
        return None
    step = STEP.fullmatch(strength)
    if step:
        return {words.weapon.strength: int(step[1])}
    return {} if strength.lower() in AS_USER else None


def _ranged(distance: str, strength: str, words: CatalogueWords) -> dict[str, Any] | None:
    inches, number = INCHES.fullmatch(distance), PLAIN.fullmatch(strength)
    if not inches or not words.weapon.range or int(inches[1]) > 100:  # noqa: PLR2004 - inches of a scenario
        return None
    keys = {words.weapon.range: int(inches[1]), **words.weapon.ranged}
    if number and words.weapon.shot_strength and 1 <= int(number[1]) <= 10:  # noqa: PLR2004 - Strength
        return {**keys, words.weapon.shot_strength: int(number[1])}
    return keys if strength.lower() in AS_USER else None


def _phrases(keys: dict[str, Any], values: dict[str, str], words: CatalogueWords) -> str:
    """Add what phrases among the rules of a weapon mean; the phrases that mean nothing here."""
    text = next((text for name, text in values.items() if "rule" in name or "abilit" in name), "")
    rest = []
    for phrase in re.split(r"[,.;]\s*", text):
        meant = found(phrase, words.weapon.phrases)
        if meant is not None:
            keys.update(meant)
        elif plain(phrase) and plain(phrase) not in AS_USER and plain(phrase) != "none":
            rest.append(phrase.strip())
    return ", ".join(rest)


def rule_of(name: str, vocabulary: Vocabulary, words: CatalogueWords) -> str | None:
    """The special rule of the ruleset that a catalogue names; None if it has none."""
    meant = found(name, words.rules)
    return str(meant) if meant else option_named(name, vocabulary.rules)
