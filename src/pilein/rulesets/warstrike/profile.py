"""Profile and equipment of a model, in the terms of the register ("Terms and state")."""

from typing import Annotated

from msgspec import Struct

from pilein.geometry.ticks import ticks
from pilein.tabletop.keys import InFile


class Weapon(Struct, frozen=True):
    """Weapon of a model. `WS` and `Str` are added to the bearer's own. `Atk` is its number of melee attacks and `rate`
    its number of shots.

    If `firepower` is not 0, it is the Str of the shots and replaces the bearer's Str plus `Str`. `range` is in
    ticks. `pair` means an identical weapon in each hand, with the Atk already raised.
    """

    name: str
    ranged: Annotated[bool, InFile("a ranged weapon")] = False
    WS: Annotated[int, InFile("added to the bearer's WS", -9, 9)] = 0
    Str: Annotated[int, InFile("added to the bearer's Str", -9, 9)] = 0
    Atk: Annotated[int, InFile("attacks in melee", 0, 20)] = 1
    AP: Annotated[int, InFile("armor penetration", 0, 10)] = 0
    rate: Annotated[int, InFile("rate of fire", 1, 20)] = 1
    assault: Annotated[bool, InFile("an assault weapon")] = False
    firepower: Annotated[int, InFile("Str of its shots; 0: the bearer's plus `Str`", 0, 10)] = 0
    range: Annotated[int, InFile("range outside close-combat, in inches", 0, 100, kind="number")] = ticks(24)
    pair: Annotated[bool, InFile("one in each hand; `Atk` already includes it")] = False


class Traits(Struct, frozen=True, kw_only=True):
    """Characteristics and equipment of a model. `Mv` and `Aw` are in inches. A `To` of 0 means that the model has no
    To.
    """

    Mv: Annotated[int, InFile("normal movement, inches", 0, 20)]
    Aw: Annotated[int, InFile("Awareness, inches", 0, 60)] = 12
    WS: Annotated[int, InFile("Weapon Skill", 0, 10)]
    BS: Annotated[int, InFile("Ballistic Skill", 0, 10)] = 0
    Ev: Annotated[int, InFile("Evasion", 0, 10)] = 0
    Str: Annotated[int, InFile("Strength", 0, 10)]
    Ar: Annotated[int, InFile("Armor", 0, 10)]
    To: Annotated[int, InFile("Toughness: dice that must all succeed for a kill", 1, 6)] = 0
    Ld: Annotated[int, InFile("Leadership: number of dice", 0, 10)]
    Nv: Annotated[int, InFile("Nerve: the highest die that passes", 0, 6)]
    points: Annotated[int, InFile("points of a model, for policies", 0, 1000)] = 0
    weapons: tuple[Weapon, ...] = ()

    @property
    def melee_weapons(self) -> tuple[Weapon, ...]:
        """Weapons with which the model can strike."""
        return tuple(weapon for weapon in self.weapons if not weapon.ranged)

    @property
    def ranged_weapons(self) -> tuple[Weapon, ...]:
        """Weapons with which the model can shoot."""
        return tuple(weapon for weapon in self.weapons if weapon.ranged)
