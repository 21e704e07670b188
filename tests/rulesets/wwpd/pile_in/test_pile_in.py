"""WW-PI: the opponent piles in."""

import pytest
from msgspec.structs import replace

from pilein.rulesets.wwpd.charging import declare
from pilein.rulesets.wwpd.melees import divide
from pilein.rulesets.wwpd.phase import end_moves, melee_phase
from pilein.rulesets.wwpd.pile_in import all_pile_in, pile_in, pile_in_at_the_end
from pilein.rulesets.wwpd.state import Status
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import told, where
from tests.rulesets.wwpd.builder import U, battle, nearest, played
from tests.rulesets.wwpd.fights import having_fought


def touched(after, model):
    return after.plane.contacts.enemies[model]


def met(*blues, reds=((10, 19),), **more):
    """Return a battle of a red model that touches the first blue model, with further blue models up the table."""
    return battle(U("reds", 0, reds), U("blues", 1, [(10, 20), *blues]), **more)


@pytest.mark.clause("WW-PI-01", "WW-PI-03")
def test_the_opponent_must_pile_in_after_all_charges():
    made = battle(U("reds", 0, [(10, 15), (12, 15)]), U("blues", 1, [(10, 20), (10, 23)]))
    after, script = played(made, melee_phase, answers=[(0,), (0, 10 * 127000, 19 * 127000, 0), nearest], until="divide")
    moved = told(script, Moved)
    assert [event.manner for event in moved] == ["charged", "charged"]
    made = met((13, 20), reds=((10, 19), (15, 19)))
    after, script = played(made, pile_in, answers=[nearest])
    assert told(script, Moved)[0].manner == "piled in"
    assert touched(after, 3) == (1,)
    assert script.asked[0].side == 1


@pytest.mark.clause("WW-PI-02")
def test_only_models_within_8_inches_of_an_enemy_pile_in():
    made = met((10, 28), (10, 29))
    after, script = played(made, pile_in, answers=[nearest])
    assert [event.model for event in told(script, Moved)] == [2]
    assert where(after, 3) == (10, 29)


@pytest.mark.clause("WW-PI-03")
def test_models_pile_in_towards_the_nearest_unengaged_enemy_or_join_a_friend():
    after, _ = played(met((14, 22)), pile_in, answers=[nearest])
    assert touched(after, 2) == ()
    assert after.plane.contacts.friends[2] == (1,)
    after, _ = played(met((14, 22), reds=((10, 19), (14, 17))), pile_in, answers=[nearest])
    assert touched(after, 3) == (1,)


@pytest.mark.clause("WW-PI-03")
def test_models_pile_in_one_after_another_beginning_with_the_closest():
    made = met((14, 25), (14, 22), reds=((10, 19), (14, 17)))
    _, script = played(made, pile_in, answers=[nearest, nearest])
    assert [event.model for event in told(script, Moved)] == [4, 3]


@pytest.mark.clause("WW-PI-04")
def test_a_unit_without_an_engaged_model_does_not_pile_in():
    made = battle(U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 20)]), U("idle", 1, [(14, 20)]))
    after, script = played(made, pile_in)
    assert told(script, Moved) == []
    assert where(after, 2) == (14, 20)


@pytest.mark.clause("WW-PI-05")
def test_a_model_that_fired_may_still_pile_in():
    after, _ = played(met((14, 22), fired=(2,)), pile_in, answers=[nearest])
    assert where(after, 2) != (14, 22)


def test_units_make_their_pile_ins_in_the_order_their_player_chooses():
    made = battle(
        U("reds", 0, [(10, 19), (20, 19)]),
        U("a", 1, [(10, 20), (12, 22)]),
        U("b", 1, [(20, 20), (18, 22)]),
    )
    _, script = played(made, pile_in, answers=[(2, 1), nearest, nearest])
    assert [event.unit for event in told(script, Moved)] == ["b", "a"]


def test_a_ruling_decides_whether_piling_in_is_optional():
    stay = (2, 14 * 127000, 22 * 127000, 0)
    after, _ = played(met((14, 22), rulings={"WW-R-16": "optional"}), pile_in, answers=[stay])
    assert where(after, 2) == (14, 22)


def bystanders(**rulings):
    """Return a battle in which a red unit has charged. A second red unit stands nearby and is closer to the second blue
    model than the charger is.
    """
    units = U("reds", 0, [(10, 16)]), U("idle", 0, [(16, 22)]), U("blues", 1, [(10, 20), (14, 22)])
    return battle(*units, rulings={key.replace("_", "-"): option for key, option in rulings.items()})


def charged(made):
    return played(made, declare, answers=[(0,), nearest])[0]


def test_a_pile_in_may_draw_a_bystander_into_the_melee():
    after, _ = played(charged(bystanders()), pile_in, answers=[nearest])
    assert touched(after, 3) == (1,)
    assert after.chargers == ()


def test_under_the_chargers_only_ruling_only_chargers_may_be_touched_in_a_pile_in():
    after, _ = played(charged(bystanders(WW_R_17="chargers-only")), pile_in, answers=[nearest])
    assert touched(after, 1) == ()
    assert after.plane.contacts.friends[3] == (2,)


