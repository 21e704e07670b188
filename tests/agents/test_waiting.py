"""Remembered positions give the same nodes again and make room for new ones."""

from pathlib import Path

import pytest

import pilein
from pilein.agents.waiting import FIGHTS, Memory, memory_of
from pilein.engine.rulesets import ruleset_named

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"


@pytest.fixture
def opening():
    return ruleset_named("scorched").opened(pilein.Scenario.load(DUEL))


def test_the_search_memory_computes_the_outcomes_of_a_position_only_once(opening):
    memory = Memory(ruleset_named("scorched"))
    node = memory.node(opening)
    assert memory.node(opening) is node
    assert node.sums[-1] > 0
    assert memory.drawn(node, 0) is memory.drawn(node, 0) is memory.after(node, node.outcomes[0])


def test_a_full_search_memory_is_emptied(opening):
    memory = Memory(ruleset_named("scorched"), most=0)
    node = memory.node(opening)
    assert memory.make_room()
    assert memory.node(opening) is not node
    assert not Memory(ruleset_named("scorched")).make_room()


def test_searches_of_one_fight_share_a_memory_and_the_memory_of_the_oldest_fight_is_dropped(opening):
    rules = ruleset_named("scorched")
    found = memory_of(rules, opening.state.setup)
    assert memory_of(rules, opening.state.setup) is found
    for sides in range(FIGHTS):
        scenario = pilein.Scenario.load(DUEL).to_dict()
        scenario["unit"][0]["name"] = f"lieutenant {sides}"
        scenario["press"]["pairs"][0][0] = f"lieutenant {sides}"
        memory_of(rules, rules.opened(pilein.Scenario.from_dict(scenario)).state.setup)
    assert memory_of(rules, opening.state.setup) is not found
