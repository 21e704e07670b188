"""CP-R-60: declarations of shields, grips, weapons, Focus and spears."""

import pytest

from pilein.engine.script import Script
from pilein.rulesets.scorched.events import Focused, TookBothHands
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.state import NOBODY
from tests.rulesets.scorched.builder import M, battle, played

NO_PARRY = (-1, 0)
A, B, C = (10, 10), (10, 11), (10, 9)


def test_a_ruling_may_require_the_striking_weapon_to_be_named_before_the_roll():
    """CP-R-18: hits use only the table rows of the weapon that was named, but the sword may still parry."""
    units = M("a", 0, weapons=["sword", "power weapon"]), M("b", 1)
    ruling = {"CP-R-18": "named-weapon"}
    for place, pierces in ((0, 0), (1, 1)):
        game = played(*units, dice=[6, 1], answers=[place, NO_PARRY], rulings=ruling)
        assert game.hits() == [("a", "b", 5, pierces)]


def test_under_the_after_dice_ruling_a_shield_is_declared_after_the_roll():
    """CP-R-22 `after-dice`: the shield is declared after all dice have been rolled and before any Parry."""
    units = M("a", 0, weapons=["shield"]), M("b", 1, weapons=["sword"])
    game = played(*units, dice=[6, 1, 1], answers=[True, (0, 6)], rulings={"CP-R-22": "after-dice"})
    assert game.told().index("Shielded") < game.told().index("Parried")
    assert game.scores()["a"] == 10


def test_under_the_phase_start_ruling_a_shield_is_declared_at_the_start_of_the_phase():
    """CP-R-22 `phase-start`: the shield is declared before models are paired."""
    units = M("a", 0, weapons=["shield"]), M("b", 1)
    game = played(*units, dice=[6, 1], answers=[True], rulings={"CP-R-22": "phase-start"})
    assert game.told().index("Shielded") < game.told().index("Paired")
    assert game.scores()["a"] == 20
    assert game.after.shielding == ()


def test_an_axe_cancels_a_shield_declared_at_the_start_of_the_phase():
    units = M("a", 0, weapons=["shield"]), M("b", 1, weapons=["axe"])
    game = played(*units, dice=[6, 1], answers=[True], rulings={"CP-R-22": "phase-start"})
    assert game.scores()["a"] == 10


def test_an_axe_cancels_only_the_shields_of_models_that_its_bearer_touches():
    """CP-R-26 `touching-only`: the second shield bearer stands behind a friend of the axe's bearer."""
    shields = M("x", 0, at=[(10, 10)], weapons=["shield"])
    axe, other = M("axe", 1, at=[(10.9, 10.9)], weapons=["axe"]), M("sword", 1, at=[(11, 10)])
    dice, ruling = [1, 1, 1], {"CP-R-26": "touching-only", "CP-R-09": "within-1"}
    assert played(shields, other, axe, dice=dice, answers=[1], rulings={"CP-R-09": "within-1"}).scores()["x"] == 3
    assert played(shields, other, axe, dice=dice, answers=[1, True], rulings=ruling).scores()["x"] == 6


def test_under_the_after_roll_ruling_the_use_of_both_hands_is_declared_after_the_roll():
    """CP-R-42: by default, a model declares before the roll that it uses both hands. Under `after-roll`, it makes this
    declaration after the roll.
    """
    units = M("a", 0, weapons=["hand-and-a-half weapon"]), M("b", 1)
    game = played(*units, dice=[6, 1], answers=[True], rulings={"CP-R-42": "after-roll"})
    assert game.hits() == [("a", "b", 4, 1)]


def test_no_parry_is_allowed_once_the_use_of_both_hands_has_been_declared_after_the_roll():
    units = M("a", 0, weapons=["hand-and-a-half weapon", "sword"]), M("b", 1)
    game = played(*units, dice=[6, 1], answers=[True], rulings={"CP-R-42": "after-roll"})
    assert game.hits() == [("a", "b", 4, 1)]


PSYKER = M("a", 0, weapons=["force weapon"], more={"charges": 3, "rules": ("Psyker",)})


@pytest.mark.clause("CP-FW-01")
def test_only_a_psyker_with_a_force_weapon_may_spend_psychic_charges():
    units = M("a", 0, weapons=["force weapon"], more={"charges": 3}), M("b", 1)
    assert played(*units, dice=[1, 1]).events(Focused) == []
    units = M("a", 0, weapons=["sword"], more={"charges": 3, "rules": ("Psyker",)}), M("b", 1, weapons=["axe"])
    assert played(*units, dice=[1, 1]).events(Focused) == []


