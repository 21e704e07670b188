import pytest

from pilein.rulesets.wwpd.damage import Body, Damage, Head, Hits
from tests.dice.enumeration import assert_both_readings_agree, outcome_of

ORDINARY = Hits(1, 3, 5)


def test_all_rolls_to_wound_come_before_the_saves_and_the_first_side_to_strike_is_also_the_first_to_save() -> None:
    roll = Damage((Body((Head((Hits(2, 2, 5),)), Head((ORDINARY,))), 3, 0), Body((Head((ORDINARY,)),), 1, 1)))
    # the first turn wounds with 2, 6 and 5, the second with 3; then the second body saves, then the first
    assert outcome_of(roll, 2, 6, 5, 3, 4, 6, 1, 5) == ((True, ((1, 0),)), (True, ((1,),)))


def test_wounds_are_saved_even_if_the_unit_has_no_model_left() -> None:
    roll = Damage((Body((Head((Hits(3, 0, 5),), room=1),)),))
    assert outcome_of(roll, 1, 2, 3) == ((False, ((1,),)),)


def test_rerolls_in_a_damage_roll_follow_all_first_dice_of_their_stage() -> None:
    roll = Damage((Body((Head((Hits(2, 1, 7),)),)),))
    assert outcome_of(roll, 1, 3, 1, 6, 6) == ((False, ((0,),)),)


def test_models_with_the_same_hits_share_one_outcome_and_models_with_different_hits_do_not() -> None:
    one, other = Head((ORDINARY,), lot=0), Head((ORDINARY,), lot=1)
    assert outcome_of(Damage((Body((one, one, other)),)), 1, 6, 1, 1) == ((False, ((1, 0), (0,))),)


@pytest.mark.parametrize(
    "roll",
    [
        Damage((Body((Head((ORDINARY,)), Head((ORDINARY,))), 2),)),
        Damage((Body((Head((Hits(2, 4, 6),), room=2), Head((ORDINARY,), lot=1)), 2),)),
        Damage((Body((Head((Hits(1, 4, 8), Hits(1, 0, 6))),), 1), Body((Head((Hits(1, 6, 4),)),), turn=1))),
        Damage((Body((Head((Hits(1, 1, 7),)),), 1),)),
        Damage(()),
    ],
)
def test_the_weights_of_a_damage_roll_give_the_same_distribution_as_the_faces_of_its_dice(roll: Damage) -> None:
    assert_both_readings_agree(roll)
