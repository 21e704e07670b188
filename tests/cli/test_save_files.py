"""Files are checked before a game is played, and no file that is still needed is overwritten."""

from pathlib import Path

import pytest

from pilein.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--save", "press.toml"], "press.toml: --save: this file is also the scenario; name a different file"),
        (["--record", "./press.toml"], "./press.toml: --record: this file is also the scenario"),
        (["--record", "x.json", "--save", "x.json"], "x.json: --save: this file is also the file of --record"),
        (
            ["--picture", "answers.json", "--answers", "answers.json"],
            "--picture: this file is also the file of --answers",
        ),
        (["--save", "."], ".: the file cannot be written: it is a folder"),
        (["--save", "no/x.json"], "no/x.json: the file cannot be written: there is no folder 'no'"),
    ],
)
def test_an_unwritable_file_is_reported_before_play(
    options: list[str], words: str, press: str, capsys: Capture
) -> None:
    Path("answers.json").write_text("[]")
    before = Path(press).read_text()
    assert main(["fight", press, *options]) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert out == ""
    assert Path(press).read_text() == before


@pytest.mark.parametrize(("option", "value"), [("seed", "1"), ("dice", "1"), ("phases", "2"), ("rule", "DU-R-01=x")])
def test_a_saved_game_continues_with_the_options_it_was_saved_with(
    option: str, value: str, press: str, capsys: Capture
) -> None:
    main(["fight", press, "--seed", "7", "--save", "s.json"])
    capsys.readouterr()
    assert main(["fight", "s.json", f"--{option}", value]) == 2
    assert f"--{option}: this option cannot be changed in a saved game; omit --{option}" in capsys.readouterr().err


def test_a_continued_game_may_be_saved_to_its_own_file_but_may_not_be_recorded_in_it(
    press: str, capsys: Capture
) -> None:
    main(["fight", press, "--seed", "7", "--save", "s.json"])
    assert main(["fight", "s.json", "--save", "s.json"]) == 0
    assert main(["fight", "s.json", "--record", "s.json"]) == 2
