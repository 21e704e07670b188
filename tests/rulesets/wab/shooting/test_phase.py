"""The shooting phase, in which targets are named in the order the player chooses."""

import pytest

from pilein.engine.script import Script
from pilein.rulesets.wab.combat_events import NamedTarget, Shot
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.shooting.phase import WAIT, shooting_phase
from pilein.rulesets.wab.state import NOBODY, Battle
from tests.rulesets.wab.builder import WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.playing import played

ARCHER = armed(changed(WARRIOR, BS=3, shield="none"), "bow")


def three_bows(rulings: dict[str, str] | None = None) -> Battle:
    bows = [U(f"bows {place}", 0, ((ARCHER, 1),), block=(26 + 4 * place, 10, 0, 1)) for place in range(3)]
    return battle(*bows, U("foes", 1, ((WARRIOR, 20),), block=(30, 20, 180, 10)), rulings=rulings)


@pytest.mark.clause("WAB-SH-02")
@pytest.mark.parametrize(
    ("answers", "order"),
    [
        ([3, 3, 3], [0, 1, 2]),
        ([WAIT, 3, 3, 3], [1, 2, 0]),
        ([WAIT, WAIT, 3, WAIT, 3, 3], [2, 1, 0]),
        ([WAIT, NOBODY, 3, 3], [2, 0]),
    ],
)
def test_targets_are_named_in_the_order_the_player_chooses(answers: list[object], order: list[int]) -> None:
    """WAB-R-95: volleys are fired in the order in which their targets are named."""
    _, script = played(three_bows(), shooting_phase, [1] * len(order), answers)
    names = [f"bows {place}" for place in order]
    assert [event.unit for event in script.events if isinstance(event, NamedTarget)] == names
    assert [event.unit for event in script.events if isinstance(event, Shot)] == names


@pytest.mark.clause("WAB-SH-02")
def test_the_last_unit_to_name_a_target_is_not_offered_the_option_of_waiting() -> None:
    script = Script(RULESET, dice=[1], answers=[WAIT, WAIT, NOBODY, NOBODY, 3])
    script.begin(three_bows(), shooting_phase)
    offered = [WAIT in choice.options for choice in script.asked if hasattr(choice, "options")]
    assert offered == [True, True, False, True, False]
