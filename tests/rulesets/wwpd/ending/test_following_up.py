"""WW-EN-06, WW-FU: units that have fought and are free follow up."""

import pytest
from msgspec.structs import replace

from pilein.geometry.gaps import gap
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.wwpd.following_up import all_follow_up
from pilein.rulesets.wwpd.phase import end_moves
from pilein.rulesets.wwpd.state import Status
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import place, told, where
from tests.rulesets.wwpd.builder import U, battle, nearest, played
from tests.rulesets.wwpd.fights import having_fought


def spot(model, x, y):
    stand = place(x, y)
    return model, stand.x, stand.y, stand.facing


@pytest.mark.clause("WW-EN-06", "WW-FU-01")
def test_a_unit_that_fought_and_is_no_longer_engaged_may_follow_up():
    made = having_fought(U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 22)]))
    after, script = played(made, all_follow_up, answers=[True, spot(0, 10, 13), False])
    assert where(after, 0) == (10, 13)
    assert [type(choice).__name__ for choice in script.asked] == ["OneOf", "FollowUpPlace", "OneOf"]
    assert told(script, Moved)[0].manner == "followed up"


@pytest.mark.clause("WW-EN-06")
def test_a_unit_may_not_follow_up_if_it_is_engaged_or_did_not_fight_or_fell_back():
    units = U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 20)])
    assert played(having_fought(*units), all_follow_up)[1].asked == []
    units = U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 22)])
    assert played(battle(*units), all_follow_up)[1].asked == []
    units = U("reds", 0, [(10, 19)], status=Status(falls_back=True)), U("blues", 1, [(10, 22)])
    assert len(played(having_fought(*units), all_follow_up, answers=[False])[1].asked) == 1
    made = having_fought(*units, rulings={"WW-R-30": "after-fall-back"})
    assert len(played(made, all_follow_up, answers=[False, False])[1].asked) == 2


@pytest.mark.clause("WW-FU-01")
def test_a_unit_may_follow_up_by_at_most_a_normal_move_in_any_direction():
    made = having_fought(U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 22)]))
    with pytest.raises(IllegalAnswer, match="further away than 6"):
        played(made, all_follow_up, answers=[True, spot(0, 10, 12.5), False])
    after, _ = played(made, all_follow_up, answers=[True, spot(0, 16, 19), False])
    assert where(after, 0) == (16, 19)


@pytest.mark.clause("WW-FU-02")
def test_no_model_that_follows_up_may_end_closer_to_any_enemy_than_it_began():
    made = having_fought(U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 22)]))
    with pytest.raises(IllegalAnswer, match="closer to an enemy"):
        played(made, all_follow_up, answers=[True, spot(0, 10, 20), False])


def test_under_the_within_8_ruling_a_unit_following_up_may_approach_enemies_more_than_8_inches_away():
    units = U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 22)]), U("far", 1, [(10, 6)])
    answers = [(1, 2), True, spot(0, 10, 14), False, False]
    with pytest.raises(IllegalAnswer, match="closer"):
        played(having_fought(*units), all_follow_up, answers=[(1, 2), True, spot(0, 10, 14)])
    made = having_fought(*units, rulings={"WW-R-33": "within-8"})
    assert where(played(made, all_follow_up, answers=answers)[0], 0) == (10, 14)


def test_under_the_keep_1_ruling_a_unit_following_up_stays_at_least_an_inch_away_from_enemies():
    made = having_fought(U("reds", 0, [(10, 15)]), U("blues", 1, [(10, 22)]), rulings={"WW-R-33": "keep-1"})
    after, _ = played(made, all_follow_up, answers=[True, spot(0, 10, 19.99), False])
    assert where(after, 0) == (10, 19.99)
    with pytest.raises(IllegalAnswer, match='within 1"'):
        played(made, all_follow_up, answers=[True, spot(0, 10, 20.5), False])
    offered = []

    def towards(choice):
        offered[:] = choice.candidates()
        return offered[1][1]

    after, _ = played(made, all_follow_up, answers=[True, towards, False])
    assert gap(after.plane.shape(0), after.plane.shape(1)) == pytest.approx(INCH, abs=300)


def test_a_unit_that_follows_up_stays_in_coherency():
    made = having_fought(U("reds", 0, [(10, 19), (12, 19)]), U("blues", 1, [(10, 22)]))
    with pytest.raises(IllegalAnswer, match="coherency"):
        played(made, all_follow_up, answers=[True, spot(0, 6, 18)])


