"""Stage 2 of an import: determine a unit's kinds of models, its compulsory parts and its options."""

from collections.abc import Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from pilein.importers.entries import Profile
from pilein.importers.fighters import ENOUGH, Found, named, signs
from pilein.importers.parts import LOST, Part
from pilein.importers.words import CARRIAGES, MOUNTS, is_of, plain, type_in

MOST_OPTIONS = 60  # of a unit
MOST_LISTED = 12  # names in a line of the report


class Item(Struct):
    """Part without a model's profile: equipment, a special rule or a command figure.

    `count` is a total in a roster and a number per model in a catalogue. `owner` is the part that contains its
    model. `is_entry` means that the item has a name of its own rather than its models' name.
    """

    part: Part
    profiles: list[Profile]
    rules: list[str]
    count: int
    owner: Part | None
    is_entry: bool

    @property
    def name(self) -> str:
        """Name of the item's entry."""
        return self.part.name


class Gear(Struct):
    """Contents of a part that are taken together: models, other items and their price."""

    found: list[Found] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    points: float = 0.0


class Kind(Struct):
    """Kind of model in a unit, with the number of such models, the price per model and the equipment."""

    part: Part
    least: int
    most: int | None
    gear: Gear

    @property
    def name(self) -> str:
        """Name of the kind's entry."""
        return self.part.name


class Choice(Struct):
    """Option of a unit. `kind` is the kind of model that may choose it, or None for the whole unit.

    `instead` is the gear that the option replaces. `further` names nested choices, which are ignored.
    """

    part: Part
    gear: Gear
    kind: Kind | None
    instead: Gear | None = None
    further: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Name of the choice's entry."""
        return self.part.name

    @property
    def is_each(self) -> bool:
        """Whether the choice is priced per model."""
        return self.part.is_each or self.kind is not None


