"""SH-PI-08: a model without contact approaches the enemy, in coherency (SH-R-06, SH-R-29)."""

import pytest
from msgspec.structs import replace

from pilein.geometry.gaps import gap, touches, within
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, inches
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.coherency import is_together
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U
from tests.rulesets.scrollhammer.pile_ins import QUICK, asked, at, fight, moves, piled, why_not


@pytest.mark.clause("SH-PI-08")
def test_a_model_piling_in_comes_as_close_to_the_enemy_as_it_can_if_it_can_touch_no_model():
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (10, 3.5)])
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)]))
    after, script = piled(made)
    assert moves(script) == [("SH-PI-08", 1, 3.0)]
    assert at(after, 1) == (10.0, 6.5)
    assert from_foes(after, 1) == 3.5
    choice = asked(made)
    assert why_not(choice, 1, 10.0, 6.5) is None
    assert why_not(choice, 1, 10.0, 6.4) == "it must come as close to the combat as it can, in coherency"


def from_foes(battle, model):
    """Return the gap in inches between a model and the nearest model of the other side."""
    own, shapes = battle.setup.side_of(model), battle.plane.shapes
    foes = (body for other, body in shapes.items() if battle.setup.side_of(other) != own)
    return min(inches(gap(shapes[model], foe)) for foe in foes)


def crowd(behind, *others, south=5, **more):
    """Return a battle of two red rows that fight three abreast, with models behind them. Walls that begin at y =
    `south` enclose all models.
    """
    own = U("red", 0, [(GUARD, 6 + len(behind))], at=[*row(10, 10, 3), *row(10, 9, 3), *behind])
    walls = [("impassable", [(x, south), (x + 2.5, south), (x + 2.5, 13), (x, 13)]) for x in (7, 12.5)]
    return fight(own, U("blue", 1, [(IMP, 3)], at=row(10, 11, 3, facing=180)), *others, grounds=walls, **more)


@pytest.mark.clause("SH-PI-08")
def test_a_model_that_can_come_no_closer_is_not_asked_to_pile_in():
    """The third row of a crowd stands behind the second row, which cannot be passed."""
    made = crowd(row(10, 8, 3))
    after, script = piled(made)
    assert script.asked == []
    assert after == made


@pytest.mark.clause("SH-PI-02", "SH-PI-08")
def test_a_model_piling_in_walks_round_the_corner_of_a_friend_in_its_way():
    """Two walls leave room for one model in the gate, and no path leads into contact. The place beside the second model
    is the nearest.
    """
    ogres = Base("rectangle", 2 * INCH, 2 * INCH)
    own = U("ogres", 0, [(IMP, 2), (QUICK, 1)], at=[(24, 24), (24, 22), (24, 19.9)], base=ogres)
    walls = [
        ("impassable", [(15, 22.8), (22.9, 22.8), (22.9, 25), (15, 25)]),
        ("impassable", [(25.1, 22.8), (33, 22.8), (33, 25), (25.1, 25)]),
    ]
    made = fight(own, U("trolls", 1, [(IMP, 1)], at=[(24, 26, 180)], base=ogres), grounds=walls)
    after, script = piled(made)
    assert moves(script) == [("SH-PI-08", 2, pytest.approx(3.0, abs=0.05))]
    x, y = at(after, 2)
    assert abs(x - 24) == pytest.approx(2, abs=0.01)
    assert y == pytest.approx(21.4, abs=0.05)
    assert from_foes(after, 2) < 2.58
    assert why_not(asked(made), 2, 24, 20) == "it must come as close to the combat as it can, in coherency"


@pytest.mark.clause("SH-PI-08")
def test_a_model_piling_in_passes_a_friend_on_the_side_that_brings_it_nearer_to_the_enemy():
    """The enemy is south of the friend. By passing north of the friend, the model ends a third of an inch nearer to the
    enemy than by stepping straight towards it.
    """
    foes = [(IMP, 2), (QUICK, 1)]
    blue = U("blue", 1, foes, at=[(10, 11, 180), (11, 11.05, 180), (14, 11.91, 180)])
    after, script = piled(fight(U("red", 0, [(IMP, 1)], at=[(10, 10)]), blue))
    assert moves(script) == [("SH-PI-08", 3, 3.0)]
    assert at(after, 3) == (pytest.approx(11.01, abs=0.02), pytest.approx(12.11, abs=0.06))
    assert from_foes(after, 3) < 1.06


@pytest.mark.clause("SH-PI-08")
def test_a_model_piling_in_may_slide_along_a_unit_outside_the_combat():
    """No path leads into contact. Only the path straight ahead, past the models beside it, is left."""
    beside = U("waiting", 0, [(GUARD, 2)], at=[(9, 6), (8, 6)])
    after, script = piled(crowd([(10, 6)], beside, south=7, fighting=(0, 1)))
    assert moves(script)[0][:2] == ("SH-PI-08", 6)
    assert at(after, 6) == (pytest.approx(10, abs=0.01), pytest.approx(8, abs=0.02))


