from fractions import Fraction

from hypothesis import given

from pilein.dice import Pool, Target, Volley, check
from tests.dice.enumeration import assert_both_readings_agree, distribution_by_weights
from tests.dice.strategies import pools


@given(pools((1, 1)))
def test_two_volleys_read_the_same_both_ways(pool: Pool) -> None:
    assert_both_readings_agree(pool)


@given(pools((2,)))
def test_a_volley_of_two_reads_the_same_both_ways(pool: Pool) -> None:
    assert_both_readings_agree(pool)


@given(pools((1,), re_rolled=True))
def test_re_rolls_in_every_stage_read_the_same_both_ways(pool: Pool) -> None:
    assert_both_readings_agree(pool)


def test_three_attacks_on_a_target_with_little_room_have_matching_faces_and_weights() -> None:
    volleys = (Volley(2, 5, 1, 5, 0, keep=("saved",)), Volley(1, 5, 5, 5, 0, keep=("wounds",)))
    assert_both_readings_agree(Pool(volleys, (Target(1),)))


@given(pools((3, 0, 4, 2), re_rolled=True))
def test_keeping_more_changes_no_loss(pool: Pool) -> None:
    plain = tuple(_keeping(volley) for volley in pool.volleys)
    full = tuple(_keeping(volley, "saved", "hits") for volley in pool.volleys)
    assert _losses(Pool(full, pool.targets)) == _losses(Pool(plain, pool.targets))


@given(pools((3, 4), re_rolled=True))
def test_saves_per_group_change_no_chance(pool: Pool) -> None:
    other = Pool(pool.volleys, pool.targets, saves_per_group=not pool.saves_per_group)
    assert other.weights() == pool.weights()


def test_the_results_of_the_two_sides_are_independent() -> None:
    volleys = (Volley(3, 4, 4, 5, 1), Volley(2, 3, 4, 7, 0))
    distribution = distribution_by_weights(Pool(volleys, (Target(3), Target(3))).weights())
    first = _losses(Pool(volleys[1:], (Target(3),)))
    second = _losses(Pool((Volley(3, 4, 4, 5, 0),), (Target(3),)))
    for (_, (one, other)), chance in distribution.items():
        assert chance == first[one,] * second[other,]


def test_an_empty_pool_has_one_outcome() -> None:
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
