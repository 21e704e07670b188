"""SH-PI-02 to SH-PI-13: models of skirmishers and hordes that have lost touch with the enemy close in."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import inches, ticks
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.events.charging import GroundBraved
from pilein.rulesets.scrollhammer.events.moving import Moved
from pilein.rulesets.scrollhammer.pile_in import pile_ins
from pilein.rulesets.scrollhammer.pile_in_choice import PileIn
from pilein.rulesets.scrollhammer.rulebook import RULEBOOK
from pilein.rulesets.scrollhammer.state import Fight
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, changed, row

QUICK = changed(REAVER, I=4)  # strikes, and piles in, with the Guards


def fight(*units, step=4, fighting=None, **more):
    made = battle(*units, **more)
    return made.beginning(Fight(fighting or tuple(range(len(units))), step=step))


def piled(made, *, dice=(), answers=None, step=None):
    """All pile ins of a step, the first candidate taken where no answers are given."""
    script = Script(RULEBOOK, dice=dice, answers=answers, policy=first)
    after = script.begin(made, pile_ins, made.fight.step if step is None else step)
    script.assert_used_up()
    return after, script


def at(made, model):
    place = made.plane.place(model)
    return round(inches(place.x), 2), round(inches(place.y), 2)


def moves(script):
    return [(event.clause, event.model, round(event.inches, 2)) for event in script.events if isinstance(event, Moved)]


def asked(made, step=None):
    """The first question of the pile ins."""
    questions = []

    def policy(choice):
        questions.append(choice)
        return first(choice)

    Script(RULEBOOK, answers=None, policy=policy).begin(made, pile_ins, made.fight.step if step is None else step)
    return questions[0]


def why_not(choice, model, x, y, facing=0):
    return choice.why_not((model, ticks(x), ticks(y), facing * 100))


def two_apart(gap, foe=IMP, **more):
    """One pair in contact; the second model of each is out of touch, so far apart."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12.5, 10)])
    foes = U("blue", 1, [(foe, 2)], at=[(10, 11, 180), (12.5, 11 + gap, 180)])
    return fight(own, foes, **more)


def lone(gap, **more):
    """A model that is a unit of its own, so far from an enemy model; others of the combat are in contact."""
    own = U("red", 0, [(IMP, 1)], at=[(10, 10)]), U("lone", 0, [(GUARD, 1)], at=[(15, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (15, 11 + gap, 180)])
    return fight(*own, foes, **more)


@pytest.mark.clause("SH-PI-02", "SH-PI-03", "SH-PI-05", "SH-PI-13")
def test_a_model_out_of_touch_moves_to_touch_an_enemy_whom_no_friend_touches():
    after, script = piled(two_apart(1.5))
    assert moves(script) == [("SH-PI-05", 1, 1.5)]
    assert at(after, 1) == (12.5, 11.5)
    assert after.fight.piled == (1,)
    assert after.plane.contacts.enemies[1] == (3,)


@pytest.mark.clause("SH-PI-02")
def test_nobody_who_touches_an_enemy_or_a_friend_in_contact_moves_or_is_asked():
    own = U("red", 0, [(GUARD, 3)], at=row(10, 10, 3))
    made = fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (14, 11, 180)]))
    after, script = piled(made)
    assert script.asked == []
    assert script.played == ["pile_in.pile_ins"]
    assert after == made


@pytest.mark.clause("SH-PI-02")
def test_only_models_of_the_step_pile_in():
    for step, clauses in ((4, ["SH-PI-05"]), (3, []), (2, ["SH-PI-05"])):
        after, script = piled(two_apart(1.5, step=step))
        assert [clause for clause, _, _ in moves(script)] == clauses, step
    assert at(after, 3) == (12.5, 11.0)


