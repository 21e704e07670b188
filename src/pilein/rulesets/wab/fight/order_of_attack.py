"""Order of attack and roll-offs (WAB-CC-04 to WAB-CC-06, WAB-R-77, WAB-R-78)."""

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Die, Distribution
from pilein.dice.faces import NO_SUBJECT, SIDES, stage_of
from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import has_charged, has_momentum
from pilein.rulesets.wab.combat_events import StruckFirst
from pilein.rulesets.wab.state import NOBODY, Battle, Fight, Strikers
from pilein.rulesets.wab.steps import Step, clause

BOTH = NOBODY


class RollOff(Struct, frozen=True, tag=True):
    """Roll-off in which one die is rolled for each side, the active player's first. Both dice are re-rolled until they
    differ.
    """

    label: str = "roll-off"

    def thrown(self, die: Die) -> bool:
        """Roll the dice and return whether the active player's die is higher."""
        stage_of(die)(self.label, 0, NO_SUBJECT)
        while True:
            first, second = die(SIDES), die(SIDES)
            if first != second:
                return first > second

    def weights(self) -> Distribution[bool]:
        """Exact distribution of the result of the roll-off."""
        return ((False, 1), (True, 1))


@clause(Step.NEXT_STRIKERS)
def next_strikers(battle: Battle, table: Table) -> Battle:
    """WAB-R-77. Of the models that have not yet struck, the first in order strike, and then the next, until all have
    struck.
    """
    fight = battle.fight
    assert fight is not None
    waiting = [strikers for strikers in fight.strikers if battle.lives(strikers.foe)]
    if not waiting:
        return battle.changed(fight=replace(fight, strikers=()))
    step = next_in_order(battle, table, waiting)
    side = first_side(battle, table, fight, step)
    chosen = [strikers for strikers in step if side in (BOTH, battle.side(strikers.unit))]
    for one in _in_order(battle, chosen):
        special = (one.at, one.attacks) if one.at != NOBODY or one.attacks else ()
        table.then(Step.STRIKE, one.unit, one.kind, one.foe, int(one.by_mount), one.models, *special)
    if side == BOTH:
        table.then(Step.TAKE_ALL_LOSSES)
    table.then(Step.NEXT_STRIKERS)
    left = tuple(strikers for strikers in waiting if strikers not in chosen)
    return battle.changed(fight=replace(fight, strikers=left, due=() if side == BOTH else None))


def strikes_first(battle: Battle, unit: int) -> bool:
    """Whether a unit's models strike first because they charged this turn (WAB-CC-04)."""
    return has_charged(battle, unit) and battle.holds("WAB-CC-04")


def next_in_order(battle: Battle, table: Table, waiting: list[Strikers]) -> list[Strikers]:
    """Models that strike next: first chargers, then all others, each group in descending order of Initiative
    (WAB-CC-05).
    """
    step = [strikers for strikers in waiting if strikes_first(battle, strikers.unit)] or waiting
    highest = max(strikers.initiative for strikers in step)
    swift = [strikers for strikers in step if strikers.initiative == highest]
    return swift if len(swift) < len(step) and table.holds("WAB-CC-05") else step


def first_side(battle: Battle, table: Table, fight: Fight, step: list[Strikers]) -> int:
    """Side that strikes first at this Initiative, or BOTH if the sides strike together.

    If Momentum does not decide, each side rolls a D6 or, under WAB-R-78 `simultaneous`, the sides strike together.
    """
    sides = {battle.side(strikers.unit) for strikers in step}
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
    """Side that strikes first at equal Initiative because it has Momentum, or NOBODY if both or neither side has it
    (WAB-CC-06).
    """
    having = [side for side in (0, 1) if has_momentum(battle, table, side, fight.units)]
    return having[0] if len(having) == 1 and table.holds("WAB-CC-06") else NOBODY


def _in_order(battle: Battle, strikers: list[Strikers]) -> list[Strikers]:
    """Sort strikers by side (the active side first), in scenario order, with rank and file before characters and mounts
    (WAB-R-95).
    """

    def place(one: Strikers) -> tuple[bool, int, bool, bool, int, int, int, int]:
        is_character = battle.traits(one.kind).type == "character"
        target = one.foe, one.at, one.attacks
        return battle.side(one.unit) != battle.active, one.unit, is_character, one.by_mount, one.kind, *target

    return sorted(strikers, key=place)
