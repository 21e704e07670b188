"""`pilein.load` and `pilein.play` load and play scenarios."""

import pytest

import pilein
from pilein.engine.policies import first
from pilein.kernel.errors import BadScenario, UnknownRule

DUEL = "examples/scrollhammer/duel.toml"
STALEMATE = """
ruleset = "scrollhammer"
active = "red"
[profiles.imp]
WS = 2
S = 1
T = 9
W = 1
I = 2
A = 1
Ld = 5
[[unit]]
name = "imps"
side = "red"
profile = "imp"
models = 2
formation = "skirmish"
[[unit]]
name = "others"
side = "blue"
profile = "imp"
models = 2
formation = "skirmish"
[press]
pairs = [["imps", "others"]]
"""


@pytest.fixture
def stalemate(tmp_path):
    path = tmp_path / "stalemate.toml"
    path.write_text(STALEMATE, encoding="utf-8")
    return path


def test_the_play_function_accepts_a_scenario_as_an_object_or_as_a_file_name():
    assert str(pilein.play(DUEL, seed=3)) == str(pilein.play(pilein.load(DUEL), seed=3))


def test_games_played_with_the_same_seed_have_the_same_events_and_the_same_record():
    one, other = pilein.play(DUEL, seed=5), pilein.play(DUEL, seed=5)
    assert one.events == other.events
    assert one.record == other.record


def test_the_result_of_a_played_game_contains_its_units_and_its_outcome_and_has_a_document():
    played = pilein.play(DUEL, seed=3)
    assert [unit.unit for unit in played.units] == ["hill king", "noble"]
    assert played.outcome.phases == 1
    assert set(played.document()) == {"format", "seed", "outcome", "units", "events", "rulings", "record"}


def test_the_play_function_accepts_a_function_as_a_policy():
    assert pilein.play(DUEL, seed=3, policy=first).outcome.over


def test_the_errors_for_an_unknown_policy_an_unknown_ruling_and_a_missing_file_suggest_a_remedy():
    with pytest.raises(UnknownRule, match="did you mean"):
        pilein.play(DUEL, policy="sensibel")
    with pytest.raises(UnknownRule, match="SH-R-19"):
        pilein.play(DUEL, rulings={"SH-R-19": "gapp"})
    with pytest.raises(BadScenario, match=r"nowhere\.toml"):
        pilein.load("nowhere.toml")


def test_a_combat_is_left_unresolved_at_its_limit_if_neither_side_can_win_it(stalemate):
    """SH-R-69: by default, the limit is 20 Fight sub-phases."""
    played = pilein.play(stalemate, phases=0)
    assert (played.outcome.phases, played.outcome.unresolved) == (20, True)


def test_both_sides_break_off_from_a_combat_that_neither_can_win_if_a_ruling_says_so(stalemate):
    """SH-R-69 `break-off`: both sides break off at the limit, so the combat is resolved."""
    played = pilein.play(stalemate, phases=0, rulings={"SH-R-69": "break-off"})
    assert not played.outcome.unresolved
    assert [type(event).__name__ for event in played.events].count("StoodApart") == 2
    assert played.game.state.active == 1


def test_the_result_of_a_game_names_its_winner():
    played = pilein.play(DUEL, seed=3, phases="end")
    (left,) = [side for side, models in played.outcome.models.items() if models]
    assert played.winner == left
    assert pilein.play(DUEL, seed=3, phases=1).winner in ("", left)
