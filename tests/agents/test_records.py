"""Games stored as rows of a table can be played again from their seeds, with the same answers."""

import json
from pathlib import Path

import pilein
from pilein.agents.records import game_rows
from pilein.agents.schedule import fight_of

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"


def rows(workers=1, wanted=12):
    fight = fight_of(DUEL, 2)
    return [row for some in game_rows(fight, ("first", "random"), wanted, seed=3, workers=workers) for row in some]


def test_a_game_can_be_replayed_from_its_row_in_the_tournament_records_alone():
    for row in rows(wanted=6):
        again = pilein.Game(DUEL, ("first", "random"), seed=int(row["seed"]), phases=2)
        assert (again.result().winner, again.result().lead, again.result().reason) == (
            row["winner"],
            row["lead"],
            row["reason"],
        )
        answers = json.loads(row["answers"])
        assert len(answers) == row["decisions"]
        assert all(set(one) == {"clause", "side", "question", "answer"} for one in answers)


def test_the_tournament_records_are_the_same_for_any_number_of_workers():
    assert rows() == rows(workers=2)