class Body(Struct):
    """Unit of an army list: its shared equipment, its kinds of models, its choices, and the items that were left out.

    `sets` is the number of identical sets of profiles in a roster, such as chariots with their crews.
    """

    part: Part
    gear: Gear
    kinds: list[Kind] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    passed: list[tuple[str, str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    sets: int = 1

    @property
    def name(self) -> str:
        """Name of the unit."""
        return self.part.name

    @property
    def is_single(self) -> bool:
        """Whether the unit itself has a model's profile, as characters have."""
        return bool(self.gear.found)


def body_of(part: Part) -> Body:
    """Build the body of a unit from its parts."""
    if part.is_selection and part.type == "model" and part.entry.least > 1:
        return _uniform_body(part)
    body = Body(part, Gear(points=part.points))
    _take(body.gear, part, 1, None, 0, is_entry=False)
    _Sorter(body, None, body.gear).sort(part, part if part.models else None, 1, 1 if part.models else 0)
    _put_mounts_under_riders(body)
    if body.hidden:
        body.passed.append((listed(body.hidden), "the catalogue shows it only under certain conditions"))
    return body


def _uniform_body(part: Part) -> Body:
    """Body of a roster unit whose models are all of a single kind."""
    body = Body(part, Gear())
    number = part.entry.least
    kind = Kind(part, number, number, Gear(points=part.points))
    body.kinds.append(kind)
    _take(kind.gear, part, number, None, 0, is_entry=False)
    _Sorter(body, kind, kind.gear).sort(part, part, number, 1)
    return body


def listed(names: Iterable[str]) -> str:
    """Join distinct names on one line, and append a count of the names beyond the first few."""
    every = list(dict.fromkeys(names))
    more = len(every) - MOST_LISTED
    return ", ".join(every[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _take(gear: Gear, part: Part, count: int, owner: Part | None, depth: int, *, is_entry: bool = True) -> None:
    """Add a part's own models and items to the gear, but not those of its child parts."""
    own = part if part.models else owner
    gear.found += [Found(one, count, depth, part, part.place) for one in part.models]
    has_name = is_entry and not part.models
    if part.profiles or part.rules or has_name:
        own_count = part.taken if has_name else 1
        gear.items.append(Item(part, part.profiles, part.rules, own_count, own, has_name))


class _Sorter:
    """Sorter of the parts below a unit, or below one of its kinds of models. It adds compulsory parts to the gear."""

    def __init__(self, body: Body, kind: Kind | None, gear: Gear) -> None:
        self.body, self.kind, self.gear = body, kind, gear

    def sort(self, part: Part, owner: Part | None, count: int, depth: int) -> None:
        """Sort the child parts of a part. `owner` is the part that contains their model."""
        self.body.passed += [(name, LOST) for name in part.lost]
        for child in part.parts:
            if child.taken:
                self._taken(child, owner, count, depth)
            elif child.is_hidden:
                self.body.hidden.append(child.name)
            elif child.type == "unit" and child.has_models:
                self.body.passed.append((child.name, "a unit of its own, not a choice of this one"))
            elif child.most == 0 and not child.entry.is_changed:
                self.body.passed.append((child.name, "the catalogue allows none of it"))
            elif len(self.body.choices) < MOST_OPTIONS:
                self.body.choices.append(_choice(child, self.kind))
            else:
                self.body.passed.append((child.name, f"a unit has at most {MOST_OPTIONS} options here"))

    def _taken(self, child: Part, owner: Part | None, count: int, depth: int) -> None:
        if self.kind is None and _is_kind(self.body, child):
            kind = Kind(child, child.taken, child.most, Gear(points=child.points))
            self.body.kinds.append(kind)
            below = kind.least if child.is_selection else 1
            _take(kind.gear, child, below, None, 0, is_entry=False)
            _Sorter(self.body, kind, kind.gear).sort(child, child if child.models else None, below, 1)
            return
        number = child.taken if child.is_selection else count * child.taken
        shared = self.kind.least if self.kind is not None and child.is_selection else 1
        self.gear.points += child.points * number / max(shared, 1)
        _take(self.gear, child, number, owner, depth)
        if self.kind is None and sum(one.has_models for one in child.obligatory) > 1 and child.is_many:
            self._set(child)
        deeper = depth + 1 if child.models else depth
        self.sort(child, child if child.models else owner, number, deeper)

    def _set(self, child: Part) -> None:
        """Record a set of profiles that a unit may have several times. A roster gives the actual number of sets, and a
        catalogue only the default number.
        """
        if child.is_selection:
            self.body.sets = max(self.body.sets, child.taken)
        else:
            most = f"up to {child.most}" if child.most is not None else "any number"
            self.body.passed.append((child.name, f"the unit has {child.taken} of {most}"))


def _is_kind(body: Body, child: Part) -> bool:
    is_unit = body.part.type == "unit"
    if child.type == "model":
        if body.is_single and not is_unit:
            return False
        return child.has_models or is_unit or not body.is_single
    is_ridden = any(is_of(type_in(one.values), (*MOUNTS, *CARRIAGES)) for one in child.models)
    return is_unit and bool(child.models) and not is_ridden and child.is_many


def _put_mounts_under_riders(body: Body) -> None:
    """Move mounts, crews and engines that are listed like kinds of models into the unit's common equipment."""
    names = [body.name]
    every = [one for one in body.kinds if one.gear.found]
    for kind in every if len(every) > 1 or body.is_single else ():
        first = kind.gear.found[0]
        is_part = first.is_carriage or first.is_driver
        if is_part or any(_rides(one, kind, names) for one in body.kinds if one is not kind):
            body.kinds.remove(kind)
            times = 1 if kind.part.is_selection else kind.least
            body.gear.found += [replace(one, depth=one.depth + 1, count=one.count * times) for one in kind.gear.found]
            body.gear.items += kind.gear.items
            body.gear.points += kind.gear.points * kind.least


def _rides(rider: Kind, mount: Kind, names: list[str]) -> bool:
    """Whether a kind of model is the rider of a mount listed beside it."""
    if not rider.gear.found or not mount.gear.found or mount.least not in (1, rider.least) or len(mount.gear.found) > 1:
        return False
    if named(mount.name, names):
        return False
    first, other = rider.gear.found[0], mount.gear.found[0]
    return signs(other, first, [*names, rider.name]) > ENOUGH


def _choice(part: Part, kind: Kind | None) -> Choice:
    further: list[str] = []
    gear = gear_of(part, further)
    instead = gear_of(part.instead, []) if part.instead is not None else None
    return Choice(part, gear, kind, instead, further)


def gear_of(part: Part, further: list[str]) -> Gear:
    """Collect the fixed contents of a part. The names of the part's choices are added to `further`."""
    gear = Gear(points=part.points)
    _take(gear, part, 1, None, 0)
    for child, count, owner, depth in _below(part, 1, part if part.models else None, 1 if part.models else 0, further):
        gear.points += child.points * count
        _take(gear, child, count, owner, depth)
    return gear


def _below(
    part: Part, count: int, owner: Part | None, depth: int, further: list[str]
) -> Iterator[tuple[Part, int, Part | None, int]]:
    further += [one.name for one in part.optional if not one.is_hidden]
    for child in part.obligatory:
        number = count * child.taken
        yield child, number, owner, depth
        deeper = depth + 1 if child.models else depth
        yield from _below(child, number, child if child.models else owner, deeper, further)


def in_command(part: Part) -> bool:
    """Whether a part belongs to the command figures, as judged by its groups and the types of its profiles."""
    return any("command" in plain(name) for name in (*part.place, *(one.type for one in part.profiles)))
