"""Kinds of models of a unit in the ruleset: rider and mount, or crew, team and chariot, are made one."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from pilein.armies.riding import Riding
from pilein.catalogues.entries import Profile
from pilein.catalogues.register import Register
from pilein.catalogues.report import Change
from pilein.catalogues.values import Values, mount_save, values_of, without_holes
from pilein.catalogues.words import CARRIAGES, MOUNTS, TYPES, is_of, plain, type_in

Parts = Sequence[tuple[Profile, int]]


class Model(Struct):
    """A model in the ruleset: its profile and mount in the unit file, how many of it there are, what it lacks."""

    profile: str
    mount: str = ""
    count: int = 1
    notes: list[str] = field(default_factory=list)


class _Part(Struct):
    """A profile of several that are one model."""

    profile: Profile
    count: int
    values: Values
    is_mount: bool
    is_carriage: bool


def model_of(register: Register, parts: Parts, riding: Riding | None) -> Model | str:
    """Make one model of profiles that belong together; why that cannot be, in words."""
    every = [_part(register, profile, count) for profile, count in _distinct(parts)]
    if not every:
        return "none of its profiles has the characteristics of a model under this ruleset"
    main = _main(every)
    others = [part for part in every if part is not main]
    given, filled = _filled(register, main, others)
    lacking = [key for key in main.values.lacking if key not in given]
    if lacking:
        return _lacking(main, lacking)
    filled += _typed(register, main, others, given)
    carriage = next((part for part in others if part.is_carriage), None)
    team = carriage if carriage is not None and main.values.lacking else None
    mounts = [part for part in others if part.is_mount]
    mount = _mounted(register, mounts[0], given, riding, team) if mounts else Mounted()
    if mount.why and team is None:
        return f"its mount {mounts[0].profile.name!r} is left out: {mount.why}"
    name = team.profile.name if team is not None else main.profile.name
    changes = without_holes(main.values.changes, filled)
    profile = register.profile(name, given, main.profile, changes)
    rest = [part for part in others if part not in mounts[:1]]
    notes = [_beside(register, part, profile) for part in rest]
    count = 1 if main.values.lacking else main.count
    return Model(profile, mount.mount, count, [one for one in (mount.why, *notes) if one])


def _main(every: Sequence[_Part]) -> _Part:
    """The part that fights: crew rather than its chariot, the most complete of others, a rider rather than a mount."""
    crew = [part for part in every if not part.is_carriage and not part.is_mount]
    drives = crew and any(part.is_carriage for part in every)
    among = crew if drives else list(every)
    return max(among, key=lambda part: (-len(part.values.lacking), not part.is_mount, -among.index(part)))


def _mounted(
    register: Register, mount: _Part, given: Mapping[str, Any], riding: Riding | None, team: _Part | None
) -> "Mounted":
    """The mount of a model, or the beasts that draw its chariot."""
    if team is not None and not register.words.counts:
        return _unridden(register, mount.profile, f"{mount.profile.name!r} is left out: chariots have no beasts here")
    return mount_of(register, mount.profile, given, riding, team=mount.count if team is not None else 0)


def _beside(register: Register, part: _Part, profile: str) -> str:
    """Why a profile beside the main one counts for nothing; "" if it gives it some of its values."""
    line = register.line(part.profile)
    if line.fate != "left out":
        return ""
    register.leave_out(part.profile, f"{profile!r} fights without it: a model has one profile here")
    return f"{part.profile.name!r} is left out: a model has one profile here"


def _distinct(parts: Parts) -> list[tuple[Profile, int]]:
    """Profiles, each once, with how many there are of it."""
    found: dict[tuple[str, str], tuple[Profile, int]] = {}
    for profile, count in parts:
        before = found.get((profile.key, profile.name))
        found[profile.key, profile.name] = (profile, count + (before[1] if before else 0))
    return list(found.values())


def _part(register: Register, profile: Profile, count: int) -> _Part:
    values = values_of(profile, register.vocabulary, register.words, register.known)
    kind = type_in(profile.values)
    return _Part(profile, count, values, is_of(kind, MOUNTS), is_of(kind, CARRIAGES))


def _filled(register: Register, main: _Part, others: Sequence[_Part]) -> tuple[dict[str, Any], list[Change]]:
    """The values of a model, with those that it lacks from the others: crew has the Toughness of its chariot."""
    given, changes = dict(main.values.given), []
    for key in [*main.values.lacking, *_optional(register, main)]:
        for part in sorted(others, key=lambda one: one.is_mount):
            if key in part.values.given and (key in main.values.lacking or part.is_carriage):
                given[key] = part.values.given[key]
                name = register.name_in(main.profile, key)
                why = f"from {part.profile.name!r}"
                changes.append(Change(name, main.profile.values.get(name, ""), given[key], why))
                register.line(part.profile).changed(f"part of {main.profile.name!r}: its {name} counts")
                break
    return given, changes


def _typed(register: Register, main: _Part, others: Sequence[_Part], given: dict[str, Any]) -> list[Change]:
    """Give a model without a type that of its chariot or engine; what was changed."""
    kind = register.words.type
    source = next((part for part in others if kind in part.values.given and not part.is_mount), None)
    if not kind or kind in given or source is None:
        return []
    given[kind] = source.values.given[kind]
    name = next((one for one in main.profile.values if plain(one) in TYPES), kind)
    why = f"from {source.profile.name!r}"
    return [Change(name, main.profile.values.get(name, ""), given[kind], why)]


def _optional(register: Register, main: _Part) -> list[str]:
    """Characteristics that crew may have from its chariot: its Wounds, its saves, and others that it has none of."""
    if not main.values.lacking:
        return []
    absent = {register.known[plain(name)].name for name in main.profile.values if plain(name) in register.known}
    every = [register.words.save, register.words.ward, *sorted(absent)]
    return [key for key in every if key and key not in main.values.given and key not in main.values.lacking]


def _lacking(main: _Part, lacking: Sequence[str]) -> str:
    texts = [f"{change.key} {change.before!r}" for change in main.values.changes if change.after is None]
    seen = f" (the catalogue has {', '.join(texts)})" if texts else ""
    return f"{main.profile.name!r} has no {', '.join(lacking)}{seen}"


class Mounted(Struct):
    """A mount in the unit file, or why there is none."""

    mount: str = ""
    why: str = ""


def mount_of(
    register: Register, profile: Profile, rider: Mapping[str, Any], riding: Riding | None, *, team: int = 0
) -> Mounted:
    """Put a mount into the unit file; `team` is the number of beasts before a chariot, 0 for a mount that is ridden."""
    if riding is None:
        return _unridden(register, profile, "the ruleset has no rules for mounts")
    values = values_of(profile, register.vocabulary, register.words, register.known)
    for key, most in riding.most.items():
        if values.given.get(key, most) > most:
            why = f"a mount of {key} {values.given[key]}: the ruleset has none of more than {most}"
            return _unridden(register, profile, why)
    filled = []
    for key in values.lacking:
        if key not in rider:
            return _unridden(register, profile, f"it has no {key}, nor has its rider")
        values.given[key] = min(rider[key], riding.most.get(key, rider[key]))
        name = register.name_in(profile, key)
        filled.append(
            Change(name, profile.values.get(name, ""), values.given[key], "as its rider, or the most of a mount")
        )
    name = register.profile(profile.name, values.given, profile, without_holes(values.changes, filled))
    keys: dict[str, Any] = {"profile": name}
    words, save = register.words, mount_save(profile)
    if save and not words.scores and words.save:
        keys[words.save] = save
    keys |= words.mounted.get(save, {})
    if team:
        keys |= {words.counts: team, words.type: words.types.get("chariot", "")}
    mount = register.named("mounts", profile.name if not team else f"team of {profile.name}", keys)
    register.ridden(profile, f"mounts.{mount}", riding.words)
    return Mounted(mount)


def _unridden(register: Register, profile: Profile, why: str) -> Mounted:
    register.leave_out(profile, why)
    return Mounted(why=why)
