"""SH-PI-02, SH-R-40, SH-R-88: the models that pile in, and the enemies that count as free."""

import pytest

from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, U
from tests.rulesets.scrollhammer.pile_ins import QUICK, at, fight, moves, piled, two_apart


@pytest.mark.clause("SH-PI-02")
def test_a_model_touching_an_enemy_or_a_friend_in_contact_does_not_pile_in():
    own = U("red", 0, [(GUARD, 3)], at=row(10, 10, 3))
    made = fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (14, 11, 180)]))
    after, script = piled(made)
    assert script.asked == []
    assert script.played == ["pile_ins"]
    assert after == made


@pytest.mark.clause("SH-PI-02")
def test_only_models_that_fight_in_an_initiative_step_pile_in_at_its_start():
    for step, clauses in ((4, ["SH-PI-05"]), (3, []), (2, ["SH-PI-05"])):
        after, script = piled(two_apart(1.5, step=step))
        assert [clause for clause, _, _ in moves(script)] == clauses, step
    assert at(after, 3) == (12.5, 11.0)


def nearly_touched(**more):
    """Return a battle in which no model touches the second enemy, which is engaged through the first."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12.5, 10.5)])
    return fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (10, 12, 180)]), **more)


def test_a_model_piles_in_towards_an_engaged_enemy_that_no_model_touches_unless_a_ruling_forbids_it():
    after, script = piled(nearly_touched())
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-05"]
    assert "SH-R-40" in script.met
    after, script = piled(nearly_touched(rulings={"SH-R-40": "not-engaged"}))
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-06"]
    assert 0 in after.plane.contacts.friends[1]


def second_row(**more):
    """Return a battle in which red 2 touches a friend in contact while an untouched enemy is near."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (11, 9)])
    return fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (12, 11, 180)]), **more)


def test_a_model_touching_a_friend_in_contact_stays_except_under_the_seek_contact_ruling():
    """SH-R-88: under `seek-contact`, a supporter near an untouched enemy moves into contact with it."""
    after, script = piled(second_row())
    assert (script.events, script.asked) == ([], [])
    assert "SH-R-88" in script.met
    after, script = piled(second_row(rulings={"SH-R-88": "seek-contact"}))
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-05", 1)]
    assert after.plane.contacts.enemies[1] == (3,)


@pytest.mark.clause("SH-PI-02", "SH-PI-05")
def test_under_the_seek_contact_ruling_supporters_pile_in_to_touch_an_enemy_that_has_just_come_near():
    """SH-R-88 `seek-contact`: blue need not move when the step begins, because red 1 is 3.44" from its supporter."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (14.4, 10.5)])
    foes = U("blue", 1, [(QUICK, 2)], at=[(10, 11, 180), (10, 12, 180)])
    for order in ("default", "by-stage"):
        rulings = {"SH-R-88": "seek-contact", "SH-R-39": order}
        after, script = piled(fight(own, foes, rulings=rulings))
        seeking = [("SH-PI-05", 3, 1.54)] if order == "default" else []  # the second stage is over by then
        assert moves(script) == [("SH-PI-08", 1, 3.0), *seeking]
        assert after.plane.contacts.enemies[1] == ((3,) if seeking else ())


def test_under_the_edges_only_ruling_a_model_touching_an_enemy_only_at_corners_piles_in():
    own = U("red", 0, [(GUARD, 1)], at=[(10, 10)])
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(11, 11, 180)]))
    assert piled(made)[1].asked == []
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(11, 11, 180)]), rulings={"SH-R-04": "edges-only"})
    after, script = piled(made)
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-05"]
    assert after.plane.edge_contacts.enemies[0] == (1,)
