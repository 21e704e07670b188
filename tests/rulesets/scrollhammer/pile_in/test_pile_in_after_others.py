"""SH-PI-02, SH-PI-13, SH-EP-01, SH-EP-02: a model's duty to pile in is judged when its turn to move comes."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import EMPTY, with_slots
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.pile_in.pile_in import end_pile_in
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, U
from tests.rulesets.scrollhammer.pile_ins import QUICK, fight, piled

FLANK = (18, 8.2)  # beside the second rank of the block, which steps forward past it


def flanked(*others, **more):
    """Return a battle of a red block with a hole in its front rank against blue. Blue 3 stands at the flank of the
    block, beside red 3, which moves away from blue 3.
    """
    block = U("ranks", 0, [(GUARD, 6)], block=(20, 10, 0, 3), formation="ranks")
    foes = U("blue", 1, [(QUICK, 4)], at=[*row(19, 10.5, 3, facing=180), (*FLANK, 90)])
    made = fight(block, foes, *others, **more)
    block = made.plane.standings[0]
    return made.on(made.plane.with_standing(0, with_slots(block, (EMPTY, *block.slots[1:]))))


def told(script):
    return [(event.unit, event.clause) for event in script.events]


@pytest.mark.clause("SH-PI-02", "SH-PI-13")
@pytest.mark.parametrize("reading", ["default", "by-stage"])
def test_a_model_piles_in_after_the_first_side_if_it_loses_contact_through_the_moves_of_that_side(reading):
    rulings = None if reading == "default" else {"SH-R-39": reading}
    after, script = piled(flanked(rulings=rulings))
    assert told(script) == [("ranks", "SH-PI-04"), ("blue", "SH-PI-06")]
    assert after.fight.exchange.piled == (3, 9)


@pytest.mark.clause("SH-EP-01", "SH-EP-02")
def test_even_after_the_result_a_model_piles_in_if_it_loses_contact_through_the_moves_of_the_first_side():
    script = Script(RULESET, answers=None, policy=first)
    script.begin(flanked(step=1), end_pile_in)
    assert told(script) == [("ranks", "SH-PI-04"), ("blue", "SH-PI-06")]


def test_the_moves_of_the_second_side_do_not_make_the_first_side_pile_in_again():
    _, script = piled(flanked(active=1))
    assert told(script) == [("ranks", "SH-PI-04")]


@pytest.mark.clause("SH-PI-02", "SH-PI-13")
def test_under_the_by_stage_ruling_the_first_side_reacts_to_an_earlier_stage_of_the_second_side():
    after, script = piled(flanked(active=1, rulings={"SH-R-39": "by-stage"}))
    assert told(script) == [("ranks", "SH-PI-04"), ("blue", "SH-PI-06")]
    assert after.fight.exchange.piled == (3, 9)


@pytest.mark.clause("SH-PI-02")
def test_a_friend_piles_in_after_a_block_if_it_loses_contact_through_the_moves_of_the_block():
    """The friend, model 6, touches only model 3, which steps forward from an enemy at its back to an enemy in front."""
    friend = U("friend", 0, [(GUARD, 1)], at=[(*FLANK, 90)])
    block = U("ranks", 0, [(GUARD, 6)], block=(20, 10, 0, 3), formation="ranks")
    side_foe = U("flankers", 1, [(IMP, 1)], at=[(19.1, 7.5, 0)])
    foes = U("blue", 1, [(IMP, 3)], at=row(19, 10.5, 3, facing=180))
    made = fight(block, friend, foes, side_foe)
    standing = made.plane.standings[0]
    made = made.on(made.plane.with_standing(0, with_slots(standing, (EMPTY, *standing.slots[1:]))))
    _, script = piled(made)
    assert told(script)[:2] == [("ranks", "SH-PI-04"), ("friend", "SH-PI-06")]
