"""A duel that cannot be solved within the limits is played instead. The limits count outcomes and clauses."""

import pytest

from pilein.chain.limits import Limits
from pilein.engine.budget import UNLIMITED
from pilein.lab import duels
from pilein.lab.duels import Contender, Judge, Pair
from pilein.lab.units import Units

PAIR = Pair(Contender("recruits", (), 2), Contender("axemen", (), 1))


@pytest.fixture
def judged(monkeypatch):
    """Return a function that returns the result of a duel under the given limits."""

    def judged_within(**limits):
        monkeypatch.setattr(duels, "LIMITS", Limits(**limits))
        units = Units.load("examples/scorched/units/units.toml")
        judge = Judge(units.to_toml(), "sensible", 0, 200)
        return judge.results(units, PAIR, ("charging",), UNLIMITED.started())["charging"]

    return judged_within


def test_a_duel_with_too_many_clauses_to_solve_is_played_as_games(judged):
    solved, played = judged(clauses=40_000), judged(clauses=50)
    assert (solved.games, played.games) == (0, 200)
    assert abs(solved.score - played.score) < 4 * (solved.score * (1 - solved.score) / 200) ** 0.5
