"""Change the weapons, members or profiles of one unit in a scenario."""

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
    """Return short forms of names for tables and pictures.

    A list of names is shortened to one name and the number of the other names. Different names stay different,
    because the part shown is unique to the name or includes its end.

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
    """Return the names that have the same short form as another name."""
    often = Counter(shown.values())
    return [name for name, short in shown.items() if often[short] > 1]


def _short(name: str, longest: int) -> str:
    first, *others = name.split(JOINED)
    shown = name if len(name) <= longest else f"{first} and {len(others)} more" if others else first
    return shown if len(shown) <= longest else f"{shown[: longest - 1].rstrip()}…"


def _distinct_name(name: str, others: Sequence[str], longest: int) -> str:
    """Shorten a name to a part that is unique to it, or to its beginning and end, so that it stays distinct."""
    kind, colon, listed = name.rpartition(": ")
    parts = listed.split(JOINED)
    taken = {part for other in others for part in other.rpartition(": ")[2].split(JOINED)}
    own = next((part for part in parts if part not in taken), "")
    if own and len(parts) > 1:
        return f"{kind}{colon}{own} and {len(parts) - 1} more"
    half = longest // 2
    return name if len(name) <= longest else f"{name[: half - 1].rstrip()}…{name[-half:].lstrip()}"


def weapons_in(scenario: Scenario, words: Vocabulary) -> dict[str, Values]:
    """Return every weapon in the ruleset or the scenario. The scenario's description takes precedence."""
    return weapons_of(words) | scenario.weapons


def arms_in(scenario: Scenario, words: Vocabulary) -> Arms:
    """Return the loadouts listed by the ruleset, or else each of its weapons, plus each weapon in the scenario."""
    return ways_to_be_armed(words) | {name: (name,) for name in scenario.weapons if name not in words.weapons}


def shields(words: Vocabulary) -> Loadout:
    """Return the ruleset's weapons that are carried for protection."""
    return tuple(name for name in words.armour if name in words.weapons)


def with_unit(scenario: Scenario, number: int, unit: Unit) -> Scenario:
    """Return the scenario with the unit at the given index replaced."""
    return replace(scenario, units=(*scenario.units[:number], unit, *scenario.units[number + 1 :]))


def with_members(scenario: Scenario, words: Vocabulary, number: int, members: tuple[Member, ...]) -> Scenario:
    """Return the scenario with new members in a unit, and the descriptions of their weapons."""
    known = weapons_in(scenario, words)
    held = {name: known[name] for member in members for name in member.weapons}
    changed = with_unit(scenario, number, replace(scenario.units[number], members=members))
    return replace(changed, weapons={**scenario.weapons, **held})


def with_profile(scenario: Scenario, number: int, name: str, profile: Profile) -> Scenario:
    """Return the scenario with a profile replaced for one unit only.

    The profile gets a new name if other units share the old one.
    """
    unit = scenario.units[number]
    others = (one for one in scenario.units if one is not unit)
    if not any(member.profile == name for other in others for member in other.members):
        return replace(scenario, profiles={**scenario.profiles, name: profile})
    own = f"{name} of {unit.name}"
    members = tuple(replace(one, profile=own) if one.profile == name else one for one in unit.members)
    profiles = {**scenario.profiles, own: profile}
    return replace(with_unit(scenario, number, replace(unit, members=members)), profiles=profiles)


def largest_member(unit: Unit) -> tuple[int, Member]:
    """Return the index of the member with the most models, and the member itself.

    If several members tie, the last one is returned.
    """
    place = max(range(len(unit.members)), key=lambda one: (unit.members[one].models, one))
    return place, unit.members[place]


def holding(unit: Unit, weapons: Loadout, *, instead_of: Loadout | None = None) -> tuple[Member, ...]:
    """Return a unit's members with these weapons. With `instead_of`, only members that hold that weapon are changed."""
    return tuple(
        replace(one, weapons=weapons) if instead_of is None or one.weapons == instead_of else one
        for one in unit.members
    )


def half_holding(unit: Unit, weapons: Loadout) -> tuple[Member, ...]:
    """Return a unit's members, in which half the plain models (rounded down), placed in front, hold these weapons."""
    place, main = largest_member(unit)
    half = main.models // 2
    if not half:
        return unit.members
    split = (replace(main, models=half, weapons=weapons), replace(main, models=main.models - half))
    return (*unit.members[:place], *split, *unit.members[place + 1 :])


def why_refused(scenario: Scenario) -> str:
    """Return what is wrong with a scenario built in Python, or "" if it is playable."""
    try:
        found_good(scenario)
        ruleset_named(scenario.ruleset).opened(scenario)
    except BadInput as error:
        return error.message
    return ""
