"""What a model is and carries, in the register's words ("Terms and state", "Parameters")."""

from msgspec import Struct


class Weapon(Struct, frozen=True):
    """What a model fights with: levels of Massive and Armor Piercing, and what it takes off the target's save."""

    name: str
    massive: int = 0
    ap: int = 0
    melee_offense: int = 0


class Traits(Struct, frozen=True):
    """The characteristics of a model, all that it carries reckoned in. `normal_move` is in ticks."""

    rate: int
    skill: int
    toughness: int
    armor: int
    save: int
    melee_defense: int
    wounds: int
    Ld: int
    normal_move: int
    weapon: Weapon
    leader: bool = False
