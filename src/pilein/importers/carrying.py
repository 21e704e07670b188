"""Stage 3, deciding: the equipment, special rules and command figures of models in the ruleset's words."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct, field

from pilein.importers.bodies import Item
from pilein.importers.entries import Profile
from pilein.importers.equipment import NO_WORDS, Equipment, equipment_of, named_equipment, rule_of
from pilein.importers.fighters import Fighter
from pilein.importers.models import Target
from pilein.importers.words import found, plain, type_in
from pilein.tabletop.vocabulary import names

MOST_ALIKE = 2  # weapons with one name that a model has
BARDING = "barding"  # armour of a mount that counts for its rider


class Piece(Struct):
    """Weapon or armour: its name, and its values if the ruleset has no equipment of that name."""

    section: Literal["weapons", "armour"]
    name: str
    keys: dict[str, Any] | None = None


class Fate(Struct):
    """Fate of a profile, a special rule or an entry. Empty `becomes` and `pieces` mean that it was left out."""

    what: Literal["profile", "rule", "entry"]
    name: str
    profile: Profile | None = None
    pieces: list[Piece] = field(default_factory=list)
    becomes: list[str] = field(default_factory=list)
    why: list[str] = field(default_factory=list)


class Carried(Struct):
    """Equipment, special rules and command figures of models, with the fate of each item."""

    pieces: list[Piece] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)  # names that have been read, in lower case
    fates: list[Fate] = field(default_factory=list)

    def holds(self, weapon: str) -> bool:
        """Whether the pieces include a weapon."""
        return any(one.name == weapon for one in self.pieces)

    def adds_to(self, other: "Carried") -> bool:
        """Whether the models carry more or less than `other`."""
        return (len(self.pieces), len(self.rules)) != (len(other.pieces), len(other.rules))

    def complete(self, other: "Carried") -> None:
        """Add the weapons, or the armour, of `other` if there are none."""
        for section in ("weapons", "armour"):
            if not any(one.section == section for one in self.pieces):
                self.pieces += [one for one in other.pieces if one.section == section]

    def copy(self) -> "Carried":
        """Copy the equipment as a start for models that carry more, without fates, so that nothing is reported
        twice.
        """
        return Carried(list(self.pieces), list(self.rules), [], set(self.known), [])


def carried_by(
    target: Target,
    items: Sequence[Item],
    fighter: Fighter | None,
    start: Carried | None = None,
    *,
    models: int = 1,
    has_figures: bool = True,
) -> Carried:
    """Read the equipment that models have from items, in addition to `start`. In a roster, `models` models share the
    items.

    `has_figures` allows an item to be a command figure. It is False for items that every one of several models has.
    """
    carried = start.copy() if start is not None else Carried()
    for item in items:
        if fighter is not None and is_of_mount(item, fighter):
            _of_mount(target, item, fighter, carried)
        else:
            times = item.count // max(models, 1) if item.part.is_selection else item.count
            _Reader(target, carried, max(1, times), is_one=has_figures and item.count == 1).read(item)
    return carried


def command_of(target: Target, words: Sequence[str]) -> str:
    """Command figure of the ruleset that one of the words means, or "" if none does."""
    keys = names(target.vocabulary.member_keys)
    found_ = (found(one, target.words.command) for one in words)
    return next((str(one) for one in found_ if one in keys), "")


def words_of_item(item: Item) -> list[str]:
    """Names that may identify an item."""
    return [item.name, *(one.name for one in item.profiles), *item.rules]


def is_of_mount(item: Item, fighter: Fighter) -> bool:
    """Whether an item belongs to a fighter's mount."""
    mount = fighter.mount
    return mount is not None and item.owner is mount.owner and mount.owner is not fighter.rider.owner


