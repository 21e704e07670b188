"""What a model is and carries: characteristics, missile weapons, armour, mount, in the sheet's words."""

from typing import Literal

from msgspec import Struct

Troop = Literal["infantry", "cavalry", "light chariot", "heavy chariot", "elephant", "artillery", "character"]
Armour = Literal["none", "light", "heavy", "partial plate", "full plate"]
Shield = Literal["none", "shield", "buckler", "large shield", "pavise"]
Barding = Literal["none", "half cloth", "full cloth", "half plate", "full plate"]

CHARIOTS = ("light chariot", "heavy chariot")
COUNTED_BY_WOUNDS = (*CHARIOTS, "elephant")


class Missile(Struct, frozen=True):
    """A missile weapon, a line of the sheet's chart: `range` in ticks, half of it is short.

    `S` and `save` (0 or less) hold at long range, `short_S` and `short_save` at short range; `short_shots` is how often
    it shoots there. `moving`: "free" may move and shoot, "never" may not, "" at the usual penalty. `massed`: when it
    may be shot by the ranks behind, "always", "stationary" or "" for never.
    """

    name: str
    range: int
    S: int
    save: int = 0
    short_S: int = 0
    short_save: int = 0
    short_shots: int = 1
    long_penalty: bool = True
    moving: Literal["", "free", "never"] = ""
    massed: Literal["", "always", "stationary"] = ""


class Mount(Struct, frozen=True):
    """What fights beneath or beside a model with a profile of its own, `count` of them: horses, an elephant."""

    name: str
    WS: int
    S: int
    I: int  # noqa: E741 - the sheet's name
    A: int
    count: int = 1


class Traits(Struct, frozen=True):
    """The characteristics of a model, its armour, what it holds, its rules by name and its duties.

    `M` is in inches, before armour slows it. `mounted` means a rider on a horse. `hates` names profiles, troop types or
    units. `two_weapons`: a weapon in each hand.
    """

    M: int
    WS: int
    S: int
    T: int
    W: int
    I: int  # noqa: E741 - the sheet's name
    A: int
    Ld: int
    BS: int = 0
    type: Troop = "infantry"
    mounted: bool = False
    armour: Armour = "none"
    shield: Shield = "none"
    barding: Barding = "none"
    mount: Mount | None = None
    missiles: tuple[Missile, ...] = ()
    two_weapons: bool = False
    hates: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    standard: bool = False
    musician: bool = False
    general: bool = False
    battle_standard: bool = False

    def has(self, rule: str) -> bool:
        """Whether the model has a special rule, by its name."""
        return rule in self.rules
