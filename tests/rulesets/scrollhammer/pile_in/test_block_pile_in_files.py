"""SH-PI-01, SH-PI-04, SH-PI-07: blocks close up at the start of a step (SH-R-39, SH-R-41)."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import EMPTY, with_slots
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, MM
from pilein.rulesets.scrollhammer.charge_events import ClosedUp
from pilein.rulesets.scrollhammer.pile_in.block_pile_in import close_gaps, to_the_front
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.block_battles import guards, loose, reavers
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, changed, fight_of

DEEP = Base("rectangle", INCH, 2 * INCH)
GUARDS = 4  # their Initiative


def locked(slots, files=3, *, foe=(20, 16, 180, 3), step=GUARDS, foes=6, **more):
    """Return a battle of Guards that stand in the given slots, listed rank by rank, and face the enemy."""
    living = [model for model in slots if model != EMPTY]
    made = battle(guards(len(living), 20, 16, 0, files), reavers(foes, *foe), **more)
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots)))
    return made.beginning(fight_of((0, 1), step=step))


def met_in_the_middle(slots):
    """Return a battle of Guards in the given slots, with an enemy skirmisher in the middle of their front rank."""
    made = battle(guards(6, 20, 16, 0, 3), loose("reavers", 1, [(20, 15.5, 180)]))
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots)))
    return made.beginning(fight_of((0, 1), step=GUARDS))


def played(made, clause, *arguments, answers=(), dice=()):
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(made, clause, 0, *arguments)
    script.assert_used_up()
    return after, script


def slots_after(made, clause, *arguments, **more):
    return played(made, clause, *arguments, **more)[0].plane.standings[0].slots


FRONT_HOLE = (0, EMPTY, 1, 2, 3, 4, 5, 6, 7)


@pytest.mark.clause("SH-PI-01", "SH-PI-04")
def test_a_model_that_fights_in_the_step_moves_to_the_front_of_its_file_and_the_rest_of_the_file_follows():
    after, script = played(locked(FRONT_HOLE), to_the_front, GUARDS)
    assert after.plane.standings[0].slots == (0, 3, 1, 2, 6, 4, 5, EMPTY, 7)
    assert after.fight.exchange.piled == (3, 6)
    (told,) = script.events
    assert isinstance(told, ClosedUp)
    assert (told.unit, told.count, told.models, told.clause) == ("guards", 2, (3, 6), "SH-PI-04")


def test_no_model_of_a_block_steps_into_a_place_taken_by_an_enemy():
    """Only one model of the front rank lives, and a skirmisher has moved into the middle of that rank."""
    made = met_in_the_middle((EMPTY, EMPTY, 0, 1, 2, 3, 4, 5, EMPTY))
    assert slots_after(made, to_the_front, GUARDS) == (1, EMPTY, 0, 4, 2, 3, EMPTY, 5, EMPTY)


@pytest.mark.clause("SH-PI-04")
def test_a_block_does_not_step_past_enemies_that_have_entered_its_dead_front_rank():
    """SH-R-27: no file steps past the skirmisher, who touches the foremost living rank."""
    made = met_in_the_middle((EMPTY, EMPTY, EMPTY, *range(6)))
    after, script = played(made, to_the_front, GUARDS)
    assert (after.plane.standings[0].slots, script.events) == (tuple(range(6)), [])
    assert all(after.plane.place(model) == made.plane.place(model) for model in range(6))


def test_a_model_that_does_not_fight_in_the_step_keeps_its_place_in_the_file():
    assert slots_after(locked(FRONT_HOLE, step=3), to_the_front, 3) == FRONT_HOLE


def test_no_model_of_a_block_moves_up_past_a_model_that_stays_in_place():
    """Models of the second rank strike later than models of the third."""
    slow = changed(GUARD, I=2)
    mixed = U("guards", 0, [(GUARD, 2), (slow, 3), (GUARD, 3)], block=(20, 16, 0, 3), formation="ranks")
    made = battle(mixed, reavers(6, 20, 16, 180, 3))
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], FRONT_HOLE)))
    made = made.beginning(fight_of((0, 1), step=GUARDS))
    assert slots_after(made, to_the_front, GUARDS) == FRONT_HOLE


def test_after_the_result_models_of_a_block_move_up_regardless_of_initiative():
    assert slots_after(locked(FRONT_HOLE, step=1), to_the_front, 0)[1] == 3


def test_a_model_moves_at_most_three_inches_in_a_pile_in():
    slots = (0, EMPTY, 1, 2, EMPTY, 3, 4, 5, 6)
    made = battle(
        U("guards", 0, [(GUARD, 7)], block=(20, 16, 0, 3), formation="ranks", base=DEEP), reavers(6, 20, 16, 180, 3)
    )
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots)))
    after = slots_after(made.beginning(fight_of((0, 1), step=GUARDS)), to_the_front, GUARDS)
    assert after == (0, EMPTY, 1, 2, 5, 3, 4, EMPTY, 6)


def test_a_model_piles_in_only_once_per_step():
    made = locked(FRONT_HOLE)
    made = made.exchanging(piled=(3,))
    assert slots_after(made, to_the_front, GUARDS) == FRONT_HOLE


def test_a_loose_unit_does_not_close_up_its_files():
    made = battle(loose("guards", 0, [(20, 15.5)], GUARD), reavers(3, 20, 16, 180, 3))
    made = made.beginning(fight_of((0, 1), step=GUARDS))
    assert played(made, to_the_front, GUARDS)[1].events == []
    assert played(made, close_gaps)[1].events == []


# stage four

INNER_HOLE = (0, 1, 2, 3, 4, 5, 6, EMPTY, 7, 8, 9, 10)  # four ranks of three, one missing in the third


@pytest.mark.clause("SH-PI-07")
def test_an_inner_gap_of_a_block_is_filled_by_an_unengaged_model_from_behind():
    after, script = played(locked(INNER_HOLE, step=9), close_gaps)
    assert after.plane.standings[0].slots == (0, 1, 2, 3, 4, 5, 6, 9, 7, 8, EMPTY, 10)
    assert [event.clause for event in script.events] == ["SH-PI-07"]
    assert after.fight.exchange.piled == (9,)


@pytest.mark.clause("SH-PI-07")
def test_the_rearmost_model_walks_into_a_gap_that_has_no_model_behind_it():
    """Model 8 is alone in the last rank, behind the left file. The gap is in the middle of the third rank."""
    slots = (0, 1, 2, 3, 4, 5, 6, EMPTY, 7, 8, EMPTY, EMPTY)
    assert slots_after(locked(slots, step=9), close_gaps) == (0, 1, 2, 3, 4, 5, 6, 8, 7, EMPTY, EMPTY, EMPTY)


@pytest.mark.parametrize(("answer", "model"), [(0, 8), (1, 9)])
def test_the_owner_chooses_between_two_models_equally_far_from_a_gap(answer, model):
    slots = (0, 1, 2, 3, 4, 5, 6, EMPTY, 7, 8, EMPTY, 9)
    after = slots_after(locked(slots, step=9), close_gaps, answers=[answer])
    assert after[7] == model


@pytest.mark.clause("SH-PI-07")
@pytest.mark.parametrize(
    ("millimetres", "after"),
    [(20, (0, 1, 2, 8, 3, 4, 5, 6, 7, EMPTY, 9, 10)), (25, (0, 1, 2, 5, 3, 4, 8, 6, 7, EMPTY, 9, 10))],
)
def test_the_rearmost_model_walks_round_another_model_if_a_whole_file_would_otherwise_step_forward(millimetres, after):
    """On 20 mm bases, the way round the model in front is 2.6 inches long. On 25 mm bases, it is too long, and the file
    steps forward.
    """
    small = Base("rectangle", millimetres * MM, millimetres * MM)
    wide = millimetres * MM / INCH
    foes = loose("reavers", 1, [(20 + wide * file, 20 + wide / 2, 180) for file in (-1, 0, 1)], base=small)
    made = battle(guards(11, 20, 20, 0, 3, base=small), foes)
    slots = (0, 1, 2, EMPTY, 3, 4, 5, 6, 7, 8, 9, 10)
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots)))
    assert slots_after(made.beginning(fight_of((0, 1), step=9)), close_gaps) == after


@pytest.mark.clause("SH-PI-07")
def test_a_model_does_not_fill_a_gap_that_only_another_model_can_reach():
    """SH-R-29: the last rank's two models stand far out on either side, equally far from the middle."""
    holed = (15, 16, EMPTY, EMPTY, 17)
    slots = (*range(15), *holed, 18, EMPTY, EMPTY, EMPTY, 19)
    after, script = played(locked(slots, files=5, step=9), close_gaps)
    assert after.plane.standings[0].slots[15:] == (15, 16, 18, 19, 17, *[EMPTY] * 5)
    assert script.asked == []


