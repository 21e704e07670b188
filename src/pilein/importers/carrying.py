"""Stage 3 of an import: express the models' equipment, special rules and command figures in the ruleset's words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pilein.importers.bodies import Item
from pilein.importers.entries import Profile
from pilein.importers.equipment import NO_WORDS, Equipment, equipment_of, named_equipment, rule_of
from pilein.importers.fighters import Fighter, Found
from pilein.importers.models import Target
from pilein.importers.words import NONE, TYPES, found, plain, type_in
from pilein.tabletop.vocabulary import names

MOST_ALIKE = 2  # weapons with one name that a model has
BARDING = "barding"  # armour of a mount that counts for its rider
HAS = "the models already have it"


class Piece(Struct):
    """Weapon or armour, with its name and, if the ruleset has no equipment of that name, its values."""

    section: Literal["weapons", "armour"]
    name: str
    keys: dict[str, Any] | None = None

    def is_like(self, other: "Piece") -> bool:
        """Whether two pieces are the same weapon or armour. Text in brackets is ignored if the values are equal."""
        is_same = self.section == other.section and self.keys == other.keys
        return is_same and plain(self.name) == plain(other.name)


class Fate(Struct):
    """Outcome of importing a profile, a special rule or an entry.

    If `becomes` and `pieces` are empty, the item was left out.
    """

    what: Literal["profile", "rule", "entry"]
    name: str
    profile: Profile | None = None
    pieces: list[Piece] = field(default_factory=list)
    becomes: list[str] = field(default_factory=list)
    why: list[str] = field(default_factory=list)


class Carried(Struct):
    """Models' equipment, special rules and command figures, with the outcome for each item.

    `more` counts the weapons that models carry in addition to others of the same name.
    """

    pieces: list[Piece] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    more: dict[str, int] = field(default_factory=dict)
    fates: list[Fate] = field(default_factory=list)

    def add(self, piece: Piece, number: int, *, is_more: bool = False) -> Piece:
        """Make the models carry at least `number` similar pieces, and return the piece that represents them.

        If `is_more` is set, `number` counts only pieces that are carried in addition to others of the same name.
        """
        held = [one for one in self.pieces if one.is_like(piece)]
        further = self.more.get(piece.name, 0)
        had = further if is_more else len(held) - further
        own = held[0] if held else piece
        self.pieces += [own] * max(0, number - had)
        if is_more:
            self.more[piece.name] = max(further, number)
        return own

    def adds_to(self, other: "Carried") -> bool:
        """Whether these models and those of `other` carry different numbers of pieces or have different numbers of
        rules.
        """
        return (len(self.pieces), len(self.rules)) != (len(other.pieces), len(other.rules))

    def complete(self, other: "Carried") -> None:
        """Copy the weapons of `other` if these models have no weapons, and likewise the armour."""
        for section in ("weapons", "armour"):
            if not any(one.section == section for one in self.pieces):
                self.pieces += [one for one in other.pieces if one.section == section]

    def copy(self) -> "Carried":
        """Copy the equipment as a basis for models that carry more. Outcomes of the import are not copied, so that
        nothing is reported twice.
        """
        return Carried(list(self.pieces), list(self.rules), [], dict(self.more), [])


def carried_by(
    target: Target,
    items: Sequence[Item],
    fighter: Fighter | None,
    start: Carried | None = None,
    *,
    models: int = 1,
    has_figures: bool = True,
) -> Carried:
    """Read the models' equipment from items, in addition to `start`. In a roster, `models` models share the items.

    `has_figures` allows an item to be a command figure. It is False for items that each of several models has.
    """
    carried = start.copy() if start is not None else Carried()
    granted: list[tuple[Fate, Equipment]] = []
    for item in items:
        other = owner_left_out(item, fighter) if fighter is not None else None
        if fighter is not None and is_of_mount(item, fighter):
            _of_mount(target, item, fighter, carried)
        elif other is not None:
            _leave(item, f"{other.name!r} has it, and is left out", carried)
        else:
            times = item.count // max(models, 1) if item.part.is_selection else item.count
            engine = _engine_of(item, fighter) if fighter is not None else ""
            reader = _Reader(target, carried, max(1, times), is_one=has_figures and item.count == 1, engine=engine)
            reader.read(item)
            granted += reader.granted
    _complete(target, carried, granted)
    return carried


def _complete(target: Target, carried: Carried, granted: Sequence[tuple[Fate, Equipment]]) -> None:
    """Add weapons granted by special rules, unless the models have a weapon of the same base type already, and then
    complete pairs.
    """
    for fate, known in granted:
        arms = [one for one in carried.pieces if one.section == "weapons"]
        bases = [_keys(target, one).get("base_type") or one.name for one in arms]
        if all(bases.count(one) >= known.weapons.count(one) and not known.is_more for one in known.weapons):
            fate.pieces = [arms[bases.index(one)] for one in dict.fromkeys(known.weapons)]
            fate.why.append(HAS)
        else:
            _Reader(target, carried, 1).take(fate, known)
    _complete_pairs(target, carried)


def _complete_pairs(target: Target, carried: Carried) -> None:
    """Add the weapon that an additional weapon accompanies, if the models have no other weapon for the same hand."""
    arms = [(one.name, _keys(target, one)) for one in carried.pieces if one.section == "weapons"]
    ranged = target.words.weapon.range
    held = [name for name, own in arms if own.get("melee", ranged not in own) and own.get("hands", 1) == 1]
    for name, number in carried.more.items():
        if len(held) == held.count(name) == number:
            carried.add(Piece("weapons", name), 1)


def _keys(target: Target, piece: Piece) -> Mapping[str, Any]:
    return target.vocabulary.weapons.get(piece.name, {}) if piece.keys is None else piece.keys


def command_of(target: Target, words: Sequence[str]) -> str:
    """Return the ruleset's command figure that one of the words denotes, or "" if there is none."""
    keys = names(target.vocabulary.member_keys)
    found_ = (found(one, target.words.command) for one in words)
    return next((str(one) for one in found_ if one in keys), "")


