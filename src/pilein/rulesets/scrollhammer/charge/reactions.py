"""Charge reactions: flee or hold (SH-RE-01 to SH-RE-05, SH-RE-07)."""

from pilein.dice import Total
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import living_traits
from pilein.rulesets.scrollhammer.events.charging import Fled, Held
from pilein.rulesets.scrollhammer.fight.engaged import is_locked
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step

FLEE, HOLD = "flee", "hold"
STEADFAST = "Never Flees"  # a rule of the model's own


@clause(Step.REACT, "SH-RE-01")
def react(battle: Battle, table: Table, target: int) -> Battle:
    """SH-RE-01. A target that is neither locked nor falling back has to choose a charge reaction."""
    if battle.charge is None or not battle.living(target) or _makes_no_reaction(battle, table, target):
        return battle
    name = battle.unit(target).name
    options = _reactions_open(battle, table, target)
    reaction = table.choose(OneOf(battle.side(target), "SH-RE-02", f"{name}: how to react?", options))
    table.then(Step.FLEE if reaction == FLEE else Step.HOLD, target)
    return battle.having(target, reacted=True)


def _makes_no_reaction(battle: Battle, table: Table, target: int) -> bool:
    """SH-RE-07. A target that is locked or already falling back makes no reaction of any kind (SH-R-13)."""
    status = battle.status(target)
    is_past_it = is_locked(battle, target) or status.falling_back
    if not is_past_it and status.reacted:
        is_past_it = table.rule("SH-R-13") == "react-once"
    return is_past_it and table.holds("SH-RE-07")


def _reactions_open(battle: Battle, table: Table, target: int) -> tuple[str, ...]:
    """SH-RE-02. There are exactly two reactions, hold and flee; some may not flee (SH-R-17)."""
    if any(traits.has(STEADFAST) for traits in living_traits(battle, target)):
        return (HOLD,)
    if battle.status(target).gone_to_ground and table.rule("SH-R-17") == "default":
        return (HOLD,)
    return (HOLD, FLEE) if table.holds("SH-RE-02") else (HOLD,)


@clause(Step.FLEE, "SH-RE-03")
def flee(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-RE-03. A unit that flees falls back D6" at once."""
    distance: int = table.roll(Total(1, label="flee"))
    table.tell(Fled(unit=battle.unit(unit).name, inches=distance, clause="SH-RE-03"))
    table.then(Step.FALL_BACK, unit, distance, 0)
    return battle.having(unit, reaction=FLEE, falling_back=True)


@clause(Step.HOLD, "SH-RE-05")
def hold(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-RE-05. A unit that holds stays where it is and receives the charge."""
    table.tell(Held(unit=battle.unit(unit).name, clause="SH-RE-05"))
    table.then(Step.STAND_AND_SHOOT, unit)
    return battle.having(unit, reaction=HOLD)
