"""Changes to one unit of a scenario: its numbers, models, ranks, bearers, weapons, shields, armour or mixtures."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import BadInput, BadScenario
from pilein.kernel.nearest import hint
from pilein.lab.loadouts import PRICE, Arms, Loadout, arms_in, possible, said, weapons_in, with_shields
from pilein.lab.scenarios import found_good
from pilein.lab.sentences import joined
from pilein.tabletop.notation.values import why_not
from pilein.tabletop.scenario import Member, Profile, Scenario, Unit
from pilein.tabletop.vocabulary import Key, Value, Vocabulary

NO_PLACE = "the added model has no position on the table"
NO_FILES = "the frontage of the unit is not given"
TOO_FEW = "there are too few models"
NUMBERS = ("int", "number")
CHARACTERISTICS, MODELS, RANKS, BEARERS = "characteristics", "models", "ranks", "bearers"
WEAPONS, SHIELDS, ARMOUR, MIXTURES = "weapons", "shields", "armour", "mixtures"
LESS_IS_BETTER = "needed"  # words of a characteristic that is a score to be reached
ARMED = "armed: "
AS_IT_IS = "as it is"
MORE, FEWER = "one more rank", "one rank fewer"


class Edit(NamedTuple):
    """Unit after a change and the profiles that the change adds, or the reason why the change is impossible.

    `should` is 1 if players expect the change to help the unit's side, -1 if they expect it to hurt that side, and 0
    otherwise.
    """

    words: str
    unit: Unit | str
    profiles: Mapping[str, Profile] = {}
    should: int = 0


class Change(Struct, frozen=True):
    """Change to one unit, with its description, a function that applies it, and the changed scenario.

    If the change is impossible, the scenario is None and `reason` says why. `should` is as in `Edit`.
    """

    unit: int
    words: str
    made: Callable[[Scenario], Scenario]
    scenario: Scenario | None
    reason: str = ""
    should: int = 0


Edits = Iterator[Edit]
Profiles = Mapping[str, Profile]


def changes(
    scenario: Scenario, words: Vocabulary, number: int, kinds: tuple[str, ...] | None = None
) -> Iterator[Change]:
    """Yield every change of the given kinds (default: DEFAULT) to a unit, each validated like a scenario file."""
    for kind in kinds or DEFAULT:
        if kind == ARMOUR:
            others = (one for one in variants(scenario, number, (ARMOUR,))[1:] if one.scenario != scenario)
            yield from (replace(one, words=f"armour: {one.words}") for one in others)
        else:
            yield from (_change(scenario, number, edit) for edit in KINDS[kind](scenario, words, number))


def variants(scenario: Scenario, number: int, topics: tuple[str, ...]) -> tuple[Change, ...]:
    """Return a change to a unit for each loadout on the given topics, without repeats.

    Unless weapons are varied, "as it is" comes first. Loadouts that the ruleset refuses are left out. Loadouts of
    weapons are not checked here: they are assumed to be possible, and a fight with an impossible one is refused later.

    Raises:
        BadScenario: the ruleset has no loadouts on a topic.
    """
    words = vocabulary(scenario.ruleset)
    found = [] if WEAPONS in topics else [_change(scenario, number, Edit(AS_IT_IS, scenario.units[number]))]
    for topic in topics:
        edits, is_checked = TOPICS[topic](scenario, words, number), topic != WEAPONS
        of_topic = [_change(scenario, number, edit, is_checked=is_checked) for edit in edits]
        if not of_topic:
            others = " or ".join(one for one in TOPICS if one != topic)
            remedy = "describe some under [weapons.NAME]" if topic == WEAPONS else f"vary {others}"
            raise BadScenario(f"{scenario.ruleset} has no named {topic}", remedy=remedy)
        found += [one for one in of_topic if not one.reason]
    return tuple({one.words: one for one in found}.values())


def kinds_of(asked: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds in a comma-separated list such as "weapons,shields". Raises BadInput for an unknown kind."""
    found = tuple(dict.fromkeys(part.strip() for part in asked.split(",")))
    for one in found:
        if one not in known:
            raise BadInput(f"{one!r} cannot be varied", key=one, remedy=hint(one, known, f"vary {joined(known)}"))
    return found


def with_unit(scenario: Scenario, number: int, unit: Unit, profiles: Mapping[str, Profile] | None = None) -> Scenario:
    """Return the scenario with a unit replaced, adding descriptions of the unit's weapons and any further profiles."""
    known = weapons_in(scenario, vocabulary(scenario.ruleset))
    held = {name: known[name] for member in unit.members for name in member.weapons if name in known}
    units = (*scenario.units[:number], unit, *scenario.units[number + 1 :])
    changed = {**scenario.profiles, **(profiles or {})}
    return replace(scenario, units=units, profiles=changed, weapons={**scenario.weapons, **held})