@pytest.mark.clause("SH-PI-07")
def test_a_model_takes_the_further_gap_if_the_next_model_can_reach_only_the_nearer_one():
    """SH-R-29: if the rightmost model took the nearer place, only the further one would be left for the next model,
    which could not reach it from 4 inches away.
    """
    slots = (*range(8), EMPTY, EMPTY, 8, 9, 10, EMPTY, EMPTY)
    after, script = played(locked(slots, files=5, step=9), close_gaps)
    assert after.plane.standings[0].slots == (*range(8), 9, 10, 8, *[EMPTY] * 4)
    assert script.asked == []


TWO_GAPS = (*range(6), EMPTY, 6, EMPTY, 7)  # a block of five files, with two places missing in its second rank


@pytest.mark.clause("SH-PI-07")
@pytest.mark.parametrize(("answer", "filled"), [(0, 6), (1, 8)])
def test_the_owner_chooses_between_two_gaps_equally_far_from_a_model(answer, filled):
    made = locked((*TWO_GAPS, EMPTY, EMPTY, 8, EMPTY, EMPTY), files=5, step=9)
    after, script = played(made, close_gaps, answers=[answer])
    assert after.plane.standings[0].slots[filled] == 8
    assert [label for label, _ in script.asked[0].candidates()] == [
        "model 8, 1.78 inches, file 2",
        "model 8, 1.78 inches, file 4",
    ]


