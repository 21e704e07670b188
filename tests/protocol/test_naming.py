from pathlib import Path

import pytest

from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named
from pilein.protocol.naming import named_in
from pilein.protocol.refusing import scenario_of

EXAMPLES = Path(__file__).parents[2] / "examples"


def setup_of(example):
    scenario = scenario_of((EXAMPLES / example).read_text(encoding="utf-8"))
    return Game(ruleset_named(scenario.ruleset), scenario).state.setup


@pytest.mark.parametrize(
    ("example", "words", "units", "models"),
    [
        ("scrollhammer/demo.toml", "legionaries on levies and militia", (0, 3, 4), ()),
        ("scrollhammer/demo.toml", "model 24 to touch an enemy, 2.89 inches", (), (24,)),
        ("scrollhammer/demo.toml", "spellsword 20, spellsword 24", (), (20, 24)),
        ("scrollhammer/demo.toml", "spellsword 0", (), ()),  # a legionary
        ("scrollhammer/demo.toml", "no more charges", (), ()),
        ("wab/two_armies.toml", "light foot at javelins", (4, 13), ()),
    ],
)
def test_the_units_and_models_named_in_a_line_of_text_are_found_for_the_board(example, words, units, models):
    assert named_in(setup_of(example), words) == (units, models)
