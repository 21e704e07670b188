"""Who strikes next, and two dice against each other (WAB-CC-04 to WAB-CC-06, WAB-R-77, WAB-R-78)."""

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Die, Distribution
from pilein.dice.faces import NO_SUBJECT, SIDES, stage_of
from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import has_charged, has_momentum
from pilein.rulesets.wab.combat_events import StruckFirst
from pilein.rulesets.wab.state import NOBODY, Battle, Blows, Fight
from pilein.rulesets.wab.steps import Step, clause

BOTH = NOBODY


class RollOff(Struct, frozen=True, tag=True):
    """A die for each side, the active player's first, both thrown again as long as they are equal."""

    label: str = "roll-off"

    def thrown(self, die: Die) -> bool:
        """Whether the active player's shows more."""
        stage_of(die)(self.label, 0, NO_SUBJECT)
        while True:
            first, second = die(SIDES), die(SIDES)
            if first != second:
                return first > second

    def weights(self) -> Distribution[bool]:
        """The distribution of that."""
        return ((False, 1), (True, 1))


@clause(Step.NEXT_BLOWS)
def next_blows(battle: Battle, table: Table) -> Battle:
    """WAB-R-77. Of the models yet to strike, the first in order do so; then the next, until all have struck."""
    fight = battle.fight
    assert fight is not None
    waiting = [blows for blows in fight.blows if blows.models and battle.lives(blows.foe)]
    if not waiting:
        return battle.changed(fight=replace(fight, blows=()))
    step = next_in_order(battle, table, waiting)
    side = first_side(battle, table, fight, step)
    chosen = [blows for blows in step if side in (BOTH, battle.side(blows.unit))]
    for blows in _in_order(battle, chosen):
        table.then(Step.STRIKE, blows.unit, blows.kind, blows.foe, int(blows.by_mount), blows.models)
    table.then(Step.NEXT_BLOWS)
    return battle.changed(fight=replace(fight, blows=tuple(blows for blows in waiting if blows not in chosen)))


def strikes_first(battle: Battle, unit: int) -> bool:
    """WAB-CC-04. Models that charged this turn strike first."""
    return has_charged(battle, unit) and battle.holds("WAB-CC-04")


def next_in_order(battle: Battle, table: Table, waiting: list[Blows]) -> list[Blows]:
    """WAB-CC-05. The blows that come next: after the chargers the rest strike in falling order of Initiative.

    So do chargers among themselves.
    """
    step = [blows for blows in waiting if strikes_first(battle, blows.unit)] or waiting
    highest = max(blows.initiative for blows in step)
    swift = [blows for blows in step if blows.initiative == highest]
    return swift if len(swift) < len(step) and table.holds("WAB-CC-05") else step


def first_side(battle: Battle, table: Table, fight: Fight, step: list[Blows]) -> int:
    """The side that strikes first at this Initiative, BOTH where they strike together.

    WAB-R-78: where Momentum does not decide, a D6 each does; `simultaneous`: nobody is first.
    """
    sides = {battle.side(blows.unit) for blows in step}
    if len(sides) == 1:
        return sides.pop()
    ahead = ahead_by_momentum(battle, table, fight)
    if ahead != NOBODY:
        return ahead
    if table.rule("WAB-R-78") == "simultaneous":
        return BOTH
    side = battle.active if table.roll(RollOff(label="who strikes first")) else 1 - battle.active
    name = battle.setup.sides[side]
    table.tell(StruckFirst(initiative=step[0].initiative, side=name, clause="WAB-CC-06"))
    return side


def ahead_by_momentum(battle: Battle, table: Table, fight: Fight) -> int:
    """WAB-CC-06. At equal Initiative the side with Momentum strikes first; NOBODY if both or neither have it."""
    having = [side for side in (0, 1) if has_momentum(battle, table, side, fight.units)]
    return having[0] if len(having) == 1 and table.holds("WAB-CC-06") else NOBODY


def _in_order(battle: Battle, blows: list[Blows]) -> list[Blows]:
    """WAB-R-95. The active side first, units by the scenario, rank and file before characters and mounts."""

    def place(one: Blows) -> tuple[bool, int, bool, bool, int, int]:
        is_character = battle.traits(one.kind).type == "character"
        return battle.side(one.unit) != battle.active, one.unit, is_character, one.by_mount, one.kind, one.foe

    return sorted(blows, key=place)
