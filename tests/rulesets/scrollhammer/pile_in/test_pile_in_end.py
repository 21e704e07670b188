"""SH-EP-01 to SH-EP-03, SH-MU-11, SH-MU-12: pile-ins after the combat result."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.pile_in.choice import PileIn
from pilein.rulesets.scrollhammer.pile_in.pile_in import end_pile_in
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Aftermath
from pilein.tabletop.movement.coherency import is_together
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, fight_of
from tests.rulesets.scrollhammer.charging import kinds
from tests.rulesets.scrollhammer.pile_ins import at, fight, moves


def ended(made, *, stands_aside=False, dice=()):
    """Play the pile-in at the end of the combat. `stands_aside` is the answer for units that may stand aside."""

    def policy(choice):
        return first(choice) if isinstance(choice, PileIn) else stands_aside

    script = Script(RULESET, dice=dice, answers=None, policy=policy)
    after = script.begin(made, end_pile_in)
    script.assert_used_up()
    return after, script


def with_losses(**more):
    """Return a battle in which each side has a model that has lost contact. The two models have different
    Initiatives.
    """
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12.2, 8)])
    foes = U("blue", 1, [(REAVER, 2)], at=[(10, 11, 180), (12.2, 13, 180)])
    return fight(own, foes, step=1, **more)


@pytest.mark.clause("SH-EP-01", "SH-EP-02", "SH-EP-03", "SH-MU-11")
@pytest.mark.parametrize("active", [0, 1])
def test_all_models_out_of_contact_pile_in_after_the_result_regardless_of_initiative(active):
    after, script = ended(with_losses(active=active).exchanging(piled=(0, 1, 2, 3)))
    assert [event.unit for event in script.events] == (["red", "blue"] if active == 0 else ["blue", "red"])
    assert sorted(after.fight.exchange.piled) == [1, 3]
    assert {clause for clause, _, _ in moves(script)} <= {"SH-PI-05", "SH-PI-06"}


@pytest.mark.clause("SH-EP-01")
def test_no_player_is_asked_to_pile_in_if_all_models_are_in_contact_and_in_coherency():
    made = fight(U("red", 0, [(GUARD, 2)], at=row(10, 10, 2)), U("blue", 1, [(IMP, 2)], at=row(10, 11, 2, facing=180)))
    after, script = ended(made)
    assert (script.asked, script.events) == ([], [])
    assert after.plane == made.plane


@pytest.mark.clause("SH-EP-01")
def test_after_the_result_a_model_out_of_coherency_returns_to_coherency_even_if_it_must_leave_contact():
    """SH-R-77: restoring coherency takes precedence over contact."""
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (11, 10), (15, 10)])
    foes = U("blue", 1, [(IMP, 3)], at=[(10, 11, 180), (12.5, 11, 180), (15, 11, 180)])
    after, script = ended(fight(own, foes))
    assert [(clause, model) for clause, model, _ in moves(script)][:1] == [("SH-PI-05", 2)]
    assert after.plane.contacts.enemies[2] == (4, 5)


def test_after_the_result_no_model_leaves_contact_if_it_cannot_regain_coherency():
    """SH-R-88: a model that would stay out of coherency anyway keeps its contact."""
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (11, 10), (20, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (20, 11, 180)])
    _, script = ended(fight(own, foes))
    assert [event for event in script.events if event.unit == "red"] == []


@pytest.mark.clause("SH-EP-01")
def test_a_model_that_cannot_regain_coherency_keeps_its_contact_instead_of_seeking_new_contact():
    """SH-R-77: two of five models are cut off, within reach of a free enemy and of places beside friends."""
    own = U("red", 0, [(GUARD, 5)], at=[*row(10, 10, 2), *row(20, 10, 3)])
    foes = U("blue", 1, [(IMP, 5)], at=[(10, 11, 180), (12.5, 11, 180), *row(20, 11, 3, facing=180)])
    _, script = ended(fight(own, foes))
    assert [event for event in script.events if event.unit == "red"] == []


@pytest.mark.clause("SH-EP-01")
def test_a_model_in_contact_stays_even_if_the_moves_of_the_rest_of_its_unit_cut_it_off():
    """SH-R-77: in a row between two enemies, three models without contact step to the left or right. Only these models
    move.
    """
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (17.5, 10)])
    foes = U("blue", 1, [(IMP, 5)], at=[(x, 11, 180) for x in (10, 12, 14, 16, 17.5)])
    _, script = ended(fight(own, foes))
    assert [(event.unit, event.model) for event in script.events] == [("blue", model) for model in (5, 3, 4)]


@pytest.mark.clause("SH-EP-01")
def test_a_model_in_contact_and_in_coherency_stays_while_the_rest_of_its_unit_moves_up_one_by_one():
    """SH-R-77: the first other model to pile in separates the model from most of its unit, which has yet to follow."""
    own = U("red", 0, [(GUARD, 6)], at=[(10, 10), (12, 12), (13, 11.7), (14, 11), (15.3, 9.7), (14.3, 8.7)])
    foes = U("blue", 1, [(IMP, 2)], at=[(9.25, 11, 180), (8.25, 11, 180)])
    after, script = ended(fight(own, foes))
    assert at(after, 0) == (10, 10)
    assert sorted(event.model for event in script.events) == [1, 2, 3, 4, 5]


@pytest.mark.clause("SH-EP-01")
def test_a_model_in_contact_and_in_coherency_stays_when_the_rest_of_its_unit_moves_away():
    """SH-R-77: the model could follow the others, but was not selected to move."""
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (12.4, 9.5), (13.4, 9.5)])
    foes = U("blue", 1, [(IMP, 3)], at=[(9.25, 11, 180), (15.4, 11, 180), (16.4, 11, 180)])
    after, script = ended(fight(own, foes))
    assert at(after, 0) == (10, 10)
    assert sorted(event.model for event in script.events if event.unit == "red") == [1, 2]


@pytest.mark.clause("SH-EP-01", "SH-EP-02")
def test_a_stray_returns_to_coherency_even_if_a_second_stray_has_joined_it():
    """SH-R-77: two strays together do not make a main body."""
    own = U("red", 0, [(GUARD, 4)], at=[(6, 10), (10, 10), (14.5, 10), (15.5, 10)])
    foes = U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)]), U("green", 1, [(IMP, 1)], at=[(15.5, 11, 180)])
    script = Script(RULESET, answers=[lambda choice: tuple(choice.candidates())[1][1], first])
    after = script.begin(fight(own, *foes), end_pile_in)
    script.assert_used_up()
    assert [model for _, model, _ in moves(script)] == [0, 1]
    assert at(after, 1)[0] >= 11.5


@pytest.mark.clause("SH-EP-02")
def test_under_the_all_units_ruling_strays_return_to_the_main_body_and_not_to_each_other():
    """SH-R-77 `all-units`: the unit has split into four parts. The first part moves to the third, and the third is near
    enough to the fourth to rejoin it.
    """
    own = U("red", 0, [(GUARD, 5)], at=[(16.4, 10), (12.6, 10), (20.2, 10), (24, 10), (23.5, 12)])
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(30, 30, 180)]), rulings={"SH-R-77": "all-units"})
    after, script = ended(made.having(1, falling_back=True).fighting(aftermath=Aftermath((1,))))
    assert sorted(model for _, model, _ in moves(script)) == [0, 1, 2]
    assert at(after, 2)[0] > 22


@pytest.mark.clause("SH-EP-01")
def test_the_strays_of_a_split_unit_are_determined_when_its_own_side_piles_in():
    """SH-R-77: when blue piles in, red has already reached one half of blue, and a model of the other half returns."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(13.4, 11.5, 180), (10, 11, 180)])
    after, script = ended(fight(own, foes))
    assert [event.model for event in script.events] == [1, 3]
    assert is_together(after.plane, 1, 2 * INCH)


