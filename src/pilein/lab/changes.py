"""Scenarios changed by one number, model, bearer or weapon of one unit, as data."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.lab.scenarios import found_good
from pilein.tabletop.notation.values import why_not
from pilein.tabletop.scenario import Member, Profile, Scenario, Unit
from pilein.tabletop.vocabulary import Key, Value, Values, Vocabulary, ways_to_be_armed, weapons_of

NO_PLACE = "the place of another model on the table is not given"
NO_FILES = "the frontage of the unit is not given"
TOO_FEW = "there are too few models"
NUMBERS = ("int", "number")
Arms = dict[str, tuple[str, ...]]  # the name of a loadout, the weapons held


class Change(Struct, frozen=True):
    """A change of one unit in words, and the scenario with it; None if impossible, with the `reason`."""

    unit: int
    words: str
    scenario: Scenario | None
    reason: str = ""


def changes(scenario: Scenario, words: Vocabulary, number: int) -> Iterator[Change]:
    """Every change of the unit of that number, each validated like a scenario file."""
    for kind in (_characteristics, _models, _ranks, _bearers, _arms):
        for said, changed in kind(scenario, words, number):
            if isinstance(changed, str):
                yield Change(number, said, None, changed)
            else:
                reason = why_refused(changed)
                yield Change(number, said, None if reason else changed, reason)


def why_refused(scenario: Scenario) -> str:
    """What is wrong with a scenario made in Python; "" if it can be played."""
    try:
        found_good(scenario)
        ruleset_named(scenario.ruleset).opened(scenario)
    except BadInput as error:
        return error.message
    return ""


Changed = Iterator[tuple[str, Scenario | str]]  # in words; the scenario, or why it is impossible


def _characteristics(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """Each number of each profile of the unit, one more and one less."""
    names = tuple(dict.fromkeys(member.profile for member in scenario.units[number].members))
    for name in names:
        profile = scenario.profiles[name]
        of = f"{name}: " if len(names) > 1 else ""
        for key in words.characteristics:
            if key.of and not profile.values.get(key.of):
                continue
            now = profile.values.get(key.name)
            for value in _neighbours(key, now):
                changed = replace(profile, values={**profile.values, key.name: value})
                yield f"{of}{key.name} {_shown(now)} -> {_shown(value)}", _with_profile(scenario, number, name, changed)


def _neighbours(key: Key, now: Value | None) -> Iterator[Value | None]:
    """The legal values next to one; an optional value appears and disappears at the upper bound."""
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


def _with_profile(scenario: Scenario, number: int, name: str, profile: Profile) -> Scenario:
    """The scenario with this profile for one unit only, under a new name if others share it."""
    unit = scenario.units[number]
    others = (one for one in scenario.units if one is not unit)
    if not any(member.profile == name for other in others for member in other.members):
        return replace(scenario, profiles={**scenario.profiles, name: profile})
    own = f"{name} of {unit.name}"
    members = tuple(replace(one, profile=own) if one.profile == name else one for one in unit.members)
    profiles = {**scenario.profiles, own: profile}
    return replace(_with_unit(scenario, number, replace(unit, members=members)), profiles=profiles)


def _models(scenario: Scenario, _words: Vocabulary, number: int) -> Changed:
    unit = scenario.units[number]
    for more in (1, -1):
        yield f"models {unit.models} -> {unit.models + more}", _resized(scenario, number, more)


def _ranks(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """A rank more or less, for a unit that stands as a block."""
    unit = scenario.units[number]
    if words.formations.get(unit.formation) != "block":
        return
    given = unit.place.files if unit.place else unit.statuses.get("files")
    files = given if isinstance(given, int) else 0
    for more, said in ((files, "one more rank"), (-files, "one rank fewer")):
        yield (f"{said} ({files} models)", _resized(scenario, number, more)) if files else (said, NO_FILES)


def _resized(scenario: Scenario, number: int, more: int) -> Scenario | str:
    """The scenario with `more` plain models added, or removed if negative."""
    unit = scenario.units[number]
    place, main = _main(unit)
    if unit.positions is not None and more > 0:
        return NO_PLACE
    if main.models + more < (1 if len(unit.members) == 1 else 0):
        return TOO_FEW
    left = (replace(main, models=main.models + more),) if main.models + more else ()
    changed = replace(unit, members=(*unit.members[:place], *left, *unit.members[place + 1 :]))
    if unit.positions is not None:
        end = sum(member.models for member in unit.members[: place + 1])
        changed = replace(changed, positions=(*unit.positions[: end + more], *unit.positions[end:]))
    return _with_unit(scenario, number, changed)


def _bearers(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """One more model of each special kind that a unit may have, or none if it has some."""
    unit = scenario.units[number]
    for key in words.member_keys:
        if key.kind != "bool":
            continue
        called = key.name.replace("_", " ")
        if any(member.values.get(key.name) for member in unit.members):
            members = tuple(replace(one, values={**one.values, key.name: False}) for one in unit.members)
            said = f"no {called}"
        else:
            members, said = _promoted(unit, key.name), f"a {called}"
        yield said, _with_unit(scenario, number, replace(unit, members=members))


def _promoted(unit: Unit, key: str) -> tuple[Member, ...]:
    """The members of a unit, with one plain model promoted to what the key says."""
    place, main = _main(unit)
    chosen = replace(main, models=1, values={**main.values, key: True})
    rest = (replace(main, models=main.models - 1),) if main.models > 1 else ()
    return (*unit.members[:place], chosen, *rest, *unit.members[place + 1 :])


def _arms(scenario: Scenario, words: Vocabulary, number: int) -> Changed:
    """Other weapons for all models armed like most of the unit."""
    known = weapons_in(scenario, words)
    unit = scenario.units[number]
    _, main = _main(unit)
    for said, weapons in arms_in(scenario, words).items():
        if weapons != main.weapons:
            yield f"armed: {said}", _armed(scenario, number, weapons, known)


def _armed(scenario: Scenario, number: int, weapons: tuple[str, ...], known: dict[str, Values]) -> Scenario:
    unit = scenario.units[number]
    _, main = _main(unit)
    members = tuple(replace(one, weapons=weapons) if one.weapons == main.weapons else one for one in unit.members)
    held = {name: known[name] for name in weapons}
    changed = _with_unit(scenario, number, replace(unit, members=members))
    return replace(changed, weapons={**scenario.weapons, **held})


def _main(unit: Unit) -> tuple[int, Member]:
    """The member with the most models (the last if several) and its index."""
    place = max(range(len(unit.members)), key=lambda one: (unit.members[one].models, one))
    return place, unit.members[place]


def _with_unit(scenario: Scenario, number: int, unit: Unit) -> Scenario:
    units = (*scenario.units[:number], unit, *scenario.units[number + 1 :])
    return replace(scenario, units=units)


def weapons_in(scenario: Scenario, words: Vocabulary) -> dict[str, Values]:
    """Every weapon of the ruleset or the scenario; the scenario's description wins."""
    return weapons_of(words) | scenario.weapons


def arms_in(scenario: Scenario, words: Vocabulary) -> Arms:
    """The loadouts that the ruleset lists, or else each of its weapons; and each weapon of the scenario."""
    return ways_to_be_armed(words) | {name: (name,) for name in scenario.weapons if name not in words.weapons}
