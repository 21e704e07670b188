"""Events of combats: attacks, wounds, effects, results, Morale checks, pursuit and flight."""

from typing import ClassVar

from pilein.kernel.events import Event
from pilein.tabletop.events import Heading, PhaseBegan


class SubPhaseBegan(PhaseBegan, frozen=True, kw_only=True, tag=True):
    """Event: a sub-phase begins."""


class StepBegan(Heading, frozen=True, kw_only=True, tag=True):
    """Event: an Initiative step begins."""

    template: ClassVar[str] = "Initiative {step}"

    step: int


class Struck(Event, frozen=True, kw_only=True, tag=True):
    """Event: models strike. The event gives the number of attacks and the scores needed, where 7 means impossible."""

    template: ClassVar[str] = (
        "{unit} struck {foe}: {attacks:attack} with {weapon}, {hit:D6} to hit, {wound:D6} to wound"
    )

    unit: str
    foe: str
    weapon: str
    attacks: int
    hit: int
    wound: int


class Suffered(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit loses Wounds after its saves."""

    template: ClassVar[str] = "{unit} lost {wounds:Wound}"

    unit: str
    wounds: int


class Marked(Event, frozen=True, kw_only=True, tag=True):
    """Event: models of a unit are marked with the effect of a weapon."""

    template: ClassVar[str] = "{unit}: {count} {mark}"

    unit: str
    mark: str
    count: int
    models: tuple[int, ...] = ()


class CombatStopped(Event, frozen=True, kw_only=True, tag=True):
    """Event: the enemies are too far apart to meet again, so the remaining steps are lost."""

    template: ClassVar[str] = "no fighters could reach the enemy any more: the combat stopped"


# --- Deciding a combat: the result, the Morale checks, the pursuit ------------------------------------------------


class CombatWon(Event, frozen=True, kw_only=True, tag=True):
    """Event: a side wins with the higher score. Each part of the score is given as the winner's lead."""

    template: ClassVar[str] = "{winner} won the combat by {margin}{parts}"

    winner: str
    margin: int
    wounds: int
    ranks: int
    number: int
    standards: int

    @property
    def parts(self) -> str:
        """Text in brackets that lists the parts of the score in which the sides differ."""
        leads = ((name, getattr(self, name)) for name in ("wounds", "ranks", "number", "standards"))
        differing = ", ".join(f"{name} {lead:+d}" for name, lead in leads if lead)
        return f" ({differing})" if differing else ""


class CombatDrawn(Event, frozen=True, kw_only=True, tag=True):
    """Event: the combat is drawn because scores are equal or no models are left on either side."""

    template: ClassVar[str] = "drawn combat: {reason}"

    reason: str


class WipedOut(Event, frozen=True, kw_only=True, tag=True):
    """Event: a side has no models left in the combat and loses, regardless of the score."""

    template: ClassVar[str] = "{side} had no models left: {winner} won the combat"

    side: str
    winner: str


class Held(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that lost the combat stays in the fight."""

    template: ClassVar[str] = "{unit} held after losing by {margin}"

    unit: str
    margin: int


class Broke(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that lost the combat leaves it and falls back. `by_choice` means that it did so without a check."""

    template: ClassVar[str] = "{unit} broke after losing by {margin}"

    unit: str
    margin: int
    by_choice: bool = False


class Caught(Event, frozen=True, kw_only=True, tag=True):
    """Event: a Sweeping Advance catches a unit, which is destroyed or stays in place."""

    template: ClassVar[str] = "{unit} were caught: {fate}"

    unit: str
    fate: str


class GotAway(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit breaks off. `pursued` means that an enemy tried to catch it."""

    template: ClassVar[str] = "{unit} got away{pursued:| because nobody could pursue}"

    unit: str
    pursued: bool


class StayedLocked(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit is still locked after its combat. The event lists the restrictions that follow."""

    template: ClassVar[str] = "{unit} stayed locked in combat"

    unit: str
    bars: str


class StoodApart(Event, frozen=True, kw_only=True, tag=True):
    """Event: both sides break off a combat that neither could win."""

    template: ClassVar[str] = "{unit} broke off a combat that neither side could win"

    unit: str


# --- Units that fell back: models that left the table or found no route ------------------------------------------


class LeftTable(Event, frozen=True, kw_only=True, tag=True):
    """Event: models falling back touch the table edge and leave the table."""

    template: ClassVar[str] = "{unit}: {count:model} left the table"

    unit: str
    count: int
    models: tuple[int, ...] = ()


class Trapped(Event, frozen=True, kw_only=True, tag=True):
    """Event: models that must fall back find no route and are destroyed."""

    template: ClassVar[str] = "{unit} had no way out for {count:model}: destroyed"

    unit: str
    count: int
    models: tuple[int, ...] = ()


class Regrouped(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit regroups and is no longer falling back."""

    template: ClassVar[str] = "{unit} regrouped"
    rolled_by: ClassVar[str] = "unit"

    unit: str