COHERENCY = [
    ("skirmish", "default", 2),
    ("horde", "default", 2),
    ("horde", "horde-1", 1),
    ("skirmish", "horde-1", 2),
    ("skirmish", "skirmish-1", 1),
]


@pytest.mark.clause("SH-PI-08", "SH-PI-09")
@pytest.mark.parametrize(("formation", "option", "widest"), COHERENCY)
def test_an_approaching_model_ends_in_coherency_with_the_stationary_models_of_its_unit(formation, option, widest):
    own = U("red", 0, [(GUARD, 1), (IMP, 1)], at=[(10, 10), (11.8, 10)], formation=formation)
    foes = U("blue", 1, [(IMP, 1)], at=[(10, 18, 180)])
    after, script = piled(fight(own, foes, rulings={"SH-R-06": option}))
    (x, y), (mate_x, mate_y) = at(after, 0), at(after, 1)
    assert moves(script)[0][:2] == ("SH-PI-08", 0)
    gap = (max(0, mate_x - x - 1) ** 2 + (y - mate_y - 1) ** 2) ** 0.5
    assert (
        widest - 0.2 < gap < widest + 0.02
    )  # a little aside it comes nearer to the enemy than at the very end of that
    straight_on = 17 - (mate_y + 1 + (widest**2 - 0.64) ** 0.5)
    assert from_foes(after, 0) <= straight_on + 0.02


@pytest.mark.clause("SH-PI-08")
def test_if_no_model_of_a_unit_is_in_contact_its_first_model_leads_the_pile_in_and_the_others_follow():
    own = U("red", 0, [(GUARD, 3)], at=row(10, 10, 3, 1.5))
    after, script = piled(fight(own, U("blue", 1, [(IMP, 1)], at=[(10, 18, 180)])))
    assert [model for _, model, _ in moves(script)] == [0, 1, 2]
    assert [at(after, model)[1] for model in (0, 1)] == [13.0, pytest.approx(13.0, abs=0.1)]


@pytest.mark.clause("SH-PI-08")
def test_a_model_piling_in_may_not_turn_its_base_to_be_in_coherency_at_a_nearer_place():
    """SH-R-07: a corner that reaches further brings a model no nearer to its unit, in the list or in the verdict."""
    own = U("red", 0, [(GUARD, 1), (IMP, 1)], at=[(10, 10), (11.8, 10)], formation="horde")
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(10, 18, 180)]), rulings={"SH-R-06": "horde-1"})
    assert why_not(asked(made), 0, 11.2, 12.15, 45) == "there the model would be out of coherency"
    assert at(piled(made)[0], 0)[1] < 12.01


def astray(x=16, **more):
    """Return a battle in which red 1 is out of coherency with the rest of its unit."""
    own = U("red", 0, [(IMP, 2), (GUARD, 1)], at=[(10, 10), (10, 9), (x, 10)])
    return fight(own, U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)]), **more)


def test_a_model_piling_in_that_cannot_regain_coherency_comes_as_near_to_it_as_its_move_allows():
    after, script = piled(astray(18))
    assert moves(script) == [("SH-PI-08", 2, 3.0)]
    assert at(after, 2) == (15.0, pytest.approx(10.0, abs=0.3))
    choice = asked(astray(18))
    assert why_not(choice, 2, 18, 13) == "it must come as close to the combat as it can, in coherency"
    after, script = piled(astray(18, rulings={"SH-R-29": "charge-fails"}))
    assert (moves(script), script.asked) == ([], [])
    after, script = piled(astray(14, rulings={"SH-R-29": "charge-fails"}))
    assert moves(script) == [("SH-PI-06", 2, 3.0)]


@pytest.mark.clause("SH-PI-08")
def test_a_model_that_can_just_touch_an_enemy_already_touched_by_a_friend_must_do_so():
    """A place a hair short of contact is not as close as possible, so it is neither offered nor accepted."""
    red = U("red", 0, [(IMP, 1)], at=[(9.25, 13.5)])
    blue = U("blue", 1, [(IMP, 2), (QUICK, 1)], at=[(10, 14.5, 180), (9, 15.5, 180), (6, 16, 180)])
    made = fight(red, blue)
    after, script = piled(made)
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-08", 3)]
    assert after.plane.contacts.enemies[0] == (1, 3)
    choice = asked(made)
    assert why_not(choice, 3, 8.25, 14.2, 180) is None
    assert why_not(choice, 3, 8.24, 14.2, 180) == "it must come as close to the combat as it can, in coherency"