@pytest.mark.clause("SH-PI-07")
def test_only_the_nearer_of_two_gaps_in_a_rank_is_filled():
    """On 19 mm bases, the rightmost model could also reach the left gap."""
    small = Base("rectangle", 19 * MM, 19 * MM)
    foes = loose("reavers", 1, [(20, 20 + 19 * MM / INCH / 2, 180)], base=small)
    made = battle(guards(9, 20, 20, 0, 5, base=small), foes)
    slots = (*TWO_GAPS, EMPTY, EMPTY, EMPTY, EMPTY, 8)
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots)))
    assert slots_after(made.beginning(fight_of((0, 1), step=9)), close_gaps)[5:10] == (5, EMPTY, 6, 8, 7)


def test_the_last_rank_of_a_block_may_remain_incomplete():
    slots = (0, 1, 2, 3, 4, 5, 6, EMPTY, 7)
    assert played(locked(slots, step=9), close_gaps)[1].events == []


def test_engaged_models_of_a_block_stay_in_place():
    """The hole is in the front rank. The engaged second rank lets no model pass, and the third rank has no
    gap to fill.
    """
    assert slots_after(locked(FRONT_HOLE, step=9), close_gaps) == FRONT_HOLE


def test_under_the_fill_own_step_ruling_only_models_acting_in_the_step_fill_gaps():
    rulings = {"SH-R-39": "fill-own-step"}
    assert slots_after(locked(INNER_HOLE, step=9, rulings=rulings), close_gaps) == INNER_HOLE
    assert slots_after(locked(INNER_HOLE, step=GUARDS, rulings=rulings), close_gaps)[7] == 9
    assert slots_after(locked(INNER_HOLE, step=9, rulings=rulings), close_gaps, 0)[7] == 9


