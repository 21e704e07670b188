"""What a model is and carries, in the register's words ("Terms and state")."""

from msgspec import Struct


class Weapon(Struct, frozen=True):
    """A weapon. `WS` and `Str` are added to its user's; `Atk` are its melee attacks, `rate` its shots.

    `firepower`, if any, is the Str of its shots instead of the user's with `Str`. `range` is in ticks. A `pair` is an
    identical weapon in each hand, its Atk already raised.
    """

    name: str
    ranged: bool = False
    WS: int = 0
    Str: int = 0
    Atk: int = 1
    AP: int = 0
    rate: int = 1
    assault: bool = False
    firepower: int = 0
    range: int = 0
    pair: bool = False


class Traits(Struct, frozen=True):
    """The characteristics of a model and what it holds. `Mv` and `Aw` are inches; `To` 0 is none."""

    Mv: int
    Aw: int
    WS: int
    Str: int
    Ar: int
    Ld: int
    Nv: int
    BS: int = 0
    Ev: int = 0
    To: int = 0
    points: int = 0
    weapons: tuple[Weapon, ...] = ()

    @property
    def melee_weapons(self) -> tuple[Weapon, ...]:
        """Those it can strike with."""
        return tuple(weapon for weapon in self.weapons if not weapon.ranged)

    @property
    def ranged_weapons(self) -> tuple[Weapon, ...]:
        """Those it can shoot."""
        return tuple(weapon for weapon in self.weapons if weapon.ranged)
