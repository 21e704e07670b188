"""Stage 2 of an import: decide which of several profiles is the fighter, and which is its mount, chariot or engine."""

import re
from collections.abc import Sequence

from msgspec import Struct, field

from pilein.importers.entries import Profile
from pilein.importers.parts import Part
from pilein.importers.words import CARRIAGES, MOUNTS, NONE, is_of, plain, type_in

CHARIOT = "chariot"
ENOUGH = 4  # signs that make a profile that of a mount
SURE = 3  # more signs than the fighter has
NUMBER = re.compile(r"'?\s*(\d{1,4})", re.ASCII)
NAMES = {  # characteristics by the names that catalogues give them
    "M": ("m", "mv", "move", "movement"),
    "WS": ("ws", "weapon skill"),
    "BS": ("bs", "ballistic skill"),
    "T": ("t", "toughness"),
    "W": ("w", "wounds"),
    "A": ("a", "attacks"),
    "Ld": ("ld", "leadership"),
}
STEEDS = re.compile(
    r"horse|steed|\bmounts?\b|boar\b|wolf\b|wolves|pegasus|griff|gryph|dragon\b|wyvern|\bcamel|\bpony|ponies|\bmule|charger|"
    r"palanquin|litter|cold one|stag\b|elk\b|destrier|palfrey|\bram\b|chimera|manticore|unicorn|drake\b",
    re.ASCII,
)
RIDING = re.compile(r"\b(?:rid(?:er|den)s?|knights?|cavalry|mounted|riding)\b")


class Found(Struct, frozen=True):
    """Model profile with its context, which is the number of models, the nesting depth, the owning part and the
    surrounding groups.
    """

    profile: Profile
    count: int
    depth: int
    owner: Part
    place: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the profile."""
        return self.profile.name

    def number(self, key: str) -> int | None:
        """Value of a characteristic, or None if it is missing or not a number."""
        for name, text in self.profile.values.items():
            if plain(name) in NAMES[key]:
                match = NUMBER.match(text.strip())
                return int(match[1]) if match else None
        return None

    def lacks(self, key: str) -> bool:
        """Whether a characteristic is present but not a number, such as a dash."""
        return any(plain(name) in NAMES[key] for name in self.profile.values) and self.number(key) is None

    @property
    def is_carriage(self) -> bool:
        """Whether the profile is a chariot or an engine, because its type says so or because it can be wounded but does
        not fight.
        """
        if is_of(type_in(self.profile.values), CARRIAGES):
            return not (self.is_driver or (self.number("WS") and self.number("BS")))
        can_be_wounded = self.number("T") is not None and self.number("W") is not None
        return can_be_wounded and self.lacks("WS") and (self.lacks("A") or self.number("A") == 0)

    @property
    def is_chariot(self) -> bool:
        """Whether the profile is a chariot drawn by beasts."""
        return self.is_carriage and (is_of(type_in(self.profile.values), (CHARIOT,)) or CHARIOT in plain(self.name))

    @property
    def is_driver(self) -> bool:
        """Whether the profile fights but has no Toughness and Wounds of its own."""
        return self.lacks("T") and self.lacks("W")

    @property
    def is_crew(self) -> bool:
        """Whether the profile is a crew member that relies on the Move, Toughness and Wounds of a carriage."""
        return self.is_driver and self.lacks("M")


class Fighter(Struct):
    """Model made of several profiles: rider, mount, chariot or engine. `beside` lists the profiles left out.

    `drives` means that the rider is the crew of the carriage and fights as one model with it, if the ruleset allows
    this.
    """

    rider: Found
    mount: Found | None = None
    carriage: Found | None = None
    beside: list[Found] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    drives: bool = False

    def dismount(self) -> None:
        """Leave out the chariot and its beasts, because the ruleset cannot merge the chariot with its rider."""
        assert self.carriage is not None, "there is a chariot"
        team = [self.mount] if self.mount is not None else []
        gone = [f"{one.count} {one.name!r}" if one.count > 1 else repr(one.name) for one in (self.carriage, *team)]
        self.doubts.append(f"without {' and '.join(gone)}: a model has one profile here")
        self.beside, self.mount = [*team, *self.beside], None


def fighter_of(found: Sequence[Found], names: Sequence[str]) -> Fighter | None:
    """Distinguish rider, mount and carriage. `names` are names of the entry and of the unit, nearest first."""
    every = _distinct(found)
    if not every:
        return None
    carriages = [one for one in every if one.is_carriage]
    pool = [one for one in every if not one.is_carriage] or every
    carriage = carriages[0] if carriages and pool is not every and len(pool) < len(every) else None
    bodies = [one for one in pool if not one.is_crew]
    if carriage is None and bodies:
        pool = bodies
    ranked = sorted(pool, key=lambda one: _rank(one, pool, names))
    rider = ranked[0]
    rest = [one for one in every if one is not rider and one is not carriage]
    mounts = [one for one in rest if not one.is_carriage and not one.is_crew and signs(one, rider, names) >= ENOUGH]
    mount = mounts[0] if mounts else None
    beside = [one for one in rest if one is not mount]
    fighter = Fighter(rider, mount, carriage, beside)
    if mount is not None and carriage is None and signs(mount, rider, names) < signs(rider, mount, names) + SURE:
        fighter.doubts.append(f"{rider.name!r} may be the mount of {mount.name!r}, not its rider")
    fighter.doubts += [f"{one.name!r} is not among its models" for one in beside]
    return fighter


def _rank(one: Found, pool: Sequence[Found], names: Sequence[str]) -> tuple[int, int, int]:
    """Return a sort key for a profile. The profile with the lowest key is most likely the rider's."""
    most = max((signs(one, other, names) - signs(other, one, names) for other in pool if other is not one), default=0)
    return most, one.depth, pool.index(one)


