"""Events of a combat: declarations, rolls and hits."""

from math import floor
from typing import ClassVar

from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.events import Event
from pilein.kernel.nearest import in_words
from pilein.tabletop import events
from pilein.tabletop.events import Heading


class Shielded(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model chooses to shield."""

    template: ClassVar[str] = "{model} shielded"

    model: str
    unit: str


class TookBothHands(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model wields a hand-and-a-half weapon in both hands. `weapon` names the weapon if the model has several
    weapons.
    """

    template: ClassVar[str] = "{model} used both hands{held}"

    model: str
    unit: str
    weapon: str = ""

    @property
    def held(self) -> str:
        """Phrase that names the weapon, or an empty phrase if the model has only one weapon."""
        return f" for the {in_words(self.weapon)}" if self.weapon else ""


class NamedWeapon(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model names the weapon that it strikes with."""

    template: ClassVar[str] = "{model} struck with the {weapon}"

    model: str
    unit: str
    weapon: str


class Focused(Event, frozen=True, kw_only=True, tag=True):
    """Event: a psyker spends charges on its weapon. `matters` means that the charges have an effect under the current
    rulings.
    """

    template: ClassVar[str] = "{model} spent {charges:charge}: Strength {S}{matters:|, to no effect}"

    model: str
    unit: str
    charges: int
    S: int
    matters: bool


class Supported(Event, frozen=True, kw_only=True, tag=True):
    """Event: a spear lends a friend an attack die."""

    template: ClassVar[str] = "the spear of {model} supported {friend}"

    model: str
    unit: str
    friend: str


class AnnouncedParry(Event, frozen=True, kw_only=True, tag=True):
    """Event: a Parry is announced before the dice are seen."""

    template: ClassVar[str] = "{model} announced a Parry against {enemy}"

    model: str
    unit: str
    enemy: str


class Parried(Event, frozen=True, kw_only=True, tag=True):
    """Event: a Parry makes an enemy reroll a die. `left` is the highest die that the enemy has left."""

    template: ClassVar[str] = "{model} parried one {face} of {enemy}: {best}"

    model: str
    unit: str
    enemy: str
    face: int
    left: int

    @property
    def best(self) -> str:
        """Phrase describing the highest die that the enemy has left."""
        return f"another {self.left} stood" if self.left == self.face else f"their best die was now a {self.left}"


class Barred(Event, frozen=True, kw_only=True, tag=True):
    """Event: enemy axes bar a model from the given act (parrying or shielding)."""

    template: ClassVar[str] = "{model} could not {act}, facing the axe of {enemies}"

    model: str
    unit: str
    act: str
    enemies: tuple[str, ...]


class Scored(Event, frozen=True, kw_only=True, tag=True):
    """Event: the combat score of a model, with its best die as rolled and its WS after all reductions.

    The score is the die, minus `lowered`, plus the WS; this sum is multiplied by `times`. The WS has already been
    reduced by `reduced`.
    """

    template: ClassVar[str] = "{model} scored {score} ({terms})"

    model: str
    unit: str
    die: int
    WS: int
    score: int
    lowered: int = 0
    reduced: int = 0
    times: int = 1

    @property
    def terms(self) -> str:
        """Sum that makes up the score, as text."""
        die, skill = f"die {self.die}", f"WS {self.WS + self.reduced}"
        if self.score != (self.die - self.lowered + self.WS) * self.times:
            return f"{die}, WS {self.WS}, not added up"
        die += f" - {self.lowered}" if self.lowered else ""
        skill += f" - {self.reduced}" if self.reduced else ""
        return f"({die} + {skill}) x {self.times}" if self.times > 1 else f"{die} + {skill}"


class Tied(Event, frozen=True, kw_only=True, tag=True):
    """Event: two opponents' scores are equal."""

    template: ClassVar[str] = "{model} and {enemy} tied"

    model: str
    unit: str
    enemy: str


class LandedHits(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model lands hits on an enemy. AP 0 is shown as "-"."""

    template: ClassVar[str] = "{model} landed {hits:hit} on {enemy}, AP {piercing}"

    model: str
    unit: str
    enemy: str
    hits: int
    AP: int

    @property
    def piercing(self) -> str:
        """AP as written in the rules."""
        return str(self.AP) if self.AP else "-"


class TookWounds(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model takes wounds, at most as many as it has left. `instant` means that instant death causes them."""

    template: ClassVar[str] = "{model} took {wounds:wound} {cause}{instant:, instant death|}"

    model: str
    unit: str
    wounds: int
    cause: str = "from hits"
    instant: bool = False


class Withstood(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model that was hit takes no wound."""

    template: ClassVar[str] = "{model} was unhurt"

    model: str
    unit: str


class Slain(events.Slain, frozen=True, kw_only=True, tag=True):
    """Event: a slain model is removed."""

    template: ClassVar[str] = "{model} was slain"

    model: str
    count: int = 1


class Moved(events.Moved, frozen=True, kw_only=True, tag=True):
    """Event: a model is pushed. `name` names the model."""

    name: str = ""

    @property
    def mover(self) -> str:
        """Name of the pushed model, or of its unit."""
        return self.name or self.unit

    @property
    def moved(self) -> str:
        """Phrase for the move of a single model."""
        return self.manner


class Collided(Event, frozen=True, kw_only=True, tag=True):
    """Event: a pushed model is stopped, `short` inches before the end of its push."""

    template: ClassVar[str] = '{model} was stopped by {thing}, {lacking:.2f}" short'

    model: str
    unit: str
    thing: str
    short: float

    @property
    def lacking(self) -> float:
        """Distance in inches by which the push fell short, to two decimals.

        The distance is rounded down if rounding up would show a full inch although the model took no wound for it
        (CP-R-32).
        """
        shown = round(self.short, 2)
        return shown if shown < floor(self.short + CONTACT / INCH) + 1 else floor(self.short * 100) / 100


# --- Priority, pairings, leftovers and the start of combats ------------------------------------------------------


class PhaseBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: the combat phase begins, and the given side has priority."""

    template: ClassVar[str] = "Combat phase, priority: {side}"
    level: ClassVar[int | None] = 0

    side: str


class Paired(Event, frozen=True, kw_only=True, tag=True):
    """Event: two models are paired off."""

    template: ClassVar[str] = "{model} was paired off with {enemy}"

    model: str
    unit: str
    enemy: str


class JoinedCombat(Event, frozen=True, kw_only=True, tag=True):
    """Event: a leftover model joins the combat of an enemy that already has an opponent."""

    template: ClassVar[str] = "{model} joined the combat against {enemy}"

    model: str
    unit: str
    enemy: str


class CombatBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: the combat between the named models is fought next."""

    template: ClassVar[str] = "combat of {models}"
    level: ClassVar[int | None] = 1

    models: tuple[str, ...]


class CombatDissolved(Event, frozen=True, kw_only=True, tag=True):
    """Event: a combat is not fought because none of its enemies are in contact any more."""

    template: ClassVar[str] = "{models} no longer touched and did not fight"

    models: tuple[str, ...]
