"""Commands for tests, with their output on success and their messages on refusal."""

import pytest

from pilein.cli.main import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command with bad input and return the one line that names the fault."""
    assert main(list(arguments)) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err