def multiple(**more):
    """Return a combat of three units in which the enemy facing the second red unit has fallen back."""
    own = U("red", 0, [(GUARD, 1)], at=[(10, 10)]), U("other", 0, [(GUARD, 2)], at=[(13, 10), (16, 10)])
    foes = (
        U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (11.7, 11.5, 180)]),
        U("broken", 1, [(IMP, 1)], at=[(16, 12.5, 180)]),
    )
    made = fight(*own, *foes, **more)
    return made.having(3, falling_back=True).fighting(aftermath=Aftermath((3,)))


@pytest.mark.clause("SH-MU-11", "SH-PI-12")
def test_units_pile_in_towards_unbroken_enemies_in_their_combat():
    after, script = ended(multiple())
    assert moves(script)[0][:2] == ("SH-PI-05", 1)
    assert after.plane.contacts.enemies[1] == (4,)
    assert after.plane.contacts.enemies[2] == ()


def deserted(**more):
    """Return a battle in which no unbroken enemy is left and red 2 is out of coherency."""
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (11, 10), (15, 10)])
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(30, 30, 180)]), **more)
    return made.having(1, falling_back=True).fighting(aftermath=Aftermath((1,)))


def test_under_the_all_units_ruling_units_without_enemies_pile_in_after_the_result():
    _, script = ended(deserted())
    assert script.events == []
    after, script = ended(deserted(rulings={"SH-R-77": "all-units"}))
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-08", 2)]
    assert at(after, 2)[0] <= 14.0


