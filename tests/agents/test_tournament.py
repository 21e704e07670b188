"""Tournaments are fair, give the same results for any number of workers, and can be stopped and resumed."""

import json
from pathlib import Path

import pytest

import pilein
from pilein.agents.schedule import Games, fight_of
from pilein.agents.standings import Tournament
from pilein.agents.tournament import tournament

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"
PLAYERS = ("random", "first", "sensible")


def test_every_pair_of_players_plays_from_both_seats_with_the_same_dice():
    games = Games(("a", "b", "c"), ("one", "two"), 4, 0)
    places = [games.place(number) for number in range(games.total)]
    assert len(set(places)) == games.total == 2 * 4 * 3 * 2
    assert {(pair, seat) for fight, dice, pair, seat in places if (fight, dice) == (1, 3)} == {
        (pair, seat) for pair in range(3) for seat in range(2)
    }


def test_the_ratings_of_two_players_in_a_tournament_sum_to_zero():
    found = tournament(("first", "sensible"), "examples/scrollhammer/duel.toml", games=5, phases=1)
    assert found.is_complete
    assert sum(one.rating for one in found.ratings) == pytest.approx(0, abs=1e-6)
    assert {one.games for one in found.meetings} == {10}


def test_tournament_results_are_the_same_for_any_number_of_workers_and_agree_with_a_simulation():
    found, again = (tournament(PLAYERS, DUEL, games=6, phases=1, workers=workers) for workers in (1, 2))
    assert found.leads == again.leads
    one = tournament(("first", "sensible"), DUEL, games=40, phases=1, seed=3)
    figures = dict(pilein.simulate(DUEL, ("first", "sensible"), n=40, seed=3, phases=1, way="games").figures.outcome)
    lead = float(figures["crusade wins"]) - float(figures["reavers wins"])
    assert sum(one.leads[::2]) / 40 == pytest.approx(lead)


def test_a_tournament_continued_from_its_file_has_the_same_results_as_an_uninterrupted_one(tmp_path):
    file, whole = tmp_path / "kept.json", tournament(PLAYERS, DUEL, games=6, phases=1)
    tournament(PLAYERS, DUEL, games=2, phases=1, keep=file)
    found = tournament(PLAYERS, DUEL, games=6, phases=1, keep=file)
    assert found.leads == whole.leads
    assert json.loads(file.read_text())["leads"] == list(whole.leads)
    with pytest.raises(pilein.BadRecord, match="holds the results of a different tournament"):
        tournament(PLAYERS, DUEL, games=6, phases=1, seed=1, keep=file)
    file.write_text("[]")
    with pytest.raises(pilein.BadRecord, match="not hold the results of a tournament"):
        tournament(PLAYERS, DUEL, games=6, phases=1, keep=file)


def test_the_better_of_two_players_in_a_tournament_has_the_higher_rating_and_a_positive_lead():
    found = tournament(("random", "expectimax"), "pilein/parry-twice-v0", games=60)
    assert found.ratings[0].player == "expectimax"
    (skill,) = found.skill
    assert (skill.ruleset, skill.better, skill.worse) == ("scorched", "expectimax", "random")
    assert skill.low < skill.lead < skill.high
    assert skill.lead > 0


def test_two_games_with_the_same_dice_count_as_a_single_observation_of_the_lead_and_of_skill():
    games = Games(("a", "b"), (fight_of("pilein/parry-v0", "end"),), 4, 0)
    found = Tournament(games, (1, 1, 1, -1, -1, 1, 1, 1))  # 1, 0, 0 and 1 on average in the two seats
    (meeting,), (skill,) = found.meetings, found.skill
    assert (meeting.lead, skill.lead) == (0.5, 0.5)
    assert meeting.high - meeting.lead == pytest.approx(1.96 * 0.5 / 4**0.5, rel=1e-3)  # deviation 0.5, four pairs
    assert (skill.low, skill.high) == (meeting.low, meeting.high)
    assert (meeting.games, meeting.won, meeting.lost) == (8, 6, 2)


def test_a_game_counts_as_a_separate_observation_if_it_has_not_been_played_with_the_seats_swapped():
    games = Games(("a", "b"), (fight_of("pilein/parry-v0", "end"),), 4, 0)
    (meeting,) = Tournament(games, (1, -1, 1)).meetings
    assert (meeting.games, meeting.lead) == (3, pytest.approx(1 / 3))
    assert meeting.lead - meeting.low == pytest.approx(1.96 * 0.5 / 2**0.5, rel=1e-3)


def test_the_table_of_skill_calls_nobody_better_if_there_is_no_lead():
    games = Games(("a", "b"), (fight_of("pilein/parry-v0", "end"),), 1, 0)
    level, decided = Tournament(games, (1, -1)), Tournament(games, (1, 1))
    assert [table.rows[0][1:3] for table in (level.tables()[1], decided.tables()[1])] == [
        ("nobody", "nobody"),
        ("a", "b"),
    ]


def test_a_tournament_can_be_printed_and_converted_to_html_and_json():
    found = tournament(PLAYERS, [DUEL, "pilein/allocate-v0"], games=2, phases=1)
    assert "RATINGS" in str(found)
    assert "pilein/allocate-v0" in str(found)
    assert found._repr_html_().count("<table>") == 3
    assert json.loads(json.dumps(found.document()))["complete"] is True
    assert len(found.to_dict()) == 6
    assert repr(found).startswith("<Tournament: ")


def test_the_players_of_a_tournament_may_be_named_in_one_string():
    with pytest.raises(pilein.BadInput, match="at least two players") as refused:
        tournament("first", DUEL, games=1)
    words = refused.value.remedy.rpartition(" ")[2]
    assert tournament(words, DUEL, games=1, phases=1).players == ("first", "sensible")


@pytest.mark.parametrize(
    ("players", "scenarios", "words"),
    [
        (("first",), DUEL, "at least two players"),
        (("first", "first"), DUEL, "is named twice"),
        (PLAYERS, [], "needs at least one scenario"),
        (("first", "sensibel"), DUEL, "did you mean 'sensible'"),
        (("first", "mcts:x"), DUEL, "is not a valid setting for mcts"),
        (PLAYERS, "pilein/nothing-v0", "no such task|there is no task"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused_and_the_reason_is_given(players, scenarios, words):
    with pytest.raises(
        pilein.BadInput if "mean" not in words and "task" not in words else pilein.UnknownRule, match=words
    ):
        tournament(players, scenarios, games=1)


def test_a_tournament_accepts_a_battle_as_its_scenario():
    found = tournament(("first", "random"), pilein.task("battle-v0"), games=1)
    assert len(found.leads) == 2
