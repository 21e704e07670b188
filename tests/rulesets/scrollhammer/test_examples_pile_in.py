"""The register's worked example about pile-ins is played."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.combat_events import CombatStopped, StepBegan
from pilein.rulesets.scrollhammer.fight.sub_phase import next_step
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.tabletop.events import Moved
from tests.rulesets.scrollhammer.builder import REAVER, U
from tests.rulesets.scrollhammer.pile_ins import at, fight


def after_step_four(gap):
    own = U("red", 0, [(REAVER, 2)], at=[(10, 10), (11.5, 10)])
    return fight(own, U("blue", 1, [(REAVER, 2)], at=[(10, 11 + gap, 180), (11.5, 11 + gap, 180)]), step=4)


@pytest.mark.example("SH-X-20")
@pytest.mark.clause("SH-PI-14", "SH-PI-15")
def test_in_example_x_20_the_combat_ends_when_no_enemy_is_left_within_reach():
    """SH-X-20, case A: the enemies are 6.5 inches apart."""
    script = Script(RULESET)
    script.begin(after_step_four(6.5), next_step, until="work_out")
    assert script.events == [CombatStopped(clause="SH-PI-15")]


@pytest.mark.example("SH-X-20")
@pytest.mark.clause("SH-PI-03", "SH-PI-13", "SH-PI-14")
def test_in_example_x_20_the_combat_continues_at_six_inches_and_both_sides_pile_in():
    """SH-X-20, case B: the enemies are 6.0 inches apart."""
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(after_step_four(6.0), next_step, until="declare_blows")
    assert script.events[0] == StepBegan(step=3, clause="SH-IN-01")
    moved = [event for event in script.events if isinstance(event, Moved)]
    assert [(event.unit, event.clause, round(event.inches, 2)) for event in moved] == [
        ("red", "SH-PI-08", 3.0),
        ("red", "SH-PI-08", 3.0),
        ("blue", "SH-PI-05", 3.0),
        ("blue", "SH-PI-05", 3.0),
    ]
    assert [at(after, model) for model in range(4)] == [(10, 13), (11.5, 13), (10, 14), (11.5, 14)]
    script.assert_used_up()
