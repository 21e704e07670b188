"""A search memory returns the same node for the same position, and a full memory is emptied between games."""

from pathlib import Path

import pytest

import pilein
from pilein.agents import tree_search, waiting
from pilein.agents.waiting import FIGHTS, LatestFights, Memory, memory_of
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


def test_a_full_search_memory_is_emptied_when_room_is_requested(opening):
    memory = Memory(ruleset_named("scorched"), most=0)
    node = memory.node(opening)
    assert memory.make_room()
    assert memory.node(opening) is not node
    assert not Memory(ruleset_named("scorched")).make_room()


def test_searches_of_one_fight_share_a_memory_until_too_many_other_fights_have_been_searched(opening):
    rules = ruleset_named("scorched")
    found = memory_of(rules, opening.state.setup)
    assert memory_of(rules, opening.state.setup) is found
    for sides in range(FIGHTS):
        scenario = pilein.Scenario.load(DUEL).to_dict()
        scenario["unit"][0]["name"] = f"lieutenant {sides}"
        scenario["press"]["pairs"][0][0] = f"lieutenant {sides}"
        memory_of(rules, rules.opened(pilein.Scenario.from_dict(scenario)).state.setup)
    assert memory_of(rules, opening.state.setup) is not found


def test_a_full_search_memory_keeps_its_nodes_and_stores_no_new_ones(opening):
    """A search in progress still refers to its nodes, so the memory must not drop any of them."""
    memory = Memory(ruleset_named("scorched"), most=2)
    node = first = memory.node(opening)
    for _ in range(3):
        node = memory.drawn(node, 0)
        while node.request is not None and not node.sums:
            node = memory.after(node, next(node.request.candidates())[1])
    assert not node.is_kept
    assert memory.node(opening) is first
    assert len(memory._nodes) == 2


def test_a_search_gives_the_same_answer_when_its_memory_is_full(monkeypatch):
    found = []
    for most in (60_000, 20, 60_000):
        monkeypatch.setattr(waiting, "MOST_SEARCHED", most)
        monkeypatch.setattr(waiting, "SEARCHED", LatestFights())
        found.append(pilein.play(DUEL, ("mcts:60", "mcts:60"), seed=2, phases=1).events)
    assert found[0] == found[1] == found[2]


def test_the_tree_of_a_search_does_not_outgrow_its_limit(monkeypatch):
    monkeypatch.setattr(tree_search, "MOST_TRIED", 3)
    monkeypatch.setattr(waiting, "SEARCHED", LatestFights())
    assert pilein.play(DUEL, "mcts:60", seed=2, phases=1).game.is_over


def test_a_full_cache_of_fights_discards_the_oldest_fight_first(opening):
    rules, fights = ruleset_named("scorched"), LatestFights[int](most=2)
    other, third = (ruleset_named(name) for name in ("wab", "warstrike"))
    assert [fights.of(one, opening.state.setup, lambda n=n: n) for n, one in enumerate((rules, other))] == [0, 1]
    assert fights.keep(rules, opening.state.setup, 7) == 7
    assert fights.of(third, opening.state.setup, lambda: 3) == 3
    assert fights.get(rules, opening.state.setup) is None
    assert fights.get(other, opening.state.setup) == 1
