from fractions import Fraction

from hypothesis import given

from pilein.dice import Pool, Target, Volley, check
from tests.dice.enumeration import assert_both_readings_agree, distribution_by_weights
from tests.dice.strategies import pools


@given(pools((1, 1)))
def test_the_rolled_faces_and_the_weights_of_a_pool_of_two_volleys_give_the_same_distribution(pool: Pool) -> None:
    assert_both_readings_agree(pool)


@given(pools((2,)))
def test_the_rolled_faces_and_the_weights_of_a_volley_of_two_dice_give_the_same_distribution(pool: Pool) -> None:
    assert_both_readings_agree(pool)


@given(pools((1,), re_rolled=True))
def test_the_rolled_faces_and_the_weights_of_a_pool_with_rerolls_give_the_same_distribution(pool: Pool) -> None:
    assert_both_readings_agree(pool)


def test_the_faces_and_the_weights_of_attacks_on_a_target_with_one_wound_give_the_same_distribution() -> None:
    volleys = (Volley(2, 5, 1, 5, 0, keep=("saved",)), Volley(1, 5, 5, 5, 0, keep=("wounds",)))
    assert_both_readings_agree(Pool(volleys, (Target(1),)))


@given(pools((3, 0, 4, 2), re_rolled=True))
def test_recording_more_counts_of_a_pool_does_not_change_its_losses(pool: Pool) -> None:
    plain = tuple(_keeping(volley) for volley in pool.volleys)
    full = tuple(_keeping(volley, "saved", "hits") for volley in pool.volleys)
    assert _losses(Pool(full, pool.targets)) == _losses(Pool(plain, pool.targets))


@given(pools((3, 4), re_rolled=True))
def test_rolling_saves_after_each_volley_does_not_change_the_probabilities(pool: Pool) -> None:
    other = Pool(pool.volleys, pool.targets, saves_per_group=not pool.saves_per_group)
    assert other.weights() == pool.weights()


def test_the_losses_of_the_two_sides_of_a_pool_are_independent() -> None:
    volleys = (Volley(3, 4, 4, 5, 1), Volley(2, 3, 4, 7, 0))
    distribution = distribution_by_weights(Pool(volleys, (Target(3), Target(3))).weights())
    first = _losses(Pool(volleys[1:], (Target(3),)))
    second = _losses(Pool((Volley(3, 4, 4, 5, 0),), (Target(3),)))
    for (_, (one, other)), chance in distribution.items():
        assert chance == first[one,] * second[other,]


def test_a_pool_without_volleys_has_a_single_outcome() -> None:
    assert Pool((), ()).weights() == ((((), ()), 1),)
    check(Pool((), (Target(1),) * 3).weights())


def _keeping(volley: Volley, *keep: str) -> Volley:
    fields = {name: getattr(volley, name) for name in volley.__struct_fields__}
    return Volley(**{**fields, "keep": keep})


def _losses(pool: Pool) -> dict[tuple[int, ...], Fraction]:
    losses: dict[tuple[int, ...], Fraction] = {}
    for (_, lost), chance in distribution_by_weights(pool.weights()).items():
        losses[lost] = losses.get(lost, Fraction(0)) + chance
    return losses
