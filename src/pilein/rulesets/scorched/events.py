"""Events of a combat: declarations, rolls and hits."""

from math import floor
from typing import ClassVar

from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.events import Event
from pilein.kernel.nearest import in_words
from pilein.tabletop import events
from pilein.tabletop.events import Heading


class Shielded(Event, frozen=True, kw_only=True, tag=True):
    """A model has chosen to shield."""

    template: ClassVar[str] = "{model} shielded"

    model: str
    unit: str


class TookBothHands(Event, frozen=True, kw_only=True, tag=True):
    """A model uses a hand-and-a-half weapon with both hands; `weapon` is its name if it has several."""

    template: ClassVar[str] = "{model} used both hands{held}"

    model: str
    unit: str
    weapon: str = ""

    @property
    def held(self) -> str:
        """The weapon, if the model has several."""
        return f" for the {in_words(self.weapon)}" if self.weapon else ""


class NamedWeapon(Event, frozen=True, kw_only=True, tag=True):
    """A model strikes with one of its weapons."""

    template: ClassVar[str] = "{model} struck with the {weapon}"

    model: str
    unit: str
    weapon: str


class Focused(Event, frozen=True, kw_only=True, tag=True):
    """A psyker has spent charges on its weapon; `matters`: they change something under the readings in force."""

    template: ClassVar[str] = "{model} spent {charges:charge}: Strength {S}{matters:|, to no effect}"

    model: str
    unit: str
    charges: int
    S: int
    matters: bool


class Supported(Event, frozen=True, kw_only=True, tag=True):
    """A spear lends a friend an attack die."""

    template: ClassVar[str] = "the spear of {model} supported {friend}"

    model: str
    unit: str
    friend: str


class AnnouncedParry(Event, frozen=True, kw_only=True, tag=True):
    """A Parry was announced before the dice were seen."""

    template: ClassVar[str] = "{model} announced a Parry against {enemy}"

    model: str
    unit: str
    enemy: str


class Parried(Event, frozen=True, kw_only=True, tag=True):
    """A die was rerolled; `left` is the highest die the enemy has left."""

    template: ClassVar[str] = "{model} parried one {face} of {enemy}: {best}"

    model: str
    unit: str
    enemy: str
    face: int
    left: int

    @property
    def best(self) -> str:
        """The highest die the enemy has left, in words."""
        return f"another {self.left} stood" if self.left == self.face else f"their best die was now a {self.left}"


class Barred(Event, frozen=True, kw_only=True, tag=True):
    """Axes of the `enemies` keep a model from an `act`: to parry, or to shield."""

    template: ClassVar[str] = "{model} could not {act}, facing the axe of {enemies}"

    model: str
    unit: str
    act: str
    enemies: tuple[str, ...]


class Scored(Event, frozen=True, kw_only=True, tag=True):
    """A combat score: the best die as rolled, and the WS after all reductions.

    The die counts `lowered` less than it shows, the WS is reduced by `reduced`, and the sum is multiplied by
    `times`.
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
        """The sum that makes up the score."""
        die, skill = f"die {self.die}", f"WS {self.WS + self.reduced}"
        if self.score != (self.die - self.lowered + self.WS) * self.times:
            return f"{die}, WS {self.WS}, not added up"
        die += f" - {self.lowered}" if self.lowered else ""
        skill += f" - {self.reduced}" if self.reduced else ""
        return f"({die} + {skill}) x {self.times}" if self.times > 1 else f"{die} + {skill}"


class Tied(Event, frozen=True, kw_only=True, tag=True):
    """Two scores are equal."""

    template: ClassVar[str] = "{model} and {enemy} tied"

    model: str
    unit: str
    enemy: str


class LandedHits(Event, frozen=True, kw_only=True, tag=True):
    """A model has landed hits on an enemy; AP 0 is "-"."""

    template: ClassVar[str] = "{model} landed {hits:hit} on {enemy}, AP {piercing}"

    model: str
    unit: str
    enemy: str
    hits: int
    AP: int

    @property
    def piercing(self) -> str:
        """The AP as the rules write it."""
        return str(self.AP) if self.AP else "-"


class TookWounds(Event, frozen=True, kw_only=True, tag=True):
    """A model has taken wounds, at most as many as it had left; `instant`: instant death took them all."""

    template: ClassVar[str] = "{model} took {wounds:wound} {cause}{instant:, instant death|}"

    model: str
    unit: str
    wounds: int
    cause: str = "from hits"
    instant: bool = False


class Withstood(Event, frozen=True, kw_only=True, tag=True):
    """A model that was hit has taken no wound."""

    template: ClassVar[str] = "{model} was unhurt"

    model: str
    unit: str


class Slain(events.Slain, frozen=True, kw_only=True, tag=True):
    """A model has been removed."""

    template: ClassVar[str] = "{model} was slain"

    model: str
    count: int = 1


class Moved(events.Moved, frozen=True, kw_only=True, tag=True):
    """A model was pushed; `name` is its name."""

    name: str = ""

    @property
    def mover(self) -> str:
        """The model."""
        return self.name or self.unit

    @property
    def moved(self) -> str:
        """The move of one model, in words."""
        return self.manner


class Collided(Event, frozen=True, kw_only=True, tag=True):
    """A pushed model was stopped, this many inches short."""

    template: ClassVar[str] = '{model} was stopped by {thing}, {lacking:.2f}" short'

    model: str
    unit: str
    thing: str
    short: float

    @property
    def lacking(self) -> float:
        """The same distance to a hundredth, but never showing more full inches than cost a wound (CP-R-32)."""
        shown = round(self.short, 2)
        return shown if shown < floor(self.short + CONTACT / INCH) + 1 else floor(self.short * 100) / 100


# --- Priority given, models paired off, leftovers assigned, combats begun ----------------------------------------


class PhaseBegan(Heading, frozen=True, kw_only=True, tag=True):
    """The combat phase has begun; this side has priority."""

    template: ClassVar[str] = "Combat phase, priority: {side}"
    level: ClassVar[int | None] = 0

    side: str


class Paired(Event, frozen=True, kw_only=True, tag=True):
    """Two models have been paired off."""

    template: ClassVar[str] = "{model} was paired off with {enemy}"

    model: str
    unit: str
    enemy: str


class JoinedCombat(Event, frozen=True, kw_only=True, tag=True):
    """A model that was left over fights an enemy that already has an opponent."""

    template: ClassVar[str] = "{model} joined the combat against {enemy}"

    model: str
    unit: str
    enemy: str


class CombatBegan(Heading, frozen=True, kw_only=True, tag=True):
    """A combat is fought between these models."""

    template: ClassVar[str] = "combat of {models}"
    level: ClassVar[int | None] = 1

    models: tuple[str, ...]


class CombatDissolved(Event, frozen=True, kw_only=True, tag=True):
    """A combat is not fought: none of its enemies touch any more."""

    template: ClassVar[str] = "{models} no longer touched and did not fight"

    models: tuple[str, ...]