@pytest.mark.clause("SH-PI-02", "SH-PI-08")
def test_a_model_brought_into_coherency_by_the_move_of_another_model_may_touch_an_enemy_along_an_edge():
    """Once the middle model stands beside its friend, the first model may touch the far enemy. With a disc as its base,
    the model would end 0.07" short.
    """
    own = U("red", 0, [(GUARD, 3)], at=[(23, 23.5), (25.9, 23.5), (28.8, 23.5)])
    foes = U("blue", 1, [(IMP, 4)], at=[(28.8, 24.5, 180), (28.8, 27.4, 180), (26, 28.4, 180), (24, 26, 180)])
    after, script = piled(fight(own, foes))
    assert [(sentence, model) for sentence, model, _ in moves(script)] == [("SH-PI-06", 1), ("SH-PI-08", 0)]
    assert after.plane.contacts.enemies[0] == (6,)


@pytest.mark.clause("SH-PI-08")
def test_a_model_piling_in_past_a_friend_continues_until_it_touches_a_friend_in_contact():
    """Going straight ahead, the model would run into the friend beside its goal. Approaching from slightly to one side,
    it reaches the goal.
    """
    own = U("own", 0, [(IMP, 3), (QUICK, 1)], at=[(19.25, 13.5), (17.65, 12.5), (16.65, 12.5), (15.15, 10.5)])
    friends = U("friends", 0, [(IMP, 2)], at=[(16.75, 13.5), (17.75, 13.5)])
    foes = U("foes", 1, [(IMP, 2)], at=[(17.25, 14.5, 180), (18.25, 14.5, 180)])
    after, script = piled(fight(own, friends, foes))
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-08", 3)]
    assert 4 in after.plane.contacts.friends[3]


@pytest.mark.clause("SH-PI-08")
def test_a_model_piling_in_slides_along_a_friend_in_its_way_as_far_as_possible():
    """No straight path ends within 0.15 inches of the enemy. Sliding along the side of its friend, the model comes
    within a hair of the enemy, next to a unit outside the combat.
    """
    mates = [(24, 23.5), (25.5, 23.5), (26, 22.5), (26.5, 23.5)]
    own = U("own", 0, [(IMP, 4), (QUICK, 1)], at=[*mates, (29.5, 22)])
    outside = U("outside", 0, [(IMP, 3)], at=[(28, 23.5), (29, 23.5), (30, 23)])
    foes = U("foes", 1, [(IMP, 3)], at=[(26, 24.5, 180), (25, 24.5, 180), (23.5, 24.5, 180)])
    made = fight(own, outside, foes, fighting=(0, 2))
    after, script = piled(made)
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-08", 4)]
    assert from_foes(after, 4) < 1.01
    assert why_not(asked(made), 4, 27, 22.4) == "it must come as close to the combat as it can, in coherency"


@pytest.mark.clause("SH-PI-08")
def test_a_model_piling_in_turns_its_base_if_turning_brings_it_nearer_to_the_enemy():
    """With its base turned, the model comes a twelfth of an inch further into a gap between two models outside the
    combat. The gap is too narrow to pass.
    """
    own = U("own", 0, [(IMP, 1), (QUICK, 1)], at=[(10, 10), (9.2, 7.4)])
    outside = U("outside", 0, [(IMP, 2)], at=[(9.05, 8.55, 45), (10.93, 8.16)])
    made = fight(own, outside, U("foes", 1, [(IMP, 1)], at=[(10, 11, 180)]), fighting=(0, 2))
    after, script = piled(made)
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-08", 1)]
    assert at(after, 1)[1] > 7.78
    assert from_foes(after, 1) < 0.96
    assert why_not(asked(made), 1, 9.92, 7.71) == "it must come as close to the combat as it can, in coherency"


@pytest.mark.clause("SH-PI-08")
def test_a_model_regaining_coherency_walks_round_a_friend_to_end_nearer_to_the_combat():
    """The friend stands in the way, so a straight path would not bring the model as near to the combat."""
    fighting = [(10.08, 16.04), (10.08, 15.04), (12.42, 16.04), (10.22, 13.83)]
    own = U("own", 0, [(IMP, 5), (QUICK, 1)], at=[*fighting, (10, 10), (13.363, 8.892)])
    beside = U("beside", 0, [(IMP, 1)], at=[(12.365, 9.838)])
    foes = U("foes", 1, [(IMP, 2)], at=[(11.42, 17.04, 180), (10.42, 17.04, 180)])
    made = fight(own, beside, foes)
    after, script = piled(made.exchanging(piled=(4,)))
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-08", 5)]
    assert at(after, 5)[1] > 11
    assert from_foes(after, 5) < 4.25
    assert any(within(after.plane.shape(5), after.plane.shape(mate), 2 * INCH) for mate in range(5))


