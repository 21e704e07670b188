"""An answer on the command line can be printed as five lines, written as a spreadsheet table, or drawn as a picture."""

from pathlib import Path

import pytest

from pilein.cli.main import main
from pilein.lab.drawing import png
from tests.cli.calling import printed, refused

FIGHTS = Path(__file__).parents[2] / "examples" / "scrollhammer"
DUEL, UNITS = str(FIGHTS / "duel.toml"), str(FIGHTS / "units" / "units.toml")
QUESTIONS = {
    "odds": ["odds", DUEL, "--phases", "1"],
    "best": ["odds", DUEL, "--phases", "1", "--play", "best"],
    "side by side": ["odds", DUEL, DUEL, "--phases", "1"],
    "simulate": ["simulate", DUEL, "-n", "20", "--seed", "3", "--phases", "1", "--workers", "1"],
    "worth": ["worth", DUEL, "--of", "noble", "--vary", "models", "--phases", "1"],
    "compare": ["lab", "compare", DUEL, "--set", "SH-HI-03.even=3", "--phases", "1"],
    "sweep": ["lab", "sweep", DUEL, "--over", "SH-HI-03.even=3..4", "--phases", "1"],
    "coverage": ["lab", "coverage", DUEL, "-n", "2", "--tries", "1", "--workers", "1", "--phases", "1"],
}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_short_answer_to_every_question_has_two_to_five_lines(question, capsys):
    lines = printed(capsys, *QUESTIONS[question], "--short").splitlines()
    assert 1 < len(lines) <= 5
    assert all(line == line.strip() for line in lines)


def test_the_short_answer_of_the_odds_command_names_the_fight_and_the_winner_and_the_losses(capsys):
    assert printed(capsys, *QUESTIONS["odds"], "--short").splitlines()[:3] == [
        "1 hill king against 1 noble (scrollhammer, 1 phase)",
        "hills wins 21.58 %, houses wins 12.37 %, still fighting 66.05 %",
        "models lost: hill king 0.11 of 1, noble 0.16 of 1",
    ]


def test_the_short_answer_to_a_requested_chance_names_the_fight_and_the_condition_and_its_chance(capsys):
    asked = ["--chance", "noble.lost >= 1", "--chance", "noble.lost == 0"]
    assert printed(capsys, *QUESTIONS["odds"], *asked, "--short").splitlines() == [
        "1 hill king against 1 noble (scrollhammer, 1 phase)",
        "noble.lost >= 1: 16.08 %",
        "noble.lost == 0: 83.92 %",
        "exact: 18 states, 17 transitions",
    ]


def test_the_short_answer_to_many_requested_chances_states_how_many_are_left_out(capsys):
    asked = [word for count in range(4) for word in ("--chance", f"noble.lost == {count}")]
    lines = printed(capsys, *QUESTIONS["odds"], *asked, "--short").splitlines()
    assert len(lines) == 5
    assert lines[3] == "... (2 more rows)"


def test_the_short_answer_to_a_condition_gives_the_chance_of_each_outcome_under_it(capsys):
    lines = printed(capsys, *QUESTIONS["odds"], "--given", "noble.lost == 1", "--short").splitlines()
    assert lines[1] == 'outcome == "hills wins" if noble.lost == 1: 100.00 %'


@pytest.mark.parametrize("question", [one for one in QUESTIONS if one not in ("best", "side by side")])
def test_the_answer_to_every_question_can_be_written_as_a_table_that_a_spreadsheet_program_can_open(question, capsys):
    assert printed(capsys, *QUESTIONS[question], "--csv", "a.csv", "--csv-for", "excel").endswith("written: a.csv\n")
    head, *rows = Path("a.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("\ufeff")
    assert rows
    assert all(row.count(";") >= head.count(";") for row in rows)


def test_a_csv_format_is_refused_if_its_program_is_unknown_or_no_csv_file_is_named(capsys):
    assert "--csv-for: there is no CSV format for the program 'word'; give excel, or omit --csv-for" in refused(
        capsys, *QUESTIONS["odds"], "--csv", "a.csv", "--csv-for", "word"
    )
    assert "--csv-for: no CSV file is named; name a CSV file with --csv" in refused(
        capsys, *QUESTIONS["odds"], "--csv-for", "excel"
    )


@pytest.mark.parametrize(
    "command",
    [
        [*QUESTIONS["odds"], "--plot"],
        [*QUESTIONS["sweep"], "--plot"],
        ["fight", DUEL, "--seed", "3", "--picture"],
    ],
    ids=["odds", "sweep", "fight"],
)
def test_a_picture_may_be_written_as_a_png_and_may_replace_an_existing_picture(command, capsys):
    pytest.importorskip("vl_convert", reason="PNG files need the extra report")
    for _ in range(2):
        printed(capsys, *command, "a.png")
        assert Path("a.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_option_for_a_picture_may_also_be_written_as_in_the_fight_command(capsys):
    printed(capsys, *QUESTIONS["odds"], "--plot", "a.svg")
    printed(capsys, *QUESTIONS["odds"], "--picture", "b.svg")
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()


def test_the_command_that_installs_the_optional_package_is_named_if_a_png_is_refused_for_lack_of_it(
    capsys, monkeypatch
):
    monkeypatch.setattr(png, "NEEDED", "a_package_that_nobody_has")
    said = refused(capsys, *QUESTIONS["odds"], "--plot", "a.png")
    assert "--plot: PNG files need a_package_that_nobody_has, which is not installed here; install it with" in said


def test_a_picture_never_overwrites_a_file_that_is_not_a_picture(capsys):
    pytest.importorskip("vl_convert", reason="PNG files need the extra report")
    Path("a.png").write_text("mine", encoding="utf-8")
    assert main([*QUESTIONS["odds"], "--plot", "a.png"]) == 2
    assert "this file already exists and is not a drawing" in capsys.readouterr().err
    assert Path("a.png").read_text(encoding="utf-8") == "mine"
