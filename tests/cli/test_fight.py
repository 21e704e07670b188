import json
from pathlib import Path

import pytest

from tests.cli.calling import printed, refused

GAME = ["--seed", "7", "--play", "first"]


def test_the_dice_of_a_fight_are_printed_as_faces_with_their_sum_or_with_the_score_needed(
    press: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, "fight", press, *GAME)
    assert "    to hit 4+  5 3 1  -> 1\n" in out
    assert "    vigour  5 2  -> 7\n" in out


def test_each_printed_event_is_followed_by_the_id_of_its_sentence(
    press: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, "fight", press, *GAME)
    assert "  foils salutes, vigour 7  DU-01\n" in out
    assert "  sabres: 1 slain X  DU-02\n" in out
    assert "  blue: Do you parry? yes  DU-01\n" in out


def test_the_log_ends_with_a_summary_and_the_rulings_and_the_seed(
    press: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, "fight", press, *GAME)
    row = next(line.split() for line in out.splitlines() if "destroyed" in line)
    assert row[:4] == ["sabres", "blue", "3", "0"]
    assert "Unclear rules met in this game, read the usual way (" in out
    assert "  1 that hardly matter\n" in out
    assert out.endswith("1 phase played, combat is over.\nseed 7\n")


def test_the_fight_command_prints_the_seed_that_it_chose_at_random(
    press: str, capsys: pytest.CaptureFixture[str]
) -> None:
    last = printed(capsys, "fight", press).splitlines()[-1]
    assert last.endswith(f"(--seed {last.split()[1]} gives the same dice)")
    again = printed(capsys, "fight", press, "--seed", last.split()[1])
    assert again.splitlines()[-1] == f"seed {last.split()[1]}"