@pytest.mark.clause("SH-EP-01", "SH-EP-02")
def test_under_the_all_units_ruling_the_two_halves_of_a_split_unit_without_enemies_reunite():
    """SH-R-77 `all-units`: coherency within each half is not enough, because the halves are 2.5" apart."""
    own = U("red", 0, [(GUARD, 4)], at=[(10, 10), (11, 10), (14.5, 10), (15.5, 10)])
    made = fight(own, U("blue", 1, [(IMP, 1)], at=[(30, 30, 180)]), rulings={"SH-R-77": "all-units"})
    after, script = ended(made.having(1, falling_back=True).fighting(aftermath=Aftermath((1,))))
    assert [model for _, model, _ in moves(script)] == [2, 3]
    assert is_together(after.plane, 0, 2 * INCH)


@pytest.mark.clause("SH-EP-03")
def test_a_block_closes_up_after_the_result_as_it_does_in_an_initiative_step():
    block = U("ranks", 0, [(GUARD, 6)], block=(20, 10, 0, 3), formation="ranks")
    made = fight(block, U("blue", 1, [(IMP, 3)], at=row(19, 10.5, 3, facing=180)), step=1)
    made = made.on(made.plane.without(frozenset({1})))
    after, script = ended(made)
    assert [event.clause for event in script.events] == ["SH-PI-04"]
    assert after.plane.standings[0].slots == (0, 4, 2, 3, -1, 5)


@pytest.mark.clause("SH-EP-02")
def test_a_split_block_closes_up_even_if_every_model_is_in_contact():
    """SH-R-77: in an Initiative step, models in contact would stay (SH-R-39), and a third rank without contact would
    move first.
    """
    made = fight(
        U("ranks", 0, [(GUARD, 6)], block=(20, 10, 0, 3), formation="ranks"),
        U("blue", 1, [(IMP, 3)], at=row(19, 10.5, 3, facing=180)),
        step=1,
    )
    halves = made.on(made.plane.without(frozenset({1, 4})))
    script = Script(RULESET, answers=[1])
    after = script.begin(halves, end_pile_in)
    script.assert_used_up()
    assert after.plane.standings[0].slots == (0, 5, 2, 3, -1, -1)
    assert script.asked[0].labels == ("model 3, 1.78 inches", "model 5, 1.78 inches")


@pytest.mark.clause("SH-EP-02")
def test_a_split_single_rank_closes_up_even_if_every_model_is_in_contact():
    made = fight(
        U("ranks", 0, [(GUARD, 3)], block=(20, 10, 0, 3), formation="ranks"),
        U("blue", 1, [(IMP, 3)], at=row(19, 10.5, 3, facing=180)),
        step=1,
    )
    script = Script(RULESET, answers=[1])
    after = script.begin(made.on(made.plane.without(frozenset({1}))), end_pile_in)
    script.assert_used_up()
    assert after.plane.standings[0].slots == (0, 2, -1)


@pytest.mark.clause("SH-EP-03")
def test_under_the_advance_ruling_a_block_moves_towards_an_unbroken_enemy_rather_than_a_broken_one():
    """SH-R-41 `advance`, SH-MU-11: only unbroken enemies attract an advancing block."""
    block = U("ranks", 0, [(GUARD, 3)], block=(20, 20, 0, 3), formation="ranks")
    foes = U("stand", 1, [(IMP, 1)], at=[(20, 24.5, 180)]), U("gone", 1, [(IMP, 1)], at=[(23.5, 19.5, 180)])
    made = fight(block, *foes, rulings={"SH-R-41": "advance"})
    after, _ = ended(made.having(2, falling_back=True).fighting(aftermath=Aftermath((2,))))
    assert after.plane.standings[0].x == 20 * INCH
    assert after.plane.standings[0].y == pytest.approx(23 * INCH, abs=2)


def out_of_reach(gap, **more):
    own = U("red", 0, [(GUARD, 1)], at=[(10, 10)]), U("far", 0, [(GUARD, 1)], at=[(20, 10)])
    return fight(
        *own, U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)]), U("foes", 1, [(IMP, 1)], at=[(20, 11 + gap, 180)]), **more
    )


