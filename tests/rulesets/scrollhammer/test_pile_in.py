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
    after, script = piled(two_apart(3.0))
    assert moves(script) == [("SH-PI-05", 1, 3.0)]
    assert at(after, 1) == (12.5, 13.0)
    choice = asked(two_apart(3.5))
    assert choice.clause != "SH-PI-05"


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
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (12, 10), (13.2, 10)])
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
    return fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (11, 11, 180)]), **more)


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
    walls = [("impassable", [(7, 5), (9.5, 5), (9.5, 13), (7, 13)]), ("impassable", [(12.5, 5), (15, 5), (15, 13), (12.5, 13)])]
    made = fight(own, U("blue", 1, [(IMP, 3)], at=row(10, 11, 3, facing=180)), grounds=walls)
    after, script = piled(made)
    assert script.asked == []
    assert after == made


def chain(gap, traits=QUICK, **more):
    """Red 2 may go forward alone; red 1, which does not move, is so far from the combat that it holds it back."""
    own = U("red", 0, [(IMP, 2), (traits, 1)], at=[(10, 10), (10, 10 - 1 - gap), (10, 10 - 2 - 2 * gap)], **more.pop("own", {}))
    return fight(own, U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)]), **more)


@pytest.mark.clause("SH-PI-08")
def test_who_draws_near_stays_in_coherency_with_his_unit():
    own = U("red", 0, [(GUARD, 1), (IMP, 2)], at=[(15.5, 10), (18.4, 10), (20, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (20, 11, 180)])
    after, script = piled(fight(own, foes, fighting=(0, 1)))
    assert [clause for clause, _, _ in moves(script)] in ([], ["SH-PI-06"], ["SH-PI-08"])
    apart = [inches(after.plane.place(1).x - after.plane.place(0).x) - 1]
    assert apart[0] <= 2.001


@pytest.mark.parametrize(("formation", "option", "reach"), [("skirmish", "default", 2), ("horde", "horde-1", 1), ("skirmish", "skirmish-1", 1), ("horde", "skirmish-1", 2)])
def test_coherency_is_two_inches_or_one(formation, option, reach):
    """SH-R-06: red 0 is drawn to the far enemy, and stops where its mate would be lost."""
    own = U("red", 0, [(GUARD, 1), (IMP, 2)], at=[(10, 10), (10.5, 9), (10.5, 8)], formation=formation)
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 20, 180), (10.5, 7, 0)])
    made = fight(own, foes, rulings={"SH-R-06": option})
    choice = asked(made) if made.plane.contacts.enemies[2] == () else None
    assert choice is None
    away = U("red", 0, [(GUARD, 1), (IMP, 1)], at=[(10, 10), (12, 10)], formation=formation)
    made = fight(away, U("blue", 1, [(IMP, 1)], at=[(10, 18, 180)]), rulings={"SH-R-06": option})
    after, _ = piled(made)
    (x, y), (mate_x, mate_y) = at(after, 0), at(after, 1)
    across, along = max(0, mate_x - x - 1), max(0, y - mate_y - 1)
    assert (across**2 + along**2) ** 0.5 == pytest.approx(reach, abs=0.02)