def test_the_fight_command_prints_no_colours_without_a_terminal(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in printed(capsys, "fight", press, *GAME)


def test_the_json_document_of_a_fight_has_its_five_parts(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(printed(capsys, "fight", press, *GAME, "--json"))
    assert {"format", "outcome", "units", "events", "record"} <= set(document)
    assert document["outcome"] == {"phases": 1, "over": True, "unresolved": False, "models": {"red": 2, "blue": 0}}
    assert [unit["models_after"] for unit in document["units"]] == [2, 0]
    assert document["events"][1] == {
        "type": "Thrown",
        "key": "salute",
        "label": "vigour",
        "kind": "Total",
        "groups": [{"label": "vigour", "need": 0, "faces": [5, 2], "subject": -1, "again": 0, "by": "", "why": ""}],
    }
    assert document["events"][2] == {
        "type": "Saluted",
        "clause": "DU-01",
        "unit": "foils",
        "vigour": 7,
        "key": "salute",
    }
    assert document["rulings"] == {"DU-R-01": "default"}


def test_a_fight_uses_all_the_dice_it_is_given(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "fight", press, "--play", "first", "--dice", "1,2, 4 5 6")
    assert out.endswith("5 dice as given\n")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--dice", "1,2"], "to hit: only 2 dice are given, but the rolls so far need at least 5"),
        (["--dice", "1,7"], "'7' is not a die face"),
        (["--dice", "one"], "'one' is not a die face"),
        (["--phases", "0"], "cannot be '0'"),
        (["--phases", "all"], "cannot be 'all'"),
        (["--rule", "DU-R-01"], "'DU-R-01' is not a ruling with an option; write it in the form SH-R-19=gap"),
        (["--rule", "DU-R-02=yes"], "there is no ruling 'DU-R-02'; did you mean 'DU-R-01'?"),
        (["--rule", "DU-R-01=yess"], "did you mean 'DU-R-01=yes'?"),
        (["--play", "rde=first"], "there is no side 'rde'; did you mean 'red'?"),
        (["--play", "red=frist"], "there is no player 'frist'; did you mean 'first'?"),
        (["--answers", "none.json"], "none.json: the file cannot be read"),
        (["--picture", "no/where.svg"], "no/where.svg: the file cannot be written"),
    ],
)
def test_bad_options_of_the_fight_command_are_refused_and_the_reason_is_given(
    press: str, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play = [] if "--play" in options else ["--play", "first"]
    dice = [] if "--dice" in options else ["--seed", "1"]
    assert words in refused(capsys, "fight", press, *options, *play, *dice)


def test_the_fight_command_refuses_a_missing_scenario_file(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean press.toml?" in refused(capsys, "fight", "pres.toml")


def test_a_ruling_may_be_set_for_one_run_of_the_fight_command(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "  DU-R-01  yes: they may\n" in printed(capsys, "fight", press, *GAME, "--rule", "DU-R-01=yes")


def answers(*given: object) -> str:
    Path("answers.json").write_text(json.dumps([{"answer": one} for one in given]))
    return "answers.json"


def test_a_fight_takes_its_answers_from_a_file(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = answers("bold", False, [5, 4, 3])
    out = printed(capsys, "fight", press, "--dice", "1,2,3,3,3", "--answers", path)
    assert "  blue: Who falls? model 5, model 4, model 3  DU-02\n" in out


def test_the_fight_command_reports_unused_dice_as_an_error(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = answers("bold", False, [5, 4, 3])
    assert "some of the given dice are unused: 6" in refused(
        capsys, "fight", press, "--dice", "1,2,3,3,3,6", "--answers", path
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[1]", "Expected `object`, got `int`"),
        ("{}", "Expected `array`, got `object`"),
        ("nonsense", "malformed"),
        ('[{"answer": "bold", "who": 1}]', "unknown field `who`"),
        ('[{"answer": 1.5}]', "answers.json: answer 1 cannot be given: 1.5 cannot be an answer"),
        ('[{"answer": "rash"}]', "answers.json: answer 1 cannot be given: DU-01: 'rash' is not legal"),
        ('[{"answer": "rash"}]', "'rash' is not legal: it is not one of the options, which are 'bold', 'wary'"),
        ('[{"answer": 1.5}]', "1.5 cannot be an answer"),
        ('[{"answer": "bold"}]', "answer 2 is missing: DU-01 asks 'Do you parry?'"),
        ('[{"answer": "bold", "clause": "DU-02"}]', "answer 1 is for 'DU-02', but the game asks 'DU-01'"),
        ('[{"answer": "bold", "request": "How?"}]', "answer 1 is for 'How?', but the game asks 'How do you open?'"),
    ],
)
def test_answers_that_do_not_fit_their_questions_are_refused(
    press: str, text: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("answers.json").write_text(text)
    assert words in refused(capsys, "fight", press, "--seed", "1", "--answers", "answers.json")


def test_the_fight_command_reports_unused_answers_as_an_error(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = answers("bold", False, [3, 4, 5], True)
    said = refused(capsys, "fight", press, "--dice", "1,1,6,6,6", "--answers", path)
    assert "some of the given answers are unused, beginning with True" in said


def test_a_saved_game_continues_when_its_file_is_given_to_the_fight_command(
    press: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = printed(capsys, "fight", press, *GAME, "--save", "game.json")
    again = printed(capsys, "fight", "game.json")
    assert again.splitlines()[:10] == whole.splitlines()[:10]


def test_a_fight_is_played_until_no_combat_is_left_if_the_phases_option_says_end(
    press: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, "fight", press, "--seed", "5", "--phases", "end", "--play", "random")
    assert "combat is over." in out


def test_random_policies_with_the_same_seed_play_the_same_game(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    first = printed(capsys, "fight", press, "--seed", "5", "--play", "random", "--json")
    assert printed(capsys, "fight", press, "--seed", "5", "--play", "random", "--json") == first


def test_each_phase_has_a_heading_if_several_are_played(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "fight", press, "--seed", "5", "--phases", "2", "--play", "random")
    assert out.index("Phase 1") < out.index("Phase 2")
    assert "Phase 1" not in printed(capsys, "fight", press, "--seed", "5", "--play", "random")