def _of_mount(target: Target, item: Item, fighter: Fighter, carried: Carried) -> None:
    """Give a rider its mount's barding, and the mount's special rules that the ruleset gives to riders.

    All other items of the mount are reported as left out.
    """
    assert fighter.mount is not None, "the item is of a mount"
    name = fighter.mount.name
    if any(BARDING in plain(one) for one in words_of_item(item)):
        _Reader(target, carried, 1).read(item)
        return
    for profile in item.profiles:
        why = f"{name!r} has it: the ruleset has no arms of mounts"
        carried.fates.append(Fate("profile", profile.name, profile, why=[why]))
        carried.fates.append(Fate("entry", profile.name, why=[why]))
    for rule in item.rules:
        known = rule_of(rule, target.vocabulary, target.words)
        if known is None or known in target.words.ridden:
            _Reader(target, carried, 1).rule(rule)
        else:
            carried.fates.append(Fate("entry", rule, why=[f"a special rule of {name!r}, not of its rider"]))
    if item.is_entry and not item.profiles and not item.rules:
        carried.fates.append(Fate("entry", item.name, why=[f"{name!r} has it: the ruleset has no arms of mounts"]))


class _Reader:
    """Reads items one after another, and adds them to the equipment of models."""

    def __init__(self, target: Target, carried: Carried, times: int, *, is_one: bool = False) -> None:
        self.target, self.carried, self.times, self.is_one = target, carried, times, is_one

    def read(self, item: Item) -> None:
        """Read an item by its profiles and special rules, or by its name if these have no meaning."""
        command = command_of(self.target, words_of_item(item)) if item.is_entry else ""
        if command:
            self._figure(item, command)
            return
        matched = [self._profile(profile) for profile in item.profiles]
        matched += [self.rule(rule) for rule in item.rules]
        if item.is_entry and not any(matched):
            self._name(item.name, is_bare=not matched)

    def _profile(self, profile: Profile) -> bool:
        fate = Fate("profile", profile.name, profile)
        self.carried.fates.append(fate)
        if type_in(profile.values) and not any("range" in plain(name) for name in profile.values):
            fate.why = ["its troop type counts for the models of its unit"]
            return True
        known = equipment_of(profile, self.target.vocabulary, self.target.words)
        return self._take(fate, profile.name, known)

    def rule(self, name: str) -> bool:
        """Read a special rule, which may be equipment too. Returns whether the ruleset has words for it."""
        fate = Fate("rule", name)
        self.carried.fates.append(fate)
        known = rule_of(name, self.target.vocabulary, self.target.words)
        if known is None:
            taken = self._take(fate, name, named_equipment(name, self.target.vocabulary, self.target.words))
            if not taken:
                fate.why = ["the ruleset has no such rule"]
            return taken
        fate.becomes = [known]
        self.carried.rules += [known] if known not in self.carried.rules else []
        return True

    def _figure(self, item: Item, command: str) -> None:
        """Add a command figure, unless every one of several models would be one."""
        fate = Fate("entry", item.name)
        self.carried.fates.append(fate)
        if self.is_one:
            fate.becomes = [command]
            self.carried.command.append(command)
        else:
            fate.why = [f"each of several models cannot be the {command}"]
        for profile in item.profiles:
            why = [f"{item.name!r} is the {command}"] if self.is_one else fate.why
            self.carried.fates.append(Fate("profile", profile.name, profile, why=why))

    def _name(self, name: str, *, is_bare: bool) -> None:
        if plain(name) in self.carried.known:
            return
        fate = Fate("entry", name)
        known = rule_of(name, self.target.vocabulary, self.target.words)
        if known is not None:
            fate.becomes = [known]
            self.carried.rules += [known] if known not in self.carried.rules else []
        else:
            self._take(fate, name, named_equipment(name, self.target.vocabulary, self.target.words))
        if is_bare or fate.becomes or fate.pieces:
            self.carried.fates.append(fate)

    def _take(self, fate: Fate, name: str, known: Equipment) -> bool:
        """Add equipment unless its name has been read already. Returns whether the ruleset has words for it."""
        fate.why = list(known.why)
        if not known.is_known:
            fate.why = fate.why or [NO_WORDS]
            return False
        armour = [Piece("armour", one, keys) for one, keys in known.armour.items()]
        weapons = [Piece("weapons", one, known.described.get(one)) for one in known.weapons]
        fate.pieces = [*armour, *weapons]
        if plain(name) in self.carried.known:
            return True
        self.carried.known.add(plain(name))
        self.carried.pieces += [one for one in armour if not self.carried.holds(one.name)]
        if known.is_alike and all(self.carried.holds(one.name) for one in weapons):
            return True
        self.carried.pieces += weapons * (min(self.times, MOST_ALIKE) if len(weapons) == 1 else 1)
        return True
