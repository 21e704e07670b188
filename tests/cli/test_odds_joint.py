"""Joint probabilities are printed, written as JSON and drawn, and errors in the request are reported before any game is
played.
"""

import csv
import json
from fractions import Fraction

import pytest

import pilein
from pilein.cli.main import main
from tests.cli.calling import printed, refused

SLAVES = "examples/scrollhammer/slaves.toml"


def rows_of(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def test_the_table_and_the_picture_of_odds_match_the_joint_distribution(capsys, tmp_path):
    table, picture = tmp_path / "j.csv", tmp_path / "j.svg"
    asked = ["--joint", "spellswords,slaves", "--csv", str(table), "--plot", str(picture)]
    assert printed(capsys, "odds", SLAVES, "--phases", "1", *asked).endswith(f"written: {table}\nwritten: {picture}\n")
    rows = rows_of(table)
    exact = pilein.odds(SLAVES, phases=1).joint("spellswords", "slaves")
    assert len(rows) == len(exact.chances)
    assert sum(float(row["chance"]) for row in rows) == pytest.approx(1)
    assert "Chance in % of both together" in picture.read_text()
    assert "favoured" not in picture.read_text()


def test_the_table_of_odds_has_all_figures_even_without_a_joint_distribution(capsys, tmp_path):
    table = tmp_path / "all.csv"
    printed(capsys, "odds", SLAVES, "--phases", "1", "--csv", str(table))
    outcome = {row["value"]: float(row["chance"]) for row in rows_of(table) if row["figure"] == "outcome"}
    exact = dict(pilein.odds(SLAVES, phases=1).figures.outcome)
    assert outcome == pytest.approx({word: float(Fraction(chance)) for word, chance in exact.items()})


def test_a_simulation_answers_joint_questions_with_intervals(capsys, tmp_path):
    table = tmp_path / "j.csv"
    asked = ["--chance", "slaves.lost >= 5", "--given", "houses.wins", "--joint", "slaves,outcome", "--csv", str(table)]
    games = ["-n", "400", "--seed", "1", "--phases", "1", "--workers", "1"]
    found = json.loads(printed(capsys, "simulate", SLAVES, *games, *asked, "--json"))
    (chance,) = found["asked"]["chances"]
    assert chance["condition"] == "slaves.lost >= 5"
    assert chance["chance"]["low"] < chance["chance"]["decimal"] < chance["chance"]["high"]
    assert found["way"] == "games"
    assert rows_of(table)[0].keys() == {"slaves.lost", "outcome", "chance", "error", "low", "high"}
    assert "if houses.wins (" in printed(capsys, "simulate", SLAVES, *games, *asked)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["odds", SLAVES, "--joint", "nobody,slaves"], "nobody.lost: there is no unit or side 'nobody'"),
        (["simulate", SLAVES, "--chance", "slaves.health"], "there is no term 'health'"),
        (
            ["simulate", SLAVES, "--joint", "slaves", "--plot", "x.svg"],
            "--joint: a picture of a joint distribution needs exactly two terms",
        ),
        (
            ["odds", SLAVES, "--joint", "slaves", "--joint", "houses", "--csv", "x.csv"],
            "--joint: --csv can show only one",
        ),
        (["odds", SLAVES, "--csv", "x.txt"], "--csv: the name of the file does not end in .csv"),
        (["odds", SLAVES, SLAVES, "--joint", "slaves,houses"], "--joint works with only one scenario"),
        (["simulate", SLAVES, "--way", "walks", "--joint", "slaves,houses"], "'walks' cannot count joint outcomes"),
    ],
)
def test_impossible_joint_questions_are_refused_before_play(capsys, arguments, words):
    assert words in refused(capsys, *arguments)
    assert main(["check", SLAVES]) == 0


def test_the_short_form_of_a_joint_distribution_shows_its_likeliest_combinations(capsys):
    out = printed(capsys, "odds", SLAVES, "--phases", "1", "--joint", "spellswords,slaves", "--short")
    assert out.splitlines() == [
        "Likeliest of 130 combinations",
        "spellswords.lost 10, slaves.lost 3, 8.39 %",
        "spellswords.lost 10, slaves.lost 2, 7.69 %",
        "... (128 more rows)",
    ]
