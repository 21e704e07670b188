"""Features are rows of numbers with declared names, and they describe the units, models and options of every
ruleset.
"""

from pathlib import Path

import pytest

import pilein
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.requests import OneOf, Several, Split
from pilein.lab.features import FACT, GLOBAL, MODEL, OPTION, UnitFeatures, fact_row, global_row, model_rows, option_row

ROOT = Path(__file__).parents[2]
EXAMPLES = ("scrollhammer/demo", "warstrike/boarding", "wab/press", "scorched/duel", "wwpd/charge")
NAMES = [feature.name for feature in OPTION]


def named(choice, answer):
    return dict(zip(NAMES, option_row(choice, answer), strict=True))


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_feature_of_a_position_lies_in_its_declared_range(example):
    game = pilein.Game(ROOT / f"examples/{example}.toml", seed=1)
    state = game.state
    units = UnitFeatures(ruleset_named(game.scenario.ruleset), state)
    rows = [(units.declared, row) for row in units.rows(state)]
    rows += [(MODEL, row) for row in model_rows(state)]
    rows += [(OPTION, tuple(option.features.values())) for option in game.options]
    rows.append((FACT, fact_row(state)))
    rows.append((GLOBAL, global_row(state, game.phase, 0)))
    for declared, row in rows:
        assert len(declared) == len(row)
        assert [one.name for one, value in zip(declared, row, strict=True) if not one.low <= value <= one.high] == []
    assert len({one.name for one in units.declared}) == len(units.declared)


def test_the_features_of_an_option_describe_its_answer_in_numbers():
    assert named(OneOf(0, "X-1", "which?", (True, False)), True)["yes"] == 1
    assert named(Several(0, "X-1", "which?", (4, 7, 9), 0, 2), (4, 9))["chosen"] == 2
    assert named(Split(0, "X-1", "how many?", 4, ("a", "b")), (1, 3))["share 2"] == 0.75


def test_the_features_of_a_state_include_dice_already_rolled():
    rows = set()
    for seed in range(8):
        game = pilein.Game(ROOT / "examples/scorched/duel.toml", seed=seed)
        if game.pending:
            rows.add(fact_row(game.state))
    assert len(rows) > 3


def test_the_features_of_a_placement_are_in_inches_and_degrees():
    game = pilein.Game(ROOT / "examples/scrollhammer/counter_attack.toml", "ask", seed=1)
    while not any(option.features["placement"] for option in game.options):
        game.choose(0)
    option = next(option for option in game.options if option.features["placement"])
    _, x, y, facing = option.answer
    assert option.features["x"] == pytest.approx(x / 127000)
    assert option.features["y"] == pytest.approx(y / 127000)
    assert option.features["facing"] == facing / 100


def test_different_answers_in_words_have_different_features():
    choice = OneOf(0, "SH-RE-02", "militia: which reaction?", ("hold", "flee"))
    hold, flee = (option_row(choice, answer) for answer in choice.options)
    assert hold != flee
    assert len(hold) == len(flee) == len(OPTION)
    assert all(feature.low <= value <= feature.high for feature, value in zip(OPTION, flee, strict=True))
