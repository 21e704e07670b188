"""Scenarios in which one number, model, weapon or weapon bearer of a unit is changed."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.lab.loadout_variants import ARMOUR, MIXTURES, SHIELDS, WEAPONS, variants, with_shields
from pilein.lab.loadouts import (
    PRICE,
    Arms,
    arms_in,
    half_holding,
    holding,
    largest_member,
    why_refused,
    with_members,
    with_profile,
    with_unit,
)
from pilein.tabletop.notation.values import why_not
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.vocabulary import Key, Value, Vocabulary

NO_PLACE = "the added model has no position on the table"
NO_FILES = "the frontage of the unit is not given"
TOO_FEW = "there are too few models"
NUMBERS = ("int", "number")
CHARACTERISTICS, MODELS, RANKS, BEARERS = "characteristics", "models", "ranks", "bearers"
LESS_IS_BETTER = "needed"  # words of a characteristic that is a score to be reached
ARMED = "armed: "


class Change(Struct, frozen=True):
    """Change to one unit, with its description and the changed scenario.

    The scenario is None if the change is impossible for the `reason`. `should` is 1 if a player expects the change
    to help its side, -1 if they expect it to hurt, and 0 if neither.
    """

    unit: int
    words: str
    scenario: Scenario | None
    reason: str = ""
    should: int = 0


Changed = Iterator[tuple[str, Scenario | str, int]]  # (words, scenario or the reason why it is impossible, `should`)


def changes(
    scenario: Scenario, words: Vocabulary, number: int, kinds: tuple[str, ...] | None = None
) -> Iterator[Change]:
    """Yield every change of the given kinds (default: DEFAULT) to a unit, each validated like a scenario file."""
    for kind in kinds or DEFAULT:
        for said, changed, should in KINDS[kind](scenario, words, number):
            reason = changed if isinstance(changed, str) else why_refused(changed)
            made = None if reason or isinstance(changed, str) else changed
            yield Change(number, said, made, reason, should)


def _characteristics(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """Yield two changes for each number in each profile of the unit, which raise and lower it by one."""
    names = tuple(dict.fromkeys(member.profile for member in scenario.units[number].members))
    for name in names:
        profile = scenario.profiles[name]
        of = f"{name}: " if len(names) > 1 else ""
        for key in words.characteristics:
            if key.name == PRICE or (key.of and not profile.values.get(key.of)):
                continue
            now = profile.values.get(key.name)
            for value in _neighbours(key, now):
                changed = replace(profile, values={**profile.values, key.name: value})
                made = with_profile(scenario, number, name, changed)
                yield f"{of}{key.name} {_shown(now)} -> {_shown(value)}", made, _direction_of_change(key, now, value)


def _direction_of_change(key: Key, now: Value | None, value: Value | None) -> int:
    """Return 1 if the new value is expected to be better, or -1 if it is expected to be worse.

    A missing value is the worst.
    """
    if now is None or value is None:
        return 1 if now is None else -1
    assert isinstance(now, int | float)
    assert isinstance(value, int | float)
    return (1 if value > now else -1) * (-1 if LESS_IS_BETTER in key.words else 1)


def _neighbours(key: Key, now: Value | None) -> Iterator[Value | None]:
    """Yield the legal values next to a value. An optional value appears and disappears at the upper bound."""
    may_miss = key.default is None
    if key.kind not in NUMBERS or isinstance(now, bool | str | tuple):
        return
    if now is None:
        yield from (int(key.most),) if key.most is not None else ()
        return
    yield from (value for value in (now - 1, now + 1) if why_not(key, value) is None)
    if may_miss and now == key.most:
        yield None


def _shown(value: Value | None) -> str:
    return "none" if value is None else f"{value}"


def _models(scenario: Scenario, _words: Vocabulary, number: int) -> Changed:
    unit = scenario.units[number]
    for more in (1, -1):
        yield f"models {unit.models} -> {unit.models + more}", _resized(scenario, number, more), more


def _ranks(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """Yield a change to one more rank and a change to one fewer rank, for a unit in a block."""
    unit = scenario.units[number]
    if words.formations.get(unit.formation) != "block":
        return
    given = unit.place.files if unit.place else unit.statuses.get("files")
    files = given if isinstance(given, int) else 0
    for more, said in ((files, MORE), (-files, FEWER)):
        should = 1 if said == MORE else -1
        if files:
            yield f"{said} ({files} models)", _resized(scenario, number, more), should
        else:
            yield said, NO_FILES, should


MORE, FEWER = "one more rank", "one rank fewer"


def _resized(scenario: Scenario, number: int, more: int) -> Scenario | str:
    """Return the scenario with `more` plain models (fewer if negative), or the reason why this is impossible."""
    unit = scenario.units[number]
    place, main = largest_member(unit)
    if unit.positions is not None and more > 0:
        return NO_PLACE
    if main.models + more < (1 if len(unit.members) == 1 else 0):
        return TOO_FEW
    left = (replace(main, models=main.models + more),) if main.models + more else ()
    changed = replace(unit, members=(*unit.members[:place], *left, *unit.members[place + 1 :]))
    if unit.positions is not None:
        end = sum(member.models for member in unit.members[: place + 1])
        changed = replace(changed, positions=(*unit.positions[: end + more], *unit.positions[end:]))
    return with_unit(scenario, number, changed)


def _bearers(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """Yield one more model of each special kind that the unit may have, or none of that kind if it has any."""
    unit = scenario.units[number]
    for key in words.member_keys:
        if key.kind != "bool":
            continue
        called = key.name.replace("_", " ")
        if any(member.values.get(key.name) for member in unit.members):
            members = tuple(replace(one, values={**one.values, key.name: False}) for one in unit.members)
            said, should = f"no {called}", -1
        else:
            members, said, should = _promoted(unit, key.name), f"a {called}", 1
        yield said, with_unit(scenario, number, replace(unit, members=members)), should


def _promoted(unit: Unit, key: str) -> tuple[Member, ...]:
    """Return the members of a unit with one plain model promoted by a key."""
    place, main = largest_member(unit)
    chosen = replace(main, models=1, values={**main.values, key: True})
    rest = (replace(main, models=main.models - 1),) if main.models > 1 else ()
    return (*unit.members[:place], chosen, *rest, *unit.members[place + 1 :])


def _arms(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """Yield each alternative loadout, for all models armed like the largest part of the unit."""
    yield from _rearmed(scenario, words, number, arms_in(scenario, words))


def _shields(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """Yield each loadout with a shield added, in rulesets where shields are weapons."""
    yield from _rearmed(scenario, words, number, with_shields(scenario, words))


def _rearmed(scenario: Scenario, words: Vocabulary, number: int, arms: Arms) -> Changed:
    unit = scenario.units[number]
    _, main = largest_member(unit)
    for said, weapons in arms.items():
        if weapons != main.weapons:
            members = holding(unit, weapons, instead_of=main.weapons)
            yield f"{ARMED}{said}", with_members(scenario, words, number, members), 0


def _armour(scenario: Scenario, _words: Vocabulary, number: int) -> Changed:
    """Yield a change for each other value of each protective characteristic."""
    for one in variants(scenario, number, (ARMOUR,))[1:]:
        if (changed := one.made(scenario)) != scenario:
            yield f"armour: {one.words}", changed, 0


def _mixtures(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """Yield changes that give half of the plain models, in front, another loadout."""
    unit = scenario.units[number]
    _, main = largest_member(unit)
    for said, weapons in arms_in(scenario, words).items():
        if weapons != main.weapons and main.models > 1:
            yield f"half {ARMED}{said}", with_members(scenario, words, number, half_holding(unit, weapons)), 0


KINDS = {
    CHARACTERISTICS: _characteristics,
    MODELS: _models,
    RANKS: _ranks,
    BEARERS: _bearers,
    WEAPONS: _arms,
    SHIELDS: _shields,
    ARMOUR: _armour,
    MIXTURES: _mixtures,
}
DEFAULT = (CHARACTERISTICS, MODELS, RANKS, BEARERS, WEAPONS, SHIELDS)
