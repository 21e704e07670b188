"""SH-PI-09, SH-R-27: a model that piles in keeps to the side of the block on which its unit fights."""

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.fight.directing import declare_attacks
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_to_the_end
from pilein.rulesets.scrollhammer.pile_in.sides import having_stood, sides_fought
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Pairs
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, U
from tests.rulesets.scrollhammer.pile_ins import asked, at, fight, moves, piled, why_not

LANCE = Base("rectangle", 2 * INCH, INCH)
ROUND_THE_CORNER = "there the model would touch a block on a side other than the one its unit fights on"


def against_ranks(places, *, base=LANCE, formation="horde", kind=GUARD, **more):
    """Return a battle of red models against a block of two ranks of five that faces them, with its front at y = 10."""
    own = U("red", 0, [(kind, len(places))], at=places, formation=formation, base=base)
    return fight(own, U("ranks", 1, [(IMP, 10)], block=(20, 10, 180, 5), formation="ranks"), **more)


def squares(places, **more):
    return against_ranks(places, base=Base("rectangle", INCH, INCH), **more)


class Default:
    """A table on which every ruling has its default reading."""

    def rule(self, _ruling):
        return "default"


def sides(made):
    return tuple(side for _, side in sides_fought(made, Default(), 0, (1,)))


def flank_models(made):
    """Return the red models that touch a model of the block but do not stand in front of the block."""
    foes = made.plane.contacts.enemies
    return [model for model in made.plane.models(0) if foes[model] and at(made, model)[1] > 9.5]


FRONT = row(18, 9.5, 5)
BESIDE = (15, 11)  # two inches beside the right flank of the block


def test_a_unit_fights_on_the_side_of_the_block_that_most_of_its_models_touch():
    assert sides(squares([(18, 9.5), (19, 9.5), (17, 10.6)])) == ("front",)
    assert sides(squares([(18, 9.5), (17, 10.5), (17, 11.5)])) == ("right",)
    assert sides(squares([(23, 10.5), (23, 11.5)])) == ("left",)
    assert sides(squares([(18, 12.5), (15, 8)])) == ("rear",)


def test_a_model_touching_only_a_corner_of_a_block_counts_for_the_side_it_stands_in_front_of():
    assert sides(squares([(17, 10.2), (17.3, 9.5)])) == ("front",)
    assert sides(against_ranks([(16.5, 9.5)])) == ("right",)
    assert sides(squares([(17, 9.5), (12, 20)])) == ("front",)


def test_a_unit_out_of_contact_fights_on_the_side_where_most_of_its_models_stand():
    """SH-R-23: each model counts for the arc of the block in which it stands."""
    assert sides(squares([(18, 8), (19, 8), (15, 11)])) == ("front",)
    assert sides(squares([(15, 10.5), (15, 11.5), (18, 8)])) == ("right",)


@pytest.mark.clause("SH-PI-09")
def test_a_unit_keeps_fighting_on_its_side_of_a_block_after_the_last_model_it_touched_has_died():
    """SH-R-27: the unit charged the front at the end of the line. Two of its three models stand beside the line, in
    front of the flank.
    """
    made = squares([(17.5, 9.5), (16.5, 9.5), (15.5, 9.5)]).fighting(pairs=Pairs(((0, 1),)))
    (end,) = made.plane.contacts.enemies[0]
    forgotten = made.on(made.plane.without(frozenset({end})))
    assert (sides(made), sides(forgotten)) == (("front",), ("right",))
    fewer = having_stood(made, Default())
    fewer = fewer.on(fewer.plane.without(frozenset({end})))
    assert sides(fewer) == ("front",)
    assert having_stood(fewer, Default()).combat.pairs.sides == ((0, 1, "front"),)
    after, script = piled(fewer)
    assert [at(after, model)[1] for model in range(3)] == [9.5, 9.5, 9.5]
    assert moves(script)


def test_the_attacked_side_of_a_block_is_recorded_when_combat_begins_and_when_attacks_are_declared():
    made = squares([(17.5, 9.5), (16.5, 9.5), (15.5, 9.5)])
    begun = Script(RULESET).begin(replace(made, fight=None), fight_to_the_end, 0, 1, until="next_step")
    assert begun.combat.pairs.sides == ((0, 1, "front"),)
    struck = Script(RULESET).begin(made.fighting(step=4), declare_attacks, until="declare_for")
    assert struck.combat.pairs.sides == ((0, 1, "front"),)


def test_units_that_are_not_blocks_have_no_sides():
    own, foes = U("red", 0, [(GUARD, 1)], at=[(10, 10)]), U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)])
    assert sides(fight(own, foes)) == ()


@pytest.mark.clause("SH-PI-09")
def test_a_horde_fighting_the_front_of_a_block_does_not_wrap_round_it_by_piling_in():
    made = squares([*FRONT, BESIDE])
    after, script = piled(made)
    assert [(clause_id, model) for clause_id, model, _ in moves(script)] == [("SH-PI-06", 5)]
    assert flank_models(after) == []
    assert 0 in after.plane.contacts.friends[5]
    assert why_not(asked(made), 5, 17, 10.5) == ROUND_THE_CORNER