@pytest.mark.parametrize(("x", "keeps"), [(10.5, True), (9.5, False)])
def test_a_unit_that_follows_up_may_not_break_its_chain_of_models(x, keeps):
    """WW-R-09: in a chain of four models, the second is near another model wherever it moves, but the third must
    be near one too.
    """
    chain = [(8, 19), (10.5, 19), (13, 19), (15.5, 19)]
    made = having_fought(U("reds", 0, chain), U("blues", 1, [(12, 22)]))
    answers = [True, spot(1, x, 18), (), False]
    if keeps:
        assert where(played(made, all_follow_up, answers=answers)[0], 1) == (x, 18)
        return
    with pytest.raises(IllegalAnswer, match="coherency"):
        played(made, all_follow_up, answers=answers)


def test_a_unit_that_is_already_out_of_coherency_may_follow_up_without_restoring_it():
    made = having_fought(U("reds", 0, [(8, 19), (14, 19)]), U("blues", 1, [(11, 22)]))
    assert where(played(made, all_follow_up, answers=[True, spot(0, 8, 14), (), False])[0], 0) == (8, 14)


@pytest.mark.clause("WW-FU-01")
def test_all_models_of_a_unit_may_follow_up_together_by_the_whole_move():
    """WW-R-09: if the models moved one by one, they would be out of coherency on the way."""
    made = having_fought(U("reds", 0, [(10, 19), (12, 19), (14, 19)]), U("blues", 1, [(10, 22)]))
    after, script = played(made, all_follow_up, answers=[True, (0, -6 * INCH), False])
    assert [where(after, model) for model in range(3)] == [(10, 13), (12, 13), (14, 13)]
    assert [event.inches for event in told(script, Moved)] == [6, 6, 6]
    for shift, reason in (
        ((0, -7 * INCH), "further"),
        ((0, INCH), "closer"),
        ((0, -20 * INCH), "model 0: .* leave the table"),
    ):
        with pytest.raises(IllegalAnswer, match=reason):
            played(made, all_follow_up, answers=[True, shift])


@pytest.mark.clause("WW-FU-01")
def test_several_models_may_follow_up_in_one_answer_each_in_a_different_direction():
    """WW-R-09: the unit is in coherency at the end of the move, although each model by itself would break coherency."""
    made = having_fought(U("reds", 0, [(10, 19), (12, 19), (14, 19)]), U("blues", 1, [(10, 22)]))
    moves = *spot(0, 8, 14), *spot(1, 10, 14)
    after, script = played(made, all_follow_up, answers=[True, (*moves, *spot(2, 9, 15.8)), False])
    assert [where(after, model) for model in range(3)] == [(8, 14), (10, 14), (9, 15.8)]
    assert [event.model for event in told(script, Moved)] == [0, 1, 2]
    for answer, reason in (
        (moves, "coherency"),
        ((*moves, *spot(2, 9.5, 14.2)), "model 2: there the model would overlap"),
        ((*moves, *spot(1, 9, 15.8)), "one of"),
        (moves[:-1], "several such moves"),
    ):
        with pytest.raises(IllegalAnswer, match=reason):
            played(made, all_follow_up, answers=[True, answer])


def test_a_follow_up_of_all_models_together_is_offered():
    made = having_fought(U("reds", 0, [(10, 19), (12, 19)]), U("blues", 1, [(10, 22)]))
    offered = {}

    def see(choice):
        offered.update(choice.candidates())
        return ()

    played(made, all_follow_up, answers=[True, see, False])
    assert offered["all together away from the enemy"] == (0, -6 * INCH)


@pytest.mark.clause("WW-EN-07")
def test_units_fall_back_before_any_unit_piles_in_or_follows_up():
    """Blues fall back from the first reds. A second blue unit then piles in and reaches these reds, which therefore may
    not follow up (X-16).
    """
    units = (
        U("first", 0, [(10, 19)]),
        U("second", 0, [(20, 19)]),
        U("going", 1, [(10, 20)], status=Status(falls_back=True)),
        U("staying", 1, [(20, 20), (14, 20)]),
    )
    made = replace(battle(*units), melees=((0, 2), (1, 3)))
    after, script = played(made, end_moves, answers=[nearest])
    assert [(event.unit, event.manner) for event in told(script, Moved)] == [
        ("going", "fell back"),
        ("staying", "piled in"),
    ]
    assert after.plane.contacts.enemies[0] == (4,)