def test_no_gap_of_a_block_is_filled_by_a_model_more_than_three_inches_away():
    """The gap is on the far side of the block, more than 3 inches from every model of the last rank."""
    slots = (0, 1, 2, 3, 4, 5, 6, 7, 8, EMPTY, 9, EMPTY, EMPTY, EMPTY, EMPTY)
    assert slots_after(locked(slots, files=5, step=9), close_gaps) == slots


def test_a_model_filling_a_gap_across_dangerous_ground_is_tested():
    bog = [("dangerous", [(19.8, 13.2), (20.2, 13.2), (20.2, 13.4), (19.8, 13.4)])]
    after, _ = played(locked(INNER_HOLE, step=9, grounds=bog), close_gaps, dice=[1, 3, 2], answers=[0])
    assert 9 not in after.plane.models(0)


def test_no_model_of_a_block_steps_off_the_table():
    """SH-PI-04: the place in front of the middle file overhangs the edge by a fifth of an inch."""
    for y, steps in ((40.2, False), (39.9, True)):
        made = battle(guards(5, 20, y, 0, 3), loose("foes", 1, [(18, y - 0.5, 270)]), size=(48, 40))
        made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], (0, EMPTY, 1, 2, 3, 4))))
        after, _ = played(made.beginning(fight_of((0, 1), step=GUARDS)), to_the_front, GUARDS)
        assert (after.plane.standings[0].slots[1] != EMPTY) == steps


# a block that has lost all contact


def apart(foe_y=18.0, **rulings):
    return locked((0, 1, 2, 3, 4, 5), foe=(20, foe_y, 180, 3), rulings=rulings)


def test_a_block_that_has_lost_all_contact_stays_in_place():
    made = apart()
    assert played(made, to_the_front, GUARDS)[0].plane == made.plane


def test_under_the_advance_ruling_a_block_moves_up_to_three_inches_towards_the_nearest_enemy():
    after, _ = played(apart(**{"SH-R-41": "advance"}), to_the_front, GUARDS)
    assert after.plane.touched_units(0) == (1,)
    far, script = played(apart(21, **{"SH-R-41": "advance"}), to_the_front, GUARDS)
    assert far.plane.standings[0].y == 19 * INCH
    assert script.events[0].inches == 3
    assert far.fight.exchange.piled == (0, 1, 2, 3, 4, 5)


def test_under_the_advance_ruling_no_model_moves_more_than_three_inches_including_its_step_forward():
    """The front rank has died. The second rank steps forward an inch, and the block then advances two inches."""
    made = locked((EMPTY, EMPTY, EMPTY, 0, 1, 2), foe=(20, 21, 180, 3), rulings={"SH-R-41": "advance"})
    after, script = played(made, to_the_front, GUARDS)
    assert after.plane.standings[0].slots == (0, 1, 2, EMPTY, EMPTY, EMPTY)
    assert after.plane.standings[0].y == 18 * INCH
    assert script.events[-1].inches == 2


def test_under_the_advance_ruling_a_block_moves_only_in_its_own_step_and_only_without_contact():
    made = apart(**{"SH-R-41": "advance"}).fighting(step=9)
    assert played(made, to_the_front, 9)[0].plane == made.plane
    touching = apart(16, **{"SH-R-41": "advance"})
    assert played(touching, to_the_front, GUARDS)[0].plane == touching.plane