def words_of_item(item: Item) -> list[str]:
    """Names that may identify an item in the ruleset."""
    return [item.name, *(one.name for one in item.profiles), *item.rules]


def is_of_mount(item: Item, fighter: Fighter) -> bool:
    """Whether an item belongs to a fighter's mount."""
    mount = fighter.mount
    return mount is not None and item.owner is mount.owner and mount.owner is not fighter.rider.owner


def owner_left_out(item: Item, fighter: Fighter) -> Found | None:
    """Return the owner of the item if it is a model beside the fighter, such as a crew in a howdah, or None."""
    own = [one.owner for one in (fighter.rider, fighter.mount, fighter.carriage) if one is not None]
    if item.owner is None or any(item.owner is one for one in own):
        return None
    return next((one for one in fighter.beside if one.owner is item.owner), None)


def _engine_of(item: Item, fighter: Fighter) -> str:
    """Name of the engine to which an item belongs if the crew fights without the engine, or "" for other items."""
    engine = fighter.carriage if not fighter.drives else None
    is_its = engine is not None and item.owner is engine.owner and item.owner is not fighter.rider.owner
    return engine.name if engine is not None and is_its else ""


def _leave(item: Item, why: str, carried: Carried) -> None:
    for profile in item.profiles:
        carried.fates += [Fate("profile", profile.name, profile, why=[why]), Fate("entry", profile.name, why=[why])]
    carried.fates += [Fate("entry", rule, why=[why]) for rule in item.rules]
    if item.is_entry and not item.profiles and not item.rules:
        carried.fates.append(Fate("entry", item.name, why=[why]))


def _of_mount(target: Target, item: Item, fighter: Fighter, carried: Carried) -> None:
    """Give the rider the mount's barding, and the mount's special rules that the ruleset gives to riders.

    All other items of the mount are reported as left out.
    """
    assert fighter.mount is not None, "the item belongs to a mount"
    name = fighter.mount.name
    if any(BARDING in plain(one) for one in words_of_item(item)):
        _Reader(target, carried, 1).read(item)
        return
    bare = replace(item, rules=[]) if item.profiles or not item.rules else None
    if bare is not None:
        _leave(bare, f"{name!r} has it, but the ruleset gives mounts no weapons", carried)
    for rule in item.rules:
        known = rule_of(rule, target.vocabulary, target.words)
        if known is None or known in target.words.ridden:
            _Reader(target, carried, 1).rule(rule)
        else:
            carried.fates.append(Fate("entry", rule, why=[f"a special rule of {name!r}, not of its rider"]))


