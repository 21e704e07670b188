"""Weapons, armour and special rules of a catalogue, expressed in the ruleset's words where it has any."""

import re
from typing import Any

from msgspec import Struct, field

from pilein.importers.entries import Profile
from pilein.importers.words import LONGEST, NONE, CatalogueWords, found, option_named, plain, showable, word_for
from pilein.tabletop.vocabulary import Vocabulary

INCHES = re.compile(r"(\d{1,3})\s*(?:\"|''|”|in(?:ch(?:es)?)?)", re.ASCII)
STEP = re.compile(r"(?:'|S)?\+\s*(\d)", re.ASCII)
PLAIN = re.compile(r"'?(\d{1,2})", re.ASCII)
SCORE = re.compile(r"([1-7])\+", re.ASCII)
BETTER = re.compile(r"-([1-3])", re.ASCII)
AS_USER = ("as user", "user", "s", "-", "")
NO_WORDS = "the ruleset has no words for it"
SHORT = {"r": "range", "s": "strength"}  # of the characteristics of weapons
SEVERAL = re.compile(r"\s*(?:[,;&+/]|\band\b|\bwith\b)\s*", re.IGNORECASE)
COUNT = re.compile(r"^(?:\d{1,3}\s*x?|x\s*\d{1,3})\s+", re.IGNORECASE)
COMBAT = ("combat", "close combat", "melee", "cc", "-", "")


class Equipment(Struct):
    """Equipment in the ruleset's words: weapons, armour with its changes to the wearer, and reasons for omissions.

    `is_alike` marks a weapon that represents every weapon of its kind; a model carries it only once. `is_more` marks
    a weapon that is carried in addition to others of its kind.
    """

    weapons: list[str] = field(default_factory=list)
    described: dict[str, dict[str, Any]] = field(default_factory=dict)  # weapons of the catalogue's own
    armour: dict[str, dict[str, Any]] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)
    is_alike: bool = False
    is_more: bool = False

    @property
    def is_known(self) -> bool:
        """Whether the ruleset has words for the equipment."""
        return bool(self.weapons or self.armour)


def equipment_of(profile: Profile, vocabulary: Vocabulary, words: CatalogueWords) -> Equipment:
    """Read a weapon or armour profile. If the ruleset has no words for it, the result contains only the reason."""
    known = _known(profile.name, vocabulary, words)
    values = {plain(name): text for name, text in profile.values.items()}
    values |= {name: values[short] for short, name in SHORT.items() if short in values and name not in values}
    if known is not None and not _is_other_half(known, values, vocabulary, words):
        return known
    if "range" in values and "strength" in values:
        return _weapon(profile, values, vocabulary, words)
    save = next((text for name, text in values.items() if "sav" in name), None)
    if save is not None and words.save and not words.scores:
        return _armour(profile, save, vocabulary, words)
    return named_equipment(profile.name, vocabulary, words)


def _is_other_half(known: Equipment, values: dict[str, str], vocabulary: Vocabulary, words: CatalogueWords) -> bool:
    """Whether a profile shoots and the ruleset's weapons of that name do not, or vice versa, as with a thrown spear."""
    key, distance = words.weapon.range, values.get("range", "").strip()
    if not key or not known.weapons or "strength" not in values:
        return False
    shoots = [key in vocabulary.weapons[one] for one in known.weapons]
    is_combat = bool(distance.strip("-")) and distance.lower() in COMBAT
    return (INCHES.fullmatch(distance) is not None and not any(shoots)) or (is_combat and all(shoots))


def named_equipment(name: str, vocabulary: Vocabulary, words: CatalogueWords) -> Equipment:
    """Look up equipment by a single name or by several names that are joined, as in "Spear & shield".

    The result is empty if the ruleset has no such equipment.
    """
    known = _known(name, vocabulary, words)
    if known is not None:
        return known
    every = Equipment()
    parts = [one for one in SEVERAL.split(name[:LONGEST]) if plain(one)]
    read = [(one, _known(one, vocabulary, words)) for one in parts] if len(parts) > 1 else []
    for part, one in read:
        if one is None:
            every.why.append(f"left out of it: {part.strip()}")
        else:
            every.weapons += one.weapons
            every.armour |= one.armour
    return every if every.is_known else Equipment(why=[NO_WORDS])


def _known(name: str, vocabulary: Vocabulary, words: CatalogueWords) -> Equipment | None:
    """Equipment denoted by a word of the ruleset, or None."""
    bare = COUNT.sub("", name.strip())
    armour = word_for(bare, words.armour)
    if armour is not None:
        return Equipment(armour={armour: dict(words.armour[armour])})
    weapons = found(bare, words.weapons)
    if weapons:
        return Equipment(weapons=list(weapons), is_more=word_for(bare, words.more) is not None)
    own = option_named(bare, vocabulary.weapons)
    if own:
        return Equipment(weapons=[own])
    if words.weapon.combat and plain(bare).removesuffix("s") in words.weapon.alike:
        return _same_equipment(words)
    return None


def _same_equipment(words: CatalogueWords) -> Equipment:
    why = f"a {words.weapon.combat}: the ruleset has one kind of close combat weapon"
    return Equipment(weapons=[words.weapon.combat], why=[why], is_alike=True)


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
    rest += [more] if score and (more := save.strip()[score.end() :].strip()) else []
    why = [f"left out of it: {one}" for one in rest]
    if score and changes[words.save] != int(score[1]):
        why.append(f"save {save}: the ruleset has {key.least:g}+ to {key.most:g}+")
    return Equipment(armour={plain(profile.name): changes}, why=why)


def _weapon(profile: Profile, values: dict[str, str], vocabulary: Vocabulary, words: CatalogueWords) -> Equipment:
    distance, strength = values["range"].strip(), values["strength"].strip()
    is_combat = distance.lower() in COMBAT
    if is_combat and words.weapon.combat:
        return _same_equipment(words)
    keys = _combat(strength, words) if is_combat else _ranged(distance, strength, words)
    if keys is None:
        return Equipment(why=[f"range {distance!r} and Strength {strength!r} are not in the ruleset's words"])
    rest = _phrases(keys, values, words)
    why = [f"left out of it: {rest}"] if rest else []
    name = showable(profile.name)
    if option_named(name, vocabulary.weapons) == name.lower():
        name = f"{name} ({'melee' if is_combat else 'shot'})"
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
    """Add the known phrases in a weapon's rules to its keys, and return the parts of the profile that are unknown."""
    rules = next((name for name in values if "rule" in name or "abilit" in name), "")
    rest = []
    for phrase in re.split(r"[,.;]\s*", values.get(rules, "")):
        meant = found(phrase, words.weapon.phrases)
        if meant is not None:
            keys.update(meant)
        elif plain(phrase) and plain(phrase) not in AS_USER and plain(phrase) != "none":
            rest.append(phrase.strip())
    read = (rules, *SHORT, *SHORT.values())
    rest += [f"{name} {text}" for name, text in values.items() if name not in read and text.lower() not in NONE]
    return ", ".join(rest)


def rule_of(name: str, vocabulary: Vocabulary, words: CatalogueWords) -> str | None:
    """Special rule of the ruleset that corresponds to a catalogue's rule, or None."""
    meant = found(name, words.rules)
    return str(meant) if meant else option_named(name, vocabulary.rules)