def test_under_the_flat_ruling_at_most_one_psychic_charge_may_be_spent():
    """CP-R-47 `flat`: one charge gives +1 S, and no further charge may be spent."""
    game = played(PSYKER, M("b", 1), dice=[1, 1], answers=[1], rulings={"CP-R-47": "flat"})
    assert [(event.S, event.charges) for event in game.events(Focused)] == [(5, 1)]
    with pytest.raises(Exception, match="not legal"):
        played(PSYKER, M("b", 1), dice=[1, 1], answers=[2], rulings={"CP-R-47": "flat"})


def test_under_the_psychic_test_ruling_each_psychic_charge_is_tested():
    """CP-R-47 `psychic-test`: a charge takes effect on a roll of 4+."""
    game = played(PSYKER, M("b", 1), dice=[4, 3, 6, 1, 1], answers=[3], rulings={"CP-R-47": "psychic-test"})
    assert [(event.S, event.charges) for event in game.events(Focused)] == [(6, 3)]
    assert game.after.spent == ((0, 3),)


def test_under_the_instant_death_ruling_a_psychic_charge_slays_outright():
    game = played(PSYKER, M("b", 1, W=3), dice=[6, 5, 5, 5], answers=[1], rulings={"CP-R-47": "instant-death"})
    assert game.slain() == ["b"]


def test_spent_psychic_charges_do_not_return_during_the_battle():
    game = played(PSYKER, M("b", 1), dice=[1, 1], answers=[2])
    again = Script(RULESET, dice=[1, 1], answers=[2])
    with pytest.raises(Exception, match="it is not one of the options, which are 0, 1"):
        again.begin(game.after, combat_phase)


def test_under_the_each_round_ruling_spent_psychic_charges_return_every_round():
    """CP-R-61: by default, charges that have been spent stay spent."""
    game = played(PSYKER, M("b", 1), dice=[1, 1], answers=[3], rulings={"CP-R-61": "each-round"})
    again = Script(RULESET, dice=[1, 1], answers=[3])
    again.begin(game.after, combat_phase)
    again.assert_used_up()


@pytest.mark.clause("CP-SP-01")
def test_a_spear_supports_only_one_friend_and_no_friend_gains_more_than_one_die():
    """CP-R-38: a second supporting spear adds no further die, and one spear cannot support two friends."""
    spears = M("s", 0, weapons=["spear"], at=[(9.4, 9.2), (10.6, 9.2)])
    units = (M("a", 0, at=[A]), spears, M("b", 1, at=[B]))
    assert played(*units, dice=[1, 2, 6]).scores()["a"] == 6
    assert played(*units, dice=[1, 2, 5, 6], rulings={"CP-R-38": "uncapped"}).scores()["a"] == 9


def two_friends():
    """Return units in which A and B stand side by side, with a spear bearer behind both of them and an enemy in front
    of each.
    """
    front = M("a", 0, at=[(10, 10), (11, 10)])
    spear = M("s", 0, weapons=["spear"], at=[(10.5, 9.1339)])
    return front, spear, M("x", 1, at=[(10, 11)]), M("y", 1, at=[(11, 11)])


def test_the_owner_of_a_spear_chooses_one_of_two_touched_friends_to_support():
    game = played(*two_friends(), dice=[1, 1, 1, 4, 1], answers=[0, -1])
    assert game.scores() == {"a 1": 5, "x": 5, "a 2": 8, "y": 5}
    game = played(*two_friends(), dice=[1, 4, 1, 1, 1], answers=[0, 0])
    assert game.scores() == {"a 1": 8, "x": 5, "a 2": 5, "y": 5}


def test_under_the_all_touched_ruling_a_spear_supports_every_friend_that_its_bearer_touches():
    """CP-R-38 `all-touched`: a spear gives one die to every friend it touches."""
    game = played(*two_friends(), dice=[1, 4, 1, 1, 4, 1], answers=[0], rulings={"CP-R-38": "all-touched"})
    assert game.scores() == {"a 1": 8, "x": 5, "a 2": 8, "y": 5}


def test_a_model_that_is_fighting_supports_no_friend():
    """CP-R-39: a model can support friends only if it has no combat of its own in this phase."""
    front = M("a", 0, weapons=["spear"], at=[(10, 10), (11, 10)])
    game = played(front, M("x", 1, at=[(10, 11)]), M("y", 1, at=[(11, 11)]), dice=[1, 1, 1, 1], answers=[0])
    assert "Supported" not in game.told()


@pytest.mark.clause("CP-SP-01")
def test_in_the_press_the_owner_of_a_spear_chooses_whether_to_support_a_shielding_or_a_striking_friend():
    units = M("a", 0, models=3, weapons=["shield", "spear"]), M("x", 1)
    game = played(*units, dice=[1, 1, 6, 3], answers=[True, False, 1], frontage=2)
    assert game.scores() == {"a 1": 10, "a 2": 10, "x": 5}


