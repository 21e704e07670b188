"""What a model is and carries: characteristics, weapons, special rules, in the register's words ("Terms and state")."""

from typing import Literal

from msgspec import Struct

NO_SAVE = 7  # a score no die reaches


class Effect(Struct, frozen=True):
    """Something a weapon leaves on models beyond their wounds: when it is handed out, and the mark it leaves."""

    trigger: Literal["unsaved", "wounding", "hitting"]
    mark: str


class Weapon(Struct, frozen=True):
    """A weapon in hand. Strength, Initiative and AP are bonuses to the bearer's blow; ranges are in ticks.

    `charging_*` are added when the bearer charged this turn, `cavalry_S` in the first round against cavalry. `shots` is
    nought for a weapon that is not shot; `shot_S` nought means the bearer's own Strength. `strikes` "last" puts its
    blows in step 1, "first" in step 10.
    """

    name: str
    base_type: str
    S: int = 0
    I: int = 0  # noqa: E741 - the register's name
    AP: int = 0
    hands: int = 1
    melee: bool = True
    strikes: Literal["", "first", "last"] = ""
    charging_S: int = 0
    charging_AP: int = 0
    cavalry_S: int = 0
    ranks: int = 2
    range: int = 0
    shots: int = 0
    shot_S: int = 0
    shot_AP: int = 0
    bars_charge: bool = False
    effects: tuple[Effect, ...] = ()
    rules: tuple[str, ...] = ()


class Traits(Struct, frozen=True):
    """The characteristics of a model, its saves (7: none), what it holds, and its rules by name.

    `type` is infantry, cavalry, beast, monster or artillery. `shield` is in the hands, its armour already in `Sv`.
    """

    WS: int
    S: int
    T: int
    W: int
    I: int  # noqa: E741 - the register's name
    A: int
    Ld: int
    BS: int = 0
    Sv: int = NO_SAVE
    Ward: int = NO_SAVE
    Cover: int = NO_SAVE
    type: str = "infantry"
    weapons: tuple[Weapon, ...] = ()
    shield: bool = False
    rules: tuple[str, ...] = ()
    standard: bool = False
    musician: bool = False
    champion: bool = False
    points: int = 0

    def has(self, rule: str) -> bool:
        """Whether the model has a special rule, by its name."""
        return rule in self.rules
