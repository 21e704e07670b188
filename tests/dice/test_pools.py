import pytest

from pilein.dice import Pool, Target, Volley
from pilein.dice.weights import together
from tests.dice.enumeration import outcome_of

EVERY = ("ones", "hits", "glances", "wounds", "sixes", "saved")


def test_all_hit_dice_are_rolled_before_wound_dice_and_wound_dice_before_saves() -> None:
    pool = Pool((Volley(4, 4, 5, 3, 0, keep=EVERY),), (Target(9),))
    assert outcome_of(pool, 1, 4, 6, 5, 5, 4, 6, 2, 3) == (((1, 3, 1, 2, 0, 1),), (1,))


def test_saves_of_the_first_target_are_rolled_first_even_if_its_volley_comes_second() -> None:
    pool = Pool((Volley(1, 4, 4, 2, 1), Volley(1, 4, 4, 6, 0)), (Target(1), Target(1)))
    assert outcome_of(pool, 4, 4, 5, 5, 5, 2) == (((), ()), (1, 0))


def test_saves_may_be_rolled_after_each_volley() -> None:
    volleys = (Volley(1, 4, 4, 2, 1), Volley(1, 4, 4, 6, 0))
    pool = Pool(volleys, (Target(1), Target(1)), saves_per_group=True)
    assert outcome_of(pool, 4, 4, 1, 5, 5, 6) == (((), ()), (0, 1))


def test_no_save_is_rolled_once_the_target_has_no_wounds_left() -> None:
    pool = Pool((Volley(3, 1, 1, 4, 0, keep=("saved",)), Volley(2, 1, 1, 7, 0)), (Target(2),))
    assert outcome_of(pool, 4, 1, 2) == (((1,), ()), (2,))


def test_wounds_taken_from_an_earlier_volley_reduce_those_left_for_the_next() -> None:
    pool = Pool((Volley(1, 1, 1, 7, 0), Volley(3, 1, 1, 4, 0, keep=("saved",))), (Target(2),))
    assert outcome_of(pool, 5, 3) == (((), (1,)), (2,))


def test_no_save_is_rolled_for_a_target_that_starts_without_wounds() -> None:
    pool = Pool((Volley(2, 1, 1, 4, 0, keep=("wounds", "saved")),), (Target(0),))
    assert outcome_of(pool) == (((2, 0),), (0,))


def test_losses_may_be_computed_target_by_target_if_no_counts_are_recorded() -> None:
    pool = Pool((Volley(3, 4, 4, 5, 0), Volley(2, 3, 5, 7, 1), Volley(2, 3, 5, 7, 0)), (Target(2), Target(5)))
    unseen = pool.unseen(lambda distribution: distribution)
    assert unseen is not None
    kept, distributions = unseen
    assert tuple(((kept, lost), weight) for lost, weight in together(distributions)) == pool.weights()


def test_losses_may_not_be_computed_target_by_target_if_counts_are_recorded() -> None:
    assert (
        Pool((Volley(3, 4, 4, 5, 0, keep=("ones",)),), (Target(2),)).unseen(lambda distribution: distribution) is None
    )


def test_attacks_that_cannot_hit_or_wound_roll_no_further_dice() -> None:
    assert outcome_of(Pool((Volley(5, 7, 2, 2, 0),), (Target(5),))) == (((),), (0,))
    assert outcome_of(Pool((Volley(2, 4, 7, 2, 0),), (Target(5),)), 6, 6) == (((),), (0,))


def test_wounds_of_a_volley_without_a_target_are_counted_but_no_saves_are_rolled() -> None:
    assert outcome_of(Pool((Volley(2, 3, 3, 2, keep=("wounds",)),), ()), 3, 3, 5, 2) == (((1,),), ())


def test_natural_6s_to_wound_are_counted_separately() -> None:
    pool = Pool((Volley(3, 1, 8, 7, 0, six_wounds=True, keep=("wounds", "sixes", "glances")),), (Target(3),))
    assert outcome_of(pool, 6, 5, 6) == (((0, 2, 1),), (2,))


def test_dice_to_wound_are_rolled_if_natural_6s_count_even_though_every_hit_wounds() -> None:
    pool = Pool((Volley(2, 1, 1, six_wounds=True, keep=("wounds", "sixes")),), ())
    assert outcome_of(pool, 1, 6) == (((1, 1),), ())


def test_natural_1s_to_hit_are_counted_after_rerolls() -> None:
    pool = Pool((Volley(3, 4, 7, re_roll_hits="failures", keep=("ones", "hits")),), ())
    assert outcome_of(pool, 1, 2, 5, 6, 1) == (((1, 2),), ())


def test_a_failed_save_is_rerolled_before_the_next_save() -> None:
    pool = Pool((Volley(2, 1, 1, 4, 0, re_roll_saves="failures"),), (Target(2),))
    assert outcome_of(pool, 3, 4, 2, 1) == (((),), (1,))


def test_automatic_saves_are_counted_only_while_the_target_has_wounds_left() -> None:
    volleys = (Volley(1, 1, 1, 7, 0), Volley(2, 1, 1, 1, 0, keep=("saved",)))
    assert outcome_of(Pool(volleys, (Target(2),))) == (((), (2,)), (1,))
    assert outcome_of(Pool(volleys, (Target(1),))) == (((), (0,)), (1,))


@pytest.mark.parametrize("target", [1, -2])
def test_a_volley_that_names_a_missing_target_is_refused(target: int) -> None:
    with pytest.raises(ValueError, match=f"target {target}"):
        Pool((Volley(1, 4, 4, 4, target),), (Target(1),))
