"""`pilein.battle` returns the turns, the scores and the winner of a battle."""

import pytest

import pilein
from pilein.engine.battle import turn_of
from pilein.engine.policies import first
from pilein.kernel.errors import BadInput

PATH = "examples/scrollhammer/battle.toml"


@pytest.fixture(scope="module")
def broken():
    """Return a battle that the legion wins in two turns."""
    return pilein.battle(PATH, seed=14)


def test_a_battle_prints_the_score_of_each_turn_the_winner_and_the_reason_for_the_result(broken):
    *turns, last = str(broken).splitlines()
    assert len(turns) == 2
    assert turns[0].startswith("Turn 1: legion 5 points, hills 3 points; models out of the battle: legion 21 of 47,")
    assert turns[0].endswith("; the hill: legion")
    assert last == "legion wins after 2 turns: hills is broken."


def test_the_result_of_a_battle_names_the_winner_and_the_scores(broken):
    assert (broken.winner, broken.verdict.why) == ("legion", "hills is broken")
    assert [score.points for score in broken.scores] == [(5, 3), (8, 3)]
    assert [score.phases for score in broken.scores] == [2, 4]


def test_the_document_of_a_battle_adds_the_battle_to_the_document_of_a_fight(broken):
    document = broken.document()
    assert document["battle"]["winner"] == "legion"
    assert len(document["battle"]["turns"]) == 2
    assert document["record"]["battle"]


def test_a_turn_limit_given_by_the_caller_overrides_that_of_the_scenario():
    short = pilein.battle(PATH, seed=14, turns=1)
    assert (short.winner, short.verdict.why) == ("legion", "1 turn is played; legion has 5 points, hills 3")
    with pytest.raises(BadInput, match="the number of turns cannot be 0; give 1 to 100 turns"):
        pilein.battle(PATH, turns=0)


def test_the_two_sides_of_a_battle_may_have_different_policies():
    played = pilein.battle(PATH, seed=14, policy=("random", first), turns=2)
    assert played.record.players == ("random", "first")


def test_a_battle_in_which_nothing_more_happens_is_decided_on_points():
    """No unit can reach an enemy any more, so no unit moves, and the objectives are scored only at the end."""
    played = pilein.battle("examples/scorched/hammer_and_wall.toml", seed=3)
    assert played.verdict.why.startswith("nothing changes any more; forge has 1 point")


@pytest.mark.parametrize(
    "name", ["scorched/duel", "scrollhammer/duel", "wab/press", "warstrike/press", "wwpd/plain_men"]
)
def test_a_battle_can_be_played_in_the_press(name):
    played = pilein.battle(f"examples/{name}.toml", seed=1)
    assert played.game.is_over
    assert played.winner


@pytest.mark.parametrize("name", ["scorched/brawl", "wab/two_armies", "warstrike/two_on_one", "wwpd/charge"])
def test_a_battle_can_be_played_on_a_table_under_every_ruleset(name):
    played = pilein.battle(f"examples/{name}.toml", seed=1, turns=1)
    assert played.game.is_over
    assert turn_of(played.game.phase) == played.scores[-1].turn