@pytest.mark.clause("SH-PI-03")
def test_a_pile_in_is_a_move_of_three_inches_at_most():
    for gap, clause in ((3.0, "SH-PI-05"), (3.01, "SH-PI-08")):
        after, script = piled(lone(gap))
        assert moves(script) == [(clause, 1, 3.0)]
        assert at(after, 1) == (15, 13)
    assert why_not(asked(lone(3.01)), 1, 15, 13.01) == 'there is no way to it within 3"'


@pytest.mark.clause("SH-PI-05")
def test_the_answer_may_be_any_place_that_does_the_duty():
    choice = asked(two_apart(1.5))
    assert isinstance(choice, PileIn)
    assert why_not(choice, 1, 12.5, 11.5) is None
    assert why_not(choice, 1, 12.0, 11.5) is None
    assert why_not(choice, 1, 11.5, 12.0) is None
    assert why_not(choice, 1, 12.5, 11.4) == "it has to end touching an enemy that no friend touches"
    assert why_not(choice, 1, 11.0, 11.0) == "it has to end touching an enemy that no friend touches"
    assert "overlap" in why_not(choice, 1, 12.5, 11.7) or "touching" in why_not(choice, 1, 12.5, 11.7)
    assert why_not(choice, 1, 12.5, 13.5) == 'there is no way to it within 3"'
    assert why_not(choice, 0, 12.5, 11.5) == "model 0 has no pile in to make now"
    assert "whole numbers" in choice.why_not((1, 2))
    assert "facing" in choice.why_not((1, ticks(12.5), ticks(11.5), 36000))


def test_every_candidate_is_legal_and_of_another_place():
    own = U("red", 0, [(GUARD, 4)], at=[(10, 10), (12.5, 10), (14, 10), (15, 9)])
    foes = U("blue", 1, [(IMP, 3)], at=[(10, 11, 180), (12.5, 12, 180), (14, 12.5, 180)])
    choice = asked(fight(own, foes))
    offered = [answer for _, answer in choice.candidates()]
    assert len(offered) == len(set(offered)) > 3
    assert [reason for answer in offered if (reason := choice.why_not(answer))] == []


@pytest.mark.clause("SH-PI-05")
def test_the_owner_picks_the_order_of_the_models():
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (11.8, 10), (13.2, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (12.6, 12, 180)])
    made = fight(own, foes)
    second = [(2, ticks(13.0), ticks(11), 0), (1, ticks(12.0), ticks(11), 0)]
    after, script = piled(made, answers=second)
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-05", 2), ("SH-PI-06", 1)]
    assert at(after, 1) == (12.0, 11.0)


def backed_up(**more):
    """Red 1 can reach the enemy that red 0 touches, and red 0, but no other enemy."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (10, 7.5)])
    return fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (10, 12, 180)]), **more)


@pytest.mark.clause("SH-PI-06")
def test_who_can_touch_no_free_enemy_moves_to_touch_a_friend_in_contact():
    after, script = piled(backed_up())
    assert moves(script) == [("SH-PI-06", 1, 1.5)]
    assert at(after, 1) == (10.0, 9.0)
    choice = asked(backed_up())
    assert why_not(choice, 1, 10.0, 8.5) == "it has to end touching a friend who touches an enemy"
    assert why_not(choice, 1, 9.0, 9.5) is None


def nearly_touched(**more):
    """The second enemy is touched by nobody, but engaged through the first."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12.5, 10.5)])
    return fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (10, 12, 180)]), **more)


def test_an_engaged_enemy_whom_nobody_touches_is_a_goal_unless_ruled_otherwise():
    """SH-R-40."""
    after, script = piled(nearly_touched())
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-05"]
    assert "SH-R-40" in script.met
    after, script = piled(nearly_touched(rulings={"SH-R-40": "not-engaged"}))
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-06"]
    assert 0 in after.plane.contacts.friends[1]


def allies(**more):
    """A model of the second red unit comes upon the first, which is in contact; its own touches from afar."""
    first_unit = U("red", 0, [(IMP, 1)], at=[(10, 10)])
    own = U("allies", 0, [(GUARD, 3)], at=[(14, 10), (14, 8.5), (11.3, 7.5)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (14, 11, 180)])
    return fight(first_unit, own, foes, **more)


