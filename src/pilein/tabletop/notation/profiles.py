"""Profiles and weapons in a scenario file."""

import re
from typing import Literal

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, MM
from pilein.kernel.nearest import folded, hint, same, shortened
from pilein.kernel.rulings import Reading
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.notation.values import Fault, described
from pilein.tabletop.scenario import Profile
from pilein.tabletop.vocabulary import PROFILE_KEYS, Key, Value, Values, Vocabulary, names, weapons_of

RULES = "rules"


def profiles(top: Section, vocabulary: Vocabulary, rulings: dict[str, Reading]) -> dict[str, Profile]:
    """Read the profiles by name, with default bases filled in."""
    other = default_base(vocabulary, rulings)
    return {name: _profile(section, vocabulary, other) for name, section in top.named("profiles", "the profile")}


def default_base(vocabulary: Vocabulary, rulings: dict[str, Reading]) -> Base:
    """Return the default base of models under the given rulings."""
    words = vocabulary.default_base
    for ruling, bases in vocabulary.bases.items():
        option = rulings.get(ruling, Reading()).option
        words = bases.get(option, words)
    base = base_of(words)
    assert isinstance(base, Base), f"the ruleset's default base {words!r} is not a base"
    return base


def special_rules(section: Section, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Read the special rules of a section in the ruleset's spelling, without duplicates."""
    found: dict[str, None] = {}
    for number, name in enumerate(section.texts("rules")):
        known = same(name, vocabulary.rules)
        if known is None:
            none = "" if vocabulary.rules else f"remove it: {vocabulary.ruleset} has no named special rules"
            remedy = hint(name, vocabulary.rules, none, vocabulary.listing("rules"))
            message = f"there is no special rule {shortened(name)!r}"
            raise section.fault(message, "rules", number, remedy=remedy)
        found[known] = None
    return tuple(found)


def weapons(top: Section, vocabulary: Vocabulary) -> dict[str, Values]:
    """Return all weapons available to units: the weapons of the ruleset, as changed by the file, and the weapons that
    the file adds.
    """
    known = weapons_of(vocabulary)
    for name, section in top.named("weapons", "the weapon"):
        section.only(names(vocabulary.weapon_keys), listing=vocabulary.listing("weapon keys"))
        own = same(name, known)
        if own is not None and own not in vocabulary.weapons:
            raise section.fault(
                f"the weapon {name!r} is already defined, as {own!r}", remedy="remove one of the two definitions"
            )
        start = known[own] if own else {}
        known[own or name] = {
            key.name: start[key.name]
            if key.name in start and not section.has(key.name)
            else _read(section, key, vocabulary)
            for key in vocabulary.weapon_keys
        }
    return known


def _read(section: Section, key: Key, vocabulary: Vocabulary) -> Value | None:
    """Read the value of a weapon's key. The `rules` of a weapon are special rules, as they are for a model."""
    return special_rules(section, vocabulary) if key.name == RULES and section.has(RULES) else section.read(key)


def described_weapons(top: Section) -> set[str]:
    """Return the names of the weapons that the file describes, case-folded for comparison."""
    return {folded(name) for name in top.inner("weapons", "[weapons]").values}


def _profile(section: Section, vocabulary: Vocabulary, other: Base) -> Profile:
    known = (*names(vocabulary.characteristics), *PROFILE_KEYS)
    section.only(known, vocabulary.elsewhere, vocabulary.listing("profiles"))
    values = section.read_all(vocabulary.characteristics)
    is_given = section.has("base")
    base = base_in(section) if is_given else other
    return Profile(base, is_given, values, special_rules(section, vocabulary))


def base_in(section: Section) -> Base:
    """Read the `base` of a section. Raises BadScenario if it is invalid."""
    words = section.values["base"]
    if not isinstance(words, str):
        message = f"the value must be a base, not {described(words)}"
        raise section.fault(message, "base", remedy=f"write the base in one of the forms {EXAMPLES}")
    base = base_of(words)
    if isinstance(base, Fault):
        raise section.fault(base.message, "base", remedy=base.remedy)
    return base


# --- Bases as a scenario writes them: "25mm", "25x50mm", "1in square", "60x35mm oval" -----------------------------


EXAMPLES = '"25mm" (round), "25x50mm" (width x depth), "25mm square", "1in square", "60x35mm oval"'
BASE = re.compile(
    r"(?P<width>\d{1,4}(\.\d{1,4})?)\s*(x\s*(?P<depth>\d{1,4}(\.\d{1,4})?))?\s*(?P<unit>mm|in|\")\s*(?P<kind>[a-z]*)",
    re.ASCII,
)
SMALLEST = 5 * MM
LARGEST = 20 * INCH


def base_of(words: str) -> Base | Fault:
    """Parse a base such as "25x50mm". Return a Fault if it is invalid."""
    found = BASE.fullmatch(words.strip().lower())
    if found is None:
        return Fault(f"{words[:40]!r} is not a base", f"write the base in one of the forms {EXAMPLES}")
    kind = _kind(found["kind"], has_depth=found["depth"] is not None)
    if isinstance(kind, Fault):
        return kind
    tick = MM if found["unit"] == "mm" else INCH
    width = round(float(found["width"]) * tick)
    depth = round(float(found["depth"] or found["width"]) * tick)
    if not SMALLEST <= min(width, depth) <= max(width, depth) <= LARGEST:
        return Fault(f"a base of {words.strip()} is too small or too large", "give measurements from 5mm to 20in")
    return Base(kind, width, depth)


def _kind(word: str, *, has_depth: bool) -> Literal["round", "rectangle", "oval"] | Fault:
    if has_depth:
        if word in ("", "rectangle"):
            return "rectangle"
        if word == "oval":
            return "oval"
        return Fault(
            f"a base with two measurements cannot be {word!r}", "omit the word to get a rectangle, or write oval"
        )
    if word in ("", "round"):
        return "round"
    if word == "square":
        return "rectangle"
    remedy = (
        "write both measurements: width x depth"
        if word in ("oval", "rectangle")
        else f"write the base in one of the forms {EXAMPLES}"
    )
    return Fault(f"a base with one measurement cannot be {word!r}", remedy)