def test_under_the_ranks_only_ruling_a_horde_may_wrap_round_a_block_by_piling_in():
    """SH-R-27 `ranks-only`: only blocks are bound to the side they charged."""
    after, script = piled(squares([*FRONT, BESIDE], rulings={"SH-R-27": "ranks-only"}))
    assert moves(script)[0][0] == "SH-PI-05"
    assert flank_models(after) == [5]
    assert "SH-R-27" in script.met


@pytest.mark.clause("SH-PI-09")
def test_a_model_fighting_on_the_flank_piles_in_on_the_flank():
    """A file of the front is nearer to the last model than the free enemy on the flank is."""
    made = squares([(17, 10.2), (15.7, 9.2)])
    after, script = piled(made)
    assert [clause_id for clause_id, _, _ in moves(script)] == ["SH-PI-05"]
    assert at(after, 1) == (17.0, 11.5)
    assert why_not(asked(made), 1, 18.1, 9.5) == ROUND_THE_CORNER


@pytest.mark.clause("SH-PI-09")
def test_a_model_moving_to_touch_a_friend_may_not_touch_a_second_side_of_the_block():
    made = squares([*row(17, 9.5, 7), (15.5, 12)])
    after, script = piled(made)
    assert [(clause_id, model) for clause_id, model, _ in moves(script)] == [("SH-PI-06", 7)]
    assert flank_models(after) == []
    assert why_not(asked(made), 7, 17, 10.5) == ROUND_THE_CORNER
    assert why_not(asked(made), 7, 16.9, 10.5) is None


@pytest.mark.clause("SH-PI-09")
def test_a_model_too_far_from_the_front_of_a_block_approaches_it_without_touching_the_flank():
    """By path, the front is 4 inches away and the flank is 1 inch away."""
    made = squares([*row(18, 9.5, 3), (15.5, 13.5)])
    after, script = piled(made)
    assert [(clause_id, model) for clause_id, model, _ in moves(script)] == [("SH-PI-08", 3)]
    assert flank_models(after) == []
    assert at(after, 3)[1] < 11.5


@pytest.mark.clause("SH-PI-09")
def test_a_model_behind_a_block_goes_round_its_corner_to_the_side_it_fights_on():
    made = squares([*row(18, 9.5, 3), (17.4, 12.6)])
    after, script = piled(made)
    assert [clause_id for clause_id, _, _ in moves(script)] == ["SH-PI-08"]
    assert at(after, 3)[0] == 17.0
    assert at(after, 3)[1] < 10.5
    assert after.plane.contacts.enemies[3] == ()


def bereft(places, *files, **more):
    """Return a battle against a block whose front rank has fallen in the given files. The file at x = 22 is
    the first.
    """
    made = squares(places, **more)
    return made.on(made.plane.without(frozenset(made.plane.standings[1].slots[file - 1] for file in files)))


@pytest.mark.clause("SH-PI-09")
def test_no_model_enters_a_hole_that_the_block_will_close():
    """SH-R-27: part of the front rank has fallen. No model ends in a hole or beside the block."""
    made = bereft([(20, 8.4)], 3)
    assert (
        why_not(asked(made), 0, 20, 10.5)
        == "there the model would stand in a hole that a block closes with its own models"
    )
    made = bereft([(17, 7.5), (17, 8.5)], 5)
    assert why_not(asked(made), 1, 17, 10.5) == ROUND_THE_CORNER
    unbound = bereft([(17, 7.5), (17, 8.5)], 5, rulings={"SH-R-27": "ranks-only"})
    assert why_not(asked(unbound), 1, 17, 10.5) is None


@pytest.mark.clause("SH-PI-05")
def test_loose_enemies_move_on_to_the_next_rank_of_a_block_if_its_front_rank_has_died():
    made = bereft([(19, 9.5), (17.5, 9.5)], 1, 2, 3, 4, 5)
    assert why_not(asked(made), 0, 19, 10.5) is None
    after, script = piled(made)
    assert [clause_id for clause_id, _, _ in moves(script)] == ["SH-PI-05", "SH-PI-05"]
    assert (at(after, 0), at(after, 1)) == ((20.0, 10.5), (18.0, 10.5))
    assert why_not(asked(made), 1, 17, 11.5) == ROUND_THE_CORNER


@pytest.mark.clause("SH-PI-04")
@pytest.mark.parametrize("active", [0, 1])
def test_a_block_steps_over_its_dead_front_rank_unless_enemies_have_reached_the_next(active):
    """SH-PI-13: after the result, the active side moves first, and no model of the block ends beside the enemy."""
    made = bereft([(20, 9.5)], 1, 2, 3, 4, 5, active=active)
    after, script = piled(made, step=0)
    assert [type(event).__name__ for event in script.events] == [["Moved"], ["ClosedUp"]][active]
    assert {at(after, model)[1] for model in after.plane.models(1)} == {[11.5, 10.5][active]}
    assert after.plane.contacts.enemies[0]


def test_the_ruling_on_the_sides_of_blocks_is_not_consulted_in_a_fight_without_blocks():
    own, foes = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12, 10)]), U("blue", 1, [(IMP, 1)], at=[(10, 11, 180)])
    assert "SH-R-27" not in piled(fight(own, foes))[1].met
