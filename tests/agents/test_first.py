from pilein.agents.first import first
from pilein.kernel.requests import OneOf, Several


def test_the_first_candidate_is_taken():
    assert first(None, OneOf(0, "X-1", "?", ("b", "a"))) == "b"


def test_millions_of_candidates_cost_nothing():
    assert first(None, Several(0, "X-1", "?", tuple(range(60)), 30, 30)) == tuple(range(30))