def test_a_friend_is_any_model_of_the_side_unless_the_own_unit_alone_counts():
    """SH-R-44."""
    wide = {"SH-R-06": "default"}
    after, _ = piled(allies(rulings=wide))
    assert 0 in after.plane.contacts.friends[3]
    after, script = piled(allies(rulings={"SH-R-44": "own-unit"}))
    assert 1 in after.plane.contacts.friends[3]
    assert "SH-R-44" in script.met


@pytest.mark.clause("SH-PI-08")
def test_who_can_touch_nobody_comes_as_close_as_he_can():
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (10, 3.5)])
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)]))
    after, script = piled(made)
    assert moves(script) == [("SH-PI-08", 1, 3.0)]
    assert at(after, 1) == (10.0, 6.5)
    choice = asked(made)
    assert why_not(choice, 1, 10.0, 6.5) is None
    assert why_not(choice, 1, 10.0, 6.4) == "it has to come as close to the combat as it can, in coherency"


@pytest.mark.clause("SH-PI-08")
def test_who_is_as_close_as_he_can_be_is_not_asked():
    """The third row of a crowd stands behind the second, who cannot be passed."""
    own = U("red", 0, [(GUARD, 9)], at=row(10, 10, 3) + row(10, 9, 3) + row(10, 8, 3))
    walls = [
        ("impassable", [(7, 5), (9.5, 5), (9.5, 13), (7, 13)]),
        ("impassable", [(12.5, 5), (15, 5), (15, 13), (12.5, 13)]),
    ]
    made = fight(own, U("blue", 1, [(IMP, 3)], at=row(10, 11, 3, facing=180)), grounds=walls)
    after, script = piled(made)
    assert script.asked == []
    assert after == made


COHERENCY = [
    ("skirmish", "default", 2),
    ("horde", "default", 2),
    ("horde", "horde-1", 1),
    ("skirmish", "horde-1", 2),
    ("skirmish", "skirmish-1", 1),
]


@pytest.mark.clause("SH-PI-08")
@pytest.mark.parametrize(("formation", "option", "widest"), COHERENCY)
def test_who_draws_near_stays_in_coherency_with_those_who_do_not_move(formation, option, widest):
    """SH-R-06."""
    own = U("red", 0, [(GUARD, 1), (IMP, 1)], at=[(10, 10), (11.8, 10)], formation=formation)
    foes = U("blue", 1, [(IMP, 1)], at=[(10, 18, 180)])
    after, script = piled(fight(own, foes, rulings={"SH-R-06": option}))
    (x, y), (mate_x, mate_y) = at(after, 0), at(after, 1)
    assert moves(script)[0][:2] == ("SH-PI-08", 0)
    assert (max(0, mate_x - x - 1) ** 2 + (y - mate_y - 1) ** 2) ** 0.5 == pytest.approx(widest, abs=0.02)


@pytest.mark.clause("SH-PI-08")
def test_the_first_of_a_unit_that_moves_as_a_whole_leads_the_way_and_the_others_follow():
    own = U("red", 0, [(GUARD, 3)], at=row(10, 10, 3, 1.5))
    after, script = piled(fight(own, U("blue", 1, [(IMP, 1)], at=[(10, 18, 180)])))
    assert [model for _, model, _ in moves(script)] == [0, 1, 2]
    assert [at(after, model)[1] for model in (0, 1)] == [13.0, pytest.approx(13.0, abs=0.1)]


def astray(x=16, **more):
    """Red 1 is out of coherency with its mates."""
    own = U("red", 0, [(IMP, 2), (GUARD, 1)], at=[(10, 10), (10, 9), (x, 10)])
    return fight(own, U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)]), **more)


