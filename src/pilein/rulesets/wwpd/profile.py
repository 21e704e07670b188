"""Profile and equipment of a model, in the terms of the register ("Terms and state", "Parameters")."""

from typing import Annotated

from msgspec import Struct

from pilein.geometry.ticks import ticks
from pilein.tabletop.keys import InFile


class Weapon(Struct, frozen=True):
    """Weapon of a model, with its levels of Massive and Armor Piercing and its penalty to the target's save."""

    name: str
    massive: Annotated[int, InFile("levels of Massive: each cancels one of Toughness", 0, 10)] = 0
    ap: Annotated[int, InFile("levels of Armor Piercing: each cancels one of Armor", 0, 10)] = 0
    melee_offense: Annotated[int, InFile("added to the bearer's Melee Offense", 0, 6)] = 0


class Traits(Struct, frozen=True, kw_only=True):
    """Characteristics of a model, including all its equipment. `normal_move` is in ticks."""

    rate: Annotated[int, InFile("Rate of Attacks", 0, 10)] = 1
    skill: Annotated[int, InFile("melee skill", 0, 10)] = 3
    toughness: Annotated[int, InFile("levels of Toughness", 0, 10)] = 0
    armor: Annotated[int, InFile("levels of Armor", 0, 10)] = 0
    save: Annotated[int, InFile("Defensive Save: the score needed", 1, 7)] = 5
    melee_defense: Annotated[int, InFile("levels of Melee Defense: they improve its own saves", 0, 6)] = 0
    wounds: Annotated[int, InFile("Wounds", 1, 20)] = 1
    Ld: Annotated[int, InFile("Leadership: the score needed", 2, 10)] = 4
    normal_move: Annotated[
        int, InFile("distance when it falls back or follows up, in inches", 0, 24, kind="number")
    ] = ticks(6)
    weapon: Weapon
    leader: bool = False
