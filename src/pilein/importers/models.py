"""Stage 2 of an import: merge rider and mount, or crew, team and chariot, into a model of the ruleset."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from pilein.importers.entries import Profile
from pilein.importers.fighters import NAMES, Fighter, Found
from pilein.importers.report import Change
from pilein.importers.values import SAVES, Values, mount_save, values_of, without_holes
from pilein.importers.words import CatalogueWords, plain, type_in, type_named
from pilein.tabletop.vocabulary import Key, Vocabulary
from pilein.unit_files.riding import Riding

NO_TEAM = "chariots have no beasts here"


class Target(Struct, frozen=True):
    """Target ruleset of an import, with its vocabulary, its words for army lists and its rules for merging rider and
    mount.
    """

    vocabulary: Vocabulary
    words: CatalogueWords
    known: Mapping[str, Key]  # characteristics, by the names that army lists give them
    riding: Riding | None

    def values(self, profile: Profile) -> Values:
        """Characteristics of a profile in the ruleset's terms."""
        return values_of(profile, self.vocabulary, self.words, self.known)

    def name_in(self, profile: Profile, key: str) -> str:
        """Name that a profile uses for a characteristic of the ruleset."""
        known = {name: self.known[plain(name)].name for name in profile.values if plain(name) in self.known}
        known |= {name: self.words.save for name in profile.values if plain(name) in SAVES}
        return next((name for name, own in known.items() if own == key), key)


class Made(Struct):
    """Profile for the unit file, with its values, its source and the changes made."""

    name: str
    values: dict[str, Any]
    source: Profile
    changes: list[Change]
    lost: list[str] = field(default_factory=list)


class Mount(Struct):
    """Mount for the unit file, with its profile and its effect on the rider."""

    name: str
    made: Made
    keys: dict[str, Any]
    words: str


