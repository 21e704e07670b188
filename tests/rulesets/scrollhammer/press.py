"""Builders of units in the press, and functions that play their fights to the end or in single steps."""

from collections.abc import Sequence
from typing import Any

from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.fight.directing import declare_attacks
from pilein.rulesets.scrollhammer.fight.striking import strike
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_to_the_end
from pilein.rulesets.scrollhammer.profile import Traits, Weapon
from pilein.rulesets.scrollhammer.result.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Battle
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, changed, fight_of

BARE, IDLE = changed(GUARD, Sv=7), changed(GUARD, Sv=7, A=0)
PRESSED = [(0, 1)]


def press(*units: U) -> Battle:
    """Return a press in which every unit is in contact with every enemy unit."""
    pairs = [(one, other) for one, own in enumerate(units) for other, foe in enumerate(units) if own.side < foe.side]
    return battle(*units, pairs=pairs)


def own(count: int = 1, traits: Any = BARE, **changes: Any) -> U:
    """Return a unit of the active side for the press."""
    return U(changes.pop("name", "own"), 0, [(changed(traits, **changes), count)])


def foe(count: int = 1, traits: Any = IDLE, **changes: Any) -> U:
    """Return a unit of the opposing side for the press."""
    return U(changes.pop("name", "foe"), 1, [(changed(traits, **changes), count)])


def fight_out(*units: U, dice: list[int], answers: list[object] | None = None, until: str = work_out.key) -> Script:
    """Fight out a combat between units in the press, each against every enemy. Every die and answer must be used."""
    script = Script(RULESET, dice=dice, answers=answers or [])
    script.begin(press(*units), fight_to_the_end, *range(len(units)), until=until)
    script.assert_used_up()
    return script


def strikes(script: Script) -> list[tuple[str, int]]:
    return [(event.unit, event.attacks) for event in script.events if isinstance(event, Struck)]


def step_of(
    weapon: Weapon, own: tuple[int, Traits], foe: tuple[int, Traits], dice: Sequence[int], answers: Sequence[Any] = ()
) -> tuple[Battle, Script]:
    """Play one step in the press in which the models of `own` strike with a weapon."""
    count, traits = own
    units = U("own", 0, [(changed(traits, weapons=(weapon,)), count)]), U("foe", 1, [(foe[1], foe[0])])
    made = battle(*units, pairs=PRESSED).beginning(fight_of((0, 1), step=traits.I, met=((0, 1),)))
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.play(Position(made, ((declare_attacks.key,), (strike.key,)))).state
    script.assert_used_up()
    return after, script
