"""Composition of a unit from the parts in a unit file. The result is a price and values as in a scenario file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import counted, folded, hint, same, shortened
from pilein.tabletop.notation.members import MOST_IN_UNIT
from pilein.tabletop.vocabulary import names
from pilein.unit_files.changes import changed
from pilein.unit_files.reading import UnitFile, without_points

LONGEST = 72  # characters in a profile's name, which leave room for a number
LISTS = ("weapons", "armour", "rules")
OF_MODELS = ("profile", "mount", "base", *LISTS)  # keys of a unit that members inherit
TAKEN = "points of options"  # cost per model of the options taken
OURS = ("points", "unit_points", TAKEN, "min", "max", "models", "options", "members", "doubtful", *OF_MODELS)
NOT_REPLACED = ("without", "members", "points")
Plain = dict[str, Any]


class Fielded(Struct, frozen=True):
    """A unit as written in a scenario, with its keys and the profiles and weapons that it needs, but without a side.

    `points` is the price of the whole unit, and `each` the price of an ordinary model.
    """

    name: str
    models: int
    unit: Plain
    profiles: dict[str, Plain]
    weapons: dict[str, Plain]
    points: float
    each: float


class _Model(Struct, frozen=True):
    """Kind of model in a unit, with its profile, equipment, rules and price."""

    profile: str
    weapons: list[str]
    rules: list[str]
    price: float


def fielded(file: UnitFile, name: str, *, models: int | None = None, options: Sequence[str] = ()) -> Fielded:
    """Compose a unit with the given options and number of models, by default the unit's usual number.

    Raises:
        BadInput: the unit or an option is unknown, or the unit cannot have that many models.
    """
    unit = with_options(file, name, options)
    profiles: dict[str, Plain] = {}
    ordinary = _model(file, unit, name, profiles)
    members = [_member(file, unit, member, name, profiles) for member in unit.get("members", ())]
    among = sum(number for _, number, _ in members)
    count = _models(unit, name, models, among)
    every = [*members, (ordinary, count - among, {})] if count > among else members
    written = [_written(model, number) | own for model, number, own in every]
    keys = {key: value for key, value in unit.items() if key not in OURS}
    found = {"name": name, **keys, **({"members": written} if members else written[0])}
    carried = {one for model, _, _ in every for one in model.weapons}
    points = _whole(sum(number * model.price for model, number, _ in every) + unit.get("unit_points", 0))
    return Fielded(name, count, found, profiles, _weapons(file, carried), points, _whole(ordinary.price))


def with_options(file: UnitFile, name: str, options: Sequence[str]) -> Plain:
    """Return the keys of a unit after taking options.

    Raises:
        BadInput: the unit or an option is unknown.
    """
    units = file.named("units")
    if name not in units:
        raise BadInput(f"the unit file has no unit {shortened(name)!r}", key="unit", remedy=hint(name, units))
    unit, known = dict(units[name]), units[name].get("options", {})
    for one in options:
        if one not in known:
            remedy = hint(one, known, "" if known else f"omit it: {name} has no options")
            raise BadInput(f"{name} has no option {shortened(one)!r}", key="options", remedy=remedy)
        unit = _with(unit, known[one])
    return unit


def _with(unit: Plain, option: Plain) -> Plain:
    """Apply an option to a unit. Lists are extended, points add up, and other keys are replaced."""
    gone = {folded(one) for one in option.get("without", ())}
    lists = {
        key: [one for one in unit.get(key, ()) if folded(one) not in gone] + list(option.get(key, ())) for key in LISTS
    }
    members = [*unit.get("members", ()), *option.get("members", ())]
    prices = {
        TAKEN: unit.get(TAKEN, 0) + option.get("points", 0),
        "unit_points": unit.get("unit_points", 0) + option.get("unit_points", 0),
    }
    others = {key: value for key, value in option.items() if key not in (*LISTS, *prices, *NOT_REPLACED)}
    return {**unit, **others, **lists, **prices, "members": members}


def _models(unit: Plain, name: str, models: int | None, among: int) -> int:
    """Return the number of models in a unit, or raise BadInput if the unit cannot have that many."""
    least, most = max(unit.get("min", 1), among, 1), unit.get("max", MOST_IN_UNIT)
    usual = max(unit.get("models", unit.get("min", among + 1)), least)
    count = usual if models is None else models
    if not least <= count <= most:
        words = f"{name} cannot have {counted(count, 'model')}"
        raise BadInput(
            words,
            key="models",
            remedy=f"give a number from {least} to {most}"
            if least <= most
            else f"give at least {least}, and raise `max` in the unit file",
        )
    return count


def _member(
    file: UnitFile, unit: Plain, member: Plain, name: str, profiles: dict[str, Plain]
) -> tuple[Any, int, Plain]:
    """Compose a member of a unit.

    Returns the member's kind of model, the number of models, and the member's values for the ruleset's own keys.
    """
    inherited = {key: unit[key] for key in OF_MODELS if key in unit}
    rules = [*unit.get("rules", ()), *member.get("rules", ())]
    if "profile" in member:
        inherited.pop("base", None)
    prices = {TAKEN: unit.get(TAKEN, 0) + member.get("points", 0)}
    prices |= {"points": unit["points"]} if "points" in unit else {}
    own = {key: member[key] for key in names(file.vocabulary.member_keys) if key in member}
    whole = {key: value for key, value in {**inherited, **member}.items() if key != "points"}
    if "points" not in file.named("profiles")[whole["profile"]]:
        prices["points"] = _bare(file, unit)
    return _model(file, {**whole, "rules": rules, **prices}, name, profiles), member.get("models", 1), own


def _model(file: UnitFile, unit: Plain, name: str, profiles: dict[str, Plain]) -> _Model:
    """Compose a kind of model. The profiles of the model and its mount are added to `profiles`."""
    armour = [file.named("armour")[one] for one in unit.get("armour", ())]
    mount = file.named("mounts")[unit["mount"]] if unit.get("mount") else {}
    parts = [*armour, mount] if mount else armour
    worn = [*unit.get("armour", ()), *([unit["mount"]] if mount else [])]
    weapons = [*unit.get("weapons", ()), *(one for part in parts for one in part.get("weapons", ()))]
    rules = [*unit.get("rules", ()), *(one for part in parts for one in part.get("rules", ()))]
    held = [file.named("weapons")[known] for one in weapons if (known := same(one, file.named("weapons")))]
    price = _bare(file, unit) + unit.get(TAKEN, 0) + sum(part.get("points", 0) for part in (*parts, *held))
    plain = _profile(file, unit["profile"])
    changes = [without_points(one, ()) for one in (*armour, *_ridden(file, mount), mount)]
    values = _priced(file, changed(plain, changes, file.vocabulary.characteristics), price)
    base = unit.get("base") or mount.get("base") or _base(file, mount, armour) or plain.get("base")
    values |= {"base": base} if base else {}
    profile = _called(unit["profile"], worn, name, values, plain, profiles)
    _add_mount(file, values, profiles)
    return _Model(profile, weapons, list(dict.fromkeys(rules)), price)


def _profile(file: UnitFile, name: str) -> Plain:
    return without_points(file.named("profiles")[name], names(file.vocabulary.characteristics))


def _bare(file: UnitFile, unit: Plain) -> float:
    found = unit if "points" in unit else file.named("profiles")[unit["profile"]]
    return float(found.get("points") or 0)


def _priced(file: UnitFile, values: Plain, price: float) -> Plain:
    """Add the model's price to a profile's values if the ruleset has the characteristic `points`."""
    key = next((key for key in file.vocabulary.characteristics if key.name == "points"), None)
    if key is None or not price or key.most is None:
        return values
    return {**values, key.name: min(max(round(price), 0), int(key.most))}


def _ridden(file: UnitFile, mount: Plain) -> Iterable[Plain]:
    """Yield the changes that the ruleset makes to the rider of a mount with a profile."""
    if "profile" not in mount or file.riding is None:
        return
    beast = _profile(file, mount["profile"])
    yield dict(file.riding.changes)
    yield {key: beast[key] for key in file.riding.takes if key in beast}
    if file.riding.names:
        yield {file.riding.names: mount["profile"]}


def _base(file: UnitFile, mount: Plain, armour: Sequence[Plain]) -> str:
    """Base that a model gets from armour or from a mount with a profile."""
    if "profile" in mount and file.riding is not None:
        own = str(_profile(file, mount["profile"]).get("base", ""))
        return own or file.riding.base
    return next((str(one["base"]) for one in armour if "base" in one), "")


def _add_mount(file: UnitFile, values: Plain, profiles: dict[str, Plain]) -> None:
    mount = str(values.get(file.riding.names, "")) if file.riding is not None else ""
    if mount in file.named("profiles"):
        profiles[mount] = _profile(file, mount)


def _called(name: str, worn: Sequence[str], unit: str, values: Plain, plain: Plain, profiles: dict[str, Plain]) -> str:
    """Choose a name for a composed profile, and add the profile to `profiles` under that name."""
    if values == plain:
        profiles[name] = values
        return name
    words = f"{name} with {', '.join(worn)}" if worn else f"{name} of {unit}"
    free = free_name(profiles, words if len(words) <= LONGEST else f"{name} of {unit}"[:LONGEST].strip(), values)
    profiles[free] = values
    return free


def free_name(profiles: Mapping[str, Plain], name: str, values: Plain) -> str:
    """Return a free name for a profile with these values. If the name is taken by a profile with other values, a number
    is added to it.
    """
    free, number = name, 1
    while profiles.get(free, values) != values:
        number += 1
        free = f"{name} ({number})"
    return free


def _written(model: _Model, models: int) -> Plain:
    found: Plain = {"profile": model.profile, "models": models, "weapons": model.weapons, "rules": model.rules}
    return {key: value for key, value in found.items() if value != []}


def merged(file: UnitFile, unit: Fielded, profiles: dict[str, Plain]) -> Plain:
    """Return a unit's keys for a scenario, and add its profiles to `profiles`. Profiles whose names are taken are
    renamed.
    """
    renamed = {name: free_name(profiles, name, values) for name, values in unit.profiles.items()}
    key = file.riding.names if file.riding is not None else ""
    for name, values in unit.profiles.items():
        mount = values.get(key)
        profiles[renamed[name]] = {**values, key: renamed[mount]} if mount in renamed else values
    found = dict(unit.unit)
    if "profile" in found:
        found["profile"] = renamed[found["profile"]]
    if "members" in found:
        found["members"] = [{**one, "profile": renamed[one["profile"]]} for one in found["members"]]
    return found


def _weapons(file: UnitFile, carried: Iterable[str]) -> dict[str, Plain]:
    wanted = {folded(one) for one in carried}
    found: Mapping[str, Plain] = file.named("weapons")
    return {name: without_points(values, ()) for name, values in found.items() if folded(name) in wanted}


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number
