"""How good the sensible policy is: against those who do not think, with the same army on the same table."""

import pytest

import pilein
from benchmarks.armies import SET_UPS, written

SENSIBLE = "sensible"


def won_and_lost(name: str, other: str, seeds: range) -> tuple[int, int]:
    """How many battles the sensible side won and lost, as one army and as the other."""
    scenario = pilein.Scenario.from_text(written(SET_UPS[name]))
    won = lost = 0
    for seed in seeds:
        for policy, side in (((SENSIBLE, other), "red"), ((other, SENSIBLE), "blue")):
            winner = pilein.battle(scenario, policy, seed=seed).winner
            won += winner == side
            lost += winner not in ("", side)
    return won, lost


@pytest.mark.parametrize("name", ["wings of horse", "horse archers", "a small game"])
def test_it_beats_the_policy_that_takes_what_is_offered_first(name: str) -> None:
    won, lost = won_and_lost(name, "first", range(101, 103))
    assert won > lost


@pytest.mark.soak
@pytest.mark.parametrize("other", ["first", "random"])
def test_it_wins_three_battles_for_each_that_it_loses(other: str) -> None:
    scores = [won_and_lost(name, other, range(201, 211)) for name in SET_UPS]
    assert sum(won for won, _ in scores) >= 3 * sum(lost for _, lost in scores)
