"""An answer is found among those offered. If order does not matter, it is found even if its parts are in a different
order.
"""

import pytest

from pilein.chain.decide.evaluation import Waiting, place_of
from pilein.kernel.requests import Several


def offered(of: str, least: int, *, ordered: bool = False) -> Waiting:
    asked = Several(0, "X-1", "which?", tuple(of), least, least, ordered=ordered)
    return Waiting((), asked, tuple(answer for _, answer in asked.candidates()))


def test_a_selection_listed_in_a_different_order_is_the_same_answer():
    assert place_of(("b", "a"), offered("abc", 2)) == place_of(("a", "b"), offered("abc", 2)) == 0


@pytest.mark.parametrize("waiting", [offered("abc", 3), offered("abcd", 3, ordered=True)], ids=["all named", "ordered"])
def test_an_answer_is_not_found_in_an_order_that_was_not_offered_if_the_order_matters(waiting):
    """The question offers only one order for each choice of the first option."""
    assert place_of(("c", "a", "b"), waiting) == 2
    with pytest.raises(LookupError):
        place_of(("c", "b", "a"), waiting)
