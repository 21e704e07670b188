"""Members of a unit in a scenario file. Each member stands for identical models, with their profile, weapons, rules and
the ruleset's own keys.
"""

from collections.abc import Mapping

from msgspec import Struct

from pilein.kernel.nearest import hint, listed, same, shortened
from pilein.kernel.remedies import line
from pilein.tabletop.notation.profiles import special_rules
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.scenario import Member, Profile
from pilein.tabletop.vocabulary import MEMBER_KEYS, Values, Vocabulary, defaults, names

MOST_IN_UNIT = 500


class Muster(Struct, frozen=True):
    """Vocabulary, profiles and weapons to which the units of a file may refer."""

    vocabulary: Vocabulary
    profiles: Mapping[str, Profile]
    weapons: Mapping[str, Values]


class _Unit(Struct, frozen=True):
    """Defaults that a unit sets for its members."""

    profile: str | None
    weapons: tuple[str, ...]
    rules: tuple[str, ...]


def members(unit: Section, muster: Muster) -> tuple[Member, ...]:
    """Read the entries under `members`, in order, followed by the models of the unit's own profile.

    Raises:
        BadScenario: the unit has no models, too many models or an unknown name.
    """
    own = _own_equipment(unit, muster)
    listed_ones = [
        _member(section, own, muster)
        for section in unit.entries("members", "a member", 'write members = [{ profile = "...", models = 1 }]')
    ]
    if own.profile is not None:
        listed_ones.append(_main(unit, own, muster))
    if not listed_ones:
        raise unit.fault("the unit has no models", remedy=line("profile", '"..."') + " and models = 5")
    total = sum(member.models for member in listed_ones)
    if total > MOST_IN_UNIT:
        raise unit.fault(
            f"the unit has {total} models, more than {MOST_IN_UNIT}",
            "models",
            remedy=f"use at most {MOST_IN_UNIT} in a unit",
        )
    return tuple(listed_ones)


def _own_equipment(unit: Section, muster: Muster) -> _Unit:
    if unit.has("models") and not unit.has("profile"):
        raise unit.fault("the models have no profile", "models", remedy=line("profile", '"..."') + " to give them one")
    profile = _profile(unit, muster) if unit.has("profile") else None
    return _Unit(profile, _weapons(unit, muster), special_rules(unit, muster.vocabulary))


def _main(unit: Section, own: _Unit, muster: Muster) -> Member:
    assert own.profile is not None
    models = unit.whole("models", 1, MOST_IN_UNIT)
    rules = _merged(muster.profiles[own.profile].rules, own.rules)
    return Member(own.profile, models, own.weapons, defaults(muster.vocabulary.member_keys), rules)


def _member(section: Section, own: _Unit, muster: Muster) -> Member:
    section.only((*MEMBER_KEYS, *names(muster.vocabulary.member_keys)), listing=muster.vocabulary.listing("members"))
    profile = own.profile
    if profile is None or section.has("profile"):
        profile = _profile(section, muster)
    weapons = _weapons(section, muster) if section.has("weapons") else own.weapons
    rules = _merged(muster.profiles[profile].rules, own.rules, special_rules(section, muster.vocabulary))
    values = section.read_all(muster.vocabulary.member_keys)
    return Member(profile, section.whole("models", 1, MOST_IN_UNIT, 1), weapons, values, rules)


def _profile(section: Section, muster: Muster) -> str:
    name = section.text("profile")
    if name not in muster.profiles:
        remedy = hint(name, muster.profiles, f"define it under [profiles.{shortened(name)}]")
        raise section.fault(f"there is no profile {shortened(name)!r}", "profile", remedy=remedy)
    return name


def _weapons(section: Section, muster: Muster) -> tuple[str, ...]:
    found = []
    for number, name in enumerate(section.texts("weapons")):
        known = same(name, muster.weapons)
        if known is None:
            raise section.fault(
                f"there is no weapon {shortened(name)!r}", "weapons", number, remedy=_instead(name, muster)
            )
        found.append(known)
    return tuple(found)


def _instead(weapon: str, muster: Muster) -> str:
    """Return the remedy for an unknown weapon: the ruleset's hint for a weapon of another game, or the nearest known
    name.
    """
    meant = same(weapon, muster.vocabulary.elsewhere)
    if meant:
        return muster.vocabulary.elsewhere[meant]
    otherwise = f"use one of {listed(muster.weapons)}, or define it under [weapons.NAME]"
    return hint(weapon, muster.weapons, otherwise, muster.vocabulary.listing("weapons"))


def _merged(*lists: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for rules in lists for rule in rules))
