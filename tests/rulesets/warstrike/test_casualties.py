"""WS-RM, WS-AL: casualties, and the choice of models that fall."""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.casualties import fall, picks, take_off
from pilein.rulesets.warstrike.events import AllocationTested, LeaderNamed, Recovered, Slain, Suppressed
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.state import MELEE, NOBODY
from tests.rulesets.fielding import row, told
from tests.rulesets.warstrike.builder import TROOPER, U, battle, changed, lines, play, table_of

OWN, FOE = 0, 1
NO, YES = False, True


def engaged_row(engaged=3, unengaged=2, **options):
    """Return a battle of two units. Of the second unit's models, `engaged` touch the first unit, and `unengaged` stand
    behind them.
    """
    units = (
        U("own", 0, [(TROOPER, engaged)], row(10, 10, engaged)),
        U("foe", 1, [(TROOPER, engaged + unengaged)], [*row(10, 11, engaged), *row(10, 13, unengaged)]),
    )
    return battle(*units, fight=(0, 1), **options)


def falling(made, kills, **script):
    return play(made, fall, FOE, OWN, MELEE, kills, **script)


@pytest.mark.clause("WS-RM-01", "WS-AL-01")
def test_the_defender_chooses_the_engaged_models_that_fall():
    after, script = falling(engaged_row(), 1, answers=[NO, (4,)])
    assert script.asked[1].of == (3, 4, 5)
    assert after.models(FOE) == (3, 5, 6, 7)


@pytest.mark.clause("WS-RM-01")
def test_only_models_engaged_with_the_striking_unit_can_be_removed_as_casualties():
    other = U("other", 0, [(TROOPER, 1)], [(12, 14)])
    units = (U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 2)], [(10, 11), (12, 13)]), other)
    after, _ = falling(battle(*units, fight=(0, 1, 2)), 1)
    assert after.models(FOE) == (2,)


@pytest.mark.clause("WS-RM-02", "WS-RM-03")
def test_surplus_casualties_remove_no_unengaged_model_but_add_a_marker():
    after, script = falling(engaged_row(2, 3), 4)
    assert after.living(FOE) == 3
    assert after.status(FOE).markers == 1
    assert [event.reason for event in told(script, Suppressed)] == ["the surplus"]


def test_under_the_per_casualty_ruling_each_surplus_casualty_adds_a_marker():
    """WS-R-28: by default, a unit takes a single marker for all surplus casualties."""
    after, _ = falling(engaged_row(2, 3, rulings={"WS-R-28": "per-casualty"}), 5)
    assert after.status(FOE).markers == 3


@pytest.mark.clause("WS-AL-02", "WS-AL-03", "WS-AL-04")
def test_the_defender_chooses_all_casualties_if_the_allocation_test_of_the_attacker_shows_no_6():
    after, script = falling(engaged_row(), 2, dice=[5, 1], answers=[YES, (4, 5)])
    assert [event.sixes for event in told(script, AllocationTested)] == [0]
    assert after.models(FOE) == (3, 6, 7)


@pytest.mark.clause("WS-AL-05")
def test_one_6_in_an_allocation_test_lets_the_attacker_choose_the_first_casualty_but_not_the_leader():
    after, script = falling(engaged_row(), 2, dice=[6, 2], answers=[YES, (5,), (4,)])
    assert script.asked[2].options == ((4,), (5,), ())
    assert after.models(FOE) == (3, 6, 7)


def test_one_6_in_an_allocation_test_lets_the_attacker_choose_no_model_if_only_the_leader_is_engaged():
    """WS-R-51: the attacker may choose neither the leader nor a different model instead."""
    units = U("own", 0, [(TROOPER, 2)], row(10, 10, 2)), U("foe", 1, [(TROOPER, 2)], row(10, 11, 2))
    made = battle(*units, fight=(0, 1)).having(FOE, leader=3)
    assert falling(made, 1, dice=[6, 1], answers=[YES, (2,)])[0].models(FOE) == (3,)


@pytest.mark.clause("WS-AL-06")
def test_two_6s_in_an_allocation_test_let_the_attacker_choose_the_leader_or_two_ordinary_models():
    after, script = falling(engaged_row(), 2, dice=[6, 6], answers=[YES, (3,), (4,)])
    assert script.asked[2].options == ((3,), (4, 5), (4,), (5,), ())
    assert after.status(FOE).leader == NOBODY
    after, _ = falling(engaged_row(), 2, dice=[6, 6], answers=[YES, (4, 5)])
    assert after.models(FOE) == (3, 6, 7)


def test_under_the_leader_plus_one_ruling_two_6s_let_the_attacker_choose_the_leader_and_a_second_model():
    """WS-R-50: by default, the attacker chooses either the leader or up to two other models."""
    made = engaged_row(rulings={"WS-R-50": "leader-plus-one"})
    after, _ = falling(made, 2, dice=[6, 6], answers=[YES, (3, 5)])
    assert after.models(FOE) == (4, 6, 7)


