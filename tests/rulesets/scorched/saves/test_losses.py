"""The removal of a model cites the sentence of the rules by which it died."""

import pytest

from pilein.rulesets.scorched.events import Slain, TookWounds
from tests.rulesets.scorched.builder import M, played

MACE = M("mace", 0, weapons=["mace"], at=[(10, 10)])
DICE = [6, 4, 4, 4, 4]  # two hits on a foe of four wounds


def before_a_wall(y):
    foe = M("foe", 1, W=4, at=[(10, 11)])
    wall = [("impassable", [(5, y), (15, y), (15, y + 1), (5, y + 1)])]
    return played(MACE, foe, dice=DICE, grounds=wall)


@pytest.mark.clause("CP-MA-02")
def test_the_removal_of_a_model_killed_by_a_collision_cites_the_collision_sentence():
    """N-10 d: the model takes two hits, is stopped two inches short, and suffers four wounds."""
    game = before_a_wall(11.5)
    assert [event.clause for event in game.events(TookWounds)] == ["CP-SV-02", "CP-MA-02"]
    assert [event.clause for event in game.events(Slain)] == ["CP-MA-02"]


@pytest.mark.clause("CP-DW-01")
def test_the_removal_of_a_model_killed_by_its_daemon_weapon_cites_the_daemon_sentence():
    """N-10 d: the removal names the sentence on daemon weapons."""
    game = played(M("a", 0, weapons=["daemon weapon"]), M("b", 1), dice=[1, 1])
    assert [(event.model, event.clause) for event in game.events(Slain)] == [("a", "CP-DW-01")]


def test_the_removal_of_a_model_killed_by_hits_cites_the_sentence_on_saves():
    game = played(M("a", 0), M("b", 1), dice=[6, 1])
    assert [event.clause for event in game.events(Slain)] == ["CP-SV-02"]
