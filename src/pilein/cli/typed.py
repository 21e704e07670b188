"""What a person types: lines of standard input, whatever bytes they hold."""

import sys


def typed_line() -> str | None:
    """The next line, without the blanks at its ends; None where the input has ended, is closed or has gone.

    Bytes that are no text are kept as they are, as in names of files.
    """
    if sys.stdin is None or getattr(sys.stdin, "closed", False):
        return None
    if getattr(sys.stdin, "errors", "surrogateescape") != "surrogateescape" and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")
    try:
        line = sys.stdin.readline()
    except OSError:  # the terminal has gone
        return None
    return line.strip() if line else None
