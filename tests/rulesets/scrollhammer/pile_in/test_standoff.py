"""SH-PI-14, SH-PI-15: enemies that pile-ins cannot bring back into contact."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import EMPTY, with_slots
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import CombatStopped, StepBegan
from pilein.rulesets.scrollhammer.fight.sub_phase import next_step
from pilein.rulesets.scrollhammer.pile_in.standoff import lose_remaining_steps, stops_the_combat
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.pile_ins import fight


def apart(gap, own=REAVER, foe=REAVER, step=4, **more):
    """Return a battle in which no enemies touch and the smallest gap between the sides has the given width."""
    units = U("red", 0, [(own, 2)], at=[(10, 10), (11, 10)]), U("blue", 1, [(foe, 1)], at=[(10, 11 + gap, 180)])
    return fight(*units, step=step, **more)


def stops(made):
    return stops_the_combat(made, Table(made.setup.readings))


@pytest.mark.clause("SH-PI-14")
def test_a_combat_stops_when_the_enemies_are_more_than_six_inches_apart():
    assert [stops(apart(gap)) for gap in (0, 3, 6.0, 6.01, 9)] == [False, False, False, True, True]


@pytest.mark.clause("SH-PI-14")
def test_a_combat_continues_at_six_inches_even_if_only_one_side_can_move():
    assert not stops(apart(6.0, own=GUARD, step=5))


def test_under_the_real_moves_ruling_a_combat_stops_if_no_move_possible_in_the_step_closes_the_gap():
    real = {"SH-R-42": "real-moves"}
    assert not stops(apart(6.0, rulings=real))
    assert stops(apart(6.01, rulings=real))
    assert [stops(apart(gap, own=GUARD, step=5, rulings=real)) for gap in (3.0, 3.01)] == [False, True]
    block = U("ranks", 0, [(REAVER, 3)], block=(10, 10, 0, 3), formation="ranks")
    foes = U("blue", 1, [(REAVER, 1)], at=[(10, 15.5, 180)])
    assert not stops(fight(block, foes, step=4))
    assert stops(fight(block, foes, step=4, rulings=real))
    assert not stops(fight(block, foes, step=4, rulings=real | {"SH-R-41": "advance"}))


@pytest.mark.parametrize("own", [GUARD, IMP])
@pytest.mark.parametrize(("slots", "x"), [((EMPTY, EMPTY, EMPTY, 0, 1, 2), 10), ((EMPTY, 0, 1, EMPTY, 2, EMPTY), 8.6)])
def test_a_combat_continues_if_a_block_can_close_up_to_the_enemy(slots, x, own):
    """SH-R-42 `real-moves`: models may step up from behind or walk round from the last rank, whatever their
    Initiative.
    """
    block = U("ranks", 0, [(own, 3)], block=(10, 10, 0, 3), formation="ranks")
    allies, foes = U("allies", 0, [(GUARD, 1)], at=[(30, 30)]), U("blue", 1, [(REAVER, 1)], at=[(x, 10.5, 180)])
    made = fight(block, allies, foes, step=5, rulings={"SH-R-42": "real-moves"})
    assert not stops(made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots))))


def test_a_combat_in_the_press_never_stops_for_lack_of_contact():
    made = battle(U("red", 0, [(GUARD, 2)]), U("blue", 1, [(REAVER, 2)]), pairs=[(0, 1)])
    assert not stops(made.beginning(fight_of((0, 1))))


@pytest.mark.clause("SH-PI-15")
def test_a_combat_that_stops_skips_its_remaining_steps_and_goes_straight_to_its_result():
    slow = changed(REAVER, I=1)
    made = apart(6.5, foe=slow)
    script = Script(RULESET)
    script.begin(made, next_step, until="work_out")
    assert script.events == [CombatStopped(clause="SH-PI-15")]
    assert script.played == ["next_step", "lose_remaining_steps"]
    assert not [event for event in script.events if isinstance(event, StepBegan)]
    assert lose_remaining_steps.key == "lose_remaining_steps"