@pytest.mark.clause("CP-SP-01")
def test_in_the_press_a_model_with_a_spear_may_wait_for_a_more_outnumbered_friend():
    """Either A 1 fights two enemies and A 2 fights one, or the reverse. The spear bearer may give no support in the
    first combat and support its friend in the second.
    """
    units = M("a", 0, models=3, weapons=["spear"]), M("x", 1, models=3)
    foes = M("y", 1)
    answers = []

    def answer(choice):
        answers.append(choice)
        return choice.options[-1]

    script = Script(RULESET, dice=[1] * 9, answers=[answer] * 9)
    made = battle(*units, foes, frontage=2)
    script.begin(made, combat_phase)
    asked = [choice for choice in answers if choice.clause == "CP-SP-01"]
    assert [choice.options for choice in asked] == [(1, NOBODY)]


@pytest.mark.clause("CP-HH-01")
@pytest.mark.parametrize(("held", "parries"), [(0, True), (1, False), (-1, False)])
def test_the_player_chooses_which_weapon_to_use_if_a_model_has_a_pair_of_hand_and_a_half_weapons(held, parries):
    """If the model holds the sword in both hands, its axe is out of use and the enemy may parry."""
    units = M("a", 0, weapons=["bastard sword", "hand-and-a-half+axe"]), M("b", 1, weapons=["sword"])
    answers = [held, *([NO_PARRY, NO_PARRY] if parries else [NO_PARRY] if held == -1 else [])]
    game = played(*units, dice=[6, 1], answers=answers)
    assert game.hits() == [("a", "b", 5 if held == -1 else 4, 0 if held == -1 else 1)]


@pytest.mark.clause("CP-HH-01", "CP-IX-15")
def test_a_weapon_taken_in_both_hands_after_the_roll_replaces_the_weapon_named_to_strike():
    """CP-R-18 `named-weapon`, CP-R-42 `after-roll`: the model named its dagger, but the dagger is out of use once the
    model holds its other weapon in both hands.
    """
    units = M("a", 0, weapons=["hand-and-a-half weapon", "dagger"]), M("b", 1)
    rulings = {"CP-R-18": "named-weapon", "CP-R-42": "after-roll"}
    assert played(*units, dice=[6, 1], answers=[1, True], rulings=rulings).hits() == [("a", "b", 4, 1)]
    assert played(*units, dice=[6, 1], answers=[1, False], rulings=rulings).hits() == [("a", "b", 5, 2)]


AFTER_ROLL = {"CP-R-42": "after-roll"}


@pytest.mark.clause("CP-HH-01")
def test_the_log_names_the_weapon_used_with_both_hands():
    units = M("a", 0, weapons=["bastard sword", "hand-and-a-half+axe"]), M("b", 1)
    game = played(*units, dice=[6, 1], answers=[1])
    assert [event.held for event in game.events(TookBothHands)] == [" for the hand-and-a-half+axe"]
    game = played(M("a", 0, weapons=["bastard sword"]), M("b", 1), dice=[6, 1], answers=[True, NO_PARRY])
    assert [event.held for event in game.events(TookBothHands)] == [""]


@pytest.mark.clause("CP-PU-01")
def test_under_the_named_weapon_ruling_the_ap_of_a_weapon_that_was_not_named_does_not_apply():
    """CP-R-18 `named-weapon`, CP-R-29: only the AP of the weapon named applies."""
    units = M("a", 0, weapons=["power fist", "sword"]), M("b", 1)
    game = played(*units, dice=[5, 2], answers=[0, NO_PARRY], rulings={"CP-R-18": "named-weapon"})
    assert game.hits() == [("a", "b", 3, 0)]
    assert played(*units, dice=[5, 2], answers=[NO_PARRY]).hits() == [("a", "b", 3, 1)]


@pytest.mark.clause("CP-FW-01", "CP-IX-15")
@pytest.mark.parametrize(("both", "left"), [(True, 2), (False, None)])
def test_psychic_charges_have_no_effect_if_the_force_weapon_is_out_of_use(both, left):
    """CP-R-42 `after-roll`, CP-R-47 `instant-death`: the force weapon is out of use as soon as the model holds its
    second weapon in both hands.
    """
    psyker = {"charges": 1, "rules": ("Psyker",)}
    units = M("a", 0, weapons=["hand-and-a-half weapon", "force weapon"], more=psyker), M("b", 1, W=3)
    rulings = {**AFTER_ROLL, "CP-R-47": "instant-death"}
    assert played(*units, dice=[4, 1, 1, 1], answers=[1, both], rulings=rulings).left("b") == left