def test_who_cannot_be_in_coherency_comes_as_near_to_it_as_his_move_allows():
    """SH-R-29."""
    after, script = piled(astray(18))
    assert moves(script) == [("SH-PI-08", 2, 3.0)]
    assert at(after, 2) == (15.0, pytest.approx(10.0, abs=0.3))
    choice = asked(astray(18))
    assert why_not(choice, 2, 18, 13) == "it has to come as close to the combat as it can, in coherency"
    after, script = piled(astray(18, rulings={"SH-R-29": "charge-fails"}))
    assert (moves(script), script.asked) == ([], [])
    after, script = piled(astray(14, rulings={"SH-R-29": "charge-fails"}))
    assert moves(script) == [("SH-PI-06", 2, 3.0)]


@pytest.mark.clause("SH-PI-09")
def test_nobody_passes_through_others_or_narrow_gaps_as_in_a_charge():
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
def test_a_way_leads_round_those_who_stand_in_it():
    own = U("red", 0, [(GUARD, 1)], at=[(15, 10)]), U("friends", 0, [(IMP, 2)], at=[(10, 10), (15, 11.1)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (15, 12.5, 180)])
    straight, _ = piled(fight(*own, foes))
    event = piled(fight(*own, foes))[1].events[0]
    assert event.clause == "SH-PI-05"
    assert len(event.route) > 2
    assert straight.plane.contacts.enemies[0] == (4,)


GROUND = [(11, 10.6), (14, 10.6), (14, 11.4), (11, 11.4)]


@pytest.mark.clause("SH-PI-10")
def test_difficult_ground_does_not_slow_a_pile_in():
    rough = [("difficult", [(14, 10.6), (16, 10.6), (16, 11.4), (14, 11.4)])]
    after, _ = piled(lone(2.8, grounds=rough))
    assert after.plane.contacts.enemies[1]


@pytest.mark.clause("SH-PI-11")
def test_dangerous_ground_on_the_way_forces_its_test():
    ground = [("dangerous", GROUND)]
    after, script = piled(two_apart(1.5, grounds=ground), dice=[2])
    assert GroundBraved(unit="red", model=1, hurt=False, clause="SH-TE-05") in script.events
    after, script = piled(two_apart(1.5, grounds=ground), dice=[1, 3])
    assert after.plane.models(0) == (0,)
    assert after.fight.lead == 0
    after, script = piled(two_apart(1.5, grounds=ground, rulings={"SH-R-60": "pile-in-terrain"}), dice=[1, 3])
    assert after.fight.lead == -1