class Model(Struct):
    """Kind of model, with its profile, its mount and the number of models.

    `used` lists the profiles that contributed values, and `unused` the profiles left out of the model, each with a
    note.
    """

    made: Made
    mount: Mount | None = None
    count: int = 1
    used: list[tuple[Profile, str]] = field(default_factory=list)
    unused: list[tuple[Profile, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


def model_of(target: Target, fighter: Fighter, type_from: Sequence[tuple[str, str]] = ()) -> Model | str:
    """Merge a fighter with its mount and chariot into a model, or return the reason why they cannot be merged.

    `type_from` lists troop types found elsewhere in the unit, each with the name of its place.
    """
    source = fighter.rider.profile
    values = target.values(source)
    model = Model(Made(source.name, values.given, source, list(values.changes)))
    fighter.drives = bool(values.lacking) and fighter.carriage is not None
    if not fighter.drives and fighter.carriage is not None and fighter.carriage.is_chariot:
        fighter.dismount()
    model.doubts += [*fighter.doubts, *(f"{source.name!r}: {one}" for one in values.lost)]
    filled = _filled(target, fighter, values, model)
    lacking = [key for key in values.lacking if key not in values.given]
    if lacking:
        return _lacking(source, values, lacking)
    filled += _typed(target, fighter, values.given, type_from)
    drives = fighter.carriage if fighter.drives else None
    if drives is not None:
        model.made.name = drives.name
        filled += _crewed(target, fighter.rider, values.given, model)
        _tell_lost(target, drives.profile, model)
    why = _mounted(target, fighter, values.given, model, drives)
    if why:
        return why
    model.made.changes = without_holes(values.changes, filled)
    model.count = 1 if values.lacking else fighter.rider.count
    _leave(fighter, model)
    return model


def _crewed(target: Target, crew: Found, given: dict[str, Any], model: Model) -> list[Change]:
    """Multiply the attacks of a chariot's crew by the number of crew members, and return the change.

    If models of the ruleset have no number of attacks, a doubt is recorded instead.
    """
    name = next((one for one in crew.profile.values if plain(one) in NAMES["A"]), "A")
    key = target.known.get(plain(name))
    if crew.count == 1:
        return []
    if key is None or key.name not in given:
        model.doubts.append(
            f"{crew.count} {crew.name!r} have the attacks of a single model: the ruleset has no number of attacks"
        )
        return []
    every = given[key.name] * crew.count
    given[key.name] = min(every, int(key.most if key.most is not None else every))
    why = f"of {crew.count} {crew.name!r} together"
    return [Change(name, crew.profile.values[name], given[key.name], why)]


def _tell_lost(target: Target, profile: Profile, model: Model) -> None:
    """Record the saves of a chariot's profile that the merged model lacks."""
    for one in target.values(profile).lost:
        model.used.append((profile, one))
        model.doubts.append(f"{profile.name!r}: {one}")


def _leave(fighter: Fighter, model: Model) -> None:
    """Record the profiles left out of the model. All of them except engines are already recorded as doubts about the
    fighter.
    """
    engine = fighter.carriage if not fighter.drives else None
    used = [profile for profile, _ in model.used]
    for one in (engine, *fighter.beside):
        if one is not None and one.profile not in used:
            model.unused.append((one.profile, f"{model.made.name!r} fights without it: a model has one profile here"))
    if engine is not None and not engine.is_chariot:
        model.notes.append(f"{engine.name!r} is left out: a model has one profile here")


def _filled(target: Target, fighter: Fighter, values: Values, model: Model) -> list[Change]:
    """Fill in missing values from the model's other profiles. The crew take the chariot's Toughness, for example."""
    changes = []
    source = fighter.rider.profile
    carriage, mount = fighter.carriage, fighter.mount
    others = [one for one in (carriage, *fighter.beside, mount) if one is not None]
    given = [(one, target.values(one.profile).given) for one in others]
    for key in [*values.lacking, *_optional(target, source, values)]:
        for one, theirs in given:
            if key in theirs and (key in values.lacking or one is carriage):
                values.given[key] = theirs[key]
                name = target.name_in(source, key)
                changes.append(Change(name, source.values.get(name, ""), theirs[key], f"from {one.name!r}"))
                model.used.append((one.profile, f"part of {source.name!r}: its {name} counts"))
                break
    return changes


def _optional(target: Target, source: Profile, values: Values) -> list[str]:
    """Characteristics that the crew may take from the chariot: saves, and values that the crew's profile lacks."""
    if not values.lacking:
        return []
    absent = {target.known[plain(name)].name for name in source.values if plain(name) in target.known}
    every = [target.words.save, target.words.ward, *sorted(absent)]
    return [key for key in dict.fromkeys(every) if key and key not in values.given and key not in values.lacking]


def _typed(
    target: Target, fighter: Fighter, given: dict[str, Any], type_from: Sequence[tuple[str, str]]
) -> list[Change]:
    """Give a model without a type the type of its chariot, engine or unit, and return the change."""
    kind, source = target.words.type, fighter.rider.profile
    if not kind or kind in given:
        return []
    is_on_foot = fighter.carriage is not None and fighter.carriage.is_chariot and not fighter.drives
    others = [one for one in (fighter.carriage, *fighter.beside) if one is not None and not is_on_foot]
    places = [(one.name, type_in(one.profile.values)) for one in others] + list(type_from)
    for place, text in places:
        known = type_named(text, target.words.types)
        if known is not None:
            given[kind] = known
            name, own = next(
                ((name, text) for name, text in source.values.items() if plain(name) == "type"), (kind, "")
            )
            return [Change(name, own, known, f"from {place!r}: {text}")]
    return []


def _mounted(target: Target, fighter: Fighter, given: dict[str, Any], model: Model, drives: Found | None) -> str:
    """Put the model on its mount, or harness its beasts to its chariot. Return the reason if that is impossible."""
    mount = fighter.mount
    if mount is None:
        return ""
    if drives is not None and not target.words.counts:
        why = f"{mount.name!r} is left out: {NO_TEAM}"
        model.doubts.append(why)
        model.unused.append((mount.profile, why))
        return ""
    found = mount_of(target, mount, given, team=mount.count if drives is not None else 0)
    if isinstance(found, Mount):
        model.mount = found
        model.doubts += [f"{mount.name!r}: {one}" for one in found.made.lost]
        return ""
    if drives is None:
        return f"its mount {mount.name!r} is left out: {found}"
    model.doubts.append(f"{mount.name!r} is left out: {found}")
    model.unused.append((mount.profile, found))
    return ""


def _lacking(source: Profile, values: Values, lacking: Sequence[str]) -> str:
    texts = [f"{change.key} {change.before!r}" for change in values.changes if change.after is None]
    seen = f" (the catalogue has {', '.join(texts)})" if texts else ""
    return f"{source.name!r} has no {', '.join(lacking)}{seen}"


def mount_of(target: Target, found: Found, rider: Mapping[str, Any], *, team: int = 0) -> Mount | str:
    """Convert a mount, or return the reason why it cannot be converted.

    `team` is the number of beasts that draw a chariot, or 0 for a ridden mount.
    """
    riding, profile = target.riding, found.profile
    if riding is None:
        return "the ruleset has no rules for mounts"
    values = target.values(profile)
    for key, most in riding.most.items():
        if values.given.get(key, most) > most:
            return f"a mount with {key} {values.given[key]}: the ruleset allows at most {most}"
    filled = []
    for key in values.lacking:
        if key not in rider:
            return f"neither the mount nor its rider has {key}"
        values.given[key] = min(rider[key], riding.most.get(key, rider[key]))
        name = target.name_in(profile, key)
        why = "its rider's, or the highest that a mount may have"
        filled.append(Change(name, profile.values.get(name, ""), values.given[key], why))
    made = Made(profile.name, values.given, profile, without_holes(values.changes, filled), values.lost)
    words, save = target.words, mount_save(profile)
    if save and words.scores and save not in words.mounted:
        made.lost = [*values.lost, f"the ruleset has no {save} for its rider's save"]
    keys: dict[str, Any] = {words.save: save} if save and not words.scores and words.save else {}
    keys |= words.mounted.get(save, {})
    if team:
        keys |= {words.counts: team, words.type: words.types.get("chariot", "")}
    return Mount(profile.name if not team else f"team of {profile.name}", made, keys, riding.words)
