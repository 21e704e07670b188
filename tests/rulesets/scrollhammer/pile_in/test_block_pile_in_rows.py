"""SH-PI-07: a block in a single rank closes the gaps between its models."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import EMPTY, with_slots
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, MM
from pilein.rulesets.scrollhammer.charge_events import ClosedUp
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.pile_in.block_pile_in import close_gaps
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.block_battles import guards, loose
from tests.rulesets.scrollhammer.builder import battle, fight_of

NO = EMPTY


def a_row(slots, foes=(18,), width=INCH, **more):
    """Return a battle of Guards in a single rank on bases about an inch wide. The first file is at x = 18, and the
    enemies stand in front of the rank or far away.
    """
    base = Base("rectangle", width, width)
    wide = width / INCH
    living = len([model for model in slots if model != NO])
    at = [(x, 20 + wide / 2 if x < 30 else 26, 180) for x in foes]
    made = battle(
        guards(living, 18 + wide * (len(slots) - 1) / 2, 20, 0, len(slots), base=base),
        loose("foes", 1, at, base=base),
        **more,
    )
    return made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots)))


def closed(made, answers=()):
    script = Script(RULESET, answers=answers)
    after = script.begin(made.beginning(fight_of((0, 1), step=9)), close_gaps, 0)
    script.assert_used_up()
    return after.plane.standings[0].slots, [event.models for event in script.events if isinstance(event, ClosedUp)]


@pytest.mark.clause("SH-PI-07")
@pytest.mark.parametrize(
    ("slots", "after", "moved"),
    [
        ((0, 1, NO, 2), (0, 1, 2, NO), [(2,)]),
        ((0, 1, NO, 2, 3), (0, 1, 2, 3, NO), [(2, 3)]),
        ((0, NO, NO, 1, 2), (0, 1, 2, NO, NO), [(1, 2)]),
        ((0, NO, 1, NO, 2), (0, 1, 2, NO, NO), [(1, 2)]),
        ((0, NO, NO, NO, NO, 1), (0, NO, 1, NO, NO, NO), [(1,)]),  # SH-R-29: as far as its move allows
        ((0, NO, NO, NO, NO, 1, 2), (0, NO, 1, 2, NO, NO, NO), [(1, 2)]),
        ((0, 1, 2, NO, NO), (0, 1, 2, NO, NO), []),
    ],
)
def test_models_of_a_single_rank_step_sideways_into_a_gap_beside_them(slots, after, moved):
    """The first model touches the enemy and stays in place. No model moves more than 3 inches."""
    assert closed(a_row(slots)) == (after, moved)


@pytest.mark.clause("SH-PI-07")
def test_models_of_a_single_rank_close_up_from_both_sides_towards_an_engaged_model():
    assert closed(a_row((0, NO, 1, NO, 2), foes=(20,))) == ((NO, 0, 1, 2, NO), [(0, 2)])


def test_engaged_models_of_a_single_rank_stay_in_place():
    slots = (0, 1, NO, 2, 3)
    assert closed(a_row(slots, foes=(18, 22))) == (slots, [])


@pytest.mark.parametrize(("answer", "after"), [(0, (NO, 0, 1, 2, 3)), (1, (0, 1, 2, 3, NO))])
def test_the_owner_chooses_the_movers_if_equally_many_models_stand_on_both_sides_of_a_gap(answer, after):
    assert closed(a_row((0, 1, NO, 2, 3), foes=(40,)), [answer])[0] == after


@pytest.mark.clause("SH-PI-07")
def test_one_model_walks_round_from_the_end_of_a_rank_if_two_would_otherwise_step_sideways():
    """On 20 mm bases, the way round the other model is at most 3 inches."""
    assert closed(a_row((0, 1, NO, 2, 3), width=20 * MM)) == ((0, 1, 3, 2, NO), [(3,)])


def test_no_model_steps_through_a_wall_that_stands_in_a_gap_in_a_rank():
    wall = [("impassable", [(19.9, 19.4), (20.1, 19.4), (20.1, 19.6), (19.9, 19.6)])]
    slots = (0, 1, NO, 2, 3)
    assert closed(a_row(slots, grounds=wall)) == (slots, [])


@pytest.mark.clause("SH-PI-07", "SH-EN-06")
def test_a_model_that_steps_sideways_at_the_start_of_its_initiative_step_fights_in_that_step():
    """Three guards strike, the last one through its friend. The reaver strikes afterwards."""
    script = Script(RULESET, dice=[1] * 4, answers=[])
    after = script.begin(a_row((0, 1, NO, 2)), fight_sub_phase)
    script.assert_used_up()
    assert after.plane.standings[0].slots == (0, 1, 2, NO)