def beside_strangers(side, **more):
    """A unit outside the combat stands where red 1 would come to touch its enemy straight ahead."""
    own = U("red", 0, [(IMP, 1)], at=[(10, 10)]), U("lone", 0, [(GUARD, 1)], at=[(14.6, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (15, 12, 180)])
    strangers = U("outsiders", side, [(IMP, 1)], at=[(16, 10.6, 180)])
    return fight(*own, foes, strangers, fighting=(0, 1, 2), **more)


@pytest.mark.clause("SH-PI-12")
@pytest.mark.parametrize("side", [0, 1])
def test_a_pile_in_may_not_touch_a_unit_outside_the_combat(side):
    after, script = piled(beside_strangers(side))
    assert moves(script)[0][0] == "SH-PI-05"
    assert after.plane.contacts.enemies[1] == (3,)
    assert 4 not in after.plane.contacts.friends[1]
    assert "outside" in why_not(asked(beside_strangers(1)), 1, 15, 11)
    assert "not in this combat" in why_not(asked(beside_strangers(0)), 1, 15, 11)


def facing_each_other(**more):
    """Both sides have a model that can come into contact with the other's, and one that can only follow."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12.2, 8)])
    foes = U("blue", 1, [(QUICK, 2)], at=[(10, 11, 180), (12.2, 13, 180)])
    return fight(own, foes, **more)


@pytest.mark.clause("SH-PI-13")
@pytest.mark.parametrize("active", [0, 1])
def test_the_active_side_piles_in_first(active):
    _, script = piled(facing_each_other(active=active))
    sides = [0 if event.unit == "red" else 1 for event in script.events]
    assert sides == [active, 1 - active]


def staged(**more):
    """Red moves in the third and the fifth stage, blue in the third."""
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (10, 8.5), (10, 4.5)])
    foes = U("blue", 1, [(QUICK, 2)], at=[(10, 11, 180), (10, 13.4, 180)])
    return fight(own, foes, **more)


def test_both_sides_may_pile_in_stage_by_stage():
    """SH-R-39."""
    _, script = piled(staged())
    assert [(event.unit, event.clause) for event in script.events] == [
        ("red", "SH-PI-06"),
        ("red", "SH-PI-08"),
        ("blue", "SH-PI-06"),
    ]
    _, script = piled(staged(rulings={"SH-R-39": "by-stage"}))
    assert [(event.unit, event.clause) for event in script.events] == [
        ("red", "SH-PI-06"),
        ("blue", "SH-PI-06"),
        ("red", "SH-PI-08"),
    ]


@pytest.mark.clause("SH-PI-03")
def test_blocks_come_to_the_front_first_and_fill_gaps_before_the_last_draw_near():
    block = U("ranks", 0, [(GUARD, 6)], block=(20, 10, 0, 3), formation="ranks")
    own = U("red", 0, [(GUARD, 2)], at=[(10, 9.5), (10, 5)])
    foes = U("blue", 1, [(IMP, 4)], at=[*row(19, 10.5, 3, facing=180), (10, 10.5, 180)])
    made = fight(block, own, foes)
    made = made.on(made.plane.without(frozenset({1})))
    _, script = piled(made)
    assert [event.clause for event in script.events] == ["SH-PI-04", "SH-PI-08"]
    names = [name.split(".")[1] for name in script.played]
    wanted = ["to_the_front", "touch_an_enemy", "touch_a_friend", "close_gaps", "draw_near"]
    assert list(dict.fromkeys(name for name in names if name in wanted)) == wanted


def second_row(**more):
    """Red 2 touches a friend in contact, and an untouched enemy is near."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (11, 9)])
    return fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (12, 11, 180)]), **more)


def test_who_touches_a_friend_in_contact_stays_unless_supporters_seek_contact():
    """SH-R-88."""
    after, script = piled(second_row())
    assert (script.events, script.asked) == ([], [])
    assert "SH-R-88" in script.met
    after, script = piled(second_row(rulings={"SH-R-88": "seek-contact"}))
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-05", 1)]
    assert after.plane.contacts.enemies[1] == (3,)


def test_touching_with_corners_alone_is_out_of_touch_where_edges_count():
    """SH-R-04."""
    own = U("red", 0, [(GUARD, 1)], at=[(10, 10)])
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(11, 11, 180)]))
    assert piled(made)[1].asked == []
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(11, 11, 180)]), rulings={"SH-R-04": "edges-only"})
    after, script = piled(made)
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-05"]
    assert after.plane.edge_contacts.enemies[0] == (1,)


def test_a_hole_in_a_block_is_not_entered_unless_ruled_so():
    """SH-R-27."""

    def holed(**more):
        block = U("ranks", 1, [(IMP, 6)], block=(20, 10, 180, 3), formation="ranks")
        own = U("red", 0, [(IMP, 2), (GUARD, 1)], at=[(19, 9.5), (21, 9.5), (20, 8.0)])
        made = fight(own, block, **more)
        return made.on(made.plane.without(frozenset({made.plane.standings[1].slots[1]})))

    _, script = piled(holed())
    assert [clause for clause, _, _ in moves(script)] == ["SH-PI-06"]
    _, script = piled(holed(rulings={"SH-R-27": "enter-holes"}))
    assert moves(script) == [("SH-PI-05", 2, 2.5)]


def test_every_option_that_is_offered_is_pure():
    """The same question is asked, with the same answers, when a clause is run again."""
    choices = [asked(staged()), asked(staged())]
    assert choices[0].terms == choices[1].terms
    assert list(choices[0].candidates()) == list(choices[1].candidates())
