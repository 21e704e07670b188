"""Alternative loadouts for a unit, each as a change to the scenario: other weapons, a shield, armour, or a mixture."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, BadScenario
from pilein.kernel.nearest import hint
from pilein.lab.loadouts import (
    Arms,
    Loadout,
    arms_in,
    half_holding,
    holding,
    largest_member,
    shields,
    why_refused,
    with_members,
    with_profile,
)
from pilein.lab.sentences import joined
from pilein.tabletop.scenario import Profile, Scenario
from pilein.tabletop.vocabulary import Key, Value, Vocabulary

WEAPONS, SHIELDS, ARMOUR, MIXTURES = "weapons", "shields", "armour", "mixtures"
TOPICS = (WEAPONS, SHIELDS, ARMOUR, MIXTURES)
AS_IT_IS = "as it is"
WIDE = 8  # values of a characteristic, all tried; if there are more, only the nearest
NEAR = 2  # above and below the present value


class Variant(Struct, frozen=True):
    """Loadout for a unit, with its description and the function that applies it to a scenario."""

    words: str
    made: Callable[[Scenario], Scenario]


def topics_of(asked: str, known: tuple[str, ...] = TOPICS) -> tuple[str, ...]:
    """Return the topics in a comma-separated list such as "weapons,shields". Raises BadInput for an unknown topic."""
    found = tuple(dict.fromkeys(part.strip() for part in asked.split(",")))
    for one in found:
        if one not in known:
            raise BadInput(f"{one!r} cannot be varied", key=one, remedy=hint(one, known, f"vary {joined(known)}"))
    return found


def variants(scenario: Scenario, number: int, topics: tuple[str, ...]) -> tuple[Variant, ...]:
    """Return the loadouts for all models of a unit, without repeats. Unless weapons are varied, "as it is" comes first.

    A variant that the ruleset refuses is left out, except that a listed loadout of weapons must be possible.

    Raises:
        BadScenario: the ruleset has no words of that kind.
    """
    words = vocabulary(scenario.ruleset)
    found = [] if WEAPONS in topics else [Variant(AS_IT_IS, lambda unchanged: unchanged)]
    for topic in topics:
        of_topic = list(KINDS[topic](scenario, words, number))
        if not of_topic:
            remedy = "define weapons under [weapons.NAME]" if topic == WEAPONS else f"vary {_other_loadouts(topic)}"
            raise BadScenario(f"the ruleset {scenario.ruleset} has no named {topic}", remedy=remedy)
        found += [one for one in of_topic if topic == WEAPONS or not why_refused(one.made(scenario))]
    return tuple({one.words: one for one in found}.values())


def _other_loadouts(topic: str) -> str:
    return " or ".join(one for one in TOPICS if one != topic)


def _weapons(scenario: Scenario, words: Vocabulary, number: int) -> Iterator[Variant]:
    """Yield a variant for each weapon loadout, carried by all models."""
    for said, weapons in arms_in(scenario, words).items():
        yield Variant(said, partial(_armed, words=words, number=number, weapons=weapons))


def _armed(scenario: Scenario, *, words: Vocabulary, number: int, weapons: Loadout) -> Scenario:
    return with_members(scenario, words, number, holding(scenario.units[number], weapons))


def _shields(scenario: Scenario, words: Vocabulary, number: int) -> Iterator[Variant]:
    """Yield each loadout with a shield added. If shields are not weapons, yield every kind of shield."""
    for said, weapons in with_shields(scenario, words).items():
        yield Variant(said, partial(_armed, words=words, number=number, weapons=weapons))
    for key in words.characteristics:
        if key.name in words.armour and "shield" in key.name:
            yield from _values(scenario, number, key)


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


def _armour(scenario: Scenario, words: Vocabulary, number: int) -> Iterator[Variant]:
    """Yield variants with each value of each protective characteristic, changing one characteristic at a time."""
    for key in words.characteristics:
        if key.name in words.armour:
            yield from _values(scenario, number, key)


def _values(scenario: Scenario, number: int, key: Key) -> Iterator[Variant]:
    _, main = largest_member(scenario.units[number])
    now = scenario.profiles[main.profile].values.get(key.name)
    for value in _possible(key, now):
        yield Variant(said(key, value), partial(_valued, number=number, key=key.name, value=value))


def protections(words: Vocabulary) -> tuple[str, ...]:
    """Return all protective values in players' terms, such as "shield", "light armour" or "Sv 4"."""
    keys = [key for key in words.characteristics if key.name in words.armour]
    values = ((key, value) for key in keys for value in _possible(key, None))
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


def _possible(key: Key, now: Value | None) -> tuple[Value | None, ...]:
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


def _valued(scenario: Scenario, *, number: int, key: str, value: Value | None) -> Scenario:
    """Set a characteristic to the given value in all of a unit's profiles."""
    for name in dict.fromkeys(member.profile for member in scenario.units[number].members):
        profile: Profile = scenario.profiles[name]
        changed = replace(profile, values={**profile.values, key: value})
        scenario = with_profile(scenario, number, name, changed)
    return scenario


def _mixtures(scenario: Scenario, words: Vocabulary, number: int) -> Iterator[Variant]:
    """Yield variants with each loadout for half of the plain models. The other half is unchanged."""
    _, main = largest_member(scenario.units[number])
    for said, weapons in arms_in(scenario, words).items():
        if weapons != main.weapons and main.models > 1:
            yield Variant(f"half {said}", partial(_mixed, words=words, number=number, weapons=weapons))


def _mixed(scenario: Scenario, *, words: Vocabulary, number: int, weapons: Loadout) -> Scenario:
    return with_members(scenario, words, number, half_holding(scenario.units[number], weapons))


KINDS = {WEAPONS: _weapons, SHIELDS: _shields, ARMOUR: _armour, MIXTURES: _mixtures}
