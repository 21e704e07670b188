"""Characteristics, weapons and special rules of a model, named as in the register ("Terms and state")."""

from typing import Annotated, Literal

from msgspec import Struct

from pilein.tabletop.keys import InFile

Creature = Literal["infantry", "cavalry", "beast", "monster", "artillery"]

NO_SAVE = 7  # a score no die reaches


class Effect(Struct, frozen=True):
    """Additional effect of a weapon, with the trigger that applies it and the mark it leaves on models."""

    trigger: Literal["unsaved", "wounding", "hitting"]
    mark: str


class Weapon(Struct, frozen=True):
    """A weapon. Strength, Initiative and AP are bonuses to the bearer's attacks, and ranges are in ticks.

    The `charging_*` bonuses apply if the bearer charged this turn, and `cavalry_S` applies in the first round
    against cavalry. `shots` is 0 for weapons that cannot shoot. A `shot_S` of 0 means the bearer's own Strength.
    `strikes` is "last" for weapons that attack in step 1 and "first" for weapons that attack in step 10.
    """

    name: str
    base_type: Annotated[str, InFile("base type, of which two make a pair; default: its own name")] = ""
    S: Annotated[int, InFile("added to the bearer's Strength", -9, 9)] = 0
    I: Annotated[int, InFile("added to the bearer's Initiative", -9, 9)] = 0  # noqa: E741 - the register's name
    AP: Annotated[int, InFile("armour piercing", 0, 6)] = 0
    hands: Annotated[int, InFile("hands needed", 1, 2)] = 1
    melee: Annotated[bool, InFile("a close combat weapon")] = True
    strikes: Annotated[Literal["", "first", "last"], InFile("in step 10 (`first`) or step 1 (`last`)")] = ""
    charging_S: Annotated[int, InFile("Strength added if the bearer charged", 0, 9)] = 0
    charging_AP: Annotated[int, InFile("AP added if the bearer charged", 0, 6)] = 0
    cavalry_S: Annotated[int, InFile("Strength added in the first round against cavalry", 0, 9)] = 0
    ranks: Annotated[int, InFile("ranks that fight with it", 2, 3)] = 2
    range: Annotated[int, InFile("range in inches", 0, 100, kind="number")] = 0
    shots: Annotated[int, InFile("shots of a ranged weapon", 0, 10)] = 0
    shot_S: Annotated[int, InFile("Strength of a shot; 0: the bearer's", 0, 10)] = 0
    shot_AP: Annotated[int, InFile("AP of a shot", 0, 6)] = 0
    bars_charge: Annotated[bool, InFile("a model that shot with it may not charge")] = False
    effects: tuple[Effect, ...] = ()
    rules: Annotated[tuple[str, ...], InFile("special rules of its attacks, or of whoever holds it")] = ()


class Traits(Struct, frozen=True, kw_only=True):
    """Characteristics of a model, its saves (7 means no save), its equipment and its special rules by name.

    `type` is infantry, cavalry, beast, monster or artillery. `shield` is True if the model carries a shield, whose
    armour is already included in `Sv`.
    """

    WS: Annotated[int, InFile("Weapon Skill", 0, 10)]
    BS: Annotated[int, InFile("Ballistic Skill", 0, 10)] = 0
    S: Annotated[int, InFile("Strength", 1, 10)]
    T: Annotated[int, InFile("Toughness", 1, 10)]
    W: Annotated[int, InFile("Wounds", 1, 20)]
    I: Annotated[int, InFile("Initiative", 0, 10)]  # noqa: E741 - the register's name
    A: Annotated[int, InFile("Attacks", 0, 10)]
    Ld: Annotated[int, InFile("Leadership", 2, 10)]
    Sv: Annotated[int, InFile("armour save: the score needed", 2, 6)] = NO_SAVE
    Ward: Annotated[int, InFile("ward save: the score needed", 2, 6)] = NO_SAVE
    Cover: Annotated[int, InFile("cover save against shots: the score needed", 2, 6, name="cover")] = NO_SAVE
    points: Annotated[int, InFile("points of a model, for policies", 0, 1000)] = 0
    type: Annotated[Creature, InFile("kind of creature")] = "infantry"
    weapons: tuple[Weapon, ...] = ()
    shield: bool = False
    rules: tuple[str, ...] = ()
    standard: bool = False
    musician: bool = False
    champion: bool = False

    def has(self, rule: str) -> bool:
        """Whether the model has the given special rule."""
        return rule in self.rules