class _Reader:
    """Reader that adds items to the models' equipment one after another."""

    def __init__(self, target: Target, carried: Carried, times: int, *, is_one: bool = False, engine: str = "") -> None:
        self.target, self.carried, self.times, self.is_one, self.engine = target, carried, times, is_one, engine
        self.granted: list[tuple[Fate, Equipment]] = []  # weapons by special rules, which come last

    def read(self, item: Item) -> None:
        """Read an item by its profiles and special rules, or by its name if the ruleset has no words for those."""
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
            others = {key: text for key, text in profile.values.items() if plain(key) not in TYPES}
            rest = [f"{key} {text}" for key, text in others.items() if text.strip().lower() not in NONE]
            fate.why = ["its troop type is used for the models of its unit"]
            fate.why += [f"left out of it: {', '.join(rest)}"] if rest else []
            return True
        known = equipment_of(profile, self.target.vocabulary, self.target.words)
        if self.engine and known.described:
            fate.why = [f"a weapon of {self.engine!r}, whose crew fights without the engine"]
            return True
        return self.take(fate, known)

    def rule(self, name: str) -> bool:
        """Read a special rule, which may also be equipment. Return whether the ruleset has words for it."""
        fate = Fate("rule", name)
        self.carried.fates.append(fate)
        known = rule_of(name, self.target.vocabulary, self.target.words)
        if known is None:
            return self._granted(fate, named_equipment(name, self.target.vocabulary, self.target.words))
        fate.becomes = [known]
        self.carried.rules += [known] if known not in self.carried.rules else []
        return True

    def _granted(self, fate: Fate, known: Equipment) -> bool:
        if known.weapons and not known.armour:
            fate.why = list(known.why)
            self.granted.append((fate, known))
        elif not self.take(fate, known):
            fate.why = ["the ruleset has no such rule"]
        return known.is_known

    def _figure(self, item: Item, command: str) -> None:
        """Add a command figure, unless each of several models would be the figure."""
        fate = Fate("entry", item.name)
        self.carried.fates.append(fate)
        if self.is_one:
            fate.becomes = [command]
            self.carried.command.append(command)
        else:
            fate.why = [f"several models cannot all be the {command}"]
        for profile in item.profiles:
            why = [f"{item.name!r} is the {command}"] if self.is_one else fate.why
            self.carried.fates.append(Fate("profile", profile.name, profile, why=why))

    def _name(self, name: str, *, is_bare: bool) -> None:
        fate = Fate("entry", name)
        known = rule_of(name, self.target.vocabulary, self.target.words)
        if known is not None:
            fate.becomes = [known]
            self.carried.rules += [known] if known not in self.carried.rules else []
        else:
            self.take(fate, named_equipment(name, self.target.vocabulary, self.target.words))
        if is_bare or fate.becomes or fate.pieces:
            self.carried.fates.append(fate)

    def take(self, fate: Fate, known: Equipment) -> bool:
        """Add equipment that the models do not have yet. Return whether the ruleset has words for the equipment."""
        fate.why = list(known.why)
        if not known.is_known:
            fate.why = fate.why or [NO_WORDS]
            return False
        before = len(self.carried.pieces)
        fate.pieces = [self.carried.add(Piece("armour", one, keys), 1) for one, keys in known.armour.items()]
        times = min(self.times, MOST_ALIKE) if len(known.weapons) == 1 and not known.is_alike else 1
        for name, number in Counter(known.weapons).items():
            piece = Piece("weapons", name, known.described.get(name))
            fate.pieces.append(self.carried.add(piece, number * times, is_more=known.is_more))
        if len(self.carried.pieces) == before and fate.profile is None:
            fate.why.append(HAS)
        return True
