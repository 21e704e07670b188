"""What a unit of a catalogue consists of: its kinds of models, what they have in any case, and what they may take."""

from collections.abc import Callable, Iterator

from msgspec import Struct, field

from pilein.catalogues.entries import Entry, Profile
from pilein.catalogues.words import CARRIAGES, MOUNTS, is_of, type_in

IsModel = Callable[[Profile], bool]  # whether a profile is that of a model, not of a weapon or an item
MOST_OPTIONS = 60  # of a unit


class Gear(Struct):
    """What comes together: profiles with their number, names of special rules, the names of what it was taken from."""

    profiles: list[tuple[Profile, int]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    points: float = 0.0


class Kind(Struct):
    """A kind of model of a unit: how many there are, the price of each, what each has.

    `is_upgrade`: such a model is one of the others, for its points more.
    """

    name: str
    least: int
    most: int | None
    gear: Gear
    is_upgrade: bool = False


class Choice(Struct):
    """What a unit may take. `is_each`: its points are for each model. `instead` is what it replaces.

    `further` is the number of choices within it, which are passed over.
    """

    name: str
    gear: Gear
    is_each: bool
    instead: Gear | None = None
    further: int = 0


class Body(Struct):
    """A unit of a catalogue: what it has as a whole, its kinds of models, its choices, and what was passed over.

    `is_unit` is false for a model that is a unit by itself, such as a character.
    """

    name: str
    category: str
    gear: Gear
    is_unit: bool = True
    kinds: list[Kind] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    passed: list[tuple[str, str]] = field(default_factory=list)


def body_of(entry: Entry, is_model: IsModel) -> Body:
    """What a unit consists of."""
    body = Body(entry.name, entry.category(), Gear(points=entry.points), entry.type == "unit")
    _add(body.gear, entry)
    for child, chosen, default in _children(entry):
        _sort_in(body, child, chosen, default, is_model, None)
    return body


def _add(gear: Gear, entry: Entry, times: int = 1) -> None:
    gear.profiles += [(one, times) for one in entry.profiles()]
    gear.rules += entry.rules()
    gear.names.append(entry.name)


def _children(entry: Entry) -> Iterator[tuple[Entry, int, Entry | None]]:
    """Entries below, groups opened: each with how often it is taken in any case, and what it would replace."""
    for child in entry.children():
        if child.is_lost:
            continue
        if not child.is_group:
            yield child, child.least, None
            continue
        choices = [(one, count, default) for one, count, default in _children(child) if not one.is_hidden]
        taken = next((one for one, *_ in choices if child.default and one.has_id(child.default)), None)
        taken = taken or (choices[0][0] if choices else None) if child.least else None
        for one, count, default in choices:
            if one is taken:
                yield one, max(count, 1), default
            else:
                yield one, count if child.least == 0 else 0, default or (taken if _only_one(child) else None)


def _only_one(group: Entry) -> bool:
    return group.most == 1


def _sort_in(
    body: Body, child: Entry, chosen: int, default: Entry | None, is_model: IsModel, kind: Kind | None
) -> None:
    """Add a child to what it is: a kind of model, part of the unit in any case, or a choice."""
    has_models = _has_models(child, is_model)
    if kind is None and child.type == "model" and (has_models or body.is_unit or not _is_single(body, is_model)):
        _add_kind(body, child, is_model)
    elif child.type == "unit" and has_models and not chosen:
        body.passed.append((child.name, "a unit of its own, not a choice of this one"))
    elif chosen:
        if kind is None and body.is_unit and _is_fighter(child, is_model) and _is_many(child):
            _add_kind(body, child, is_model)
            return
        gear = body.gear if kind is None else kind.gear
        _add(gear, child, chosen)
        shared = kind.least if kind is not None and child.is_selection else 1
        gear.points += child.points * chosen / max(shared, 1)
        for below, count, instead in _children(child):
            _sort_in(body, below, count, instead, is_model, kind)
    elif len(body.choices) < MOST_OPTIONS:
        _add_choice(body, child, default, is_each=kind is not None or child.is_each)
    else:
        body.passed.append((child.name, f"a unit has at most {MOST_OPTIONS} options here"))


def _is_single(body: Body, is_model: IsModel) -> bool:
    """Whether the unit itself has the profile of a model, as characters have."""
    return any(is_model(profile) for profile, _ in body.gear.profiles)


def _is_fighter(entry: Entry, is_model: IsModel) -> bool:
    """Whether an entry brings the profile of a model that is neither ridden nor drawn."""
    own = [one for one in entry.profiles() if is_model(one)]
    return bool(own) and not any(is_of(type_in(one.values), (*MOUNTS, *CARRIAGES)) for one in own)


def _is_many(entry: Entry) -> bool:
    """Whether an entry is for models of a number that is chosen, not for a crew that is always there."""
    return entry.is_selection or entry.most is None or entry.most > entry.least


def _has_models(entry: Entry, is_model: IsModel) -> bool:
    """Whether an entry brings the profile of a model in any case."""
    if any(is_model(one) for one in entry.profiles()):
        return True
    return any(chosen and _has_models(child, is_model) for child, chosen, _ in _children(entry))


def _add_kind(body: Body, entry: Entry, is_model: IsModel) -> None:
    kind = Kind(entry.name, entry.least, entry.most, Gear(points=entry.points))
    kind.is_upgrade = entry.is_selection and entry.type == "upgrade"
    _add(kind.gear, entry)
    body.kinds.append(kind)
    for child, chosen, default in _children(entry):
        _sort_in(body, child, chosen, default, is_model, kind)


def _add_choice(body: Body, entry: Entry, default: Entry | None, *, is_each: bool) -> None:
    gear, further = _gear(entry)
    instead, _ = _gear(default) if default is not None else (None, 0)
    body.choices.append(Choice(entry.name, gear, is_each, instead, further))


def _gear(entry: Entry) -> tuple[Gear, int]:
    """What an entry brings in any case, and how many further choices it offers."""
    gear, further = Gear(points=entry.points), 0
    _add(gear, entry)
    for child, chosen, _ in _children(entry):
        if not chosen:
            further += 1
            continue
        below, more = _gear(child)
        gear.profiles += [(profile, count * chosen) for profile, count in below.profiles]
        gear.rules += below.rules
        gear.names += below.names
        gear.points += below.points * chosen
        further += more
    return gear, further