def _distinct(found: Sequence[Found]) -> list[Found]:
    """Merge equal profiles and add up their numbers."""
    kept: dict[tuple[str, str], Found] = {}
    for one in found:
        key = one.profile.key, one.name
        before = kept.get(key)
        if before is None:
            kept[key] = one
        elif before.owner is not one.owner:
            kept[key] = Found(before.profile, before.count + one.count, before.depth, before.owner, before.place)
    return list(kept.values())


def signs(one: Found, rider: Found, names: Sequence[str] = ()) -> int:
    """Return a score for how closely a profile resembles the mount of `rider`. The higher the score, the more likely
    it is that the profile is the mount.
    """
    kind, other = type_in(one.profile.values), type_in(rider.profile.values)
    is_ridden = any(STEEDS.search(plain(name)) or plain(name) in MOUNTS for name in one.place)
    found = 3 * is_ridden + 2 * bool(STEEDS.search(plain(one.name))) - 2 * bool(RIDING.search(plain(one.name)))
    found += 2 * (one.depth > rider.depth)
    found += 3 * (is_of(kind, MOUNTS) and not is_of(other, MOUNTS) and not (_is_cavalry(kind) and plain(other) in NONE))
    found += _is_cavalry(other) and plain(kind) in NONE
    found += 2 * (not one.number("BS") and bool(rider.number("BS")))
    found += 2 * ((one.lacks("T") or one.lacks("W")) and rider.number("T") is not None)
    speed, own = one.number("M"), rider.number("M")
    found += 3 * (speed is not None and rider.lacks("M")) + (speed is not None and own is not None and speed > own)
    will, others = one.number("Ld"), rider.number("Ld")
    found += others is not None and (one.lacks("Ld") or (will is not None and will < others))
    return found - 4 * named(one.name, names) + named(rider.name, names)


def _is_cavalry(kind: str) -> bool:
    """Whether a type is cavalry. Riders have this type, and in some army lists their horses as well."""
    return "cavalry" in plain(kind)


def named(name: str, names: Sequence[str]) -> bool:
    """Whether a name equals one of the names of an entry or a unit, in the singular or the plural."""
    return any(_single(name) == _single(other) for other in names)


def _single(name: str) -> str:
    words = [_singular(word) for word in re.findall(r"[^\W_]+", plain(name))]
    return " ".join(words)


def _singular(word: str) -> str:
    if word.endswith("men"):
        return f"{word[:-3]}man"
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
