import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.floats import FloatSolver
from tests.chain.gambler import opened, plays, rules, toss

PHASES = 3


@pytest.mark.parametrize(("share", "stops"), [(1.0, False), (1 + 1e-14, False), (1 - 1e-11, True), (1 + 1e-11, True)])
def test_the_float_solver_raises_an_error_if_probabilities_do_not_sum_to_one(share: float, stops: bool) -> None:
    chain = compiled(rules(toss, None), opened(2, 2), (plays, plays), label=lambda _event: None)
    chain.__dict__["chance"] = chain.chance * share
    if stops:
        with pytest.raises(AssertionError, match="the chances of all ends add up to"):
            FloatSolver(chain).solved(PHASES)
    else:
        assert sum(FloatSolver(chain).solved(PHASES).durations) <= 1 + 1e-12
