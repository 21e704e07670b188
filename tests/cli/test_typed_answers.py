"""Answers can be given with `--answer`, and commands print hints, errors and the list of questions."""

import json
from pathlib import Path

import pytest

from pilein.cli.main import main
from pilein.engine.rulesets import names
from tests.cli.calling import printed, refused
from tests.lab.hunter import hunt

Capture = pytest.CaptureFixture[str]
FLIGHT = str(Path(__file__).parents[2] / "examples" / "scrollhammer" / "flight.toml")
BATTLE = str(Path(__file__).parents[2] / "examples" / "wwpd" / "plain_men.toml")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hunt.toml").write_text(hunt(2).to_toml())


def test_a_fight_follows_the_answers_given_in_the_command(capsys: Capture) -> None:
    assert "militia: which reaction? hold" in printed(capsys, "fight", FLIGHT, "--seed", "3")
    assert "militia: which reaction? flee" in printed(
        capsys, "fight", FLIGHT, "--seed", "3", "--answer", "SH-RE-02=flee"
    )


@pytest.mark.parametrize("command", ["odds", "simulate", "worth", "matrix"])
def test_every_command_accepts_answers_and_reports_them(command: str, capsys: Capture) -> None:
    answer = ["--answer", "blue:SH-MO-06=yes"]
    assert main([command, "hunt.toml", "--phases", "1", *answer, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["assumptions"]["answers"] == "blue:SH-MO-06=yes"


def test_the_charge_command_accepts_fixed_answers(capsys: Capture) -> None:
    charge = ["charge", FLIGHT, "--distances", "8", "--answer", "SH-RE-02=hold", "--json"]
    assert main(charge) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["distances"][0]["gets_away"]["decimal"] == 0
    assert found["assumptions"]["answers"] == "SH-RE-02=hold"


def test_the_record_of_a_battle_keeps_the_answers_given_in_the_command(capsys: Capture) -> None:
    printed(capsys, "battle", BATTLE, "--seed", "1", "--answer", "WW-EN-04=stay", "--record", "b.json")
    assert json.loads(Path("b.json").read_text())["fixed"] == {"WW-EN-04": "stay"}
    assert "the current rules give the same game" in printed(capsys, "replay", "b.json", "--check")


def test_a_saved_game_continues_with_the_answers_given_in_the_command(capsys: Capture) -> None:
    printed(capsys, "fight", "hunt.toml", "--seed", "1", "--save", "s.json", "--answer", "SH-MO-06=no")
    assert "--answer: this option cannot be changed in a saved game" in refused(
        capsys, "fight", "s.json", "--answer", "SH-MO-06=no"
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            "SH-RE-02",
            "'SH-RE-02' is not a question with its answer; write the question and its answer in the form SH-RE-02=hold",
        ),
        ("SH-RE-02=hodl", "--answer: 'hodl' is not an answer to SH-RE-02; give one of its answers: hold, flee"),
        ("green:SH-RE-02=hold", "--answer: there is no side 'green'; name one of the sides: red and blue"),
    ],
)
def test_impossible_answers_in_a_command_are_refused(answer: str, words: str, capsys: Capture) -> None:
    assert words in refused(capsys, "odds", "hunt.toml", "--answer", answer)


def test_a_question_answered_twice_in_the_command_is_refused(capsys: Capture) -> None:
    twice = ["--answer", "SH-MO-06=no", "--answer", "SH-MO-06=yes"]
    assert "--answer: the question SH-MO-06 is answered twice" in refused(capsys, "odds", "hunt.toml", *twice)


NOT_USED = (
    "pilein: hint: the answer SH-RE-02=hold was not used: "
    'the question "how does a unit react to a charge?" never came up'
)


def test_hints_about_a_scenario_are_printed_to_standard_error(capsys: Capture) -> None:
    for command in ("odds", "simulate"):
        assert main([command, "hunt.toml", "--answer", "SH-RE-02=hold"]) == 0
        err = capsys.readouterr().err.splitlines()
        assert err[0].startswith("pilein: hint: no unit has charged")
        assert err[1] == NOT_USED


def test_answers_given_in_the_fight_command_but_never_used_are_reported(capsys: Capture) -> None:
    assert main(["fight", "hunt.toml", "--seed", "1", "--answer", "SH-RE-02=hold"]) == 0
    assert capsys.readouterr().err == f"{NOT_USED}\n"


def test_the_check_command_prints_hints_about_a_scenario(capsys: Capture) -> None:
    assert "hint: no unit has charged" in printed(capsys, "check", "hunt.toml")
    assert "no unit has charged" in json.loads(printed(capsys, "check", "hunt.toml", "--json"))["hints"][0]


@pytest.mark.parametrize("command", ["check", "odds", "fight", "simulate"])
def test_all_faults_of_a_file_are_reported_one_per_line(command: str, capsys: Capture) -> None:
    text = Path("hunt.toml").read_text().replace("WS = 3", "WS = 30").replace('"skirmish"', '"skirmsh"', 1)
    Path("bad.toml").write_text(text)
    assert main([command, "bad.toml"]) == 2
    keys = [line.split(": ")[2] for line in capsys.readouterr().err.splitlines()]
    assert keys == ["profiles.hunter.WS", "profiles.prey.WS", "unit[1].formation"]
    assert main([command, "bad.toml", "--json"]) == 2
    faults = json.loads(capsys.readouterr().out)["faults"]
    assert [fault["key"] for fault in faults] == keys
    assert all(fault["line"] for fault in faults)


@pytest.mark.parametrize("name", names())
def test_the_questions_of_a_ruleset_are_listed(name: str, capsys: Capture) -> None:
    found = json.loads(printed(capsys, "rules", name, "--questions", "--json"))
    assert found["ruleset"] == name
    assert all(one["words"].endswith("?") for one in found["questions"])
    first = found["questions"][0]
    assert first["id"] in printed(capsys, "rules", name, "--questions")


def test_the_questions_of_one_sentence_are_listed(capsys: Capture) -> None:
    assert printed(capsys, "rules", "scrollhammer", "re-02", "--questions").split() == [
        "SH-RE-02",
        *["how", "does", "a", "unit", "react", "to", "a", "charge?", "answers:", "hold,", "flee"],
    ]
    assert "there is no question 'SH-RE-01'; did you mean" in refused(
        capsys, "rules", "scrollhammer", "re-01", "--questions"
    )
    assert "this option needs the name of a ruleset" in refused(capsys, "rules", "--questions")