def why_refused(scenario: Scenario) -> str:
    """Return what is wrong with a scenario built in Python, or "" if it is playable."""
    try:
        found_good(scenario)
        ruleset_named(scenario.ruleset).opened(scenario)
    except BadInput as error:
        return error.message
    return ""


def _change(scenario: Scenario, number: int, edit: Edit, *, is_checked: bool = True) -> Change:
    if isinstance(edit.unit, str):
        return Change(number, edit.words, lambda unchanged: unchanged, None, edit.unit, edit.should)
    made = partial(with_unit, number=number, unit=edit.unit, profiles=edit.profiles)
    changed = made(scenario)
    reason = why_refused(changed) if is_checked else ""
    return Change(number, edit.words, made, None if reason else changed, reason, edit.should)


# --- characteristics and armour --------------------------------------------------------------------------------------


def _valued(scenario: Scenario, number: int, key: str, value: Value | None, name: str = "") -> tuple[Unit, Profiles]:
    """Return the unit with a characteristic changed in one or all of its profiles, and the changed profiles.

    A profile that other units share is copied under a new name.
    """
    unit = scenario.units[number]
    shared = {member.profile for other in scenario.units if other is not unit for member in other.members}
    names = {one: f"{one} of {unit.name}" if one in shared else one for one in ([name] if name else _profiles(unit))}
    members = tuple(replace(one, profile=names.get(one.profile, one.profile)) for one in unit.members)
    now = {own: scenario.profiles[one] for one, own in names.items()}
    changed = {own: replace(profile, values={**profile.values, key: value}) for own, profile in now.items()}
    return replace(unit, members=members), changed


def _profiles(unit: Unit) -> list[str]:
    return list(dict.fromkeys(member.profile for member in unit.members))


def _characteristics(scenario: Scenario, words: Vocabulary, number: int) -> Edits:
    """Yield two changes for each number in each profile of the unit: one adds 1 to the number, one subtracts 1."""
    names = _profiles(scenario.units[number])
    for name in names:
        values, of = scenario.profiles[name].values, f"{name}: " if len(names) > 1 else ""
        for key in words.characteristics:
            if key.name == PRICE or (key.of and not values.get(key.of)):
                continue
            now = values.get(key.name)
            for value in _neighbours(key, now):
                shown = " -> ".join("none" if one is None else f"{one}" for one in (now, value))
                changed = _valued(scenario, number, key.name, value, name)
                yield Edit(f"{of}{key.name} {shown}", *changed, _direction_of_change(key, now, value))


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
    """Yield the legal values next to a value. For an optional number, None is the value beyond the upper bound."""
    if key.kind not in NUMBERS or isinstance(now, bool | str | tuple):
        return
    if now is None:
        yield from (int(key.most),) if key.most is not None else ()
        return
    yield from (value for value in (now - 1, now + 1) if why_not(key, value) is None)
    if key.default is None and now == key.most:
        yield None


def _armour(scenario: Scenario, words: Vocabulary, number: int, part: str = "") -> Edits:
    """Yield an edit for each legal value of each protective characteristic with `part` in its name."""
    _, main = largest_member(scenario.units[number])
    for key in words.characteristics:
        if key.name in words.armour and part in key.name:
            for value in possible(key, scenario.profiles[main.profile].values.get(key.name)):
                yield Edit(said(key, value), *_valued(scenario, number, key.name, value))


# --- models ----------------------------------------------------------------------------------------------------------


def largest_member(unit: Unit) -> tuple[int, Member]:
    """Return the index of the member with the most models, and the member itself.

    If several members tie, the last one is returned.
    """
    place = max(range(len(unit.members)), key=lambda one: (unit.members[one].models, one))
    return place, unit.members[place]


def _instead_of_the_largest(unit: Unit, *members: Member) -> Unit:
    place, _ = largest_member(unit)
    return replace(unit, members=(*unit.members[:place], *members, *unit.members[place + 1 :]))


def _models(scenario: Scenario, _words: Vocabulary, number: int) -> Edits:
    unit = scenario.units[number]
    for more in (1, -1):
        yield Edit(f"models {unit.models} -> {unit.models + more}", _resized(unit, more), should=more)


def _ranks(scenario: Scenario, words: Vocabulary, number: int) -> Edits:
    """Yield two edits to a unit in a block: one adds a rank, the other removes a rank."""
    unit = scenario.units[number]
    if words.formations.get(unit.formation) != "block":
        return
    given = unit.place.files if unit.place else unit.statuses.get("files")
    files = given if isinstance(given, int) else 0
    for should, name in ((1, MORE), (-1, FEWER)):
        if files:
            yield Edit(f"{name} ({files} models)", _resized(unit, should * files), should=should)
        else:
            yield Edit(name, NO_FILES, should=should)