def test_under_the_fight_only_ruling_units_fight_without_piling_in_if_engaged_since_an_earlier_turn():
    made = met((14, 22), rulings={"WW-R-18": "fight-only"})
    bound, _ = played(made, declare)
    after, _ = played(bound, pile_in)
    assert where(after, 2) == (14, 22)
    _, script = played(after, divide, until="next_melee")
    assert script.events[0].count == 1


@pytest.mark.parametrize("clause", [(pile_in,), (pile_in_at_the_end, 1)])
def test_under_the_fixed_ruling_the_pile_in_order_of_equally_close_models_is_chosen_only_once(clause):
    """WW-R-10 `fixed`: the player who owns the models chooses their order."""
    foes = U("blues", 1, [(10, 11), (8, 12), (12, 12)])
    made = battle(U("reds", 0, [(10, 10)]), foes, rulings={"WW-R-10": "fixed"})
    _, script = played(made, *clause, answers=[(3, 2), nearest, nearest])
    assert [event.model for event in told(script, Moved)] == [3, 2]


@pytest.mark.clause("WW-EN-05")
def test_units_of_both_sides_still_in_a_melee_pile_in_and_the_active_side_goes_first():
    made = having_fought(U("reds", 0, [(10, 19), (8, 16)]), U("blues", 1, [(10, 20), (14, 23)]))
    after, script = played(made, all_pile_in, answers=[nearest, nearest])
    assert [event.unit for event in told(script, Moved)] == ["reds", "blues"]
    assert after.plane.contacts.enemies[1] == (3,)


def test_units_out_of_contact_do_not_pile_in():
    made = having_fought(U("reds", 0, [(10, 19)]), U("blues", 1, [(10, 22)]))
    assert played(made, all_pile_in)[1].events == []


def test_a_unit_that_was_to_fall_back_but_is_still_engaged_does_not_pile_in():
    made = having_fought(U("reds", 0, [(10, 19), (14, 16)], status=Status(falls_back=True)), U("blues", 1, [(10, 20)]))
    assert played(made, all_pile_in)[1].events == []


def test_a_unit_outside_every_melee_does_not_pile_in_even_if_a_unit_falls_back_into_contact_with_it():
    """WW-EN-05: only units that are still in a Melee pile in. Blues fall back and stop against a red unit that has not
    fought.
    """
    after, script = played(stopped_by_bystanders(), end_moves, answers=[False])
    assert after.plane.contacts.enemies[1] == (3,)
    assert [event.unit for event in told(script, Moved)] == ["blues"]


@pytest.mark.parametrize("pile_in", ["default", "same-melee"])
def test_under_the_all_engaged_ruling_even_a_unit_outside_every_melee_piles_in(pile_in):
    """WW-R-41 `all-engaged`: the bystanders' second model joins the first."""
    made = stopped_by_bystanders(**{"WW-R-41": "all-engaged", "WW-R-29": pile_in})
    _, script = played(made, end_moves, answers=[nearest, False])
    assert [event.unit for event in told(script, Moved)] == ["blues", "bystanders"]


def stopped_by_bystanders(**rulings):
    units = (
        U("reds", 0, [(10, 19)]),
        U("bystanders", 0, [(7, 20), (7, 16)]),
        U("blues", 1, [(10, 20)], status=Status(falls_back=True)),
    )
    rulings = {"WW-R-28": "own-edge", **{key: option for key, option in rulings.items() if option != "default"}}
    return replace(battle(*units, rulings=rulings, edges=("", "west")), melees=((0, 2),))


def three_on_one(**rulings):
    units = U("reds", 0, [(10, 19), (8, 16), (12, 16)]), U("blues", 1, [(10, 20)])
    return having_fought(*units, rulings={key.replace("_", "-"): option for key, option in rulings.items()})


def test_models_join_friends_in_a_pile_in_as_they_do_in_a_charge_unless_a_ruling_requires_the_most_contacts():
    after, _ = played(three_on_one(), all_pile_in, answers=[nearest, nearest])
    assert after.plane.contacts.enemies[3] == (0,)
    after, _ = played(three_on_one(WW_R_29="max-contacts"), all_pile_in)
    assert after.plane.contacts.enemies[3] == (0, 1, 2)


def test_under_the_same_melee_ruling_a_model_piling_in_may_touch_only_enemies_in_its_own_melee():
    units = U("reds", 0, [(10, 19), (14, 16)]), U("blues", 1, [(10, 20)]), U("others", 1, [(14, 19)])
    made = replace(battle(*units), melees=((0, 1),))
    after, _ = played(made, all_pile_in, answers=[nearest])
    assert after.plane.contacts.enemies[1] == (3,)
    made = replace(battle(*units, rulings={"WW-R-29": "same-melee"}), melees=((0, 1),))
    after, _ = played(made, all_pile_in, answers=[nearest])
    assert after.plane.contacts.enemies[3] == ()
