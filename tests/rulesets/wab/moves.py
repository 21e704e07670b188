"""Options of a unit in the last step of the movement phase, and the results of its moves."""

from collections.abc import Mapping, Sequence
from typing import Any

from pilein.engine.script import Script
from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.moves_choice import RemainingMove
from pilein.rulesets.wab.movement.moving import means_of, remaining_moves
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.wab.builder import LEGIONARY, WARRIOR, G, U, battle, changed

PLAIN = changed(LEGIONARY, armour="none", shield="none")
MARCHER = changed(PLAIN, musician=True)
FAR_FOE = U("foe", 1, ((PLAIN, 5),), block=(60, 40, 180, 5))


def alone(
    *others: U,
    traits: Traits = MARCHER,
    models: int = 15,
    files: int = 5,
    formation: str = "close",
    rulings: Mapping[str, str] | None = None,
    grounds: Sequence[G] = (),
    **more: Any,
) -> Battle:
    """Return a battle of `others` and one unit in ranks. The front of that unit is at (24, 20) and faces up
    the table.
    """
    ours = U("ours", 0, ((traits, models),), block=(24, 20, 0, files), formation=formation, **more)
    return battle(ours, *others, rulings=rulings, grounds=grounds)


def choice(state: Battle) -> RemainingMove:
    """Return the question about the move of unit 0."""
    means = means_of(state, Table(state.setup.readings), 0, 1)
    return RemainingMove(0, "WAB-SEQ-04", "how does it move?", state, 0, means)


def refusal(state: Battle, pace: str, *steps: tuple[Any, ...]) -> str:
    """Return the reason why unit 0 may not move in the given steps, or "" if it may."""
    return choice(state).why_not((pace, steps)) or ""


def moved(state: Battle, pace: str, *steps: tuple[Any, ...], dice: Sequence[int] = ()) -> tuple[Battle, Script]:
    """Return the battle after the last step of a movement phase in which only unit 0 moves, and the script."""
    script = Script(RULESET, dice=dice, answers=[(pace, steps)])
    after: Battle = script.begin(state, remaining_moves)
    script.assert_used_up()
    return after, script


def front(state: Battle) -> Block:
    standing = state.plane.standings[0]
    assert isinstance(standing, Block)
    return standing


def ahead(inches: float) -> tuple[str, int]:
    return ("ahead", round(inches * INCH))


def moved_in_turns(state: Battle, *moves: tuple[str, tuple[tuple[str | int, ...], ...]]) -> Battle:
    """Return the battle after the first red unit has made the moves, one in each of its turns."""
    for pace, steps in moves:
        script = Script(RULESET, answers=[(pace, steps)])
        state = script.begin(state.having(0, move=""), RULESET.find("remaining_moves"))
        script.assert_used_up()
    return state


def in_flight(*names: str) -> Battle:
    """Return a battle in which two adjacent friendly units are fleeing and the enemy is far away."""
    crowds = (
        U(name, 0, ((WARRIOR, 5),), block=(12 + 8 * place, 20, 180, 5), status=Status(fleeing=True))
        for place, name in enumerate(names)
    )
    return battle(*crowds, FAR_FOE)
