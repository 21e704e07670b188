"""Functions that call commands in tests and return the output on success or the message of a refusal."""

import pytest

from pilein.cli.main import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command with bad input, and return the single line that names the fault."""
    assert main(list(arguments)) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err
