"""All commands have help in the same form, use the same exit codes, and print errors on a single line."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pilein.cli.main import COMMANDS, main
from tests.lab.press import FIVES


def test_pilein_without_arguments_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_a_help_text(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    assert "--json" in capsys.readouterr().out


def test_a_command_group_without_a_command_lists_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    for asked in (["lab"], ["lab", "--help"]):
        assert main(asked) == 0
        out = capsys.readouterr().out
        assert out.startswith("Test a set of rules")
        assert [f"\n  {name} " in out for name in COMMANDS] == [name.startswith("lab ") for name in COMMANDS]


def test_the_version_option_prints_the_installed_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pilein ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fihgt"], "there is no command 'fihgt'; did you mean 'fight'?"),
        (["lab", "fihgt"], "there is no command 'lab fihgt'; did you mean "),
        (["fight"], "the following arguments are required: SCENARIO"),
        (["fight", "x.toml", "--sed"], "unrecognized arguments: --sed"),
        (["fight", "x.toml", "--seed", "many"], "--seed: 'many' is not a whole number; give"),
        (["new", "duell"], "there is no ruleset 'duell'; did you mean 'duel'?"),
    ],
)
def test_bad_input_is_reported_in_one_line_and_with_exit_code_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("pilein: ")
    assert words in err


def test_faults_are_printed_as_json_if_json_is_requested(press: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open(press, "a") as file:  # noqa: PTH123 - in the current folder
        file.write("\nfrontag = 3\n")
    assert main(["check", press, "--json"]) == 2
    fault = json.loads(capsys.readouterr().out)
    assert sorted(fault) == ["faults", "file", "format", "key", "line", "message", "remedy"]
    assert [one["line"] for one in fault["faults"]] == [fault["line"]]
    assert (fault["file"], fault["format"]) == (press, 1)
    assert fault["line"] > 1
    assert "frontag" in fault["key"]


def test_an_interrupted_command_ends_with_a_single_line(
    press: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("pilein.cli.fight.run", interrupted)
    assert main(["fight", press]) == 130
    assert capsys.readouterr() == ("", "pilein: interrupted\n")


def test_an_internal_error_is_reported_in_one_line(
    press: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_arguments: object) -> int:
        raise KeyError("nothing")

    monkeypatch.delenv("PILEIN_TRACEBACK")
    monkeypatch.setattr("pilein.cli.fight.run", broken)
    assert main(["fight", press]) == 70
    assert capsys.readouterr().err.startswith("pilein: an internal error occurred: KeyError: 'nothing'")


FULL = (
    "pilein: standard output cannot be written: No space left on device; "
    "free some space on the disk, or redirect the output to another disk\n"
)


@pytest.mark.parametrize("command", ["odds fives.toml", "rules --json"])
@pytest.mark.parametrize(
    ("output", "code", "said"),
    [
        ("| true; exit ${PIPESTATUS[0]}", 0, ""),
        (">&-", 0, ""),
        ("> /dev/full", 2, FULL),
    ],
)
def test_a_closed_output_pipe_is_not_an_error(command: str, output: str, code: int, said: str, tmp_path: Path) -> None:
    program = "import sys; from pilein.cli.main import main; sys.exit(main())"
    (tmp_path / "fives.toml").write_text(FIVES)
    line = f"{shlex.join([sys.executable, '-c', program])} {command} {output}"
    ran = subprocess.run(["/bin/bash", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (code, said)


def test_bad_input_is_not_reported_to_a_closed_pipe() -> None:
    program = "import sys; from pilein.cli.main import main; sys.exit(main())"
    line = f"{shlex.join([sys.executable, '-c', program])} odds none.toml --json | true; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["/bin/bash", "-c", line], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
