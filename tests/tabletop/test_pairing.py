"""Pairing reassigns earlier pairs, so that as many models as possible get one of their wishes, and it always gives the
same result.
"""

from hypothesis import given
from hypothesis import strategies as st

from pilein.tabletop.pairing import Wishes, paired

WISHES = st.dictionaries(
    st.integers(0, 9), st.lists(st.integers(0, 9), unique=True, max_size=10).map(tuple), max_size=10
)


def test_every_model_is_paired_if_that_is_possible():
    assert paired({0: (0, 1), 1: (0,), 2: (1, 2)}) == {0: 1, 1: 0, 2: 2}


def test_models_that_cannot_be_paired_are_left_unpaired():
    assert len(paired({0: (0, 1), 1: (0,), 2: (1,)})) == 2
    assert paired({0: ()}) == {}


def test_each_model_is_paired_with_its_first_choice_unless_another_model_needs_that_partner():
    assert paired({0: (5, 4), 1: (3,)}) == {5: 0, 3: 1}


@given(WISHES)
def test_the_iterative_pairing_gives_the_same_pairs_in_the_same_order_as_a_recursive_one(wishes: Wishes) -> None:
    """The results of games depend on the pairs and on their order."""
    assert list(paired(wishes).items()) == list(_paired_recursively(wishes).items())


def test_a_thousand_models_with_the_same_first_choice_are_all_paired() -> None:
    """Each new pair requires that all earlier pairs be reassigned, which is the longest possible chain."""
    everybody = tuple(range(1000))
    assert sorted(paired(dict.fromkeys(everybody, everybody)).items()) == [(one, 999 - one) for one in everybody]


def test_thousands_of_surplus_models_are_left_unpaired() -> None:
    """The search is not repeated once no free partner can be reached."""
    few = tuple(range(300))
    found = paired(dict.fromkeys(range(3000), few))
    assert sorted(found) == list(few)
    assert set(found.values()) == set(few)


def _paired_recursively(wishes: Wishes) -> dict[int, int]:
    """Return the pairs found by the recursive algorithm of version 0.1.0."""
    partner: dict[int, int] = {}
    for one in wishes:
        _finds_partner(wishes, one, partner, set())
    return partner


def _finds_partner(wishes: Wishes, one: int, partner: dict[int, int], tried: set[int]) -> bool:
    for other in wishes[one]:
        if other not in tried:
            tried.add(other)
            if other not in partner or _finds_partner(wishes, partner[other], partner, tried):
                partner[other] = one
                return True
    return False
