"""Scenarios with other weapons, members or profiles for one of their units."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import in_words
from pilein.lab.scenarios import found_good
from pilein.tabletop.scenario import Member, Profile, Scenario, Unit
from pilein.tabletop.vocabulary import Values, Vocabulary, ways_to_be_armed, weapons_of

Loadout = tuple[str, ...]  # the weapons held
Arms = dict[str, Loadout]  # by the name of the loadout
JOINED = ", "  # between the names of equal loadouts
PRICE = "points"  # the characteristic that gives a model's cost
LONGEST = 48  # letters of a name


def short_names(names: Iterable[str], longest: int = LONGEST) -> dict[str, str]:
    """Short forms of names for tables and pictures: for joined names, one name and the number of others.

    Different names stay different: the part shown is unique to the name, or its end.

    Examples:
        >>> list(short_names(("axe, mace, long sword", "axe, mace, long spear", "axe"), 18).values())
        ['long sword and 2 more', 'long spear and 2 more', 'axe']
    """
    shown = {name: _short(name, longest) for name in names}
    for name in _twins(shown):
        shown[name] = _distinct_name(name, [one for one in shown if one != name], longest)
    for number, name in enumerate(_twins(shown), 1):
        shown[name] += f" ({number})"
    return {name: in_words(short) for name, short in shown.items()}


def _twins(shown: Mapping[str, str]) -> list[str]:
    """The names with the same short form."""
    often = Counter(shown.values())
    return [name for name, short in shown.items() if often[short] > 1]


def _short(name: str, longest: int) -> str:
    first, *others = name.split(JOINED)
    shown = name if len(name) <= longest else f"{first} and {len(others)} more" if others else first
    return shown if len(shown) <= longest else f"{shown[: longest - 1].rstrip()}…"


def _distinct_name(name: str, others: Sequence[str], longest: int) -> str:
    """A distinct short form of a name: a part unique to it, or its end."""
    kind, colon, listed = name.rpartition(": ")
    parts = listed.split(JOINED)
    taken = {part for other in others for part in other.rpartition(": ")[2].split(JOINED)}
    own = next((part for part in parts if part not in taken), "")
    if own and len(parts) > 1:
        return f"{kind}{colon}{own} and {len(parts) - 1} more"
    half = longest // 2
    return name if len(name) <= longest else f"{name[: half - 1].rstrip()}…{name[-half:].lstrip()}"


def weapons_in(scenario: Scenario, words: Vocabulary) -> dict[str, Values]:
    """Every weapon in the ruleset or the scenario; the scenario's description takes precedence."""
    return weapons_of(words) | scenario.weapons


def arms_in(scenario: Scenario, words: Vocabulary) -> Arms:
    """Loadouts listed by the ruleset, or else each of its weapons; plus each weapon in the scenario."""
    return ways_to_be_armed(words) | {name: (name,) for name in scenario.weapons if name not in words.weapons}


def shields(words: Vocabulary) -> Loadout:
    """Weapons in a ruleset that are carried for protection."""
    return tuple(name for name in words.armour if name in words.weapons)


def with_unit(scenario: Scenario, number: int, unit: Unit) -> Scenario:
    """The scenario with one unit replaced."""
    return replace(scenario, units=(*scenario.units[:number], unit, *scenario.units[number + 1 :]))


def with_members(scenario: Scenario, words: Vocabulary, number: int, members: tuple[Member, ...]) -> Scenario:
    """The scenario with other members in a unit, and descriptions of their weapons."""
    known = weapons_in(scenario, words)
    held = {name: known[name] for member in members for name in member.weapons}
    changed = with_unit(scenario, number, replace(scenario.units[number], members=members))
    return replace(changed, weapons={**scenario.weapons, **held})


def with_profile(scenario: Scenario, number: int, name: str, profile: Profile) -> Scenario:
    """The scenario with this profile for one unit only, under a new name if others share it."""
    unit = scenario.units[number]
    others = (one for one in scenario.units if one is not unit)
    if not any(member.profile == name for other in others for member in other.members):
        return replace(scenario, profiles={**scenario.profiles, name: profile})
    own = f"{name} of {unit.name}"
    members = tuple(replace(one, profile=own) if one.profile == name else one for one in unit.members)
    profiles = {**scenario.profiles, own: profile}
    return replace(with_unit(scenario, number, replace(unit, members=members)), profiles=profiles)


def largest_member(unit: Unit) -> tuple[int, Member]:
    """The member with the most models (the last if several) and its index."""
    place = max(range(len(unit.members)), key=lambda one: (unit.members[one].models, one))
    return place, unit.members[place]


def holding(unit: Unit, weapons: Loadout, *, instead_of: Loadout | None = None) -> tuple[Member, ...]:
    """The members of a unit with these weapons: all of them, or only members that now hold others."""
    return tuple(
        replace(one, weapons=weapons) if instead_of is None or one.weapons == instead_of else one
        for one in unit.members
    )


def half_holding(unit: Unit, weapons: Loadout) -> tuple[Member, ...]:
    """The members of a unit, with half its plain models (rounded down) holding these weapons, in front of the rest."""
    place, main = largest_member(unit)
    half = main.models // 2
    if not half:
        return unit.members
    split = (replace(main, models=half, weapons=weapons), replace(main, models=main.models - half))
    return (*unit.members[:place], *split, *unit.members[place + 1 :])


def why_refused(scenario: Scenario) -> str:
    """The fault in a scenario made in Python; "" if it can be played."""
    try:
        found_good(scenario)
        ruleset_named(scenario.ruleset).opened(scenario)
    except BadInput as error:
        return error.message
    return ""
