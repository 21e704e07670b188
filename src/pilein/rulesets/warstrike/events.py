"""Events of a close-combat phase."""

from typing import ClassVar

from pilein.kernel.events import Event
from pilein.tabletop import events
from pilein.tabletop.events import Heading

SIDES = 6


class PhaseBegan(Heading, frozen=True, kw_only=True, tag=True):
    """A close-combat phase has begun."""

    template: ClassVar[str] = "close-combat phase of {side}"
    level: ClassVar[int | None] = 0

    side: str


class NoCombat(Event, frozen=True, kw_only=True, tag=True):
    """No unit is near enough to an enemy."""

    template: ClassVar[str] = "no units were in close-combat"


class CombatBegan(Heading, frozen=True, kw_only=True, tag=True):
    """A combat is fought next."""

    template: ClassVar[str] = "combat: {attackers} against {defenders}"
    level: ClassVar[int | None] = 1

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class HeldFire(Event, frozen=True, kw_only=True, tag=True):
    """A suppressed unit has failed its check and does nothing."""

    template: ClassVar[str] = "{unit} did nothing"

    unit: str


class HalfCycleBegan(Heading, frozen=True, kw_only=True, tag=True):
    """A side has begun to attack."""

    template: ClassVar[str] = "{half_cycle}, attackers: {side}"

    number: int
    side: str

    @property
    def half_cycle(self) -> str:
        """The half-cycle's number; only the first is named if half-cycles are not counted (WS-R-04)."""
        return f"half-cycle {self.number}" if self.number else "next half-cycle"


class Shot(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Models have shot; `need` and `opposed` are those of a Score, `need` 7: impossible."""

    template: ClassVar[str] = "{unit} shot at {foe}: {shots:shot} with {weapon}, {score}"

    unit: str
    foe: str
    weapon: str
    shots: int
    need: int
    opposed: bool = False

    @property
    def score(self) -> str:
        """Score needed to hit, in words."""
        return _in_words(self.need, opposed=self.opposed)


class Struck(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Models have struck in melee; `need` and `opposed` are those of a Score, `need` 7: impossible."""

    template: ClassVar[str] = "{unit} struck: {attacks:attack} with {weapon}, {score}"

    unit: str
    weapon: str
    attacks: int
    need: int
    opposed: bool = False

    @property
    def score(self) -> str:
        """Score needed to hit, in words."""
        return _in_words(self.need, opposed=self.opposed)


class Suffered(Event, frozen=True, kw_only=True, tag=True):
    """A unit has been hit, and must remove this many models.

    Kills are counted only as far as they matter: as many models as can fall, and one more in melee. The dice may
    show more.
    """

    template: ClassVar[str] = "{unit} took {hits:hit}, {casualties:kill} counted"

    unit: str
    hits: int
    casualties: int


class Suppressed(Event, frozen=True, kw_only=True, tag=True):
    """A unit has taken suppression markers."""

    template: ClassVar[str] = "{unit} took {markers:marker} for {reason}, {now} now"

    unit: str
    markers: int
    reason: str
    now: int


class Recovered(Event, frozen=True, kw_only=True, tag=True):
    """A unit has removed a suppression marker."""

    template: ClassVar[str] = "{unit} removed a marker, {now} left"

    unit: str
    now: int


class AllocationTested(Event, frozen=True, kw_only=True, tag=True):
    """The attacker has rolled to choose some of the casualties."""

    template: ClassVar[str] = "allocation test against {unit}, sixes: {sixes}"

    unit: str
    sixes: int


class Slain(events.Slain, frozen=True, kw_only=True, tag=True):
    """Models of a unit have been removed, with the cause."""

    template: ClassVar[str] = "{unit}: {count} slain, {cause}"

    cause: str


class LeaderNamed(Event, frozen=True, kw_only=True, tag=True):
    """A model leads its unit from now on."""

    template: ClassVar[str] = "{unit}: model {model} became the leader"

    unit: str
    model: int


class DrawnIn(Event, frozen=True, kw_only=True, tag=True):
    """A unit has been drawn into the combat."""

    template: ClassVar[str] = "{unit} were drawn into the combat"

    unit: str


class CombatsMerged(Event, frozen=True, kw_only=True, tag=True):
    """A combat not yet fought has become part of this one: its other units join."""

    template: ClassVar[str] = "{units} joined as well: their own combat became part of it"

    units: tuple[str, ...]


class LdTested(Event, frozen=True, kw_only=True, tag=True):
    """A unit has taken a Ld check."""

    template: ClassVar[str] = "{unit} {passed:passed|failed} their Ld check"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    passed: bool


class FoughtOn(Event, frozen=True, kw_only=True, tag=True):
    """A unit stays in the combat."""

    template: ClassVar[str] = "{unit} fought on"

    unit: str


class FellBack(Event, frozen=True, kw_only=True, tag=True):
    """A unit falls back out of the combat; `inches` is its maximum distance."""

    template: ClassVar[str] = '{unit} had to fall back, up to {inches}"'

    unit: str
    inches: int


class Hemmed(Event, frozen=True, kw_only=True, tag=True):
    """Models of a unit that falls back had no room to move."""

    template: ClassVar[str] = "{unit}: {count:model} could not move"

    unit: str
    count: int


class Routed(Event, frozen=True, kw_only=True, tag=True):
    """A unit has routed and is gone."""

    template: ClassVar[str] = "{unit} routed"

    unit: str


class LeftCombat(Event, frozen=True, kw_only=True, tag=True):
    """A unit no longer has an enemy nearby and is out of the combat."""

    template: ClassVar[str] = "{unit} left the combat"

    unit: str


class RolesSwapped(Event, frozen=True, kw_only=True, tag=True):
    """Attackers and defenders have changed places."""

    template: ClassVar[str] = "{side} became the attackers"

    side: str


class CombatEnded(Event, frozen=True, kw_only=True, tag=True):
    """A combat is over, and why."""

    template: ClassVar[str] = "the combat ended: {reason}"

    reason: str


def _in_words(need: int, *, opposed: bool) -> str:
    """A score to hit in words; under WS-R-01 some need no die."""
    automatic, never = (-SIDES, SIDES - 1) if opposed else (1, SIDES + 1)
    if need <= automatic:
        return "hitting automatically"
    if need >= never:
        return "unable to hit"
    return f"{need}+ to hit" if not opposed else f"{need + 1:+} or more on the other die to hit"
