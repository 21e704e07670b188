"""Charges for tests, of foot soldiers against archers or of riders against riders, and a script that plays them to the
end.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.kernel.requests import first
from pilein.rulesets.wab.charge.declaring import declare_charges
from pilein.rulesets.wab.charge.moves import move_chargers
from pilein.rulesets.wab.movement_events import Reacted, ReactionChanged
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, armed, battle, changed

FOOT_MAN = changed(WARRIOR, M=4, armour="light", shield="shield")
ARCHER = armed(changed(WARRIOR, M=4, BS=3, shield="none"), "bow")
GO: tuple[int, ...] = (1, 0)  # unit 0 charges unit 1


def foot_at_archers(far: float, *more: U, rulings: Mapping[str, str] | None = None, **changes: Any) -> Battle:
    """Return a battle of 20 foot soldiers (4 ranks of 5) at the given distance in front of 10 archers in one rank.
    `changes` apply to the archers.
    """
    return battle(
        U("foot", 0, ((FOOT_MAN, 20),), block=(20, 10, 0, 5), formation="close"),
        U("archers", 1, ((changed(ARCHER, **changes), 10),), block=(20, 10 + far, 180, 10)),
        *more,
        rulings=rulings,
    )


def horse_at_horse(far: float, *more: U, rulings: Mapping[str, str] | None = None, **changes: Any) -> Battle:
    """Return a battle of 10 riders in two ranks at the given distance in front of 10 riders. `changes` apply to the
    charged unit.
    """
    return battle(
        U("riders", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("others", 1, ((changed(RIDER, **changes), 10),), block=(30, 10 + far, 180, 5), base=HORSE),
        *more,
        rulings=rulings,
    )


def declared(state: Battle, dice: Sequence[int] = (), answers: Sequence[Any] = ()) -> tuple[Battle, Script]:
    """Play the declarations and reactions. Return the battle before the chargers move, and the script."""
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, declare_charges)
    script.assert_used_up()
    return after, script


def charged(state: Battle, dice: Sequence[int] = (), answers: Sequence[Any] = ()) -> Battle:
    """Return the battle after charges are declared, answered and moved."""
    after, _ = declared(state, dice, answers)
    moved: Battle = Script(RULESET, answers=None, policy=first).begin(after, move_chargers)
    return moved


def block(state: Battle, unit: int) -> Block:
    standing = state.plane.standings[unit]
    assert isinstance(standing, Block)
    return standing


def reactions_told(script: Script) -> list[str]:
    return [event.reaction for event in script.events if isinstance(event, Reacted | ReactionChanged)]
