"""Events of combats and volleys: attacks, results, break tests and their consequences."""

from typing import ClassVar

from pilein.kernel.events import Event

SURE, BEST = 2, 6  # a score every die makes, and a score no die makes


def wounding(score: int) -> str:
    """Score to wound, as text. Scores above 6, shown as a dash in the chart, read "cannot wound"."""
    return f"{score}+ to wound" if score <= BEST else "cannot wound"


class StruckFirst(Event, frozen=True, kw_only=True, tag=True):
    """Event: both sides had attacks left at the same Initiative, and a roll of dice let one side strike first."""

    template: ClassVar[str] = "Initiative {initiative}: {side} struck first"

    initiative: int
    side: str


class Struck(Event, frozen=True, kw_only=True, tag=True):
    """Event: models struck. The event gives the number of attacks and the scores needed. A score of 7 means
    impossible.
    """

    template: ClassVar[str] = "{unit} struck {foe}: {attacks:attack}, {hit}+ to hit, {wounding}"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    foe: str
    attacks: int
    hit: int
    wound: int

    @property
    def wounding(self) -> str:
        """Score to wound, as text."""
        return wounding(self.wound)


class Fell(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit took wounds in combat. The event gives the unsaved wounds and the models lost."""

    template: ClassVar[str] = "{unit} took {wounds:wound}, {fallen:model} lost"

    unit: str
    wounds: int
    fallen: int


class RanDown(Event, frozen=True, kw_only=True, tag=True):
    """Event: a fleeing unit was caught or overtaken, and destroyed."""

    template: ClassVar[str] = "{unit} were destroyed in flight"

    unit: str


# --- Results of combats, break tests, and their consequences -----------------------------------------------------


class CombatWon(Event, frozen=True, kw_only=True, tag=True):
    """Event: a side won a round of combat by a margin.

    `parts` holds the parts of the score in which the sides differ, given as the winner's lead.
    """

    template: ClassVar[str] = "{winner} won the combat by {margin} ({parts})"

    winner: str
    margin: int
    parts: tuple[str, ...]


class CombatDrawn(Event, frozen=True, kw_only=True, tag=True):
    """Event: both sides of a combat had the same score."""

    template: ClassVar[str] = "the combat was drawn"


class WipedOut(Event, frozen=True, kw_only=True, tag=True):
    """Event: a side had no models left in a combat, and the other side won it regardless of the scores."""

    template: ClassVar[str] = "{side} had no models left: {winner} won the combat"

    side: str
    winner: str


class Broke(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit was broken. The event's clause gives the cause."""

    template: ClassVar[str] = "{unit} broke"

    unit: str


class HeldOut(Event, frozen=True, kw_only=True, tag=True):
    """Event: a stubborn unit held instead of breaking."""

    template: ClassVar[str] = "{unit} held stubbornly"
    rolled_by: ClassVar[str] = "unit"

    unit: str


class StubbornInVain(Event, frozen=True, kw_only=True, tag=True):
    """Event: a stubborn unit failed to hold, and is therefore broken or must still take its break test."""

    template: ClassVar[str] = "{unit} were stubborn, but did not hold"
    rolled_by: ClassVar[str] = "unit"

    unit: str


class GaveGround(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit gave ground instead of fleeing."""

    template: ClassVar[str] = "{unit} gave ground"

    unit: str


class FollowedUp(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit followed up an enemy that gave ground."""

    template: ClassVar[str] = "{unit} followed up {foe}"

    unit: str
    foe: str


class Fled(Event, frozen=True, kw_only=True, tag=True):
    """Event: a broken unit left the press, where distances do not matter."""

    template: ClassVar[str] = "{unit} fled from the combat"

    unit: str


class WentAfter(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit pursued a broken enemy in the press, or overtook it without a move (WAB-R-93)."""

    template: ClassVar[str] = "{unit} pursued {foe}: {overtook:caught|not caught}"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    foe: str
    overtook: bool


class Pursued(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit pursued a broken enemy and moved, but did not overtake it."""

    template: ClassVar[str] = '{unit} pursued {foe} {inches}"'
    rolled_by: ClassVar[str] = "unit"

    unit: str
    foe: str
    inches: int


class PursuedOff(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit pursued an enemy off the table, and may return."""

    template: ClassVar[str] = "{unit} pursued off the table"

    unit: str


# --- Targets named, and shots ------------------------------------------------------------------------------------


class NamedTarget(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit chose its target for shooting."""

    template: ClassVar[str] = "{unit} took aim at {target}"

    unit: str
    target: str


class Shot(Event, frozen=True, kw_only=True, tag=True):
    """Event: models shot. The event gives the number of shots, the scores needed (7 or more requires a second die), and
    the casualties.
    """

    template: ClassVar[str] = "{unit} shot at {target}: {shots:shot} with {weapon}, {hitting}, {wounding}: {losses}"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    target: str
    weapon: str
    shots: int
    hit: int
    wound: int
    wounds: int
    fallen: int

    @property
    def losses(self) -> str:
        """Unsaved wounds and models lost, as text."""
        if not self.wounds:
            return "no wounds"
        wounds = "1 wound" if self.wounds == 1 else f"{self.wounds} wounds"
        models = "1 model" if self.fallen == 1 else f"{self.fallen or 'no'} models"
        return f"{wounds}, {models} lost"

    @property
    def hitting(self) -> str:
        """Score to hit, as text. A 1 always misses (WAB-R-73)."""
        return f"{max(SURE, self.hit)}+ to hit"

    @property
    def wounding(self) -> str:
        """Score to wound, as text."""
        return wounding(self.wound)
