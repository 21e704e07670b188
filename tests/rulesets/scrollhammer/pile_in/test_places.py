"""SH-PI-09, SH-PI-10, SH-PI-12: final places of models that pile in."""

import pytest

from tests.rulesets.scrollhammer.builder import GUARD, IMP, U
from tests.rulesets.scrollhammer.pile_ins import asked, at, fight, lone, moves, piled, why_not


@pytest.mark.clause("SH-PI-03")
def test_a_pile_in_is_a_move_of_at_most_three_inches():
    for gap, clause in ((3.0, "SH-PI-05"), (3.01, "SH-PI-08")):
        after, script = piled(lone(gap))
        assert moves(script) == [(clause, 1, 3.0)]
        assert at(after, 1) == (15, 13)
    assert why_not(asked(lone(3.01)), 1, 15, 13.01) == 'the place is further away than 3"'


def allies(**more):
    """Return a battle in which a model of the second red unit can reach the first unit, which is in contact. The
    model's own unit touches an enemy only far away.
    """
    first_unit = U("red", 0, [(IMP, 1)], at=[(10, 10)])
    own = U("allies", 0, [(GUARD, 3)], at=[(14, 10), (14, 8.5), (11.3, 7.5)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (14, 11, 180)])
    return fight(first_unit, own, foes, **more)


def test_a_model_may_pile_in_to_touch_any_friend_except_under_the_own_unit_ruling():
    """SH-R-44: `own-unit` limits friends to models of the same unit."""
    wide = {"SH-R-06": "default"}
    after, _ = piled(allies(rulings=wide))
    assert 0 in after.plane.contacts.friends[3]
    after, script = piled(allies(rulings={"SH-R-44": "own-unit"}))
    assert 1 in after.plane.contacts.friends[3]
    assert "SH-R-44" in script.met


@pytest.mark.clause("SH-PI-09")
def test_a_model_piling_in_passes_through_neither_models_nor_narrow_gaps():
    walls = [
        ("impassable", [(14, 10.6), (14.4, 10.6), (14.4, 13), (14, 13)]),
        ("impassable", [(15.3, 10.6), (17, 10.6), (17, 11), (15.3, 11)]),
    ]
    own = U("red", 0, [(GUARD, 1)], at=[(14.85, 10)]), U("friends", 0, [(IMP, 1)], at=[(10, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (14.85, 12.5, 180)])
    _, script = piled(fight(*own, foes))
    assert moves(script) == [("SH-PI-05", 0, 1.5)]
    _, script = piled(fight(*own, foes, grounds=walls))
    assert "SH-PI-05" not in [clause for clause, _, _ in moves(script)]


@pytest.mark.clause("SH-PI-09")
def test_a_pile_in_route_goes_round_models_in_its_way():
    own = U("red", 0, [(GUARD, 1)], at=[(15, 10)]), U("friends", 0, [(IMP, 2)], at=[(10, 10), (15, 11.1)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (15, 12.5, 180)])
    straight, _ = piled(fight(*own, foes))
    event = piled(fight(*own, foes))[1].events[0]
    assert event.clause == "SH-PI-05"
    assert len(event.route) > 2
    assert straight.plane.contacts.enemies[0] == (4,)


@pytest.mark.clause("SH-PI-10")
def test_difficult_ground_does_not_slow_a_pile_in():
    rough = [("difficult", [(14, 10.6), (16, 10.6), (16, 11.4), (14, 11.4)])]
    after, _ = piled(lone(2.8, grounds=rough))
    assert after.plane.contacts.enemies[1]


def beside_strangers(side, **more):
    """Return a battle in which red 1, moving straight ahead to its enemy, would touch a unit outside the combat."""
    own = U("red", 0, [(IMP, 1)], at=[(10, 10)]), U("lone", 0, [(GUARD, 1)], at=[(14.6, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (15, 12, 180)])
    strangers = U("outsiders", side, [(IMP, 1)], at=[(16, 10.6, 180)])
    return fight(*own, foes, strangers, fighting=(0, 1, 2), **more)


@pytest.mark.clause("SH-PI-12")
@pytest.mark.parametrize("side", [0, 1])
def test_no_model_piling_in_may_touch_a_unit_outside_the_combat(side):
    after, script = piled(beside_strangers(side))
    assert moves(script)[0][0] == "SH-PI-05"
    assert after.plane.contacts.enemies[1] == (3,)
    assert 4 not in after.plane.contacts.friends[1]
    assert "outside" in why_not(asked(beside_strangers(1)), 1, 15, 11)
    assert "not in this combat" in why_not(asked(beside_strangers(0)), 1, 15, 11)


@pytest.mark.clause("SH-PI-06", "SH-PI-12")
def test_a_model_piles_in_beside_its_friend_at_a_place_clear_of_a_unit_outside_the_combat():
    """Squarely in front of the friend, the model would touch the unit outside the combat. A little further along the
    friend's side, it would not.
    """
    own, foe = U("red", 0, [(GUARD, 2)], at=[(10, 10), (13.5, 9)]), U("blue", 1, [(GUARD, 1)], at=[(10, 11, 180)])
    outsider = U("outsiders", 0, [(GUARD, 1)], at=[(11.2, 9.3)])
    after, script = piled(fight(own, foe, outsider, fighting=(0, 1)))
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-06"]
    assert after.plane.contacts.friends[1] == (0,)


@pytest.mark.clause("SH-PI-05", "SH-PI-12")
def test_a_model_piles_in_to_a_place_that_is_in_front_of_its_enemy_and_clear_of_units_outside_the_combat():
    own = U("red", 0, [(IMP, 1)], at=[(10, 10)]), U("lone", 0, [(GUARD, 1)], at=[(15.05, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (15, 12, 180)])
    strangers = [U(f"outsiders {x}", 0, [(IMP, 1)], at=[(x, 10.6)]) for x in (13.85, 15.95)]
    after, script = piled(fight(*own, foes, *strangers, fighting=(0, 1, 2)))
    assert moves(script)[0][0] == "SH-PI-05"
    assert after.plane.contacts.enemies[1] == (3,)
    assert after.plane.contacts.friends[1] == ()


def test_under_the_enter_holes_ruling_a_model_may_enter_a_hole_in_a_block_by_piling_in():
    """SH-R-27: without `enter-holes`, the block closes a hole left by a casualty."""

    def holed(**more):
        block = U("ranks", 1, [(IMP, 6)], block=(20, 10, 180, 3), formation="ranks")
        own = U("red", 0, [(IMP, 2), (GUARD, 1)], at=[(19, 9.5), (21, 9.5), (20, 8.0)])
        made = fight(own, block, **more)
        return made.on(made.plane.without(frozenset({made.plane.standings[1].slots[1]})))

    _, script = piled(holed())
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-06"]
    _, script = piled(holed(rulings={"SH-R-27": "enter-holes"}))
    assert moves(script) == [("SH-PI-05", 2, 2.5)]


@pytest.mark.clause("SH-PI-06")
def test_a_model_piling_in_finds_a_coherent_place_along_the_edge_of_a_friend():
    """Red 1 can reach its friend within 3 inches. At the near corners it would be out of coherency, and the places in
    line are too far away.
    """
    own = U("red", 0, [(IMP, 1), (GUARD, 1)], at=[(22.5, 20), (18.74, 16.14)])
    friend = U("friends", 0, [(IMP, 1)], at=[(20, 20)])
    foes = U("blue", 1, [(IMP, 2)], at=[(22.5, 21, 180), (20, 21, 180)])
    after, script = piled(fight(own, friend, foes))
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-06", 1)]
    assert after.plane.contacts.friends[1] == (2,)
