"""`pilein replay`, `pilein check` and `pilein new` work with the duel."""

import json
from pathlib import Path

import pytest

from pilein.cli.main import main
from tests.duel import SAMPLE
from tests.sealing import resealed, rewrite

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def record(press: str, capsys: Capture) -> str:
    assert main(["fight", press, "--seed", "7", "--play", "first", "--record", "r.json"]) == 0
    capsys.readouterr()
    return "r.json"


def test_replaying_a_record_reproduces_its_log(press: str, record: str, capsys: Capture) -> None:
    main(["fight", press, "--seed", "7", "--play", "first"])
    first = capsys.readouterr().out
    assert main(["replay", record]) == 0
    assert capsys.readouterr().out == first


def test_replaying_a_record_as_json_gives_the_document_of_the_fight(press: str, record: str, capsys: Capture) -> None:
    main(["fight", press, "--seed", "7", "--play", "first", "--json"])
    first = capsys.readouterr().out
    assert main(["replay", record, "--json"]) == 0
    assert capsys.readouterr().out == first


def test_checking_an_unchanged_record_reports_no_difference(record: str, capsys: Capture) -> None:
    assert main(["replay", record, "--check"]) == 0
    assert capsys.readouterr().out == "r.json: the current rules give the same game\n"


def changed(record: str, place: int, answer: object) -> None:
    document = json.loads(Path(record).read_text())
    document["answers"][place]["answer"] = answer
    rewrite(record, resealed({**document, "dice": "given"}))


def test_checking_a_changed_record_names_the_clause_that_differs(record: str, capsys: Capture) -> None:
    changed(record, 1, [5, 3])
    assert main(["replay", record, "--check"]) == 1
    assert (
        capsys.readouterr().out
        == "r.json: differs in salute: the events of the replay differ from those recorded after 3 answers\n"
    )
    assert main(["replay", record, "--check", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["same"] is False
    assert document["difference"] == {
        "clause": "salute",
        "what": "the events of the replay differ from those recorded after 3 answers",
    }
    assert main(["replay", record]) == 2
    assert "r.json: salute: the events of the replay differ from those recorded" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not valid JSON"),
        ("[]", "this file is not the record of a game"),
        ('{"format": 3}', "the record has format 3"),
        ('{"format": 1}', "missing required field `ruleset`"),
        ("[" * 9000, "lists or objects are nested more than 64 levels deep"),
    ],
)
def test_a_file_that_is_not_a_record_is_refused(text: str, words: str, press: str, capsys: Capture) -> None:
    Path("bad.json").write_text(text)
    assert main(["replay", "bad.json"]) == 2
    err = capsys.readouterr().err
    assert "bad.json" in err
    assert words in err


def test_invalid_faces_in_a_record_are_refused_and_their_location_is_given(record: str, capsys: Capture) -> None:
    changed(record, 1, "five")
    assert main(["replay", record]) == 2
    assert "r.json: answers[1].answer: 'five' is not a list of dice faces" in capsys.readouterr().err


def test_the_check_command_reports_that_a_scenario_can_be_played(press: str, table: str, capsys: Capture) -> None:
    assert main(["check", press]) == 0
    assert capsys.readouterr().out.startswith(
        "press.toml: can be played (duel, 2 units, 6 models, in the press)\nin contact: "
    )
    assert main(["check", table, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == []


def test_the_check_command_reports_on_each_of_several_files(press: str, table: str, capsys: Capture) -> None:
    Path("bad.toml").write_text(f"{Path(press).read_text()}\nfrontag = 3\n")
    assert main(["check", press, "bad.toml", "none.toml", table]) == 2
    out, err = capsys.readouterr()
    assert [line.split(": ")[0] for line in out.splitlines() if "can be played" in line] == [press, table]
    assert [line.split(": ")[1].split(":")[0] for line in err.splitlines()] == ["bad.toml", "none.toml"]
    assert main(["check", press, table]) == 0
    capsys.readouterr()
    assert main(["check", press, "bad.toml", "--json"]) == 2
    files = json.loads(capsys.readouterr().out)["files"]
    assert [(one["file"], len(one["faults"])) for one in files] == [(press, 0), ("bad.toml", 1)]


def test_a_new_scenario_is_printed_or_written_and_can_be_played(press: str, capsys: Capture) -> None:
    assert main(["new", "duel"]) == 0
    assert capsys.readouterr().out == SAMPLE
    assert main(["new", "duel", "mine.toml"]) == 0
    assert main(["fight", "mine.toml", "--seed", "1"]) == 0
    capsys.readouterr()
    assert main(["new", "duel", "mine.toml"]) == 2
    assert "mine.toml: this file already exists" in capsys.readouterr().err
    assert main(["new", "duel", "mine.toml", "--force", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scenario"] == SAMPLE


def edited(record: str, **changes: object) -> None:
    document = json.loads(Path(record).read_text())
    rewrite(record, resealed({**document, **changes}))


def test_checking_a_record_names_the_recorded_and_the_current_version_of_its_ruleset(
    record: str, capsys: Capture
) -> None:
    edited(record, ruleset_version=9)
    assert main(["replay", record, "--check"]) == 0
    out = capsys.readouterr().out
    assert (
        out == "r.json: the current rules give the same game "
        "(played under version 9 of duel, but the current version is 1)\n"
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"players": ["one"]},
            "players: a record must name 2 players or none, but this one names 1; name one player for",
        ),
        ({"place": -1}, "place: Expected `int` >= 0"),
        ({"ruleset": "dual"}, "ruleset: there is no ruleset 'dual'; did you mean 'duel'?"),
    ],
)
def test_a_record_that_no_game_could_have_written_is_refused(
    changes: dict[str, object], words: str, record: str, capsys: Capture
) -> None:
    edited(record, **changes)
    for options in ([], ["--check"]):
        assert main(["replay", record, *options]) == 2
        assert f"r.json: {words}" in capsys.readouterr().err


def test_a_record_without_a_scenario_is_refused_and_fails_the_check(record: str, capsys: Capture) -> None:
    edited(record, scenario={})
    assert main(["replay", record]) == 2
    assert "r.json: scenario: the scenario in the record cannot be played" in capsys.readouterr().err
    assert main(["replay", record, "--check"]) == 1
    assert "r.json: differs in scenario: the scenario in the record cannot be played" in capsys.readouterr().out


def test_a_recorded_scenario_with_an_unknown_name_is_refused(record: str, capsys: Capture) -> None:
    scenario = json.loads(Path(record).read_text())["scenario"]
    scenario["units"][0]["members"][0]["profile"] = "nobody"
    edited(record, scenario=scenario)
    assert main(["replay", record]) == 2
    words = "the scenario in the record cannot be played: unit[1].members[1].profile: there is no profile 'nobody'; "
    assert words in capsys.readouterr().err


def test_an_invalid_answer_in_a_record_is_named_with_its_question(record: str, capsys: Capture) -> None:
    changed(record, 0, {"a": 1})
    assert main(["replay", record, "--check"]) == 1
    assert (
        "differs in salute: the recorded answer to 'How do you open?' cannot be given: {'a': 1} cannot be an answer"
        in capsys.readouterr().out
    )