def _resized(unit: Unit, more: int) -> Unit | str:
    """Return the unit with `more` plain models added, or the reason why this is impossible.

    If `more` is negative, models are removed.
    """
    place, main = largest_member(unit)
    if unit.positions is not None and more > 0:
        return NO_PLACE
    if main.models + more < (1 if len(unit.members) == 1 else 0):
        return TOO_FEW
    changed = _instead_of_the_largest(unit, *[replace(main, models=main.models + more)] * (main.models + more > 0))
    if unit.positions is None:
        return changed
    end = sum(member.models for member in unit.members[: place + 1])
    return replace(changed, positions=(*unit.positions[: end + more], *unit.positions[end:]))


def _bearers(scenario: Scenario, words: Vocabulary, number: int) -> Edits:
    """Yield an edit for each special kind of model.

    If the unit has models of that kind, the edit makes them plain models. Otherwise it turns one model into that kind.
    """
    unit = scenario.units[number]
    _, main = largest_member(unit)
    for key in words.member_keys:
        if key.kind != "bool":
            continue
        called = key.name.replace("_", " ")
        if any(member.values.get(key.name) for member in unit.members):
            members = tuple(replace(one, values={**one.values, key.name: False}) for one in unit.members)
            yield Edit(f"no {called}", replace(unit, members=members), should=-1)
        else:
            chosen = replace(main, models=1, values={**main.values, key.name: True})
            rest = [replace(main, models=main.models - 1)] * (main.models > 1)
            yield Edit(f"a {called}", _instead_of_the_largest(unit, chosen, *rest), should=1)


# --- weapons ---------------------------------------------------------------------------------------------------------


def holding(unit: Unit, weapons: Loadout, *, instead_of: Loadout | None = None) -> Unit:
    """Return a unit whose models hold these weapons. With `instead_of`, only models with that loadout are rearmed."""
    members = (replace(one, weapons=weapons) if instead_of in (None, one.weapons) else one for one in unit.members)
    return replace(unit, members=tuple(members))


def _armed(arms: Callable[[Scenario, Vocabulary], Arms], scenario: Scenario, words: Vocabulary, number: int) -> Edits:
    """Yield an edit for each loadout. The edit gives the loadout to all models."""
    for name, weapons in arms(scenario, words).items():
        yield Edit(name, holding(scenario.units[number], weapons))


def _rearmed(arms: Callable[[Scenario, Vocabulary], Arms], scenario: Scenario, words: Vocabulary, number: int) -> Edits:
    """Yield an edit for each different loadout.

    The edit gives the loadout to all models that are armed like the unit's largest part.
    """
    _, main = largest_member(scenario.units[number])
    for name, weapons in arms(scenario, words).items():
        if weapons != main.weapons:
            yield Edit(f"{ARMED}{name}", holding(scenario.units[number], weapons, instead_of=main.weapons))


def _shields(scenario: Scenario, words: Vocabulary, number: int) -> Edits:
    """Yield an edit for each loadout with a shield added and, if shields are not weapons, for each kind of shield."""
    yield from _armed(with_shields, scenario, words, number)
    yield from _armour(scenario, words, number, "shield")


def _mixtures(scenario: Scenario, words: Vocabulary, number: int, before: str = "half ") -> Edits:
    """Yield an edit for each different loadout.

    The edit gives the loadout to the front half of the plain models, rounded down.
    """
    unit = scenario.units[number]
    _, main = largest_member(unit)
    half = main.models // 2
    for name, weapons in arms_in(scenario, words).items():
        if weapons != main.weapons and half:
            split = replace(main, models=half, weapons=weapons), replace(main, models=main.models - half)
            yield Edit(f"{before}{name}", _instead_of_the_largest(unit, *split))


Kinds = dict[str, Callable[[Scenario, Vocabulary, int], Edits]]
TOPICS: Kinds = {WEAPONS: partial(_armed, arms_in), SHIELDS: _shields, ARMOUR: _armour, MIXTURES: _mixtures}
KINDS: Kinds = {
    CHARACTERISTICS: _characteristics,
    MODELS: _models,
    RANKS: _ranks,
    BEARERS: _bearers,
    WEAPONS: partial(_rearmed, arms_in),
    SHIELDS: partial(_rearmed, with_shields),
    ARMOUR: _armour,
    MIXTURES: partial(_mixtures, before=f"half {ARMED}"),
}
DEFAULT = (CHARACTERISTICS, MODELS, RANKS, BEARERS, WEAPONS, SHIELDS)
