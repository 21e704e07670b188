"""Tests of each sentence of Hoplon with given dice. Every die must be used."""

from pathlib import Path

import pytest

from pilein import rulesets_from
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.engine.script import Script
from pilein.kernel.requests import OneOf
from pilein.tabletop.loading import loads

rulesets_from(Path(__file__).parents[1])
RULESET = ruleset_named("hoplon")
sensible = RULESET.policy or first


def left(dice: list[int], reading: str = "default") -> tuple[int, int]:
    """Return the numbers of guards (4+) and reavers (3+) left, out of two each, after a phase with these dice."""
    text = RULESET.sample.replace("models = 10", "models = 2").replace("models = 8", "models = 2")
    scenario = loads(f'{text}\n[rulings]\n"HO-R-01" = "{reading}"\n', vocabulary).scenario
    script = Script(RULESET, dice=dice)
    after = script.play(RULESET.opened(scenario)).state
    script.assert_used_up()
    return after.field.living(0), after.field.living(1)


@pytest.mark.clause("HO-01")
def test_each_model_of_the_active_side_slays_with_its_skill_or_more() -> None:
    assert left([3, 4, 1]) == (2, 1)


@pytest.mark.clause("HO-02")
def test_the_survivors_strike_back() -> None:
    assert left([3, 4, 3]) == (1, 1)
    assert left([4, 4]) == (2, 0)


@pytest.mark.clause("HO-02")
def test_under_all_the_slain_strike_back_too() -> None:
    assert left([3, 4, 3, 3], "all") == (0, 1)


def test_the_sensible_policy_strikes_the_enemy_with_the_fewest_models() -> None:
    text = RULESET.sample.replace("[press] # units in contact, without positions", MORE).replace(
        '"reavers"]]', '"reavers"], ["guards", "rest"]]'
    )
    state = RULESET.opened(loads(text, vocabulary).scenario).state
    assert sensible(state, OneOf(0, "HO-01", "Whom does it strike?", (1, 2), ("reavers", "rest"))) == 2


MORE = """
[[unit]]
name = "rest"
side = "blue"
profile = "reaver"
models = 3

[press]"""
