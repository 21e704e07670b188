"""Events of a close-combat phase."""

from typing import ClassVar

from pilein.kernel.events import Event
from pilein.tabletop import events
from pilein.tabletop.events import Heading

SIDES = 6


class PhaseBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: a close-combat phase began."""

    template: ClassVar[str] = "close-combat phase of {side}"
    level: ClassVar[int | None] = 0

    side: str


class NoCombat(Event, frozen=True, kw_only=True, tag=True):
    """Event: no unit was near enough to an enemy."""

    template: ClassVar[str] = "no units were in close-combat"


class CombatBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: a combat is fought next."""

    template: ClassVar[str] = "combat: {attackers} against {defenders}"
    level: ClassVar[int | None] = 1

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class HeldFire(Event, frozen=True, kw_only=True, tag=True):
    """Event: a suppressed unit failed its check and did nothing."""

    template: ClassVar[str] = "{unit} did nothing"

    unit: str


class HalfCycleBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: a side began to attack."""

    template: ClassVar[str] = "{half_cycle}, attackers: {side}"

    number: int
    side: str

    @property
    def half_cycle(self) -> str:
        """Number of the half-cycle, written out, or "next half-cycle" if half-cycles are not counted (WS-R-04)."""
        return f"half-cycle {self.number}" if self.number else "next half-cycle"


class Shot(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Event: models shot. `need` and `opposed` are as in Score. A `need` of 7 means that no hit is possible."""

    template: ClassVar[str] = "{unit} shot at {foe}: {shots:shot} with {weapon}, {score}"

    unit: str
    foe: str
    weapon: str
    shots: int
    need: int
    opposed: bool = False

    @property
    def score(self) -> str:
        """Score needed to hit, as text."""
        return _in_words(self.need, opposed=self.opposed)


class Struck(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Event: models struck in melee. `need` and `opposed` are as in Score. A `need` of 7 means that no hit is
    possible.
    """

    template: ClassVar[str] = "{unit} struck: {attacks:attack} with {weapon}, {score}"

    unit: str
    weapon: str
    attacks: int
    need: int
    opposed: bool = False

    @property
    def score(self) -> str:
        """Score needed to hit, as text."""
        return _in_words(self.need, opposed=self.opposed)


class Suffered(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit was hit and must remove models.

    `casualties` counts only kills that matter: at most the number of models that can fall, plus one in melee. The dice
    may show more kills.
    """

    template: ClassVar[str] = "{unit} took {hits:hit}, {casualties:kill} counted"

    unit: str
    hits: int
    casualties: int


class Suppressed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit took suppression markers."""

    template: ClassVar[str] = "{unit} took {markers:marker} for {reason}, {now} now"

    unit: str
    markers: int
    reason: str
    now: int


class Recovered(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit removed a suppression marker."""

    template: ClassVar[str] = "{unit} removed a marker, {now} left"

    unit: str
    now: int


class AllocationTested(Event, frozen=True, kw_only=True, tag=True):
    """Event: the attacker rolled to choose some of the casualties."""

    template: ClassVar[str] = "allocation test against {unit}, sixes: {sixes}"

    unit: str
    sixes: int


class Slain(events.Slain, frozen=True, kw_only=True, tag=True):
    """Event: models of a unit were removed, with the cause."""

    template: ClassVar[str] = "{unit}: {count} slain, {cause}"

    cause: str


class LeaderNamed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model became the leader of its unit."""

    template: ClassVar[str] = "{unit}: model {model} became the leader"

    unit: str
    model: int


class DrawnIn(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit was drawn into the combat."""

    template: ClassVar[str] = "{unit} were drawn into the combat"

    unit: str


class CombatsMerged(Event, frozen=True, kw_only=True, tag=True):
    """Event: a combat that had not been fought yet became part of the current combat, and its other units joined."""

    template: ClassVar[str] = "{units} joined as well: their own combat became part of it"

    units: tuple[str, ...]


class LdTested(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit took a Ld check."""

    template: ClassVar[str] = "{unit} {passed:passed|failed} their Ld check"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    passed: bool


class FoughtOn(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit stayed in the combat."""

    template: ClassVar[str] = "{unit} fought on"

    unit: str


class FellBack(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit fell back out of the combat. `inches` is its maximum distance."""

    template: ClassVar[str] = '{unit} had to fall back, up to {inches}"'

    unit: str
    inches: int


class Hemmed(Event, frozen=True, kw_only=True, tag=True):
    """Event: when a unit fell back, some of its models had no room to move."""

    template: ClassVar[str] = "{unit}: {count:model} could not move"

    unit: str
    count: int


class Routed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit routed and was removed."""

    template: ClassVar[str] = "{unit} routed"

    unit: str


class LeftCombat(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that no longer had any enemy nearby left the combat."""

    template: ClassVar[str] = "{unit} left the combat"

    unit: str


class RolesSwapped(Event, frozen=True, kw_only=True, tag=True):
    """Event: attackers and defenders swapped roles."""

    template: ClassVar[str] = "{side} became the attackers"

    side: str


class CombatEnded(Event, frozen=True, kw_only=True, tag=True):
    """Event: a combat ended, with the reason."""

    template: ClassVar[str] = "the combat ended: {reason}"

    reason: str


def _in_words(need: int, *, opposed: bool) -> str:
    """Score to hit, as text. Under WS-R-01 some scores need no die."""
    automatic, never = (-SIDES, SIDES - 1) if opposed else (1, SIDES + 1)
    if need <= automatic:
        return "hitting automatically"
    if need >= never:
        return "unable to hit"
    return f"{need}+ to hit" if not opposed else f"{need + 1:+} or more on the other die to hit"
