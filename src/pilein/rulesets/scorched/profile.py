"""Profile and equipment of a model: its characteristics, its weapons as rows of the equipment table, and its special
rules.
"""

from typing import Annotated, Final, Literal

from msgspec import Struct

from pilein.tabletop.keys import InFile

NO_SAVE = 7  # a score no die reaches

PUNCH: Final = "punch"
SWORD: Final = "sword"
DAGGER: Final = "dagger"
AXE: Final = "axe"
MACE: Final = "mace"
SPEAR: Final = "spear"
LANCE: Final = "lance"
SHIELD: Final = "shield"
ONE_HANDED: Final = "one-handed"
TWO_HANDED: Final = "two-handed"
ADAPTIVE: Final = "hand-and-a-half"
CHAIN, POWER, FORCE, RELIC, DAEMON = "chain", "power", "force", "relic", "daemon"

SHAPES = (PUNCH, SWORD, DAGGER, AXE, MACE, SPEAR, LANCE, SHIELD)
GRIPS = (ONE_HANDED, TWO_HANDED, ADAPTIVE)
QUALITIES = (CHAIN, POWER, FORCE, RELIC, DAEMON)

PSYKER, ETERNAL_WARRIOR = "Psyker", "Eternal Warrior"

Shape = Literal["", "punch", "sword", "dagger", "axe", "mace", "spear", "lance", "shield"]
Grip = Literal["one-handed", "two-handed", "hand-and-a-half"]


class Weapon(Struct, frozen=True, cache_hash=True):
    """A weapon or shield in hand, with one shape (empty if the table does not list it), one grip and any qualities."""

    name: str
    shape: Annotated[Shape, InFile("what it is")] = ""
    grip: Annotated[Grip, InFile("how it is held")] = "one-handed"
    qualities: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[str, ...]:
        """Rows of the equipment table that the weapon represents."""
        shape = (self.shape,) if self.shape else ()
        grip = (self.grip,) if self.grip != ONE_HANDED else ()
        return (*shape, *grip, *self.qualities)

    @property
    def hands(self) -> int:
        """Number of hands that the weapon needs."""
        return 2 if self.grip == TWO_HANDED else 1


FISTS = Weapon("punch", PUNCH)


class Traits(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Characteristics of a model, its saves (7 means no save), its equipment and its special rules by name.

    `charges` is the number of psychic charges that a psyker holds. `charger` means that the model moved into
    engagement in the first round, regardless of the rest of its unit.
    """

    WS: Annotated[int, InFile("Weapon Skill", 0, 10)]
    W: Annotated[int, InFile("Wounds", 1, 10)]
    S: Annotated[int, InFile("Strength", 1, 10)] = 4
    T: Annotated[int, InFile("Toughness", 1, 10)] = 4
    Sv: Annotated[int, InFile("armour save: the score needed", 1, 6)] = NO_SAVE
    Inv: Annotated[int, InFile("Invulnerable save: the score needed", 2, 6)] = NO_SAVE
    FNP: Annotated[int, InFile("Feel No Pain: the score needed", 2, 6)] = NO_SAVE
    charges: Annotated[int, InFile("psychic charges held", 0, 10)] = 0
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[str, ...] = ()
    points: Annotated[int, InFile("points of a model, for policies", 0, 1000)] = 0
    charger: bool = False

    def has(self, rule: str) -> bool:
        """Whether the model has the given special rule."""
        return rule in self.rules
