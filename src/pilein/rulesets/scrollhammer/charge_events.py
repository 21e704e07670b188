"""Events of charges and moves: declarations, reactions, ranges, casualties, and blocks that close up and reform."""

from typing import ClassVar

from pilein.kernel.events import Event
from pilein.tabletop import events


class ChargeDeclared(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit declares a charge against the named units."""

    template: ClassVar[str] = "{unit} declared a charge against {targets}"

    unit: str
    targets: tuple[str, ...]


class NotSeen(Event, frozen=True, kw_only=True, tag=True):
    """Event: the players decide that a unit cannot see a target it named."""

    template: ClassVar[str] = "{unit} could not see {target}"

    unit: str
    target: str


class ReceivedCharge(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charged unit chooses to hold and receive the charge."""

    template: ClassVar[str] = "{unit} held"

    unit: str


class Fled(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charged unit chooses to flee, by up to `inches` inches."""

    template: ClassVar[str] = "{unit} turned to flee"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    inches: int


class StoodAndShot(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charged unit shoots at its charger. The event gives the number of shots and the number of wounds to be
    saved.
    """

    template: ClassVar[str] = "{unit} stood and shot at {target}: {shots:shot}, {wounds:wound}"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    target: str
    shots: int
    wounds: int


class ShotSaved(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model saves a wound from a shot."""

    template: ClassVar[str] = "{unit}: model {model} saved a shot"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    model: int


class LeadershipTested(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit takes a Leadership test for the given purpose."""

    template: ClassVar[str] = "{unit} {passed:passed|failed} a test on Leadership {leadership} to {purpose}"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    purpose: str
    leadership: int
    passed: bool


class RangeRolled(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charger rolls its charge range in inches. `difficult` is set if the charger crosses difficult ground."""

    template: ClassVar[str] = '{unit} rolled a charge range of {inches}"{difficult:, through difficult ground|}'
    rolled_by: ClassVar[str] = "unit"

    unit: str
    inches: int
    difficult: bool


class TargetDropped(Event, frozen=True, kw_only=True, tag=True):
    """Event: a target out of range is dropped from a charge on several units."""

    template: ClassVar[str] = "{unit} dropped {target} from the charge: out of range"

    unit: str
    target: str


class ChargeFailed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charge fails, for the given reason."""

    template: ClassVar[str] = "{unit} failed to charge: {reason}"

    unit: str
    reason: str


class ChargeEnded(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charge ends because the charger or its targets are gone."""

    template: ClassVar[str] = "{unit} ended the charge: {reason}"

    unit: str
    reason: str


class ChargeMade(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit has enough range and begins its charge move."""

    template: ClassVar[str] = "{unit} were in range"

    unit: str


class Scattered(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that is falling back is charged and destroyed."""

    template: ClassVar[str] = "{unit} did not regroup: {count:model} destroyed"

    unit: str
    count: int
    models: tuple[int, ...]


class RegroupedWhenCharged(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit that is falling back regroups to meet a charge."""

    template: ClassVar[str] = "{unit} regrouped"

    unit: str


class LeftOut(Event, frozen=True, kw_only=True, tag=True):
    """Event: a named target that no charging model touches takes no part in the combat."""

    template: ClassVar[str] = "{target} were not reached and stayed out of the combat"

    unit: str
    target: str


class OutOfCoherency(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charging unit ends its charge move out of coherency."""

    template: ClassVar[str] = "{unit} ended the charge out of coherency"

    unit: str


class CounterAttacked(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit charged through difficult ground counter-attacks, with an extra attack this turn."""

    template: ClassVar[str] = "{unit} counter-attacked"

    unit: str


class GroundBraved(Event, frozen=True, kw_only=True, tag=True):
    """Event: a model crosses dangerous ground and is either hurt or unharmed."""

    template: ClassVar[str] = "{unit}: model {model} crossed dangerous ground {hurt:and was hurt|unhurt}"
    rolled_by: ClassVar[str] = "unit"

    unit: str
    model: int
    hurt: bool


# --- Casualties, and units left out of coherency by a move -------------------------------------------------------


class Slain(events.Slain, frozen=True, kw_only=True, tag=True):
    """Event: models of a unit are removed as casualties. The event gives the cause."""

    cause: str = "blows"


class LeftApart(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit ends a move out of coherency (SH-R-29)."""

    template: ClassVar[str] = "{unit} ended the {move} out of coherency"

    unit: str
    move: str = "consolidation"


# --- Units that Fight in Ranks: how they charge, close up and reform ---------------------------------------------


class SideStruck(Event, frozen=True, kw_only=True, tag=True):
    """Event: a unit charges one side of a block: front, left, right or rear."""

    template: ClassVar[str] = "{unit} charged the {side} of {target}"

    unit: str
    target: str
    side: str


class Overhung(Event, frozen=True, kw_only=True, tag=True):
    """Event: a charging block overhangs the side it charges, by the given numbers of files on its left and right."""

    template: ClassVar[str] = "{unit} overhung by {left:file} on the left and {right:file} on the right"

    unit: str
    left: float
    right: float


class ClosedUp(Event, frozen=True, kw_only=True, tag=True):
    """Event: models of a block move into gaps in front of them or beside them. `ways` are the corners of the paths that
    the models take, in ticks.
    """

    template: ClassVar[str] = "{unit} closed up, {count:model} moved"

    unit: str
    count: int
    models: tuple[int, ...]
    ways: tuple[tuple[tuple[int, int], ...], ...]


class Reformed(Event, frozen=True, kw_only=True, tag=True):
    """Event: a block reforms about its centre. The event gives its new facing in degrees and its number of files."""

    template: ClassVar[str] = "{unit} reformed, {files:file} wide, facing {facing:g} degrees"

    unit: str
    files: int
    facing: float
