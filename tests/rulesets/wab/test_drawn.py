"""What readers found in WAB who played forty sentences drawn by lot: hills."""

import pytest

from pilein.engine.script import Script
from pilein.rulesets.wab.combat_events import CombatWon
from pilein.rulesets.wab.combat_phase import close_combat_phase
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import WARRIOR, G, U, battle, changed

IDLE = changed(WARRIOR, A=0, shield="none")


def played(state: Battle, dice: list[int], answers: list[object]) -> Script:
    """The script that has played the close combat phase, every die and answer used up."""
    script = Script(RULESET, dice=dice, answers=answers)
    script.begin(state, close_combat_phase)
    script.assert_used_up()
    return script


# --- Uphill of the enemy (WAB-CR-06) ------------------------------------------------------------------------------


@pytest.mark.clause("WAB-CR-06")
@pytest.mark.parametrize(
    ("brow", "parts"),
    [
        (24, ()),  # nobody is on the hill
        (22.5, ()),  # one rank of the defenders is
        (21.7, ("high ground +1",)),  # half of them are
        (20, ("high ground +1",)),
        (19, ("high ground +1",)),  # the first rank of the attackers has come up
        (18.5, ()),  # half of them have
        (14, ()),
    ],
)
def test_who_holds_a_hill_is_uphill_of_those_who_come_up(brow: float, parts: tuple[str, ...]) -> None:
    """Four ranks of five on each side, 3.15" deep, meet at 20"; the hill begins at its brow and goes on behind."""
    hill = G("open", [(10, brow), (40, brow), (40, 40), (10, 40)], height=2)
    red = U("red", 0, ((IDLE, 20),), block=(24, 20, 0, 5))
    blue = U("blue", 1, ((IDLE, 20),), block=(24, 20, 180, 5))
    script = played(battle(red, blue, grounds=[hill]), [1, 1] if parts else [], [])
    assert [event.parts for event in script.events if isinstance(event, CombatWon)] == ([parts] if parts else [])