def test_under_the_advance_ruling_a_block_stops_before_obstacles():
    wall = [("impassable", [(21, 17), (22, 17), (22, 17.2), (21, 17.2)])]
    made = locked((0, 1, 2, 3, 4, 5), foe=(20, 18, 180, 3), rulings={"SH-R-41": "advance"}, grounds=wall)
    after, _ = played(made, to_the_front, GUARDS)
    assert abs(after.plane.standings[0].y - 17 * INCH) <= 3


@pytest.mark.parametrize(("arguments", "lead"), [((), 1), ((0,), 0)])
def test_under_the_pile_in_terrain_ruling_wounds_from_terrain_before_the_result_are_scored_by_the_enemy(
    arguments, lead
):
    bog = [("dangerous", [(19.8, 13.2), (20.2, 13.2), (20.2, 13.4), (19.8, 13.4)])]
    made = locked(INNER_HOLE, step=9, grounds=bog, rulings={"SH-R-60": "pile-in-terrain"})
    after, _ = played(made, close_gaps, *arguments, dice=[1, 3, 2], answers=[0])
    assert after.fight.lead == -lead


# units outside the combat


def beside_others(*others, slots=FRONT_HOLE, enemies=(19,), fought=(0, 1), **more):
    """Return a battle of Guards with a hole in the middle of their front rank. One enemy stands in front of them on the
    left, and further units stand nearby.
    """
    living = [model for model in slots if model != EMPTY]
    foes = loose("foes", 1, [(x, 16.5, 180) for x in enemies])
    made = battle(guards(len(living), 20, 16, 0, 3), foes, *others, **more)
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots)))
    return made.beginning(fight_of(fought, step=GUARDS))


@pytest.mark.clause("SH-PI-12")
@pytest.mark.parametrize("side", [0, 1])
def test_no_model_steps_into_contact_with_a_unit_outside_its_combat(side):
    """The left place of the front rank is empty, and only a unit outside the combat stands in front of that place."""
    slots = (EMPTY, 0, 1, *range(2, 8))
    other = loose("others", side, [(18.4, 16.5, 180)])
    made = beside_others(other, slots=slots, enemies=(21,))
    assert slots_after(made, to_the_front, GUARDS)[0] == EMPTY
    assert slots_after(made.beginning(fight_of((0, 1, 2), step=GUARDS)), to_the_front, GUARDS)[0] == 2


@pytest.mark.clause("SH-PI-12")
def test_no_model_walks_into_a_gap_beside_a_unit_outside_its_combat():
    """The left place of the second rank is empty with no model behind it, and a unit outside the combat stands beside
    it.
    """
    slots = (0, 1, 2, EMPTY, 3, 4, EMPTY, 5, EMPTY)
    free = beside_others(slots=slots, enemies=(20,)).fighting(step=9)
    assert slots_after(free, close_gaps)[3] == 5
    made = beside_others(loose("others", 1, [(18, 14.4)]), slots=slots, enemies=(20,)).fighting(step=9)
    assert slots_after(made, close_gaps) == slots


def test_a_block_closes_up_beside_a_friend_it_already_touches():
    """Two blocks stand shoulder to shoulder, and only one of them fights."""
    friends = U("friends", 0, [(GUARD, 6)], block=(17, 16, 0, 3), formation="ranks")
    slots = (EMPTY, 0, 1, *range(2, 8))
    assert slots_after(beside_others(friends, slots=slots, enemies=(21,)), to_the_front, GUARDS)[0] == 2


def test_under_the_advance_ruling_a_block_stops_short_of_friends_outside_its_combat():
    """SH-PI-12: an advancing block keeps clear of friends outside its combat."""
    others = loose("others", 0, [(21, 17.5)])
    made = battle(guards(6, 20, 16, 0, 3), reavers(6, 20, 18, 180, 3), others, rulings={"SH-R-41": "advance"})
    after, _ = played(made.beginning(fight_of((0, 1), step=GUARDS)), to_the_front, GUARDS)
    assert not any(12 in after.plane.contacts.friends[model] for model in after.plane.models(0))
