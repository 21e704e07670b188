"""Commands as tests call them: what is printed when they succeed, what is said when they refuse."""

import pytest

from pilein.cli.main import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Bad input: one line says what is wrong."""
    assert main(list(arguments)) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err
