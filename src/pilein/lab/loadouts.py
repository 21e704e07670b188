"""Loadouts and armour defined by a ruleset or a scenario, and their names in tables and pictures."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pilein.kernel.nearest import in_words
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.vocabulary import Key, Value, Values, Vocabulary, ways_to_be_armed, weapons_of

Loadout = tuple[str, ...]  # the weapons held
Arms = dict[str, Loadout]  # by the name of the loadout
JOINED = ", "  # between the names of equal loadouts
PRICE = "points"  # the characteristic that gives a model's cost
LONGEST = 48  # letters of a name
WIDE = 8  # values of a characteristic, all tried; if there are more, only the nearest
NEAR = 2  # above and below the present value


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
    """Return every weapon in the ruleset or the scenario. If a weapon is in both, the scenario's values are used."""
    return weapons_of(words) | scenario.weapons


def arms_in(scenario: Scenario, words: Vocabulary) -> Arms:
    """Return the loadouts that the ruleset lists (if none, each of its weapons), and each weapon in the scenario."""
    return ways_to_be_armed(words) | {name: (name,) for name in scenario.weapons if name not in words.weapons}


def shields(words: Vocabulary) -> Loadout:
    """Return the ruleset's weapons that are carried for protection."""
    return tuple(name for name in words.armour if name in words.weapons)


def with_shields(scenario: Scenario, words: Vocabulary) -> Arms:
    """Return each loadout with a shield added, unless that loadout is already listed.

    Not every loadout can hold the shield.
    """
    arms = arms_in(scenario, words)
    return {
        f"{said} and {shield}": (*weapons, shield)
        for shield in shields(words)
        for said, weapons in arms.items()
        if shield not in weapons and (*weapons, shield) not in arms.values()
    }


def protections(words: Vocabulary) -> tuple[str, ...]:
    """Return all protective values in players' terms, such as "shield", "light armour" or "Sv 4"."""
    keys = [key for key in words.characteristics if key.name in words.armour]
    values = ((key, value) for key in keys for value in possible(key, None))
    return tuple(said(key, value) for key, value in values if value not in (None, "none", False))


def said(key: Key, value: Value | None) -> str:
    """Format a characteristic's value in players' terms: "no shield", "large shield", "light armour", "Sv 4"."""
    if key.kind not in ("one of", "bool"):
        return f"{key.name} {'none' if value is None else value}"
    if value in ("none", False):
        return f"no {key.name}"
    if value is True or key.name in str(value).split():
        return key.name if value is True else str(value)
    return f"{value} {key.name}"


def possible(key: Key, now: Value | None) -> tuple[Value | None, ...]:
    """Return the possible values of a characteristic, or only those nearest to the present value if there are many."""
    if key.kind == "one of":
        return key.options
    if key.kind == "bool":
        return (False, True)
    if key.least is None or key.most is None:
        return ()
    least, most = int(key.least), int(key.most)
    if most - least >= WIDE and isinstance(now, int):
        least, most = max(least, now - NEAR), min(most, now + NEAR)
    return (*((None,) if key.default is None else ()), *range(least, most + 1))