@pytest.mark.clause("SH-MU-12")
def test_a_unit_may_consolidate_if_it_cannot_be_brought_into_contact_by_piling_in():
    _, script = ended(out_of_reach(6.0))
    assert all(isinstance(choice, PileIn) for choice in script.asked)
    after, script = ended(out_of_reach(6.5), stands_aside=True)
    assert [(choice.clause, choice.side) for choice in script.asked] == [("SH-MU-12", 0), ("SH-MU-12", 1)]
    assert "far" in script.asked[0].words
    assert (script.events, after.fight.aftermath.aside) == ([], (1, 3))
    after, script = ended(out_of_reach(6.5))
    assert [(event.unit, event.clause) for event in script.events] == [("far", "SH-PI-08"), ("foes", "SH-PI-08")]


def offered(made):
    script = ended(made, stands_aside=True)[1]
    return [choice.words.split(":")[0] for choice in script.asked if choice.clause == "SH-MU-12"]


@pytest.mark.clause("SH-MU-12")
@pytest.mark.parametrize(("own", "foes"), [("skirmish", "ranks"), ("ranks", "skirmish")])
def test_under_the_real_moves_ruling_the_possible_moves_decide_which_units_are_out_of_reach(own, foes):
    """SH-R-42 `real-moves`, SH-R-77: of the skirmishers and the block, only the skirmishers can move, by 3 inches
    altogether.
    """

    def parted(gap, **rulings):
        places = {"skirmish": {"at": [(20, 10)]}, "ranks": {"block": (20, 10.5, 0, 1), "formation": "ranks"}}
        across = {
            "skirmish": {"at": [(20, 11 + gap, 180)]},
            "ranks": {"block": (20, 10.5 + gap, 180, 1), "formation": "ranks"},
        }
        units = U("far", 0, [(GUARD, 1)], **places[own]), U("foes", 1, [(IMP, 1)], **across[foes])
        return fight(*units, rulings={"SH-R-42": "real-moves"} | rulings)

    assert offered(parted(3)) == []
    assert offered(parted(3.01)) == ["far", "foes"]
    assert offered(parted(3.01, **{"SH-R-42": "default"})) == []
    assert offered(parted(6, **{"SH-R-41": "advance"})) == []
    assert offered(parted(6.01, **{"SH-R-41": "advance"})) == ["far", "foes"]


@pytest.mark.clause("SH-MU-12")
def test_under_the_real_moves_ruling_an_enemy_already_in_contact_does_not_count_as_able_to_approach():
    """SH-R-42 `real-moves`, SH-R-88: an enemy that is already fighting stays where it is."""
    own = U("red", 0, [(GUARD, 1)], at=[(10, 10)]), U("far", 0, [(GUARD, 1)], at=[(15.1, 11.3)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (11, 11.3, 180)])
    for rulings, who in (({}, []), ({"SH-R-42": "real-moves"}, ["far"])):
        assert offered(fight(*own, foes, rulings=rulings)) == who
    seeking = {"SH-R-42": "real-moves", "SH-R-88": "seek-contact"}
    assert offered(fight(*own, foes, rulings=seeking)) == []


@pytest.mark.clause("SH-MU-12")
def test_under_the_real_moves_ruling_an_enemy_is_in_reach_if_it_faces_an_empty_place_that_a_block_can_fill():
    """SH-R-42 `real-moves`: the enemy stands in front of an empty place, and a model stepping into that place touches
    it.
    """
    foes = U("foes", 1, [(IMP, 1)], block=(18.9, 10, 180, 1), formation="ranks")
    for count, who in ((6, []), (3, ["far", "foes"])):
        block = U("far", 0, [(GUARD, count)], block=(20, 10, 0, 3), formation="ranks")
        made = fight(block, foes, rulings={"SH-R-42": "real-moves"}, step=1)
        assert offered(made.on(made.plane.without(frozenset({0})))) == who


def victorious(**rulings):
    """Return a battle of a block that has a hole in it and no enemies left."""
    red = U("red", 0, [(GUARD, 8)], block=(24, 20, 0, 3), formation="ranks")
    made = battle(red, U("blue", 1, [(REAVER, 1)], at=[(24, 20.5, 180)]), rulings=rulings)
    holed = made.on(made.plane.without(frozenset({1, 8})))
    return holed.beginning(fight_of((0, 1), step=1))


def test_a_victorious_block_reforms_without_closing_up_first() -> None:
    script = Script(RULESET, answers=None, policy=first)
    script.begin(victorious(), end_pile_in)
    assert "ClosedUp" not in kinds(script)
    closing = Script(RULESET, answers=None, policy=first)
    closing.begin(victorious(**{"SH-R-77": "all-units"}), end_pile_in)
    assert "ClosedUp" in kinds(closing)