@pytest.mark.clause("WS-AL-07")
def test_the_attacker_may_not_choose_an_unengaged_model():
    _, script = falling(engaged_row(), 1, dice=[6, 1], answers=[YES, (4,)])
    assert script.asked[2].options == ((4,), (5,), ())
    with pytest.raises(IllegalAnswer):
        falling(engaged_row(), 1, dice=[6, 1], answers=[YES, (6,)])


@pytest.mark.clause("WS-AL-08")
def test_the_attacker_may_not_choose_more_models_than_there_are_casualties():
    made = engaged_row()
    offered = [picks(made, table_of(made), (3, 4, 5), kills, 2) for kills in (1, 2, 5)]
    assert [max(map(len, options)) for options in offered] == [1, 2, 2]
    _, script = falling(engaged_row(), 1, dice=[6, 6], answers=[YES, (4,)])
    assert script.asked[2].options == ((3,), (4,), (5,), ())


@pytest.mark.parametrize(("reading", "asked"), [("default", 2), ("per-half-cycle", 1), ("none", 0)])
def test_a_ruling_sets_how_often_an_allocation_test_is_offered(reading, asked):
    """WS-R-49: depending on the reading, one test is offered per half-cycle and enemy unit, or none at all."""
    made = engaged_row(rulings={"WS-R-49": reading})
    for number in range(2):
        offered = number < asked
        dice, answers = ([1, 1], [YES]) if offered else ([], [])
        made, _ = falling(made, 1, dice=dice, answers=[*answers, made.models(FOE)[:1]])
    assert made.living(FOE) == 3


def test_no_player_is_asked_to_choose_casualties_if_all_models_fall():
    assert falling(engaged_row(2, 3), 2)[0].living(FOE) == 3


def test_under_the_new_leader_ruling_a_new_leader_may_be_named_when_the_leader_falls():
    after, _ = play(engaged_row(), take_off, FOE, OWN, MELEE, 3)
    assert after.status(FOE).leader == NOBODY
    made = engaged_row(rulings={"WS-R-52": "new-leader"})
    after, script = play(made, take_off, FOE, OWN, MELEE, 3, answers=[5])
    assert after.status(FOE).leader == 5
    assert [event.model for event in told(script, LeaderNamed)] == [5]


def test_in_the_press_only_the_leader_of_a_unit_is_distinguished_from_the_identical_models():
    """Of five identical models, only the leader can be told apart."""
    made = lines(TROOPER, TROOPER, foe_count=5)
    after, script = falling(made, 2, dice=[6, 6], answers=[YES, (2, 3)])
    assert script.asked[2].options == ((1,), (2, 3), (2,), ())
    assert (after.living(FOE), after.status(FOE).leader) == (3, 1)
    after, _ = falling(made, 2, dice=[1, 1], answers=[YES, (1, 1)])
    assert (after.living(FOE), after.status(FOE).leader) == (3, NOBODY)


def test_in_the_press_no_player_is_asked_to_choose_among_identical_models_without_a_leader():
    foe = U("foe", 1, [(TROOPER, 5)], leaderless=True)
    made = battle(U("own", 0, [(TROOPER, 1)]), foe, pairs=[(0, 1)], fight=(0, 1))
    assert falling(made, 2)[0].living(FOE) == 3


def test_under_the_destroyed_count_ruling_a_unit_that_destroys_an_enemy_may_remove_a_marker():
    """WS-R-29 `destroyed-count`: a destroyed unit counts as beaten."""
    for reading, markers in (("default", 1), ("destroyed-count", 0)):
        made = lines(TROOPER, TROOPER, rulings={"WS-R-29": reading}).having(OWN, markers=1)
        after, script = falling(made, 1, answers=[YES] if not markers else [])
        assert after.status(OWN).markers == markers
        assert len(told(script, Recovered)) == 1 - markers
        assert told(script, Slain)[0].count == 1


@pytest.mark.clause("WS-SU-03")
def test_destroying_a_unit_that_has_already_fallen_back_removes_no_second_marker():
    rulings = {"WS-R-29": "destroyed-count", "WS-R-33": "still-a-target"}
    units = U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(changed(TROOPER, Mv=0), 1)], [(10, 11)])
    fled, _ = play(battle(*units, fight=(0, 1), rulings=rulings).having(OWN, markers=2), fall_back, FOE, answers=[YES])
    after, script = falling(fled, 1)
    assert told(script, Slain)[0].count == 1
    assert after.status(OWN).markers == 1


def test_different_models_in_the_press_are_chosen_by_kind():
    foe = U("foe", 1, [(TROOPER, 2), (changed(TROOPER, Ar=5), 2)])
    made = battle(U("own", 0, [(TROOPER, 1)]), foe, pairs=[(0, 1)], fight=(0, 1))
    after, script = falling(made, 2, dice=[1, 1], answers=[YES, (0, 2, 0)])
    assert script.asked[2].among == ("foe-1", "foe-2", "leader")
    assert after.models(FOE) == (1, 2)
