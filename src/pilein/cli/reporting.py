"""Notes and error messages that a command prints on standard error."""

import json
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from pilein.kernel.errors import BadScenario, PileInError
from pilein.kernel.nearest import in_one_line

FORMAT = 1
BAD_INPUT = 2  # exit code


def report(error: PileInError, *, as_json: bool) -> int:
    """Print the error, or all faults of a scenario, and return the exit code."""
    if as_json:
        sys.stdout.write(json.dumps(document_of(error)) + "\n")
    else:
        for one in faults_of(error):
            say(str(one))
    return BAD_INPUT


def document_of(error: PileInError) -> dict[str, Any]:
    """Return an error as JSON: {format, file, line, key, remedy, message}. For a scenario, `faults` are added."""
    faults = {"faults": [_plain(one) for one in error.faults]} if isinstance(error, BadScenario) else {}
    return {"format": FORMAT, **_plain(error), **faults}


def faults_of(error: PileInError) -> tuple[PileInError, ...]:
    """Return the error and all other errors found in the same file, in file order."""
    return error.faults if isinstance(error, BadScenario) else (error,)


def _plain(error: PileInError) -> dict[str, str | int]:
    plain = {key: getattr(error, key) for key in ("file", "line", "key", "remedy", "message")}
    return {key: str(value) if isinstance(value, str) else value for key, value in plain.items()}


def say_no_more() -> None:
    """Silence standard output, including output at exit."""
    _hush(sys.stdout)


def say(words: str) -> None:
    """Print one line on standard error if it is open."""
    try:
        sys.stderr.write(f"pilein: {in_one_line(' '.join(words.split()))}\n")
        sys.stderr.flush()
    except OSError:
        _hush(sys.stderr)


def _hush(stream: TextIO) -> None:
    with suppress(OSError, ValueError):  # a stream in memory has no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
