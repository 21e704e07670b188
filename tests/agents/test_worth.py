"""The worth of a state: a win is 1, and a lead in models is less."""

from pathlib import Path

import pytest

import pilein
from pilein.agents.worth import UNDECIDED, worth
from pilein.engine.rulesets import ruleset_named

ROOT = Path(__file__).parents[2]
PRESS = ROOT / "examples/warstrike/press.toml"


@pytest.mark.parametrize("seed", range(5))
def test_a_win_is_worth_one_and_a_lead_in_models_less(seed):
    rules = ruleset_named("warstrike")
    game = pilein.Game(PRESS, "sensible", seed=seed)
    found = worth(rules, game.state)
    assert found == game.result().lead or abs(found) <= UNDECIDED
    assert worth(rules, pilein.Game(PRESS, dice="ask").state) == 0