@pytest.mark.clause("SH-PI-09", "SH-MV-23")
def test_a_model_may_not_rely_on_coherency_with_a_model_that_has_yet_to_pile_in():
    """Red 2 could touch a friend that is out of coherency with red 0, which is fighting, but in coherency with red 1.
    Red 1, however, then moves to red 0.
    """
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (11.2, 7.4), (13.8, 7.4)])
    friend = U("friend", 0, [(GUARD, 1)], at=[(14.5, 10)])
    made = fight(own, friend, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (14.5, 11, 180)]))
    assert why_not(asked(made), 2, 14, 9) == "model 2 may not pile in now"
    after, script = piled(made)
    assert {model for _, model, _ in moves(script)} == {1, 2}
    assert is_together(after.plane, 0, 2 * INCH)


TORN = [(10, 10), (15.5, 10), (17.5, 10)]  # one fights, two are left behind


@pytest.mark.clause("SH-PI-08")
def test_a_model_closing_up_to_a_fighting_model_of_its_unit_need_not_wait_for_the_models_behind_it() -> None:
    """The model ends an inch and a half from the fighting model and is thus in coherency. The model behind it
    follows.
    """
    made = fight(U("own", 0, [(GUARD, 3)], at=TORN), U("foe", 1, [(REAVER, 1)], at=[(10, 11)]))
    assert why_not(asked(made), 1, 12.5, 10) is None
    _, script = piled(made)
    assert moves(script) == [("SH-PI-08", 1, 3.0), ("SH-PI-08", 2, 3.0)]


@pytest.mark.clause("SH-PI-08")
def test_models_separated_from_their_unit_move_up_together() -> None:
    """Two models are seven inches behind. The first moves three inches towards its unit, and the second follows."""
    own = U("own", 0, [(GUARD, 3)], at=[(10, 10), (18, 10), (19.5, 10)])
    made = fight(own, U("foe", 1, [(REAVER, 1)], at=[(10, 11)]))
    assert why_not(asked(made), 1, 15, 10) is None
    assert why_not(asked(made), 1, 16.5, 10) == "it must come as close to the combat as it can, in coherency"
    _, script = piled(made)
    assert moves(script) == [("SH-PI-08", 1, 3.0), ("SH-PI-08", 2, 3.0)]


def test_in_the_last_stage_of_a_pile_in_an_approaching_model_walks_round_a_model_in_its_way() -> None:
    red = U("red", 0, [(IMP, 1)], at=[(20, 20)])
    blue = U("blue", 1, [(IMP, 2), (replace(GUARD, I=5), 1)], at=[(20, 21), (20, 23), (20, 25)])
    made = fight(red, blue, step=5)
    assert why_not(asked(made), 3, 18.99, 22.7) in (
        None,
        "it must come as close to the combat as it can, in coherency",
    )
    after, script = piled(made)
    hero = after.plane.shape(3)
    assert [event.model for event in script.events if isinstance(event, Moved)] == [3]
    assert inches(gap(hero, after.plane.shape(1))) < 1
    assert from_foes(after, 3) < 1.33


@pytest.mark.clause("SH-PI-08", "SH-PI-09")
def test_a_model_piling_in_touches_a_block_at_the_corner_of_the_side_that_its_unit_fights():
    half = 3.49 * 0.70711
    round_base, square = Base("round", INCH, INCH), Base("rectangle", 2 * INCH, 2 * INCH)
    own = U("red", 0, [(GUARD, 2)], at=[(19.05, 19.5), (round(21 + half, 4), round(20 - half, 4))], base=round_base)
    blue = U("blue", 1, [(IMP, 1)], block=(20, 20, 180, 1), formation="ranks", base=square)
    after, script = piled(fight(own, blue))
    assert moves(script) == [("SH-PI-08", 1, pytest.approx(2.99, abs=0.01))]
    assert touches(after.plane.shape(1), after.plane.shape(2))


@pytest.mark.clause("SH-PI-08", "SH-PI-09")
def test_an_oval_that_fits_through_a_passage_only_when_it_turns_piles_in_to_touch_an_enemy_beyond_it():
    walls = [
        ("impassable", [(7, 10.2), (9.21, 10.2), (9.21, 13.6), (7, 13.6)]),
        ("impassable", [(10.79, 10.2), (13, 10.2), (13, 13.6), (10.79, 13.6)]),
    ]
    oval = Base("oval", 175000, 300000)
    own = U("red", 0, [(GUARD, 1)], at=[(10, 15.18, 0)], base=oval)
    lone = U("lone", 0, [(GUARD, 1)], at=[(10, 8.9, 45)], base=oval)
    blue = U("blue", 1, [(IMP, 1)], at=[(10, 13.5)], base=Base("round", INCH, INCH))
    after, _ = piled(fight(own, lone, blue, grounds=walls))
    assert touches(after.plane.shape(1), after.plane.shape(2))
