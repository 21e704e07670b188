"""Profile and equipment of a model: characteristics, missile weapons, armour and mount, in the terms of the sheet."""

from typing import Annotated, Literal

from msgspec import Struct

from pilein.tabletop.keys import InFile

Troop = Literal["infantry", "cavalry", "light chariot", "heavy chariot", "elephant", "artillery", "character"]
Armour = Literal["none", "light", "heavy", "partial plate", "full plate"]
Shield = Literal["none", "shield", "buckler", "large shield", "pavise"]
Barding = Literal["none", "half cloth", "full cloth", "half plate", "full plate"]

ARMOUR = "body armour: saves on 6+ to 3+ in this order; mounted one better, at best 3+"
SHIELD = "the shield it carries: improves the save by 1, a large shield or pavise by 2"
CHARIOTS = ("light chariot", "heavy chariot")
COUNTED_BY_WOUNDS = (*CHARIOTS, "elephant")


class Missile(Struct, frozen=True):
    """Missile weapon, as one line of the weapon chart. `range` is in ticks, and half of it is short range.

    `S` and `save` (0 or less) apply at long range; `short_S`, `short_save` and `short_shots` apply at short range.
    `moving` is "free" if the weapon may be fired after a move without penalty, "never" if it may not, and "" for the
    usual penalty. `massed` is "always" or "stationary" if the ranks behind the first may fire it, and "" if they may
    not.
    """

    name: str
    range: Annotated[int, InFile("range in inches; half of it is short range", 0, 100, kind="number")] = 0
    S: Annotated[int, InFile("strength of a shot at long range", 1, 10)] = 3
    save: Annotated[int, InFile("save modifier at long range, strength included", -6, 0)] = 0
    short_S: Annotated[int, InFile("strength at short range; 0: as at long range", 0, 10)] = 0
    short_save: Annotated[int, InFile("save modifier at short range, strength included", -6, 0)] = 0
    short_shots: Annotated[int, InFile("shots at short range", 1, 4)] = 1
    long_penalty: Annotated[bool, InFile("long range makes it harder to hit")] = True
    moving: Annotated[
        Literal["", "free", "never"], InFile("shots after moving: without penalty, never, or at the usual penalty")
    ] = ""
    massed: Annotated[
        Literal["", "always", "stationary"], InFile("shots from rear ranks: always, when stationary, or not")
    ] = ""


class Mount(Struct, frozen=True):
    """Mounts of a model that fight with their own profile, such as horses or an elephant. `count` is their number."""

    name: str
    WS: int
    S: int
    I: int  # noqa: E741 - the sheet's name
    A: int
    count: Annotated[int, InFile("number of mounts of each model", 1, 8, name="mounts", of="mount")] = 1


class Traits(Struct, frozen=True, kw_only=True):
    """Characteristics, armour, equipment, special rules and duties of a model.

    `M` is in inches, before any reduction for armour. `mounted` means that the model is a rider on a horse. `hates`
    names profiles, troop types or units. `two_weapons` means that the model has a weapon in each hand.
    """

    M: Annotated[int, InFile("movement rate in inches, before armour reduces it", 0, 20)]
    WS: Annotated[int, InFile("weapon skill", 1, 10)]
    BS: Annotated[int, InFile("ballistic skill", 0, 10)] = 0
    S: Annotated[int, InFile("strength", 1, 10)]
    T: Annotated[int, InFile("toughness", 1, 10)]
    W: Annotated[int, InFile("wounds", 1, 20)] = 1
    I: Annotated[int, InFile("initiative", 1, 10)]  # noqa: E741 - the sheet's name
    A: Annotated[int, InFile("attacks", 0, 10)] = 1
    Ld: Annotated[int, InFile("leadership", 2, 10)]
    type: Annotated[Troop, InFile("troop type")] = "infantry"
    mounted: Annotated[bool, InFile("rides a horse; cavalry always does")] = False
    armour: Annotated[Armour, InFile(ARMOUR)] = "none"
    shield: Annotated[Shield, InFile(SHIELD)] = "none"
    barding: Annotated[Barding, InFile("its mount's armour")] = "none"
    mount: Annotated[Mount | None, InFile("the profile of a mount that fights: [profiles.NAME]")] = None
    missiles: tuple[Missile, ...] = ()
    two_weapons: bool = False
    hates: Annotated[tuple[str, ...], InFile("profiles, troop types or units that it hates")] = ()
    rules: tuple[str, ...] = ()
    standard: bool = False
    musician: bool = False
    general: bool = False
    battle_standard: bool = False

    def has(self, rule: str) -> bool:
        """Whether the model has the named special rule."""
        return rule in self.rules
